import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Circumstances, connectionFault, readError } from '../../../src/client/failures.ts';
import type { ProxyChoice } from '../../../src/client/proxy.ts';
import { coded, type ProxyAnswer, Stuck } from '../../../src/client/stuck.ts';
import { plain } from '../../../src/contract/words.ts';

const direct: ProxyChoice = { kind: 'direct' };
const proxy: Extract<ProxyChoice, { kind: 'proxy' }> = {
  kind: 'proxy',
  url: 'http://proxy.corp.example:3128',
  host: 'proxy.corp.example:3128',
  authorization: null,
  strictSsl: true,
  from: 'http.proxy',
};
const before: Circumstances = {
  url: new URL('https://api.example.in/x'),
  proxy: direct,
  started: false,
  answering: false,
};
const after: Circumstances = { ...before, started: true };
const amid: Circumstances = { ...after, answering: true };

/** The code, the cause and the whole sentence. */
function told(error: unknown, at: Circumstances): readonly string[] {
  const { code, cause, what } = readError(error, at);
  return [code, cause, plain(what)];
}

/** As undici makes one that has no code. */
function parserError(message: string): Error {
  const error = new Error(message);
  error.name = 'HTTPParserError';
  return error;
}

const worded = (code: string, message: string): Error => Object.assign(new Error(message), { code });

test('a fault of our own has its sentence, with what fills it', () => {
  assert.deepEqual(connectionFault('other', 'X', 'The {0} of {1}.', 'end', 2), {
    code: 'other',
    cause: 'X',
    what: { text: 'The {0} of {1}.', args: ['end', 2] },
  });
});

const brokeOff =
  'The answer of api.example.in broke off before it was complete. It may have been billed: check before you send again.';
const unreadable =
  'The answer of api.example.in is not readable HTTP. It may have been billed: check before you send again.';
for (const [name, error, code, cause, said] of [
  ['a reset', coded('ECONNRESET'), 'truncated', 'ECONNRESET', brokeOff],
  ['a closed socket', coded('UND_ERR_SOCKET'), 'truncated', 'UND_ERR_SOCKET', brokeOff],
  [
    'fewer bytes than announced',
    coded('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'),
    'truncated',
    'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
    brokeOff,
  ],
  ['an end that came too early', parserError('Invalid EOF state'), 'truncated', 'HTTPParserError', brokeOff],
  ['no HTTP', parserError('Invalid chunk'), 'malformed', 'HTTPParserError', unreadable],
  ['a word that only holds it', parserError('Invalid EOFS'), 'malformed', 'HTTPParserError', unreadable],
  ['no HTTP, by its code', coded('HPE_INVALID_CHUNK'), 'malformed', 'HPE_INVALID_CHUNK', unreadable],
  [
    'no HTTP, whatever is said of an end',
    worded('HPE_INVALID_CHUNK', 'EOF'),
    'malformed',
    'HPE_INVALID_CHUNK',
    unreadable,
  ],
  ['what is no error', 'EOF', 'truncated', 'unknown', brokeOff],
] as const) {
  test(`amid an answer: ${name}`, () => {
    assert.deepEqual(told(error, amid), [code, cause, said]);
  });
}

const noHttp =
  'The answer of api.example.in is not readable HTTP. It may have been billed: check before you send again.';
const wantsCertificate = (cause: string): string =>
  `api.example.in wants a client certificate, which this extension does not send (${cause}). The call was probably not read, but may have been billed: check before you send again.`;
const wasCut =
  'The connection to api.example.in was cut before an answer came. The call may have been billed: check before you send again.';
const unknown = (cause: string): string =>
  `The call to api.example.in failed (${cause}) and may have been billed: check before you send again.`;
