import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { makeIdentity } from '../unit/client/certificates.ts';
import { closedPort, rawServer, response, says, until } from '../unit/client/servers.ts';
import { authority, brief, envelope, identity, proxied, serviceName, tried, urlThere } from './book.ts';
import { without } from './programs.ts';
import { type Started, started } from './started.ts';

const options = { timeout: 60_000, skip: without('squid') };
const tls = { cert: identity.cert, key: identity.key };

/** Says OK to one user alone, in the words of squid's helpers. */
const helper = `#!/bin/sh
while read -r line; do [ "$line" = "anna secret%20word" ] && echo OK || echo ERR; done
`;

const basic = (folder: string): string => `
auth_param basic program ${folder}/helper
auth_param basic realm a test
acl known proxy_auth REQUIRED
http_access deny !known
http_access allow all
`;

/** Squid with these rules. @param tlsToo a second way in, over TLS, on the port itself */
function squid(
  t: TestContext,
  rules: string | ((folder: string) => string),
  tlsToo = false,
): Promise<Started> {
  const own = makeIdentity({ hosts: ['127.0.0.1'], issuer: authority });
  return started(t, 'squid', (folder, port) => ({
    files: {
      helper,
      'own.pem': own.cert + own.key,
      'squid.conf': `
${tlsToo ? `https_port 127.0.0.1:${port} tls-cert=${folder}/own.pem` : `http_port 127.0.0.1:${port}`}
pid_filename none
cache deny all
cache_log /dev/stderr
access_log none
logfile_rotate 0
coredump_dir ${folder}
visible_hostname squid.example
shutdown_lifetime 0 seconds
connect_timeout 5 seconds
pinger_enable off
netdb_filename none
icon_directory ${folder}
${typeof rules === 'string' ? rules : rules(folder)}
`,
    },
    args: ['-N', '-f', `${folder}/squid.conf`],
  }));
}

const open = 'http_access allow all';

test("squid: a call through it, and what it adds is not the service's", options, async (t) => {
  const book = await rawServer(t, says(response(envelope)), tls);
  const { port } = await squid(t, open);
  const settings = proxied(`http://127.0.0.1:${port}`);
  const result = await tried(t, { through: 'squid', settings, url: urlThere(book.url), book });
  assert.deepEqual(brief(result), ['answered', 1, 'billed']);
  assert.doesNotMatch(book.requests[0]?.head ?? '', /^(via|x-forwarded-for|proxy-)/im);
});

test('squid: named by a PAC script alone, as VS Code answers it', options, async (t) => {
  const book = await rawServer(t, says(response(envelope)), tls);
  const { port } = await squid(t, open);
  const settings = proxied('');
  const system = async (): Promise<string> => `http://127.0.0.1:${port}`;
  const trial = { through: 'squid', settings, url: urlThere(book.url), book, system };
  assert.deepEqual(brief(await tried(t, trial)), ['answered', 1, 'billed']);
  const refusing = await squid(t, 'http_access deny all');
  const refused = await tried(t, { ...trial, system: async () => `http://127.0.0.1:${refusing.port}` });
  assert.deepEqual(brief(refused), ['no', 0, 'free']);
  assert.match(refused.sentence, /\(from VS Code\) refused .* it answered 403/);
});

test('squid: a service in clear goes through a tunnel, too', options, async (t) => {
  const book = await rawServer(t, says(response(envelope)));
  const { port } = await squid(t, open);
  const settings = proxied(`http://127.0.0.1:${port}`);
  const result = await tried(t, { through: 'squid', settings, url: urlThere(book.url), book });
  assert.deepEqual(brief(result), ['answered', 1, 'billed']);
  assert.doesNotMatch(book.requests[0]?.head ?? '', /^(via|x-forwarded-for|proxy-)/im);
});

for (const [how, user, outcome, sentence] of [
  ['right', 'anna:secret%20word@', ['answered', 1, 'billed'], /^$/],
  ['missing', '', ['no', 0, 'free'], /wants a user name and password \(407\)/],
  ['wrong', 'anna:hidden@', ['no', 0, 'free'], /refused the user name and password\. Nothing was sent/],
] as const) {
  test(`squid: Basic credentials, ${how}`, options, async (t) => {
    const book = await rawServer(t, says(response(envelope)), tls);
    const { port } = await squid(t, basic);
    const settings = proxied(`http://${user}127.0.0.1:${port}`);
    const result = await tried(t, { through: 'squid', settings, url: urlThere(book.url), book });
    assert.deepEqual(brief(result), outcome);
    assert.match(result.sentence, sentence);
    assert.doesNotMatch(book.requests[0]?.head ?? '', /secret|proxy-authorization/i);
  });
}

for (const [scheme, more] of [
  ['Digest', 'auth_param digest realm a test\nauth_param digest nonce_max_count 5'],
  ['Negotiate', ''],
  ['NTLM', ''],
] as const) {
  test(`squid: it asks for ${scheme}, which we do not answer`, options, async (t) => {
    const book = await rawServer(t, says(response(envelope)), tls);
    const asks = (folder: string): string => `
auth_param ${scheme.toLowerCase()} program ${folder}/helper
${more}
acl known proxy_auth REQUIRED
http_access allow known
`;
    const { port } = await squid(t, asks);
    const settings = proxied(`http://anna:hidden@127.0.0.1:${port}`);
    const result = await tried(t, { through: 'squid', settings, url: urlThere(book.url), book });
    assert.deepEqual(brief(result), ['no', 0, 'free']);
    assert.match(result.sentence, new RegExp(`asks for ${scheme} authentication \\(407\\)`));
  });
}

