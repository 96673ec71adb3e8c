import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import { ResultsElsewhere } from '../../../../src/ui/batch/resultsElsewhere.ts';
import { ResultsFile } from '../../../../src/ui/batch/resultsFile.ts';
import { b, startRows } from '../../calls/batch/aRun.ts';
import { aLedger } from '../../ledger/aLedger.ts';
import { runAll } from './aResults.ts';

const plates = ['XX00AA1000', 'XX00AA1001', 'XX00AA1002'];
const of = { operation: operationById('rc-advanced'), batch: b };

test('JSON Lines that a script has written anew (json.dumps of Python puts spaces) hold each row once', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await startRows(ledger, 'b', plates);
  const target = { file: join(folder, 'results.ndjson'), format: 'ndjson', masked: true } as const;
  const write = async (isNew: boolean): Promise<void> => {
    const results = await ResultsFile.open(ledger, of, target, isNew);
    await results.complete();
    await results.close();
  };
  await runAll(ledger, 1);
  await write(true);
  const lines = readFileSync(target.file, 'utf8').trimEnd().split('\n');
  const spaced = lines.map((line) => JSON.stringify(JSON.parse(line), null, 1).replaceAll(/\n\s*/g, ' '));
  // Its user's mark beside each.
  writeFileSync(target.file, spaced.map((line) => `${line.replace(/ \}$/, ', "seen": true }')}\n`).join(''));
  await runAll(ledger);
  await write(false);
  const rows = readFileSync(target.file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).row);
  assert.deepEqual(rows, [1, 2, 3]);
});

test('what its user writes into a results file of a remote folder while the batch runs is not overwritten', async (t) => {
  const { ledger } = await aLedger(t);
  await startRows(ledger, 'b', plates);
  const far = { text: null as string | null };
  const text = new ResultsElsewhere(
    {
      read: async () => (far.text === null ? null : Buffer.from(far.text)),
      write: async (bytes) => {
        far.text = Buffer.from(bytes).toString();
      },
    },
    () => 0,
    { bytes: 1_000_000, error: () => new Error('too large') },
    () => false,
  );
  await runAll(ledger, 1);
  const target = { file: 'far:/results.csv', format: 'csv', masked: true } as const;
  const results = await ResultsFile.open(ledger, of, target, true, text);
  await results.complete();
  // The batch is paused; its user remarks on the first row, and saves.
  far.text = (far.text ?? '').replaceAll('\r\n', ',seen by Ann\r\n');
  await runAll(ledger);
  await results.complete();
  await results.close();
  assert.match(far.text, /seen by Ann/);
});