for (const [cause, code, said] of [
  [
    'UND_ERR_HEADERS_OVERFLOW',
    'malformed',
    'The headers of the answer of api.example.in are larger than 64 KB and were not read. It may have been billed: check before you send again.',
  ],
  ['HPE_INVALID_CONSTANT', 'malformed', noHttp],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'malformed', noHttp],
  [
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    'tls',
    wantsCertificate('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'),
  ],
  ['ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE', 'tls', wantsCertificate('ERR_SSL_SSL_TLS_ALERT_BAD_CERTIFICATE')],
  ['ECONNRESET', 'reset', wasCut],
  ['EPIPE', 'reset', wasCut],
  ['ETIMEDOUT', 'reset', wasCut],
  ['UND_ERR_SOCKET', 'reset', wasCut],
  ['UND_ERR_INFO', 'other', unknown('UND_ERR_INFO')],
  ['ERR_SSL_CERTIFICATE_UNKNOWN', 'other', unknown('ERR_SSL_CERTIFICATE_UNKNOWN')],
] as const) {
  test(`after the call may have left: ${cause}`, () => {
    assert.deepEqual(told(coded(cause), after), [code, cause.replace('/', '_'), said]);
  });
}

test('after the call may have left, a parser without a code is told as no HTTP', () => {
  assert.deepEqual(told(parserError('Invalid EOF state'), after), ['malformed', 'HTTPParserError', noHttp]);
});

test('before the call could leave, nothing was sent, whatever the code', () => {
  for (const error of [new Stuck('service', 'connect', coded('ECONNREFUSED')), coded('ECONNREFUSED')])
    assert.deepEqual(told(error, before), [
      'refused',
      'ECONNREFUSED',
      'api.example.in refused the connection. Nothing was sent. Check host and port of the base URL, and that the service runs.',
    ]);
  const [code, cause, said] = told('no error', before);
  assert.deepEqual([code, cause], ['other', 'unknown']);
  assert.equal(
    said,
    'No connection to api.example.in could be made (unknown). Nothing was sent. Check the base URL and the network.',
  );
});

test('what TLS failed for is read from the words of the library, and from those of TLS alone', () => {
  const weak = worded('ERR_OSSL_X', 'certificate key too weak');
  const tls = told(new Stuck('service', 'tls', weak), before);
  assert.deepEqual(tls.slice(0, 2), ['tls', 'ERR_OSSL_X']);
  assert.match(tls[2] ?? '', /has a key or a signature too weak to be trusted \(ERR_OSSL_X\)\. Nothing was/);
  for (const error of [weak, new Stuck('service', 'connect', weak)])
    assert.deepEqual(told(error, before).slice(0, 2), ['other', 'ERR_OSSL_X']);
});

const mayBe =
  ' The connection goes through the proxy proxy.corp.example:3128 (from http.proxy), which may be the cause.';
test('what befalls the service through a proxy names the proxy, too', () => {
  const error = new Stuck('service', 'tls', coded('ECONNRESET'));
  for (const at of [before, after, amid]) {
    const [code, cause, said = ''] = told(error, at);
    assert.deepEqual(told(error, { ...at, proxy }), [code, cause, `${said}${mayBe}`]);
  }
});

/** What is said of a proxy that failed before its tunnel was open. */
function proxied(
  step: Stuck['step'],
  error: unknown,
  answer: ProxyAnswer | null = null,
  changes: Partial<typeof proxy> & { readonly url?: string } = {},
): readonly string[] {
  const { url = 'https://api.example.in/x', ...rest } = changes;
  return told(new Stuck('proxy', step, error, answer), {
    ...before,
    url: new URL(url),
    proxy: { ...proxy, ...rest },
  });
}
const named = 'The proxy proxy.corp.example:3128 (from http.proxy)';

