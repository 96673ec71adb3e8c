import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnreadableRows } from '../../../../src/calls/batch/reading.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const vscode = await import('vscode');
const { asSpoken, noRows, openAt } = await import('../../../../src/ui/batch/unreadableFile.ts');
const { OfferedFailure } = await import('../../../../src/ui/base/both/tellFailure.ts');

const uri = 'file:///here/rows.csv';
const file = { kind: 'file', uri } as const;
const selected = { kind: 'text', name: 'Selection in rows.csv', text: 'a', uri } as const;
const problem = 'rows.csv: line 3 is not a JSON object.';
const unreadable = new UnreadableRows({ text: problem }, 3);

test('a line of a file can be opened, one of what was selected cannot: it begins anywhere', () => {
  assert.deepEqual(noRows(unreadable, file), { problem, line: 3 });
  assert.deepEqual(noRows(unreadable, { ...selected, name: 'rows.csv' }), { problem, line: 3 }, 'not saved');
  assert.deepEqual(noRows(unreadable, selected), { problem, line: null });
  assert.deepEqual(noRows(new Error('The file is gone.'), file), {
    problem: 'The file is gone.',
    line: null,
  });
});

test('a command says the same and offers the line, where there is one', async () => {
  const shown: unknown[] = [];
  Object.assign(vscode.window, {
    showTextDocument: async (...all: readonly unknown[]) => void shown.push(...all),
  });
  const failure = asSpoken(unreadable, file);
  assert.ok(failure instanceof OfferedFailure);
  assert.equal(failure.message, problem);
  assert.equal(failure.offer.label, 'Open at Line 3');
  await failure.offer.take();
  const [opened, options] = shown as [{ toString(): string }, { selection: object }];
  assert.equal(opened.toString(), uri);
  assert.deepEqual({ ...options.selection }, { ...new vscode.Range(2, 0, 2, 0) });
  const of = asSpoken(new UnreadableRows({ text: 'rows.csv holds no rows.' }), file);
  assert.ok(of instanceof Error && !(of instanceof OfferedFailure));
  const other = new Error('The disk is gone.');
  assert.equal(asSpoken(other, file), other);
});

test('nothing is opened where no line is told', async () => {
  let opened = 0;
  Object.assign(vscode.window, {
    showTextDocument: async () => {
      opened += 1;
    },
  });
  await openAt(file, null);
  await openAt(selected, 3);
  assert.equal(opened, 0);
});
