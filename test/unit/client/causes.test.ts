import assert from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { dialled } from '../../../src/client/dial.ts';
import { readError } from '../../../src/client/failures.ts';
import type { ProxyChoice } from '../../../src/client/proxy.ts';
import type { ClientSettings, ProxySettings } from '../../../src/client/settings.ts';
import { schemesOf } from '../../../src/client/tunnel.ts';
import { plain } from '../../../src/contract/words.ts';
import { makeIdentity } from './certificates.ts';
import {
  answered,
  call,
  failed,
  listen,
  never,
  plainSettings,
  proxyServer,
  rawServer,
  response,
  says,
  transport,
} from './servers.ts';

/* Who is to blame, and is it said: each cause made by a server that does it. */
const options = { timeout: 60_000 };
const authority = makeIdentity({ hosts: ['Test Authority'], authority: true });
const hosts = ['127.0.0.1', 'localhost', 'api.service.example'];
const good = makeIdentity({ hosts, issuer: authority });
const lax = 'DEFAULT:@SECLEVEL=0';

function settingsOf(proxy: Partial<ProxySettings> = {}): { settings: () => ClientSettings } {
  const whole: ProxySettings = { ...plainSettings.proxy, ...proxy };
  return { settings: () => ({ ...plainSettings, proxy: whole, extraCertificates: [authority.cert] }) };
}

function through(url: string, changes: Partial<ProxySettings> = {}): { settings: () => ClientSettings } {
  return settingsOf({ support: 'on', url, ...changes });
}

interface Case {
  readonly name: string;
  readonly tls: TlsOptions;
  readonly sent: 'no' | 'maybe';
  readonly says: RegExp;
}

const identity = (options: Partial<Parameters<typeof makeIdentity>[0]>): TlsOptions => {
  const { cert, key } = makeIdentity({ hosts, issuer: authority, ...options });
  return { cert, key };
};
const { cert, key } = good;

const services: readonly Case[] = [
  { name: 'a weak key', tls: { ...identity({ rsaBits: 1024 }), ciphers: lax }, sent: 'no', says: /too weak/ },
  {
    name: 'a weak signature',
    tls: { ...identity({ hash: 'sha1' }), ciphers: lax },
    sent: 'no',
    says: /too weak/,
  },
  {
    name: 'a certificate for clients',
    tls: identity({ usage: 2 }),
    sent: 'no',
    says: /not valid for a server/,
  },
  { name: 'an authority that is none', tls: identity({ issuer: good }), sent: 'no', says: /certificate of/ },
  {
    name: 'only old versions of TLS',
    tls: { cert, key, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: lax },
    sent: 'no',
    says: /No secure connection .* TLS versions/,
  },
  {
    name: 'a wish for a client certificate, by TLS 1.2',
    tls: {
      cert,
      key,
      requestCert: true,
      rejectUnauthorized: true,
      maxVersion: 'TLSv1.2',
      ca: [authority.cert],
    },
    sent: 'no',
    says: /\(ERR_SSL_SSL_TLS_ALERT_HANDSHAKE_FAILURE\).*client certificate/,
  },
  {
    name: 'a wish for a client certificate, by TLS 1.3',
    tls: {
      cert,
      key,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.3',
      ca: [authority.cert],
    },
    sent: 'maybe',
    says: /wants a client certificate/,
  },
];
for (const { name, tls, sent, says: sentence } of services) {
  test(`the service has ${name}`, options, async (t) => {
    const server = await rawServer(t, says(response('{}')), tls);
    const failure = failed(await transport(t, settingsOf()).send(call(server.url), never));
    assert.deepEqual([failure.sent, failure.code], [sent, 'tls'], JSON.stringify(failure));
    assert.match(plain(failure.what), sentence);
    assert.equal(server.requests.length, 0);
  });
}

test('a certificate from elsewhere: that a new authority needs a reload is said', options, async (t) => {
  const { cert, key } = makeIdentity({ hosts });
  const server = await rawServer(t, says(response('{}')), { cert, key });
  const failure = failed(await transport(t).send(call(server.url), never));
  assert.match(plain(failure.what), /reload the window/);
});

test('a rooted name is told to TLS without its dot, and its certificate fits', options, async (t) => {
  const names: unknown[] = [];
  const server = createTlsServer({ cert, key }, (socket) => {
    names.push(socket.servername);
    socket.on('error', () => {});
    socket.once('data', () => socket.end(response('{}')));
  });
  const proxy = await proxyServer(t, '200 OK', await listen(t, server));
  answered(await transport(t, through(proxy.url)).send(call('https://api.service.example./x'), never));
  assert.deepEqual(names, ['api.service.example']);
});

