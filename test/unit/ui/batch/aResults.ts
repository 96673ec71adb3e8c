import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { csvCells } from '../../../../src/calls/batch/csvText.ts';
import { csvLine } from '../../../../src/calls/orders/exportRows.ts';
import type { Exchange, Ledger, Transport } from '../../../../src/calls/ports/ports.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { ResultsFile } from '../../../../src/ui/batch/resultsFile.ts';
import { aRun, b, SimulatedClock, startRows, verified } from '../../calls/batch/aRun.ts';
import { aLedger } from '../../ledger/aLedger.ts';

/** Runs the batch to its end, or until so many calls have come to theirs; each is answered the same. */
export async function runAll(
  ledger: Ledger,
  stopAfter = Number.MAX_SAFE_INTEGER,
  answered: Exchange = verified,
): Promise<void> {
  const transport: Transport = { send: async () => answered };
  let sent = 0;
  const { run } = await aRun(ledger, new SimulatedClock(), transport, {
    ended: async () => {
      sent += 1;
      if (sent === stopAfter) run.cancel();
    },
  });
  await run.run();
}

/** A batch whose first call has come to its end, and its results file. */
export async function begun(t: TestContext, plates: readonly string[], first: Exchange = verified) {
  const { ledger, folder } = await aLedger(t);
  await startRows(ledger, 'b', plates);
  const file = join(folder, 'results.csv');
  const open = (isNew: boolean) =>
    ResultsFile.open(
      ledger,
      { operation: operationById('rc-advanced'), batch: b },
      { file, format: 'csv', masked: true },
      isNew,
    );
  const write = async (isNew: boolean): Promise<void> => {
    const results = await open(isNew);
    await results.complete();
    await results.close();
  };
  await runAll(ledger, 1, first);
  await write(true);
  return {
    file,
    ledger,
    open,
    /** The extension is updated, and the batch is resumed. @returns the lines of the file */
    goOn: async (): Promise<readonly (readonly string[])[]> => {
      await runAll(ledger);
      await write(false);
      return linesOf(file);
    },
  };
}

export const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\r\n').map(csvCells);

/** As a version before wrote it: without a column that is new. */
export function asBefore(
  file: string,
  touched = (text: string): string => text,
  column = 'earlier_order_id',
): void {
  const lines = linesOf(file);
  const at = lines[0]?.indexOf(column) ?? -1;
  assert.ok(at > 0);
  writeFileSync(file, touched(lines.map((cells) => csvLine(cells.toSpliced(at, 1))).join('')));
}
