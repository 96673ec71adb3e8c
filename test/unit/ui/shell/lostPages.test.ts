import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { type TestContext, test } from 'node:test';
import { pageId } from '../../../../src/calls/ports/ids.ts';
import { aFolder, aWindow, noon } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const vscode = await import('vscode');
const { hostsHere, LostPages } = await import('../../../../src/ui/shell/lostPages.ts');

const page = pageId('11111111-2222-4333-8444-555555555555');

/** What is open in one extension host and looked for in the next. */
async function twoHosts(t: TestContext) {
  const ledger = await aWindow(t, aFolder(t));
  const services = {
    ledger: async () => ledger,
    now: () => noon,
    log: { warn: (...words: unknown[]) => assert.fail(words.join(' ')) },
  };
  const living = new Set([1, 2]);
  const host = (own: number) => new LostPages(services, { own, runs: (one) => living.has(one) });
  return { ledger, living, first: host(1), next: host(2) };
}

test('a page is lost once its extension host is gone, in the window that had it, under its kind', async (t) => {
  const { living, first, next } = await twoHosts(t);
  await first.opened('form', page);
  assert.deepEqual(await next.lost('form'), []);
  living.delete(1);
  assert.deepEqual(await next.lost('form'), [page]);
  assert.deepEqual(await next.lost('other'), []);
  const { sessionId } = vscode.env;
  t.after(() => Object.assign(vscode.env, { sessionId }));
  Object.assign(vscode.env, { sessionId: 'of another window' });
  assert.deepEqual(await next.lost('form'), []);
});

test('a page that another extension host has brought back is its own, and one note leads to it', async (t) => {
  const { ledger, living, first, next } = await twoHosts(t);
  await first.opened('form', page);
  living.delete(1);
  await next.opened('form', page);
  assert.deepEqual(await next.lost('form'), []);
  assert.equal((await ledger.pagesBeginning('open-')).length, 1);
  await next.over('form', page);
  assert.deepEqual(await ledger.pagesBeginning('open-'), []);
});

test('an extension host runs while its process does, whoever started it', (t) => {
  assert.equal(hostsHere.runs(hostsHere.own), true);
  const { pid } = spawnSync(process.execPath, ['--version']);
  assert.equal(hostsHere.runs(pid), false);
  t.mock.method(process, 'kill', () => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
  });
  assert.equal(hostsHere.runs(pid), true);
});

/**
 * VS Code of updateWorkspaceFolders: "If the first workspace folder is added, removed or changed, the currently executing extensions … will
 * be terminated and restarted". The window, its session and its tabs stay.
 */
test('a page is found where its extension host was started anew because a folder was added to its window', async (t) => {
  const { living, first, next } = await twoHosts(t);
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  t.after(() => Object.assign(vscode.workspace, { workspaceFile, workspaceFolders }));
  const cars = { uri: 'file:///cars', name: 'cars', index: 0 };
  Object.assign(vscode.workspace, { workspaceFolders: [cars] });
  await first.opened('form', page);
  living.delete(1);
  const people = { uri: 'file:///people', name: 'people', index: 1 };
  Object.assign(vscode.workspace, { workspaceFile: 'untitled:1', workspaceFolders: [cars, people] });
  assert.deepEqual(await next.lost('form'), [page]);
});

test('but not in a window of the same session that has none of its folders, or only one of the two has any', async (t) => {
  const { living, first, next } = await twoHosts(t);
  const { workspaceFolders } = vscode.workspace;
  t.after(() => Object.assign(vscode.workspace, { workspaceFolders }));
  const has = (...names: string[]) =>
    Object.assign(vscode.workspace, { workspaceFolders: names.map((name) => ({ uri: `file:///${name}` })) });
  has('cars');
  await first.opened('form', page);
  living.delete(1);
  has('people');
  assert.deepEqual(await next.lost('form'), []);
  has();
  assert.deepEqual(await next.lost('form'), []);
  has('people', 'cars');
  assert.deepEqual(await next.lost('form'), [page]);
});
