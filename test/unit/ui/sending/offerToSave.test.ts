import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { SealedAnswer } from '../../../../src/calls/ports/ports.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

/*
 * "No lost order": an answer that the disk did not take is offered to be saved elsewhere. Where that fails, too, its user must hear of it.
 */

const told = await standInForVscode();
const vscode = await import('vscode');
const { offerToSave } = await import('../../../../src/ui/sending/offerToSave.ts');

const body = '{"status":"SUCCESS","charged":true}';
const answer: SealedAnswer = {
  head: null,
  timing: { connectedMs: null, firstByteMs: null, totalMs: 1 },
  wireBytes: body.length,
  body: new TextEncoder().encode(body),
  failure: null,
};
const why = { text: 'not written' };

async function aFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'save-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

/** @param paths what the user names in the dialog, one after the other */
async function offered(paths: readonly string[]): Promise<string[]> {
  const left = [...paths];
  const showSaveDialog = async () => {
    const path = left.shift();
    return path === undefined ? undefined : { scheme: 'file', path, fsPath: path };
  };
  const file = (path: string) => ({ scheme: 'file', path, fsPath: path });
  Object.assign(vscode.window, { showSaveDialog });
  Object.assign(vscode.Uri, { file });
  told.shown.length = 0;
  told.answers.splice(0, told.answers.length, ...paths.map(() => 'Save Answer…'));
  await offerToSave(answer, why);
  return told.shown.map((parts) => String(Array.isArray(parts) ? parts[0] : parts));
}

test('an answer is saved whole where its user says, and that is said', async (t) => {
  const folder = await aFolder(t);
  const target = join(folder, 'answer.json');
  assert.deepEqual(await offered([target]), ['not written', `Saved to ${target}.`]);
  assert.equal(await readFile(target, 'utf8'), body);
  assert.deepEqual(await readdir(folder), ['answer.json']);
});

test('an answer that cannot be saved there is offered again, with the reason', async (t) => {
  const folder = await aFolder(t);
  const target = join(folder, 'answer.json');
  const said = await offered([join(folder, 'no such folder', 'answer.json'), target]);
  assert.equal(said.length, 3);
  assert.match(said[1] ?? '', /^Nothing was written: ENOENT.* not written$/);
  assert.equal(await readFile(target, 'utf8'), body);
});

test('who names no place is asked no further', async () => {
  assert.deepEqual(await offered([]), ['not written']);
});
