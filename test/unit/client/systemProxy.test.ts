import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { CallRequest } from '../../../src/calls/ports/ports.ts';
import type { ProxySettings, TransportOptions } from '../../../src/client/settings.ts';
import { systemProxies } from '../../../src/client/vscodeProxies.ts';
import { plain } from '../../../src/contract/words.ts';
import { makeIdentity } from './certificates.ts';
import {
  answered,
  call,
  closedPort,
  failed,
  never,
  plainSettings,
  proxyServer,
  rawServer,
  response,
  says,
  type TestTransport,
  transport,
} from './servers.ts';

/* What the system or a PAC script names, as VS Code answers it: asked before an order is written, of https addresses alone. */
const options = { timeout: 60_000 };
const authority = makeIdentity({ hosts: ['Test Authority'], authority: true });
const { cert, key } = makeIdentity({ hosts: ['api.service.example'], issuer: authority });
const url = 'https://api.service.example/api/v1/x';

interface Asked extends Pick<Partial<TransportOptions>, 'env'> {
  readonly proxy?: Partial<ProxySettings>;
}

/** A client that asks `system`, and what it was asked. */
function asking(
  t: TestContext,
  system: NonNullable<TransportOptions['system']>,
  { proxy = {}, env = {} }: Asked = {},
): { readonly client: TestTransport; readonly asked: string[] } {
  const asked: string[] = [];
  const whole: ProxySettings = { ...plainSettings.proxy, support: 'on', ...proxy };
  const client = transport(t, {
    settings: () => ({ ...plainSettings, proxy: whole, extraCertificates: [authority.cert] }),
    env,
    system: (address) => {
      asked.push(address);
      return system(address);
    },
  });
  return { client, asked };
}

async function refused(client: TestTransport, request: CallRequest): Promise<string | null> {
  const why = (await client.refuses?.(request)) ?? null;
  return why === null ? null : plain(why);
}

test(
  'where nobody names a proxy the system is asked, by host and port alone, and its proxy is used',
  options,
  async (t) => {
    const server = await rawServer(t, says(response('{}')), { cert, key });
    const proxy = await proxyServer(t, '200 OK', Number(new URL(server.url).port));
    const { client, asked } = asking(t, async () => proxy.url);
    const request = call(url);
    assert.equal(await refused(client, request), null);
    answered(await client.send(request, never));
    assert.deepEqual(asked, ['https://api.service.example/']);
    assert.deepEqual([proxy.connects[0]?.url, server.requests.length], ['api.service.example:443', 1]);
  },
);

test('a call goes the way that was found before its order was written', options, async (t) => {
  const server = await rawServer(t, says(response('{}')), { cert, key });
  const proxy = await proxyServer(t, '200 OK', Number(new URL(server.url).port));
  const other = await proxyServer(t, '200 OK', Number(new URL(server.url).port));
  let now = proxy.url;
  const { client } = asking(t, async () => now);
  const request = call(url);
  assert.equal(await refused(client, request), null);
  now = other.url;
  answered(await client.send(request, never));
  answered(await client.send(call(url), never));
  assert.deepEqual([proxy.connects.length, other.connects.length], [1, 1]);
});

const named = 'http://127.0.0.1:9';
for (const [name, address, more] of [
  ['http.proxy', url, { proxy: { url: named } }],
  ['a variable', url, { env: { https_proxy: named } }],
  ['http.noProxy', url, { proxy: { noProxy: ['service.example'] } }],
  ['no_proxy', url, { env: { no_proxy: '*' } }],
  ['http.proxySupport off', url, { proxy: { support: 'off' } }],
  ['a service on this computer', 'https://127.0.0.1:9/x', {}],
  ['a service in clear', 'http://api.service.example/x', {}],
] as const) {
  test(`not asked: ${name}`, options, async (t) => {
    const { client, asked } = asking(t, async () => assert.fail('asked'), more);
    assert.equal(await refused(client, call(address)), null);
    assert.deepEqual(asked, []);
  });
}

const silence = new Promise<never>(() => {});
for (const [name, system, sentence] of [
  [
    'a kind we do not speak',
    async () => 'socks4a://p.example:1080',
    /named by VS Code is of the kind socks4a/,
  ],
  ['no URL', async () => 'http://', /named by VS Code is not a URL/],
  ['an error', async () => Promise.reject(new Error('secret')), /could not say which proxy .* \(Error\)/],
  ['a throw', () => assert.fail('secret'), /could not say which proxy .* \(ERR_ASSERTION\)/],
  ['no word', () => silence, /did not say within 0\.1 s which proxy leads to api\.service\.example/],
] as const) {
  test(`refused before an order is written: the system names ${name}`, options, async (t) => {
    const { client } = asking(t, system);
    const request = call(url, { connectTimeoutMs: 100 });
    const why = await refused(client, request);
    assert.match(why ?? '', /nothing was sent/);
    assert.match(why ?? '', sentence);
    assert.doesNotMatch(why ?? '', /secret/);
    const failure = failed(await client.send(request, never));
    assert.deepEqual([failure.sent, plain(failure.what)], ['no', why]);
  });
}

test('its faults are told as those of the proxy that VS Code named', options, async (t) => {
  const { client } = asking(t, async () => `http://127.0.0.1:${await closedPort()}`);
  const failure = failed(await client.send(call(url), never));
  assert.deepEqual([failure.sent, failure.code], ['no', 'proxy']);
  assert.match(plain(failure.what), /\(from VS Code\) could not be reached/);
});

/** A folder of VS Code with this as its module that resolves proxies. */
function appRoot(t: TestContext, folder: string, code: string): string {
  const root = mkdtempSync(join(tmpdir(), 'app-root-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const place = join(root, folder, '@vscode/proxy-agent');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'index.js'), code);
  return root;
}

const notAsked = (error: unknown): never => assert.fail(String(error));

for (const folder of ['node_modules', 'node_modules.asar']) {
  test(`VS Code is asked by its own module in ${folder}`, options, async (t) => {
    const code =
      "exports.resolveProxyURL = async (url) => (url.includes('in.') ? undefined : 'http://p.example:1/?' + url);";
    const system = systemProxies(appRoot(t, folder, code), notAsked);
    assert.equal(await system?.('https://a.example/'), 'http://p.example:1/?https://a.example/');
    assert.equal(await system?.('https://in.example/'), null);
  });
}

test('a VS Code without it cannot be asked', options, (t) => {
  assert.equal(systemProxies(appRoot(t, 'node_modules', 'exports.other = 1;'), notAsked), undefined);
  assert.equal(systemProxies(join(tmpdir(), 'is-not-there'), notAsked), undefined);
  assert.equal(systemProxies(undefined, notAsked), undefined);
});
