import assert from 'node:assert/strict';
import { test } from 'node:test';
import { causeBy, refusalBy, type TunnelRefusal } from '../../../src/client/causes.ts';

const unreached = 'The proxy {0} (from {1}) could not be reached';
const untrusted = 'This computer does not trust the certificate of the proxy {0} (from {1})';
const noAgreement = 'No secure connection to the proxy {0} (from {1}) could be made';

/** The code of ours, and how the sentences of the service and of the proxy begin. */
const known: readonly (readonly [code: string, service: string, proxy: string, codes: readonly string[]])[] =
  [
    ['dns', 'There is no host named {0}.', 'The host of the proxy {0}', ['ENOTFOUND']],
    [
      'dns',
      'The name {0} could not be looked up.',
      'The name of the proxy {0} (from {1}) could not be looked up.',
      ['EAI_AGAIN', 'ETIMEOUT', 'ESERVFAIL'],
    ],
    ['refused', '{0} refused the connection.', unreached, ['ECONNREFUSED']],
    ['connect-timeout', '{0} did not answer the attempt to connect.', unreached, ['ETIMEDOUT']],
    [
      'unreachable',
      '{0} cannot be reached from here.',
      unreached,
      ['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'],
    ],
    [
      'other',
      'This computer has no resources left for a connection to {0}',
      'This computer has no resources left for a connection to the proxy {0}',
      ['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'],
    ],
    ['tls', 'The certificate of {0} is for another name.', untrusted, ['ERR_TLS_CERT_ALTNAME_INVALID']],
    ['tls', 'The certificate of {0} has expired.', untrusted, ['CERT_HAS_EXPIRED']],
    ['tls', 'The certificate of {0} is not valid yet.', untrusted, ['CERT_NOT_YET_VALID']],
    [
      'tls',
      'The certificate of {0} is not from an authority this computer trusts',
      untrusted,
      [
        'DEPTH_ZERO_SELF_SIGNED_CERT',
        'SELF_SIGNED_CERT_IN_CHAIN',
        'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
        'UNABLE_TO_GET_ISSUER_CERT',
        'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
        'CERT_UNTRUSTED',
      ],
    ],
    [
      'tls',
      'The certificate of {0}, or of its authority, is not valid for a server',
      untrusted,
      ['INVALID_PURPOSE', 'INVALID_CA', 'PATH_LENGTH_EXCEEDED'],
    ],
    [
      'tls',
      'The certificate of {0}, or that of its authority, has a key or a signature too weak',
      untrusted,
      [
        'ERR_SSL_EE_KEY_TOO_SMALL',
        'ERR_SSL_CA_KEY_TOO_SMALL',
        'ERR_SSL_CA_MD_TOO_WEAK',
        'ERR_SSL_DH_KEY_TOO_SMALL',
      ],
    ],
    [
      'tls',
      '{0} does not speak TLS on this port.',
      'The proxy {0} (from {1}) does not speak TLS.',
      ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_HTTP_REQUEST'],
    ],
    [
      'tls',
      '{0} refused a secure connection',
      noAgreement,
      [
        'ERR_SSL_SSL_TLS_ALERT_HANDSHAKE_FAILURE',
        'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
        'ERR_SSL_SSL_TLS_ALERT_BAD_CERTIFICATE',
        'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
        'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
      ],
    ],
    ['invalid-request', 'The request to {0} could not be built.', unreached, ['UND_ERR_INVALID_ARG']],
    [
      'reset',
      '{0} cut the connection during setup.',
      unreached,
      ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'UND_ERR_SOCKET'],
    ],
  ];
for (const [code, service, proxy, codes] of known) {
  test(`told alike, however far the way was built: ${codes.join(', ')}`, () => {
    for (const one of codes) {
      for (const step of ['connect', 'tls', 'tunnel'] as const) {
        const cause = causeBy(one, '', step);
        assert.equal(cause.code, code, one);
        assert.ok(cause.service.text.startsWith(service), `${one}: ${cause.service.text}`);
        assert.ok(cause.proxy.text.startsWith(proxy), `${one}: ${cause.proxy.text}`);
        assert.match(cause.service.text + cause.proxy.text, /Nothing was sent\..*Nothing was sent\./);
      }
    }
  });
}

test('another code is one of TLS where TLS failed, and of the network elsewhere', () => {
  for (const code of ['', 'Error', 'ERR_SSL_OTHER', 'X_ECONNRESET']) {
    const tls = causeBy(code, 'something else', 'tls');
    assert.equal(tls.code, 'tls');
    assert.ok(tls.service.text.startsWith('No secure connection to {0} could be made ({1}).'), code);
    assert.ok(tls.proxy.text.startsWith(noAgreement), code);
    for (const step of ['connect', 'tunnel'] as const) {
      const cause = causeBy(code, 'key too weak', step);
      assert.equal(cause.code, 'other');
      assert.ok(cause.service.text.startsWith('No connection to {0} could be made ({1}).'), code);
      assert.ok(cause.proxy.text.startsWith(unreached), code);
    }
  }
});

for (const [words, service] of [
  ['unsuitable certificate purpose', 'not valid for a server'],
  ['Unsupported certificate purpose', 'not valid for a server'],
  ['invalid CA certificate', 'not valid for a server'],
  ['path length constraint exceeded', 'not valid for a server'],
  ['extended key usage does not include server authentication', 'not valid for a server'],
  ['EE certificate key too weak', 'too weak to be trusted'],
  ['dh key too small', 'too weak to be trusted'],
] as const) {
  test(`what has no code of its own is told by the words of TLS: ${words}`, () => {
    const cause = causeBy('ERR_OTHER', words, 'tls');
    assert.ok(cause.service.text.includes(service), cause.service.text);
    assert.equal(cause.code, 'tls');
    assert.ok(cause.proxy.text.startsWith(untrusted));
  });
}

const refusal: TunnelRefusal = { status: 403, schemes: [], authorized: false, percent: false, port: '443' };
const said = (changes: Partial<TunnelRefusal>): string => refusalBy({ ...refusal, ...changes }).text;

test('a refusal by what was asked for has its port in mind, one of another kind has not', () => {
  for (const status of [400, 403, 499]) {
    assert.match(said({ status, port: '8443' }), /refused a tunnel .* Many proxies allow port 443 only/);
    assert.match(said({ status }), /refused the call/);
  }
  for (const status of [300, 399, 500, 502, 101])
    assert.match(said({ status, port: '8443' }), /refused the call/);
});

for (const [schemes, changes, sentence] of [
  [[], {}, /wants a user name and password/],
  [['Basic'], {}, /wants a user name and password/],
  [['NTLM', 'BASIC'], {}, /wants a user name and password/],
  [['basic', 'NTLM'], { authorized: true }, /refused the user name .* sent\. Correct them/],
  [['Basic'], { authorized: true, percent: true }, /They contain a %/],
  [['NTLM'], {}, /asks for \{4\} authentication \(407\)/],
  [['NTLM'], { authorized: true, percent: true }, /asks for \{4\} authentication \(407\)/],
  [['Basically', 'XBasic'], {}, /asks for \{4\} authentication \(407\)/],
] as const) {
  test(`a login is wanted by ${schemes.join(', ') || 'no scheme'}: ${JSON.stringify(changes)}`, () => {
    assert.match(said({ status: 407, port: '8443', schemes, ...changes }), sentence);
  });
}
