import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ProxyChoice, proxyFor } from '../../../src/client/proxy.ts';
import type { ProxySettings, Variables } from '../../../src/client/settings.ts';
import { plain } from '../../../src/contract/words.ts';
import { defaultClientSettings } from './defaultSettings.ts';

const none = defaultClientSettings.proxy;
const corporate: ProxySettings = { ...none, url: 'http://proxy.corp.example:3128' };

function choose(url: string, settings: Partial<ProxySettings> = {}, env: Variables = {}): ProxyChoice {
  return proxyFor(new URL(url), { ...none, ...settings }, env);
}

function hostOf(choice: ProxyChoice): string {
  return choice.kind === 'proxy' ? choice.host : choice.kind;
}

test('no setting and no variable: direct', () => {
  assert.deepEqual(choose('https://api.example.in'), { kind: 'direct', unsaid: true });
});

test('http.proxy comes before the environment', () => {
  const env = { https_proxy: 'http://env.example:1' };
  assert.deepEqual(choose('https://api.example.in', corporate, env), {
    kind: 'proxy',
    url: 'http://proxy.corp.example:3128',
    host: 'proxy.corp.example:3128',
    authorization: null,
    strictSsl: true,
    from: 'http.proxy',
  });
});

for (const [env, url, host] of [
  [{ https_proxy: 'http://a.example:1', HTTPS_PROXY: 'http://b.example:1' }, 'https://x.in', 'a.example:1'],
  [{ HTTPS_PROXY: 'http://b.example:1', http_proxy: 'http://c.example:1' }, 'https://x.in', 'b.example:1'],
  [{ http_proxy: 'http://c.example:1' }, 'https://x.in', 'c.example:1'],
  [{ HTTP_PROXY: 'http://d.example:1' }, 'https://x.in', 'd.example:1'],
  [{ https_proxy: 'http://a.example:1' }, 'http://x.in', 'direct'],
  [{ http_proxy: 'http://c.example:1', HTTP_PROXY: 'http://d.example:1' }, 'http://x.in', 'c.example:1'],
  [{ HTTP_PROXY: 'http://d.example:1', HTTPS_PROXY: 'http://b.example:1' }, 'http://x.in', 'd.example:1'],
  [{ https_proxy: ' ', http_proxy: 'c.example:1' }, 'https://x.in', 'c.example:1'],
  [{ https_proxy: 'https://secure.example' }, 'https://x.in', 'secure.example'],
] as const) {
  test(`environment ${JSON.stringify(env)} for ${url}: ${host}`, () => {
    assert.equal(hostOf(choose(url, {}, env)), host);
  });
}

test('http.proxySupport off: direct, whatever else is set', () => {
  const settings: ProxySettings = { ...corporate, support: 'off' };
  assert.equal(choose('https://x.in', settings, { https_proxy: 'http://a.example:1' }).kind, 'direct');
});

for (const url of [
  'http://localhost:8080',
  'http://LOCALHOST',
  'http://app.localhost',
  'http://127.0.0.1:9',
  'https://127.9.9.9',
  'http://[::1]:80',
]) {
  test(`this computer is reached directly: ${url}`, () => {
    assert.equal(choose(url, corporate).kind, 'direct');
  });
}
for (const url of ['https://localhost.example', 'https://127.example.in', 'https://10.0.0.1']) {
  test(`not this computer: ${url}`, () => {
    assert.equal(choose(url, corporate).kind, 'proxy');
  });
}

