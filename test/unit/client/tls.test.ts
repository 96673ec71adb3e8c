import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ClientSettings } from '../../../src/client/settings.ts';
import { plain } from '../../../src/contract/words.ts';
import { type Identity, makeIdentity } from './certificates.ts';
import {
  answered,
  call,
  failed,
  listen,
  never,
  plainSettings,
  rawServer,
  response,
  says,
  transport,
} from './servers.ts';

const options = { timeout: 60_000 };
const day = 86_400_000;
const authority = makeIdentity({ hosts: ['Test Authority'], authority: true });
const good = makeIdentity({ hosts: ['127.0.0.1', 'localhost'], issuer: authority });

const trusting: ClientSettings = { ...plainSettings, extraCertificates: [authority.cert] };
const served = ({ cert, key }: Identity) => ({ cert, key });

test('trusted through a further CA certificate, over HTTP/1.1 alone', options, async (t) => {
  const server = await rawServer(t, says(response('{}')), {
    ...served(good),
    ALPNProtocols: ['h2', 'http/1.1'],
  });
  const exchange = answered(
    await transport(t, { settings: () => trusting }).send(call(`${server.url}/x`), never),
  );
  assert.equal(exchange.head.status, 200);
  assert.equal(server.requests.length, 1);
});

test('several certificates in one PEM, and the list of the system beside them', options, async (t) => {
  const other = makeIdentity({ hosts: ['Other Authority'], authority: true });
  const settings: ClientSettings = {
    ...plainSettings,
    systemCertificates: true,
    extraCertificates: [`# two\n${other.cert}\n${authority.cert}`],
  };
  const server = await rawServer(t, says(response('{}')), served(good));
  const { head } = answered(await transport(t, { settings: () => settings }).send(call(server.url), never));
  assert.equal(head.status, 200);
});

test('changed certificates count from the next call on', options, async (t) => {
  let settings = plainSettings;
  const server = await rawServer(t, says(response('{}')), served(good));
  const client = transport(t, { settings: () => settings });
  assert.equal(failed(await client.send(call(server.url), never)).code, 'tls');
  settings = trusting;
  answered(await client.send(call(server.url), never));
  settings = plainSettings;
  assert.equal(failed(await client.send(call(server.url), never)).code, 'tls');
});

test('the server is told the name that was asked for, and no address', options, async (t) => {
  const names: (string | false | null)[] = [];
  const server = createTlsServer(served(good), (socket) => {
    names.push(socket.servername ?? null);
    socket.on('error', () => {});
    socket.once('data', () => socket.end(response('{}')));
  });
  const port = await listen(t, server);
  const client = transport(t, { settings: () => trusting });
  answered(await client.send(call(`https://localhost:${port}/x`), never));
  answered(await client.send(call(`https://127.0.0.1:${port}/x`), never));
  assert.deepEqual(names, ['localhost', false]);
});

const refusals: readonly (readonly [string, Identity, string, RegExp])[] = [
  ['self-signed', makeIdentity({ hosts: ['127.0.0.1'] }), 'DEPTH_ZERO_SELF_SIGNED_CERT', /trusts/],
  [
    'from an unknown authority',
    makeIdentity({ hosts: ['127.0.0.1'], issuer: makeIdentity({ hosts: ['Unknown'], authority: true }) }),
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    /trusts/,
  ],
  [
    'is for another name',
    makeIdentity({ hosts: ['api.other.example'], issuer: authority }),
    'ERR_TLS_CERT_ALTNAME_INVALID',
    /another name/,
  ],
  [
    'expired',
    makeIdentity({
      hosts: ['127.0.0.1'],
      issuer: authority,
      notBefore: new Date(Date.now() - 2 * day),
      notAfter: new Date(Date.now() - day),
    }),
    'CERT_HAS_EXPIRED',
    /expired/,
  ],
  [
    'not valid yet',
    makeIdentity({ hosts: ['127.0.0.1'], issuer: authority, notBefore: new Date(Date.now() + day) }),
    'CERT_NOT_YET_VALID',
    /not valid yet/,
  ],
];
for (const [name, identity, cause, sentence] of refusals) {
  test(`not sent: a certificate that is ${name}`, options, async (t) => {
    const server = await rawServer(t, says(response('{}')), served(identity));
    const failure = failed(await transport(t, { settings: () => trusting }).send(call(server.url), never));
    assert.deepEqual([failure.sent, failure.code, failure.cause], ['no', 'tls', cause]);
    assert.match(plain(failure.what), sentence);
    assert.equal(server.requests.length, 0);
  });
}

