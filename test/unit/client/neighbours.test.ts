import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeIdentity } from './certificates.ts';
import { rawServer, response, says } from './servers.ts';

/*
 * All extensions of a VS Code run in one process, and any of them may set what others rely on. Each program here is such a
 * process: the neighbour's line first, then a call of ours, then one by Node's own client, which falls for it.
 */
const options = { timeout: 60_000 };
const authority = makeIdentity({ hosts: ['Test Authority'], authority: true });
const good = makeIdentity({ hosts: ['127.0.0.1'], issuer: authority });
const otherName = makeIdentity({ hosts: ['api.other.example'], issuer: authority });
const sha1 = makeIdentity({ hosts: ['127.0.0.1'], issuer: authority, hash: 'sha1' });
const dated = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const;

interface Told {
  readonly ours: { readonly kind: string; readonly sent?: string; readonly code?: string };
  readonly loose: unknown;
}

async function beside(
  neighbour: string,
  url: string,
  trusts: boolean,
  module: string,
  after = '',
): Promise<Told> {
  const program = `
    import tls from 'node:tls';
    import crypto from 'node:crypto';
    import { createRequire } from 'node:module';
    import { request } from 'node:https';
    const authority = ${JSON.stringify(authority.cert)};
    ${neighbour}
    const loaded = ${module.endsWith('.ts') ? `await import(${JSON.stringify(module)})` : `createRequire(import.meta.url)(${JSON.stringify(module)})`};
    ${after}
    const settings = {
      proxy: { support: 'off', url: null, authorization: null, strictSsl: true, noProxy: [] },
      systemCertificates: false,
      extraCertificates: ${trusts ? '[authority]' : '[]'},
    };
    const transport = loaded.createTransport({ version: '0', settings: () => settings, env: {}, now: () => performance.now() });
    const url = ${JSON.stringify(url)};
    const send = { url, apiKey: 'k', body: Buffer.from('{}'), deadlineMs: 10000, connectTimeoutMs: 10000, maxResponseBytes: 1000 };
    const ours = await transport.send(send, new AbortController().signal);
    const loose = await new Promise((resolve) =>
      request(url, { method: 'POST', agent: false${trusts ? ', ca: authority' : ''} }, (answer) => resolve(answer.resume().statusCode)).on('error', (e) => resolve(e.code)).end());
    console.log(JSON.stringify({ ours, loose }));
  `;
  const args = ['--input-type=module', '--no-warnings', '--eval', program];
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, timeout: 60_000 });
  return JSON.parse(stdout);
}

const source = new URL('../../../src/client/client.ts', import.meta.url).href;
const bundle = fileURLToPath(new URL('../../../dist/client.js', import.meta.url));

const before: readonly (readonly [string, string, object, boolean])[] = [
  [
    'lets every name pass',
    'tls.checkServerIdentity = () => undefined;',
    { cert: otherName.cert, key: otherName.key },
    true,
  ],
  [
    'lets old versions of TLS pass',
    "tls.DEFAULT_MIN_VERSION = 'TLSv1'; tls.DEFAULT_CIPHERS = 'DEFAULT:@SECLEVEL=0';",
    { cert: good.cert, key: good.key, ...dated },
    true,
  ],
  [
    'lets weak signatures pass',
    "tls.DEFAULT_CIPHERS = crypto.constants.defaultCipherList = 'DEFAULT:@SECLEVEL=0';",
    { cert: sha1.cert, key: sha1.key, ciphers: 'DEFAULT:@SECLEVEL=0' },
    true,
  ],
  [
    'adds an authority for everybody',
    'tls.setDefaultCACertificates([authority]);',
    { cert: good.cert, key: good.key },
    false,
  ],
];
for (const [name, line, served, trusts] of before) {
  test(`TLS is ours where another extension ${name}`, options, async (t) => {
    const server = await rawServer(t, says(response('{}')), served);
    const { ours, loose } = await beside(line, server.url, trusts, source);
    assert.deepEqual([ours.kind, ours.sent, ours.code], ['failed', 'no', 'tls']);
    assert.equal(loose, 200, 'what the neighbour did is done');
    assert.equal(server.requests.length, 1, 'only the request of the test itself');
  });
}

for (const [name, line] of [
  [
    'the check of names',
    "tls.checkServerIdentity = () => undefined; crypto.X509Certificate.prototype.checkIP = () => '127.0.0.1';",
  ],
  [
    'how TLS is set up',
    'const make = tls.createSecureContext; tls.createSecureContext = (o) => make({ ...o, ca: [authority] });',
  ],
  [
    'how TLS is opened',
    'const open = tls.connect; tls.connect = (o, ...more) => open({ ...o, rejectUnauthorized: false }, ...more);',
  ],
  [
    'the lists of authorities',
    'tls.getCACertificates = () => [authority]; tls.setDefaultCACertificates([authority]);',
  ],
] as const) {
  test(`in the bundle, too, after another extension replaced ${name}`, options, async (t) => {
    const served = name === 'the check of names' ? otherName : good;
    const server = await rawServer(t, says(response('{}')), { cert: served.cert, key: served.key });
    const { ours } = await beside('', server.url, served === otherName, bundle, line);
    assert.deepEqual([ours.kind, ours.sent, ours.code], ['failed', 'no', 'tls']);
  });
}