const exempt: readonly (readonly [string, string, boolean])[] = [
  ['*', 'https://api.example.in', true],
  ['example.in', 'https://example.in', true],
  ['example.in', 'https://api.example.in', true],
  ['EXAMPLE.in', 'https://API.example.IN', true],
  ['.example.in', 'https://api.example.in', true],
  ['*.example.in', 'https://api.example.in', true],
  ['example.in', 'https://example.in.', true],
  ['example.in', 'https://notexample.in', false],
  ['example.in', 'https://example.in.evil.example', false],
  ['example.in:443', 'https://example.in', true],
  ['example.in:80', 'http://example.in', true],
  ['example.in:8443', 'https://example.in', false],
  ['example.in:8443', 'https://example.in:8443', true],
  ['10.1.2.3', 'https://10.1.2.3', true],
  ['2.3', 'https://10.1.2.3', false],
  ['10.0.0.0/8', 'https://10.1.2.3', true],
  ['10.0.0.0/8', 'https://11.1.2.3', false],
  ['10.0.0.0/33', 'https://10.0.0.0', false],
  ['10.0.0.0/', 'https://11.0.0.1', false],
  ['10.1.2.3/32', 'https://10.1.2.3', true],
  ['10.1.2.2/32', 'https://10.1.2.3', false],
  ['0.0.0.0/0', 'https://10.1.2.3', true],
  ['fd00::/8', 'https://[fd00::5]', true],
  ['FD00::/8', 'https://[fd00::5]', true],
  ['[fd00::]/8', 'https://[fd00::5]', true],
  ['fd00::5/128', 'https://[fd00::5]', true],
  ['fd00::/33', 'https://[fd00::5]', true],
  ['fd00::/129', 'https://[fd00::5]', false],
  ['fd00::/8', 'https://10.1.2.3', false],
  ['10.0.0.0/8', 'https://[fd00::5]', false],
  ['10.0.0.0/8', 'https://example.in', false],
  ['example.in/8', 'https://example.in', false],
  ['example.in/8', 'https://10.1.2.3', false],
  ['fd00::5', 'https://[fd00::5]', true],
  ['[fd00::5]:443', 'https://[fd00::5]', true],
  ['[fd00::5]:80', 'https://[fd00::5]', false],
  ['', 'https://example.in', false],
  ['.', 'https://example.in', false],
  ['.', 'https://example.in..', false],
  ['example.in:port', 'https://example.in', false],
  ['example.in', 'https://10.1.2.3', false],
  ['FD00::5', 'https://[fd00::5]', true],
  ['fd00:0:0:0:0:0:0:5', 'https://[fd00::5]', true],
  ['[fd00:0::0005]:443', 'https://[fd00::5]', true],
  ['fd00:0:0:0:0:0:0:6', 'https://[fd00::5]', false],
  ['b\u00fccher.example', 'https://api.b\u00fccher.example', true],
  ['*.B\u00dcCHER.example:443', 'https://api.b\u00fccher.example', true],
  ['xn--bcher-kva.example', 'https://b\u00fccher.example', true],
  ['b\u00fccher.example', 'https://bucher.example', false],
];
for (const [entry, url, covered] of exempt) {
  test(`no-proxy entry ${JSON.stringify(entry)} ${covered ? 'covers' : 'leaves'} ${url}`, () => {
    const expected = covered ? 'direct' : 'proxy';
    assert.equal(choose(url, { ...corporate, noProxy: [entry, 'unrelated.example'] }).kind, expected);
    assert.equal(choose(url, corporate, { no_proxy: ` ${entry} , unrelated.example` }).kind, expected);
  });
}

test('http.noProxy replaces no_proxy', () => {
  const env = { no_proxy: 'example.in' };
  assert.equal(choose('https://example.in', { ...corporate, noProxy: ['other.example'] }, env).kind, 'proxy');
  assert.equal(choose('https://example.in', { ...corporate, noProxy: [' '] }, env).kind, 'direct');
  assert.equal(choose('https://example.in', corporate, { NO_PROXY: 'example.in' }).kind, 'direct');
  const hidden = { no_proxy: ' ', NO_PROXY: 'example.in' };
  assert.equal(choose('https://example.in', corporate, hidden).kind, 'direct', 'an empty list hides nothing');
});

for (const [url, authorization, expected] of [
  ['http://user:p%40ss@p.example', null, `Basic ${Buffer.from('user:p@ss').toString('base64')}`],
  ['http://user@p.example', null, `Basic ${Buffer.from('user:').toString('base64')}`],
  ['http://user:50%25%@p.example', null, `Basic ${Buffer.from('user:50%25%').toString('base64')}`],
  ['http://user:pass@p.example', 'Negotiate abc', 'Negotiate abc'],
  ['http://p.example', '', null],
] as const) {
  test(`proxy authorization of ${url} with ${authorization}`, () => {
    const choice = choose('https://x.in', { url, authorization });
    assert.equal(choice.kind === 'proxy' ? choice.authorization : undefined, expected);
    assert.equal(choice.kind === 'proxy' ? choice.url : undefined, 'http://p.example');
  });
}

/** The sentence of a proxy that cannot be used, with what fills it. */
function unusable(choice: ProxyChoice): string {
  if (choice.kind !== 'unusable') throw new Error(`usable: ${JSON.stringify(choice)}`);
  return plain(choice.what);
}

const noUrl =
  'The proxy named by http.proxy is not a URL; nothing was sent. Write it like http://proxy.example:8080.';
