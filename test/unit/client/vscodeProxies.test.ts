import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { proxyOf } from '../../../src/client/systemProxy.ts';
import { systemProxies } from '../../../src/client/vscodeProxies.ts';
import { plainSettings } from './servers.ts';

/** VS Code's own folder with these modules that resolve proxies, by the folder each stands in. */
function appRoot(t: TestContext, modules: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'app-root-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const [folder, code] of Object.entries(modules)) {
    const place = join(root, folder, '@vscode/proxy-agent');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'index.js'), code);
  }
  return root;
}

const notWarned = (error: unknown): never => assert.fail(String(error));
const answers = (value: string): string => `exports.resolveProxyURL = async () => (${value});`;

test('of a packed and an unpacked module the packed one is asked', async (t) => {
  const root = appRoot(t, {
    node_modules: answers("'http://b'"),
    'node_modules.asar': answers("'http://a'"),
  });
  assert.equal(await systemProxies(root, notWarned)?.('https://x.example/'), 'http://a');
});

test('a packed module that is none is passed over', async (t) => {
  for (const none of ['module.exports = null;', "module.exports = 'text';"]) {
    const root = appRoot(t, { 'node_modules.asar': none, node_modules: answers("'http://b'") });
    assert.equal(await systemProxies(root, notWarned)?.('https://x.example/'), 'http://b');
  }
});

test('it is asked as a method of its own module', async (t) => {
  const code =
    "exports.base = 'http://p.example:'; exports.resolveProxyURL = async function (url) { return this.base + url.length; };";
  const system = systemProxies(appRoot(t, { node_modules: code }), notWarned);
  assert.equal(await system?.('12345'), 'http://p.example:5');
});

test('an answer that names no proxy is none', async (t) => {
  for (const value of ["''", 'undefined', 'null', '5', "{ url: 'http://p' }"]) {
    const system = systemProxies(appRoot(t, { node_modules: answers(value) }), notWarned);
    assert.equal(await system?.('https://x.example/'), null, value);
  }
});

for (const [name, code, says] of [
  ['throws', "throw new Error('broken inside');", /broken inside/],
  ['throws no error', "throw 'a text';", /a text/],
  [
    'wants a module that is not there by a code of its own',
    "throw Object.assign(new Error('x'), { code: 'E' });",
    /x/,
  ],
] as const) {
  test(`a module that ${name} as it is loaded is told of, and not asked`, (t) => {
    const told: unknown[] = [];
    const root = appRoot(t, { 'node_modules.asar': code, node_modules: answers("'http://b'") });
    assert.equal(
      systemProxies(root, (error) => told.push(error)),
      undefined,
    );
    assert.equal(told.length, 1);
    assert.match(String(told[0]), says);
  });
}

test('a VS Code whose module cannot resolve, or that has none, is not asked', (t) => {
  assert.equal(
    systemProxies(appRoot(t, { node_modules: 'exports.resolveProxyURL = 1;' }), notWarned),
    undefined,
  );
  assert.equal(systemProxies(appRoot(t, {}), notWarned), undefined);
  assert.equal(systemProxies(undefined, notWarned), undefined);
});

test('once VS Code has answered, no timer waits for it', async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
  const before = timers();
  let during = 0;
  const system = async (): Promise<null> => {
    await Promise.resolve();
    during = timers();
    return null;
  };
  const settings = { ...plainSettings.proxy, support: 'on' as const };
  await proxyOf(new URL('https://api.example.in/x'), settings, { env: {}, system }, 60_000);
  assert.deepEqual([during, timers()], [before + 1, before]);
});