test('not sent: the port speaks no TLS', options, async (t) => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'));
  });
  const port = await listen(t, server);
  const failure = failed(await transport(t).send(call(`https://127.0.0.1:${port}/x`), never));
  assert.deepEqual([failure.sent, failure.code], ['no', 'tls']);
  assert.match(plain(failure.what), /does not speak TLS/);
});

for (const [name, cut] of [
  ['reset', 'resetAndDestroy'],
  ['closed', 'destroy'],
] as const) {
  test(`not sent: ${name} amid the TLS handshake`, options, async (t) => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.on('error', () => {});
      socket.once('data', () => socket[cut]());
    });
    const port = await listen(t, server);
    const failure = failed(await transport(t).send(call(`https://127.0.0.1:${port}/x`), never));
    assert.deepEqual([failure.sent, failure.code, failure.cause], ['no', 'reset', 'ECONNRESET']);
    assert.equal(connections, 1);
  });
}

test('may have been sent: reset after the request over TLS, by the same code', options, async (t) => {
  const server = await rawServer(t, (socket) => void socket.destroy(), served(good));
  const failure = failed(await transport(t, { settings: () => trusting }).send(call(server.url), never));
  assert.deepEqual([failure.sent, failure.code], ['maybe', 'reset']);
  assert.equal(server.requests.length, 1);
  assert.equal(server.connections, 1);
});

for (const [name, pem] of [
  ['no PEM at all', 'certificate.pem'],
  ['broken inside', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
] as const) {
  test(`not sent: a further CA certificate that is ${name}`, options, async (t) => {
    const settings: ClientSettings = { ...plainSettings, extraCertificates: [authority.cert, pem] };
    const server = await rawServer(t, says(response('{}')), served(good));
    const failure = failed(await transport(t, { settings: () => settings }).send(call(server.url), never));
    assert.deepEqual([failure.sent, failure.code, failure.what.args], ['no', 'certificates', [2]]);
    assert.equal(server.connections, 0);
  });
}

test('verified even where the process has verification switched off', options, async (t) => {
  const server = await rawServer(t, says(response('{}')), served(makeIdentity({ hosts: ['127.0.0.1'] })));
  const program = `
    import { createTransport } from ${JSON.stringify(new URL('../../../src/client/client.ts', import.meta.url).href)};
    import { request } from 'node:https';
    const [url] = process.argv.slice(1);
    const loose = await new Promise((resolve) =>
      request(url, { method: 'POST', agent: false }, (answer) => resolve(answer.resume().statusCode)).on('error', (e) => resolve(e.code)).end());
    const settings = {
      proxy: { support: 'off', url: null, authorization: null, strictSsl: false, noProxy: [] },
      systemCertificates: false,
      extraCertificates: [],
    };
    const transport = createTransport({ version: '0', settings: () => settings, env: {}, now: () => performance.now() });
    const send = { url, apiKey: 'k', body: Buffer.from('{}'), deadlineMs: 10000, connectTimeoutMs: 10000, maxResponseBytes: 1000 };
    const { kind, sent, cause } = await transport.send(send, new AbortController().signal);
    console.log(JSON.stringify({ loose, kind, sent, cause }));
  `;
  const run = promisify(execFile);
  const args = ['--input-type=module', '--no-warnings', '--eval', program, server.url];
  const { stdout } = await run(process.execPath, args, {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    timeout: 60_000,
    env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
  });
  assert.deepEqual(JSON.parse(stdout), {
    loose: 200,
    kind: 'failed',
    sent: 'no',
    cause: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  assert.equal(server.requests.length, 1, 'only the loose request of the test itself');
});