test('squid: as Debian has it, only port 443 may be tunnelled to', options, async (t) => {
  const book = await rawServer(t, says(response(envelope)), tls);
  const { port } = await squid(t, 'acl safe port 443\nhttp_access deny CONNECT !safe\nhttp_access allow all');
  const settings = proxied(`http://127.0.0.1:${port}`);
  const result = await tried(t, { through: 'squid', settings, url: urlThere(book.url), book });
  assert.deepEqual(brief(result), ['no', 0, 'free']);
  assert.match(result.sentence, /refused a tunnel to .* it answered 403.* port 443 only/);
});

test('squid: a host that it does not allow', options, async (t) => {
  const book = await rawServer(t, says(response(envelope)), tls);
  const { port } = await squid(
    t,
    `acl there dstdomain ${serviceName}\nhttp_access deny there\nhttp_access allow all`,
  );
  const settings = proxied(`http://127.0.0.1:${port}`);
  const result = await tried(t, { through: 'squid', settings, url: urlThere(book.url), book });
  assert.deepEqual(brief(result), ['no', 0, 'free']);
  assert.match(result.sentence, /it answered 403/);
});

test('squid: the service behind it is down', options, async (t) => {
  const { port } = await squid(t, open);
  const settings = proxied(`http://127.0.0.1:${port}`);
  const url = urlThere(`https://x:${await closedPort()}`);
  const result = await tried(t, { through: 'squid', settings, url, book: { requests: [] } });
  assert.deepEqual(brief(result), ['no', 0, 'free']);
  assert.match(result.sentence, /it answered 50[34]/);
});

test('squid: it dies while the service works', options, async (t) => {
  const book = await rawServer(t, () => {}, tls);
  const { port, running } = await squid(t, open);
  const settings = proxied(`http://127.0.0.1:${port}`);
  const meanwhile = async (): Promise<void> => {
    await until(() => book.requests.length > 0);
    running.process.kill('SIGKILL');
  };
  const result = await tried(t, { through: 'squid', settings, url: urlThere(book.url), book, meanwhile });
  assert.deepEqual(brief(result), ['maybe', 1, 'unknown']);
  assert.match(result.sentence, /was cut before an answer came.* through the proxy/);
});

test('squid: dead before the call', options, async (t) => {
  const book = await rawServer(t, says(response(envelope)), tls);
  const { port, running } = await squid(t, open);
  running.process.kill('SIGKILL');
  await running.exited;
  const settings = proxied(`http://127.0.0.1:${port}`);
  const result = await tried(t, { through: 'squid', settings, url: urlThere(book.url), book });
  assert.deepEqual(brief(result), ['no', 0, 'free']);
  assert.match(result.sentence, /could not be reached \(ECONNREFUSED\)/);
});

test('squid: stopped, given up, and going on afterwards: nothing arrives late', options, async (t) => {
  const book = await rawServer(t, says(response(envelope)), tls);
  const { port, running } = await squid(t, open);
  running.process.kill('SIGSTOP');
  const settings = proxied(`http://127.0.0.1:${port}`);
  const request = { connectTimeoutMs: 400 };
  const result = await tried(t, { through: 'squid', settings, url: urlThere(book.url), book, request });
  assert.deepEqual(brief(result), ['no', 0, 'free']);
  running.process.kill('SIGCONT');
  await new Promise((resolve) => setTimeout(resolve, 600));
  assert.equal(book.requests.length, 0);
  assert.match(result.sentence, /There was no connection to .* through the proxy/);
});

test('squid: spoken to over TLS, and in clear where it wants TLS', options, async (t) => {
  const book = await rawServer(t, says(response(envelope)), tls);
  const { port } = await squid(t, open, true);
  const url = urlThere(book.url);
  const right = await tried(t, {
    through: 'squid over TLS',
    settings: proxied(`https://127.0.0.1:${port}`),
    url,
    book,
  });
  assert.deepEqual(brief(right), ['answered', 1, 'billed']);
  const wrong = await tried(t, {
    through: 'squid over TLS',
    settings: proxied(`http://127.0.0.1:${port}`),
    url,
    book,
  });
  assert.deepEqual(brief(wrong), ['no', 0, 'free']);
});

test("squid: the service's certificate is not trusted", options, async (t) => {
  const other = makeIdentity({ hosts: [serviceName] });
  const book = await rawServer(t, says(response(envelope)), { cert: other.cert, key: other.key });
  const { port } = await squid(t, open);
  const settings = proxied(`http://127.0.0.1:${port}`, { strictSsl: false });
  const result = await tried(t, { through: 'squid', settings, url: urlThere(book.url), book });
  assert.deepEqual(brief(result), ['no', 0, 'free']);
  assert.match(result.sentence, /not from an authority this computer trusts.*through the proxy/);
});