const lookups: readonly (readonly [string, RegExp, RegExp])[] = [
  ['ENOTFOUND', /There is no host named api\.service\.example/, /The host of the proxy/],
  [
    'EAI_AGAIN',
    /api\.service\.example could not be looked up/,
    /name of the proxy .* could not be looked up/,
  ],
];
for (const [code, ofService, ofProxy] of lookups) {
  test(`a name that is looked up with ${code}, by whom`, options, async () => {
    const url = new URL('https://api.service.example/x');
    const proxy = {
      kind: 'proxy',
      url: 'http://proxy.example:1',
      host: 'proxy.example:1',
      authorization: null,
      strictSsl: true,
      from: 'http.proxy',
    } as const;
    const told = async (choice: Exclude<ProxyChoice, { kind: 'unusable' }>): Promise<string> => {
      const lookup = (
        _host: string,
        _options: object,
        callback: (error: Error, none: string) => void,
      ): void => callback(Object.assign(new Error(code), { code }), '');
      const dial = {
        target: url,
        proxy: choice,
        context: null,
        lookup,
        proxyLookup: lookup,
        made: () => {},
        broke: () => {},
      };
      const error: unknown = await dialled(dial).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      const fault = readError(error, { url, proxy: choice, started: false, answering: false });
      assert.equal(fault.code, choice.kind === 'proxy' ? 'proxy' : 'dns');
      return plain(fault.what);
    };
    assert.match(await told({ kind: 'direct' }), ofService);
    assert.match(await told(proxy), ofProxy);
  });
}

/** A proxy that answers a CONNECT with these bytes and does with its connection what `next` says. */
async function oddProxy(
  t: TestContext,
  bytes: string,
  next: (socket: Socket) => void = () => {},
): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write(bytes, () => next(socket)));
  });
  return `http://127.0.0.1:${await listen(t, server)}`;
}

