import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { csvCells } from '../../../../src/calls/batch/csvText.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { ResultsFile } from '../../../../src/ui/batch/resultsFile.ts';
import { b, startRows } from '../../calls/batch/aRun.ts';
import { aLedger, noon } from '../../ledger/aLedger.ts';
import { begun, runAll } from './aResults.ts';

/** As Google Sheets saves CSV, and many an editor any text: the last line has no line break, and is whole all the same. */
for (const [format, resultOf] of [
  [
    'csv',
    (lines: readonly string[]) => csvCells(lines[1] ?? '')[csvCells(lines[0] ?? '').indexOf('result_of')],
  ],
  ['ndjson', (lines: readonly string[]) => /"result_of":"(\w*)"/.exec(lines[0] ?? '')?.[1]],
] as const)
  test(`a paid answer that stands in the results file alone (${format}) survives that its last line break is gone`, async (t) => {
    const { ledger, folder } = await aLedger(t);
    await startRows(ledger, 'b', ['XX00AA1000', 'XX00AA1001']);
    const target = { file: join(folder, `results.${format}`), format, masked: false } as const;
    const write = async (isNew: boolean): Promise<readonly string[]> => {
      const of = { operation: operationById('rc-advanced'), batch: b };
      const results = await ResultsFile.open(ledger, of, target, isNew);
      await results.complete();
      await results.close();
      return readFileSync(target.file, 'utf8').split(/\r?\n/);
    };
    await runAll(ledger, 1);
    assert.equal(resultOf(await write(true)), 'row');
    // The user keeps no answers: this file is the only one that has it.
    await ledger.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, noon);
    writeFileSync(target.file, readFileSync(target.file, 'utf8').trimEnd());
    await runAll(ledger);
    assert.equal(resultOf(await write(false)), 'row');
  });

/** Under another header nothing is added, so nothing may be cut off either; other line breaks make it no empty file. */
for (const [what, touched] of [
  ['whose cells semicolons part', (text: string) => text.trimEnd().replaceAll(',', ';')],
  [
    'saved as CSV (Macintosh), whose lines end with carriage returns',
    (text: string) => text.replaceAll('\n', ''),
  ],
] as const)
  test(`a results file ${what} is left as its user saved it`, async (t) => {
    const { file, open } = await begun(t, ['XX00AA1000', 'XX00AA1001']);
    const saved = touched(readFileSync(file, 'utf8'));
    writeFileSync(file, saved);
    // Opened or refused with a sentence: nothing has been added yet.
    await Promise.allSettled([open(false)]);
    assert.equal(readFileSync(file, 'utf8'), saved);
  });
