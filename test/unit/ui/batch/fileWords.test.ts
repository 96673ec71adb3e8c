import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const { fileWord } = await import('../../../../src/ui/words/both/fileWord.ts');
const { tellUnfinished } = await import('../../../../src/ui/batch/both/unfinished.ts');

test('a file is named as it is, or by its beginning and its end', () => {
  assert.equal(fileWord('cars.csv'), 'cars.csv');
  const forty = `${'a'.repeat(36)}.csv`;
  assert.equal(fileWord(forty), forty);
  const long = 'registrations-of-the-fleet-in-the-north-2026-10.csv';
  assert.equal(fileWord(long), 'registrations-of-the-fle…rth-2026-10.csv');
  // Signs of two units are not torn apart.
  assert.equal(fileWord('🚗'.repeat(50)), `${'🚗'.repeat(24)}…${'🚗'.repeat(15)}`);
});

test('where the name cannot be read any more, the sentence says so', () => {
  assert.equal(fileWord(''), 'a file whose name is not kept');
});

test('what cannot be resumed from the notice of an interrupted batch is said', async () => {
  const batch = {
    ...{ id: 'b', source: 'cars.csv', state: 'started', interrupted: true, heldElsewhere: false },
    tally: [{ state: 'waiting', why: null, rows: 3 }],
  };
  const { commands } = await import('vscode');
  const { commandIds } = await import('../../../../src/contributions.ts');
  const command = commands.registerCommand(commandIds.resumeBatch, async () => {
    throw new Error('Another window runs this batch.');
  });
  told.shown.splice(0);
  told.answers.splice(0);
  told.answers.push('Resume Batch…');
  const failures: unknown[] = [];
  const ledger = { batches: { held: async () => [batch] } };
  const notice = tellUnfinished(
    ledger as never,
    'window',
    () => 0,
    (error) => failures.push(error),
  );
  for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  notice.dispose();
  command.dispose();
  assert.deepEqual(told.shown, [
    ['The batch of cars.csv was interrupted; rows not sent yet: 3.', 'Resume Batch…'],
    ['Another window runs this batch.'],
  ]);
  assert.deepEqual(failures, []);
});
