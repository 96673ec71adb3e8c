import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { aFolder } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const vscode = await import('vscode');
const { askResultsFile, startWithPlace } = await import('../../../../src/ui/batch/resultsPlace.ts');
const { ResultsOnDisk } = await import('../../../../src/ui/batch/resultsText.ts');

const fileUri = (path: string) => ({ scheme: 'file', path, fsPath: path, toString: () => `file://${path}` });

test('a batch whose run never opened its results takes nothing of the file that it replaces for its own once it is resumed', async (t) => {
  const place = join(aFolder(t), 'cars-results.csv');
  Object.assign(vscode.Uri, { file: fileUri });
  Object.assign(vscode.window, { showSaveDialog: async () => fileUri(place) });
  const old = 'row,state\n1,an answer of last month\n';
  writeFileSync(place, old);
  const agreed = await askResultsFile(place, null);
  assert.ok(agreed);
  const results = { format: 'csv', masked: true, ...agreed } as const;

  const refused = startWithPlace(results, [], async () =>
    Promise.reject(new Error('another window runs it')),
  );
  await assert.rejects(refused, /another window runs it/);
  assert.equal(readFileSync(place, 'utf8'), old, 'what does not start replaces nothing');

  // The window ends right after; then the batch is resumed, whose file is not opened as a fresh one.
  await startWithPlace(results, [], async () => undefined);
  assert.equal(await new ResultsOnDisk(place).open(false), false);
});

test('nor does one whose results lie where VS Code alone reaches', async (t) => {
  t.after(() => Object.assign(vscode.workspace, { fs: undefined }));
  const old = 'row,state\n1,an answer of last month\n';
  const far: { text: string | null; refuses: boolean } = { text: old, refuses: false };
  const fs = {
    stat: async () => {
      if (far.text === null) throw new vscode.FileSystemError('nothing there');
      return { mtime: 1, size: far.text.length, type: 1 };
    },
    readFile: async () => Buffer.from(far.text ?? ''),
    writeFile: async (_: unknown, bytes: Uint8Array) => {
      if (far.refuses) throw new Error('the other side is gone');
      far.text = Buffer.from(bytes).toString();
    },
  };
  Object.assign(vscode.workspace, { fs });
  const stood = `1 ${old.length}`;
  const results = { format: 'csv', masked: true, file: 'far:/cars-results.csv', stood } as const;

  const refused = startWithPlace(results, [], async () =>
    Promise.reject(new Error('another window runs it')),
  );
  await assert.rejects(refused, /another window runs it/);
  assert.equal(far.text, old, 'what does not start replaces nothing');

  far.refuses = true;
  const nowhere = startWithPlace(results, [], async () => assert.fail('it started'));
  await assert.rejects(nowhere, /could not be written, so nothing was sent: the other side is gone/);
  assert.equal(far.text, old);

  far.refuses = false;
  await startWithPlace(results, [], async () => undefined);
  assert.equal(far.text, '');

  // Where nothing stood and the batch does not start, nothing is made.
  far.text = null;
  const unstarted = startWithPlace({ ...results, stood: null }, [], async () =>
    Promise.reject(new Error('no')),
  );
  await assert.rejects(unstarted, /no/);
  assert.equal(far.text, null);
});
