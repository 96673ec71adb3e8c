import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { closedPort, rawServer, response, says, until } from '../unit/client/servers.ts';
import { brief, envelope, identity, proxied, serviceName, tried, urlThere } from './book.ts';
import { without } from './programs.ts';
import { type Started, started } from './started.ts';

const micro = { timeout: 60_000, skip: without('microsocks') };
/** Dante takes the address that means "here" for none. */
const nameless = serviceName === '0.0.0.0' ? 'the name of this computer does not lead to 127.0.0.1' : false;
const dante = { timeout: 60_000, skip: without('danted') || nameless };
const tls = { cert: identity.cert, key: identity.key };

function microsocks(t: TestContext, ...more: readonly string[]): Promise<Started> {
  return started(t, 'microsocks', (_folder, port) => ({
    files: {},
    args: ['-i', '127.0.0.1', '-p', String(port), ...more],
  }));
}

const login = ['-u', 'anna', '-P', 'secretword'] as const;

for (const scheme of ['socks5', 'socks5h', 'socks'] as const) {
  test(`microsocks: a call through it, ${scheme}`, micro, async (t) => {
    const book = await rawServer(t, says(response(envelope)), tls);
    const { port } = await microsocks(t);
    const settings = proxied(`${scheme}://127.0.0.1:${port}`);
    const result = await tried(t, { through: 'microsocks', settings, url: urlThere(book.url), book });
    assert.deepEqual(brief(result), ['answered', 1, 'billed']);
  });
}

for (const [how, user, outcome, sentence] of [
  ['right', 'anna:secretword@', ['answered', 1, 'billed'], /^$/],
  ['missing', '', ['no', 0, 'free'], /wants a user name and password/],
  ['wrong', 'anna:hidden@', ['no', 0, 'free'], /refused the user name and password/],
] as const) {
  test(`microsocks: a login, ${how}`, micro, async (t) => {
    const book = await rawServer(t, says(response(envelope)), tls);
    const { port } = await microsocks(t, ...login);
    const settings = proxied(`socks5h://${user}127.0.0.1:${port}`);
    const result = await tried(t, { through: 'microsocks', settings, url: urlThere(book.url), book });
    assert.deepEqual(brief(result), outcome);
    assert.match(result.sentence, sentence);
  });
}

test('microsocks: the service behind it is down', micro, async (t) => {
  const { port } = await microsocks(t);
  const settings = proxied(`socks5h://127.0.0.1:${port}`);
  const url = urlThere(`https://x:${await closedPort()}`);
  const result = await tried(t, { through: 'microsocks', settings, url, book: { requests: [] } });
  assert.deepEqual(brief(result), ['no', 0, 'free']);
  assert.match(result.sentence, /could not connect to .* \(SOCKS_5\)/);
});

test('microsocks: it dies while the service works, and before the next call', micro, async (t) => {
  const book = await rawServer(t, () => {}, tls);
  const { port, running } = await microsocks(t);
  const settings = proxied(`socks5h://127.0.0.1:${port}`);
  const meanwhile = async (): Promise<void> => {
    await until(() => book.requests.length > 0);
    running.process.kill('SIGKILL');
  };
  const trial = { through: 'microsocks', settings, url: urlThere(book.url), book };
  const result = await tried(t, { ...trial, meanwhile });
  assert.deepEqual(brief(result), ['maybe', 1, 'unknown']);
  const after = await tried(t, trial);
  assert.deepEqual(brief(after), ['no', 0, 'free']);
  assert.match(after.sentence, /could not be reached \(ECONNREFUSED\)/);
});

test('microsocks: spoken to as an HTTP proxy, and over TLS', micro, async (t) => {
  const book = await rawServer(t, says(response(envelope)), tls);
  const { port } = await microsocks(t);
  for (const scheme of ['http', 'https']) {
    const settings = proxied(`${scheme}://127.0.0.1:${port}`);
    const request = { connectTimeoutMs: 1_000 };
    const result = await tried(t, {
      through: 'microsocks',
      settings,
      url: urlThere(book.url),
      book,
      request,
    });
    assert.deepEqual(brief(result), ['no', 0, 'free']);
  }
});

/** Dante with a rule for what may be connected to. */
function danted(t: TestContext, rule: string): Promise<Started> {
  return started(t, 'danted', (folder, port) => ({
    files: {
      'danted.conf': `
logoutput: stderr
internal: 127.0.0.1 port = ${port}
external: lo
clientmethod: none
socksmethod: none
user.privileged: root
user.unprivileged: nobody
client pass { from: 0.0.0.0/0 to: 0.0.0.0/0 }
${rule}
`,
    },
    args: ['-f', `${folder}/danted.conf`, '-p', `${folder}/danted.pid`],
  }));
}

test('dante: a call through it', dante, async (t) => {
  const book = await rawServer(t, says(response(envelope)), tls);
  const { port } = await danted(t, 'socks pass { from: 0.0.0.0/0 to: 0.0.0.0/0 }');
  const settings = proxied(`socks5h://127.0.0.1:${port}`);
  const result = await tried(t, { through: 'dante', settings, url: urlThere(book.url), book });
  assert.deepEqual(brief(result), ['answered', 1, 'billed']);
});

test('dante: a port that its rules do not lead to', dante, async (t) => {
  const book = await rawServer(t, says(response(envelope)), tls);
  const rules =
    'socks pass { from: 0.0.0.0/0 to: 0.0.0.0/0 port = 443 }\nsocks block { from: 0.0.0.0/0 to: 0.0.0.0/0 }';
  const { port } = await danted(t, rules);
  const settings = proxied(`socks5h://127.0.0.1:${port}`);
  const result = await tried(t, { through: 'dante', settings, url: urlThere(book.url), book });
  assert.deepEqual(brief(result), ['no', 0, 'free']);
  assert.match(result.sentence, /does not allow connections to/);
});
