import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ProxyChoice, proxyFor } from '../../../src/client/proxy.ts';
import type { ProxySettings, Variables } from '../../../src/client/settings.ts';
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
  ['fd00::/8', 'https://[fd00::5]', true],
  ['fd00::5', 'https://[fd00::5]', true],
  ['[fd00::5]:443', 'https://[fd00::5]', true],
  ['[fd00::5]:80', 'https://[fd00::5]', false],
  ['', 'https://example.in', false],
  ['.', 'https://example.in', false],
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

for (const url of ['socks4://p.example:1080', 'http://', 'http://p.example:port', 'pac+https://p.example']) {
  test(`a proxy that cannot be used is said to be so, without its URL: ${url}`, () => {
    const choice = choose('https://x.in', { url });
    assert.equal(choice.kind, 'unusable');
    assert.equal(choice.kind === 'unusable' ? choice.what.args?.[0] : null, 'http.proxy');
    assert.doesNotMatch(JSON.stringify(choice), /p\.example/);
  });
}
