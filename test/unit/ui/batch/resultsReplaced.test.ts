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

  const refused = startWithPlace(results, async () => Promise.reject(new Error('another window runs it')));
  await assert.rejects(refused, /another window runs it/);
  assert.equal(readFileSync(place, 'utf8'), old, 'what does not start replaces nothing');

  // The window ends right after; then the batch is resumed, whose file is not opened as a fresh one.
  await startWithPlace(results, async () => undefined);
  assert.equal(await new ResultsOnDisk(place).open(false), false);
});