const noKind = (kind: string): string =>
  `The proxy named by http.proxy is of the kind ${kind}, which is not supported; nothing was sent. Name an http, https or socks5 proxy.`;
const wantsEscapes =
  'The user name or password of the proxy in http.proxy has a character that a URL must encode; nothing was sent. Write # as %23, / as %2F, ? as %3F, \\ as %5C and % as %25.';

for (const [url, said] of [
  ['socks4://p.example:1080', noKind('socks4')],
  ['pac+https://p.example', noKind('pac+https')],
  ['http://', noUrl],
  ['socks5://', noUrl],
  ['http://p.example:port', noUrl],
  ['http://user:pa#ss@p.example', wantsEscapes],
  ['http://user:pa/ss@p.example', wantsEscapes],
  ['http://user:pa?ss@p.example', wantsEscapes],
  ['user:pa\\ss@p.example', wantsEscapes],
  ['socks5://#secret@p.example', wantsEscapes],
] as const) {
  test(`a proxy that cannot be used is said to be so, without its URL: ${url}`, () => {
    const choice = choose('https://x.in', { url });
    assert.equal(unusable(choice), said);
    assert.doesNotMatch(JSON.stringify(choice), /p\.example|secret/);
  });
}

test('who named a proxy that cannot be used is told: a variable as well as the setting', () => {
  const choice = choose('https://x.in', {}, { HTTPS_PROXY: 'http://' });
  assert.match(unusable(choice), /^The proxy named by HTTPS_PROXY is not a URL/);
});

test('what follows the host of a proxy is left out', () => {
  for (const url of ['http://user@p.example:3128/', 'http://user@p.example:3128/path?a#b']) {
    const choice = choose('https://x.in', { url });
    assert.ok(choice.kind === 'proxy', url);
    assert.deepEqual([choice.url, choice.host], ['http://p.example:3128', 'p.example:3128']);
  }
});

for (const authorization of ['Basic a\tb', 'Basic a\r\nX: 1', 'Basic ü', 'Basic \x7f']) {
  test(`an authorization that cannot be sent is refused, without it being said: ${JSON.stringify(authorization)}`, () => {
    assert.equal(
      unusable(choose('https://x.in', { ...corporate, authorization })),
      'The setting http.proxyAuthorization has a character that cannot be sent (a line break, a tab, or a letter outside ASCII); nothing was sent. Correct it.',
    );
  });
}

for (const [url, authorization, percent] of [
  ['http://user:50%25%@p.example', null, true],
  ['http://us%65r:pass@p.example', null, true],
  ['http://user:50%25@p.example', null, undefined],
  ['http://user:pass@p.example', null, undefined],
  ['http://user:50%@p.example', ' Basic abc ', undefined],
] as const) {
  test(`a % that may not have been meant as an escape is ${percent ? '' : 'not '}marked in ${url} with ${authorization}`, () => {
    const choice = choose('https://x.in', { url, authorization });
    assert.ok(choice.kind === 'proxy');
    assert.equal(choice.percent, percent);
    assert.equal('percent' in choice, percent === true);
    if (authorization !== null) assert.equal(choice.authorization, 'Basic abc');
  });
}

test('a check of the certificate that was loosened is so for a proxy of HTTP', () => {
  const choice = choose('https://x.in', { url: 'https://p.example', strictSsl: false });
  assert.equal(choice.kind === 'proxy' ? choice.strictSsl : null, false);
});

const login = { user: 'anita', password: 'p@ss' };
for (const [url, seen, socks] of [
  ['socks5://p.example:1080', 'socks5://p.example:1080', { remote: false, login: null }],
  ['socks5h://p.example', 'socks5h://p.example', { remote: true, login: null }],
  ['SOCKS://anita:p%40ss@p.example:1', 'socks://p.example:1', { remote: true, login }],
  ['socks5://anita@p.example', 'socks5://p.example', { remote: false, login: { ...login, password: '' } }],
  [
    'socks5://a%:b%@p.example',
    'socks5://p.example',
    { remote: false, login: { user: 'a%', password: 'b%' } },
  ],
] as const) {
  test(`a proxy of SOCKS5 has its login beside its address, and no authorization of HTTP: ${url}`, () => {
    assert.deepEqual(choose('https://x.in', { url, authorization: 'Basic abc', strictSsl: false }), {
      kind: 'proxy',
      url: seen,
      host: seen.slice(seen.indexOf('://') + 3),
      authorization: null,
      strictSsl: true,
      from: 'http.proxy',
      socks,
    });
  });
}
