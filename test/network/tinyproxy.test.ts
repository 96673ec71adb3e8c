import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { closedPort, rawServer, response, says, until } from '../unit/client/servers.ts';
import { brief, envelope, identity, proxied, tried, urlThere } from './book.ts';
import { without } from './programs.ts';
import { type Started, started } from './started.ts';

const options = { timeout: 60_000, skip: without('tinyproxy') };
const tls = { cert: identity.cert, key: identity.key };
const through = 'tinyproxy';

function tinyproxy(t: TestContext, ...rules: readonly string[]): Promise<Started> {
  return started(t, 'tinyproxy', (folder, port) => ({
    files: {
      'tinyproxy.conf': [
        `Port ${port}`,
        'Listen 127.0.0.1',
        'Timeout 30',
        'MaxClients 20',
        ...rules,
        '',
      ].join('\n'),
    },
    args: ['-d', '-c', `${folder}/tinyproxy.conf`],
  }));
}

test('tinyproxy: a call through it', options, async (t) => {
  const book = await rawServer(t, says(response(envelope)), tls);
  const { port } = await tinyproxy(t);
  const settings = proxied(`http://127.0.0.1:${port}`);
  const result = await tried(t, { through, settings, url: urlThere(book.url), book });
  assert.deepEqual(brief(result), ['answered', 1, 'billed']);
  assert.doesNotMatch(book.requests[0]?.head ?? '', /^(via|proxy-)/im);
});

for (const [how, user, outcome, sentence] of [
  ['right', 'anna:secretword@', ['answered', 1, 'billed'], /^$/],
  ['missing', '', ['no', 0, 'free'], /wants a user name and password \(407\)/],
  ['wrong', 'anna:hidden@', ['no', 0, 'free'], /refused/],
] as const) {
  test(`tinyproxy: Basic credentials, ${how}`, options, async (t) => {
    const book = await rawServer(t, says(response(envelope)), tls);
    const { port } = await tinyproxy(t, 'BasicAuth anna secretword');
    const settings = proxied(`http://${user}127.0.0.1:${port}`);
    const result = await tried(t, { through, settings, url: urlThere(book.url), book });
    assert.deepEqual(brief(result), outcome);
    assert.match(result.sentence, sentence);
  });
}

test('tinyproxy: a port that it does not lead to', options, async (t) => {
  const book = await rawServer(t, says(response(envelope)), tls);
  const { port } = await tinyproxy(t, 'ConnectPort 443');
  const settings = proxied(`http://127.0.0.1:${port}`);
  const result = await tried(t, { through, settings, url: urlThere(book.url), book });
  assert.deepEqual(brief(result), ['no', 0, 'free']);
  assert.match(result.sentence, /refused a tunnel to .* it answered 403.* port 443 only/);
});

test('tinyproxy: it lets this computer not in', options, async (t) => {
  const book = await rawServer(t, says(response(envelope)), tls);
  const { port } = await tinyproxy(t, 'Allow 192.0.2.77');
  const settings = proxied(`http://127.0.0.1:${port}`);
  const result = await tried(t, { through, settings, url: urlThere(book.url), book });
  assert.deepEqual(brief(result), ['no', 0, 'free']);
  assert.match(result.sentence, /it answered 403/);
});

test('tinyproxy: the service behind it is down', options, async (t) => {
  const { port } = await tinyproxy(t);
  const settings = proxied(`http://127.0.0.1:${port}`);
  const url = urlThere(`https://x:${await closedPort()}`);
  const result = await tried(t, { through, settings, url, book: { requests: [] } });
  assert.deepEqual(brief(result), ['no', 0, 'free']);
  assert.match(result.sentence, /it answered 50\d/);
});

test('tinyproxy: it closes an idle tunnel while the service works', options, async (t) => {
  const book = await rawServer(
    t,
    (socket) => void sleep(4_000).then(() => socket.write(response(envelope))),
    tls,
  );
  const { port } = await tinyproxy(t, 'Timeout 1');
  const settings = proxied(`http://127.0.0.1:${port}`);
  const result = await tried(t, { through, settings, url: urlThere(book.url), book });
  assert.deepEqual(brief(result), ['maybe', 1, 'unknown']);
  assert.match(result.sentence, /was cut before an answer came.* through the proxy/);
});

test('tinyproxy: it dies amid the answer', options, async (t) => {
  const whole = response(envelope);
  const book = await rawServer(t, (socket) => void socket.write(whole.subarray(0, whole.length - 9)), tls);
  const { port, running } = await tinyproxy(t);
  const settings = proxied(`http://127.0.0.1:${port}`);
  const meanwhile = async (): Promise<void> => {
    await until(() => book.requests.length > 0);
    await sleep(200);
    running.process.kill('SIGKILL');
  };
  const result = await tried(t, { through, settings, url: urlThere(book.url), book, meanwhile });
  // What came of it says that it was billed.
  assert.deepEqual(brief(result), ['maybe', 1, 'billed']);
  assert.match(result.sentence, /broke off before it was complete/);
});
