import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { systemProxies } from '../../../src/client/vscodeProxies.ts';

/* VS Code's own module is "not part of the documented API, so looked for with care". What it throws must not stop the calls that need no proxy. */

function appRoot(t: TestContext, files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'app-root-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const place = join(root, 'node_modules/@vscode/proxy-agent');
  mkdirSync(place, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);
  return root;
}

for (const [name, files] of [
  ['throws as it loads', { 'index.js': "throw new Error('no native part for this computer');" }],
  [
    'is a module that waits',
    {
      'package.json': JSON.stringify({ name: '@vscode/proxy-agent', type: 'module', main: 'index.js' }),
      'index.js': 'await 1; export const resolveProxyURL = async () => undefined;',
    },
  ],
] as const) {
  test(`a VS Code whose module ${name} cannot be asked, and calls leave all the same`, (t) => {
    const told: unknown[] = [];
    assert.equal(
      systemProxies(appRoot(t, files), (error) => told.push(error)),
      undefined,
    );
    assert.equal(told.length, 1, 'the log says why');
  });
}