const asks = (...schemes: readonly string[]): string =>
  [
    'HTTP/1.1 407 No',
    ...schemes.map((scheme) => `Proxy-Authenticate: ${scheme}`),
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');
const denied = 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n';
const page = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html><title>Please log in</title></html>';
const longHead = `HTTP/1.1 200 OK\r\n${'X-Fill: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n'.repeat(3_000)}`;

interface ProxyCase {
  readonly name: string;
  readonly answer: string;
  readonly next?: (socket: Socket) => void;
  readonly user?: string;
  readonly target?: string;
  readonly code?: string;
  readonly says: RegExp;
  readonly hidden?: RegExp;
}

const proxies: readonly ProxyCase[] = [
  {
    name: 'wants credentials and got none',
    answer: asks('Basic realm="x"'),
    says: /wants a user name and password \(407\)/,
  },
  {
    name: 'refuses the credentials',
    answer: asks('Basic realm="x"'),
    user: 'anita:secret@',
    says: /refused the user name and password/,
    hidden: /secret|anita/,
  },
  {
    name: 'refuses credentials with an unencoded %',
    answer: asks('Basic realm="x"'),
    user: 'anita:se%cret@',
    says: /writes as %25/,
    hidden: /cret|anita/,
  },
  {
    name: 'asks for a domain password',
    answer: asks('Negotiate', 'NTLM'),
    says: /asks for Negotiate, NTLM authentication \(407\)/,
  },
  {
    name: 'asks for Digest after credentials',
    answer: asks('Digest realm="a, Basic b", nonce="c"'),
    user: 'anita:secret@',
    says: /asks for Digest authentication \(407\)/,
    hidden: /secret/,
  },
  {
    name: 'asks for Basic among others',
    answer: asks('Negotiate', 'Basic realm="x"'),
    says: /wants a user name and password/,
  },
  {
    name: 'leads to 443 alone',
    answer: denied,
    target: 'https://api.service.example:8443/x',
    says: /port 443 only/,
  },
  {
    name: 'forbids the host',
    answer: denied,
    says: /refused the call to api\.service\.example: it answered 403/,
  },
  {
    name: 'hangs up',
    answer: '',
    next: (socket) => void socket.end(),
    says: /closed the connection instead of opening a tunnel/,
  },
  {
    name: 'resets',
    answer: 'HTTP/1.1 ',
    next: (socket) => socket.resetAndDestroy(),
    says: /^The proxy .* did not open a tunnel .*ECONNRESET/,
  },
  { name: 'speaks no HTTP', answer: '220 mail.example ESMTP\r\n', says: /Check that it is an HTTP proxy/ },
  { name: 'answers with headers without measure', answer: longHead, says: /headers larger than 64 KB/ },
  {
    name: 'never comes to its answer',
    answer: 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(4_000),
    says: /headers larger than 64 KB/,
  },
  {
    name: 'shows a login page in the tunnel',
    answer: page,
    code: 'tls',
    says: /does not speak TLS.*through the proxy 127\.0\.0\.1:\d+ \(from http\.proxy\)/,
  },
  {
    name: 'resets within the tunnel',
    answer: 'HTTP/1.1 200 OK\r\n\r\n',
    next: (socket) => void socket.once('data', () => socket.resetAndDestroy()),
    code: 'reset',
    says: /during setup.*through the proxy 127\.0\.0\.1:\d+ \(from http\.proxy\)/,
  },
];
for (const {
  name,
  answer,
  next,
  user = '',
  target = 'https://api.service.example/x',
  code = 'proxy',
  says: sentence,
  hidden,
} of proxies) {
  test(`the proxy ${name}`, options, async (t) => {
    const url = (await oddProxy(t, answer, next)).replace('//', `//${user}`);
    const failure = failed(await transport(t, through(url)).send(call(target), never));
    assert.deepEqual([failure.sent, failure.code], ['no', code], JSON.stringify(failure));
    assert.match(plain(failure.what), sentence);
    if (hidden !== undefined) assert.doesNotMatch(JSON.stringify(failure), hidden);
  });
}

test('a proxy at https:// that speaks plain HTTP is told so', options, async (t) => {
  const url = (await oddProxy(t, 'HTTP/1.1 400 Bad Request\r\n\r\n')).replace('http:', 'https:');
  const failure = failed(await transport(t, through(url)).send(call('https://api.service.example/x'), never));
  assert.deepEqual([failure.sent, failure.code], ['no', 'proxy']);
  assert.match(plain(failure.what), /http:\/\/ in place of https:\/\//);
});

for (const [name, speak, code] of [
  ['a reset', (socket: Socket) => void socket.destroy(), 'reset'],
  ['headers without measure', (socket: Socket) => void socket.write(longHead), 'malformed'],
  [
    'a body that breaks off',
    (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{'),
    'truncated',
  ],
] as const) {
  test(`after sending, ${name} through a proxy: both are named`, options, async (t) => {
    const server = await rawServer(t, speak, { cert, key });
    const proxy = await proxyServer(t, '200 OK', Number(new URL(server.url).port));
    const failure = failed(
      await transport(t, through(proxy.url)).send(call('https://api.service.example/x'), never),
    );
    assert.deepEqual([failure.sent, failure.code], ['maybe', code]);
    assert.match(
      plain(failure.what),
      /api\.service\.example.*through the proxy 127\.0\.0\.1:\d+ \(from http\.proxy\)/,
    );
  });
}

for (const [name, changes, sentence] of [
  ['a # in its password', { url: 'http://anita:se#cret@proxy.example:1' }, /# as %23/],
  ['a / in its password', { url: 'http://anita:12/secret@proxy.example:1' }, /\/ as %2F/],
  ['a \\ in its user name', { url: 'http://CORP\\anita:secret@proxy.example:1' }, /\\ as %5C/],
  [
    'a line break in http.proxyAuthorization',
    { url: 'http://proxy.example:1', authorization: 'Basic secret\r\nX: y' },
    /http\.proxyAuthorization has a character/,
  ],
] as const) {
  test(`a proxy with ${name} is refused in one sentence that does not show it`, options, async (t) => {
    const failure = failed(
      await transport(t, settingsOf({ support: 'on', ...changes })).send(
        call('https://api.service.example/x'),
        never,
      ),
    );
    assert.deepEqual([failure.sent, failure.code, failure.cause], ['no', 'proxy', 'PROXY_UNUSABLE']);
    assert.match(plain(failure.what), sentence);
    assert.doesNotMatch(JSON.stringify(failure), /cret|anita|CORP/);
  });
}

test('schemes of Proxy-Authenticate are told from their parameters', () => {
  assert.deepEqual(
    schemesOf([
      'proxy-authenticate: Digest realm="a, NTLM \\" b", nonce = "c",qop=auth, Basic realm=d',
      'Proxy-Authenticate: Negotiate',
      'Server: Basic',
    ]),
    ['Digest', 'Basic', 'Negotiate'],
  );
});

test('a connection of ours to a proxy is closed with its failure', options, async (t) => {
  let open = 0;
  const server = createServer((socket) => {
    open += 1;
    socket.on('error', () => {});
    socket.on('close', () => {
      open -= 1;
    });
    socket.once('data', () => socket.write(denied));
  });
  const url = `http://127.0.0.1:${await listen(t, server)}`;
  failed(await transport(t, through(url)).send(call('https://api.service.example/x'), never));
  const probe = connect(Number(new URL(url).port), '127.0.0.1');
  await new Promise((resolve) => probe.once('connect', resolve));
  for (let turn = 0; turn < 200 && open > 1; turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(open, 1);
  probe.destroy();
});

test('what cannot be had is known before a call is begun', options, async (t) => {
  const of = async (settings: () => ClientSettings): Promise<string | null> => {
    const why = (await transport(t, { settings }).refuses?.(call('https://api.service.example/x'))) ?? null;
    return why === null ? null : plain(why);
  };
  assert.match((await of(through('pac+https://p.example').settings)) ?? '', /of the kind pac\+https/);
  assert.match((await of(through('http://anita:se#cret@p.example').settings)) ?? '', /# as %23/);
  const broken = { ...plainSettings, extraCertificates: ['no PEM'] };
  assert.match((await of(() => broken)) ?? '', /CA certificate 1/);
  assert.equal(await of(through('http://p.example:1').settings), null);
  assert.equal(await of(settingsOf().settings), null);
});