for (const [step, error, said] of [
  [
    'connect',
    coded('ECONNREFUSED'),
    `${named} could not be reached (ECONNREFUSED). Nothing was sent. Correct the setting or the variable, or start the proxy.`,
  ],
  [
    'connect',
    coded('PROXY_HUNG_UP'),
    `${named} could not be reached (PROXY_HUNG_UP). Nothing was sent. Correct the setting or the variable, or start the proxy.`,
  ],
  [
    'tls',
    worded('ERR_OSSL_X', 'key too small'),
    `This computer does not trust the certificate of ${named.replace('The', 'the')}: ERR_OSSL_X. Nothing was sent. Correct its URL, or add its authority to the certificates of the system and reload the window.`,
  ],
  [
    'tunnel',
    coded('PROXY_HUNG_UP'),
    `${named} closed the connection instead of opening a tunnel to api.example.in. Nothing was sent. Check that it is an HTTP proxy and lets this computer in.`,
  ],
  [
    'tunnel',
    coded('SOCKS_2'),
    `${named} does not allow connections to api.example.in. Nothing was sent. Check the base URL, or list the host in http.noProxy.`,
  ],
  [
    'tunnel',
    coded('SOCKS_255'),
    `${named} could not connect to api.example.in (SOCKS_255). Nothing was sent. Check the host and port of the base URL.`,
  ],
  [
    'tunnel',
    coded('SOCKS_TOO_LONG'),
    `${named} did not open a tunnel to api.example.in (SOCKS_TOO_LONG). Nothing was sent. Check that it is an HTTP proxy.`,
  ],
  [
    'tunnel',
    coded('ECONNREFUSED'),
    `${named} did not open a tunnel to api.example.in (ECONNREFUSED). Nothing was sent. Check that it is an HTTP proxy.`,
  ],
] as const) {
  test(`until its tunnel is open, a fault is the proxy's: ${step}, ${error.message}`, () => {
    const code = 'code' in error ? String(error.code) : '';
    assert.deepEqual(proxied(step, error), ['proxy', code, said]);
  });
}

test('a fault of the proxy is not one where the call has left, or where there is no proxy', () => {
  const error = new Stuck('proxy', 'tunnel', coded('PROXY_HUNG_UP'));
  assert.deepEqual(told(error, { ...after, proxy }), [
    'other',
    'PROXY_HUNG_UP',
    `${unknown('PROXY_HUNG_UP')}${mayBe}`,
  ]);
  assert.match(told(error, before)[2] ?? '', /^No connection to api\.example\.in could be made \(PROXY_H/);
});

const refused = (host: string, status: number): string =>
  `${named} refused the call to ${host}: it answered ${status}. Nothing was sent. Check the base URL, or list the host in http.noProxy.`;
const refusedPort = (host: string): string =>
  `${named} refused a tunnel to ${host}: it answered 403. Nothing was sent. Many proxies allow port 443 only: check the port of the base URL, or list the host in http.noProxy.`;
for (const [url, said] of [
  ['https://api.example.in/x', refused('api.example.in', 403)],
  ['http://api.example.in/x', refusedPort('api.example.in')],
  ['http://api.example.in:443/x', refused('api.example.in:443', 403)],
  ['https://api.example.in:8443/x', refusedPort('api.example.in:8443')],
] as const) {
  test(`a tunnel that was refused is told with its port in mind: ${url}`, () => {
    const answer = { status: 403, schemes: [] };
    assert.deepEqual(proxied('tunnel', coded('PROXY_403'), answer, { url }), ['proxy', 'PROXY_403', said]);
  });
}

for (const [name, changes, schemes, said] of [
  ['gave nothing', {}, ['Basic'], / wants a user name and password \(407\)/],
  [
    'gave something',
    { authorization: 'Basic YTpi' },
    ['Basic'],
    /refused the user name and password\. Nothing was sent\. Correct/,
  ],
  [
    'gave something with a %',
    { authorization: 'Basic YTpi', percent: true },
    [],
    /\(407\)\. Nothing was sent\. They contain a %/,
  ],
  [
    'cannot give it',
    {},
    ['NTLM', 'Negotiate'],
    / asks for NTLM, Negotiate authentication \(407\), which this extension does not support/,
  ],
] as const) {
  test(`a proxy that wants a login from one who ${name} is told so`, () => {
    const answer = { status: 407, schemes };
    const [code, cause, text = ''] = proxied('tunnel', coded('PROXY_407'), answer, changes);
    assert.deepEqual([code, cause], ['proxy', 'PROXY_407']);
    assert.match(text, said);
    assert.ok(text.startsWith(named), text);
  });
}
