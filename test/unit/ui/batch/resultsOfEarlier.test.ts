import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { csvCells } from '../../../../src/calls/batch/csvText.ts';
import { csvLine } from '../../../../src/calls/orders/exportRows.ts';
import type { Ledger, Transport } from '../../../../src/calls/ports/ports.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { ResultsFile } from '../../../../src/ui/batch/resultsFile.ts';
import { aRun, b, SimulatedClock, startRows, verified } from '../../calls/batch/aRun.ts';
import { aLedger } from '../../ledger/aLedger.ts';

const rc = operationById('rc-advanced');
const plates = ['XX00AA1000', 'XX00AA1001', 'xx00aa1000', 'XX00AA1002'];
const transport: Transport = { send: async () => verified };

async function runAll(ledger: Ledger, stopAfter = Number.MAX_SAFE_INTEGER): Promise<void> {
  let sent = 0;
  const { run } = await aRun(ledger, new SimulatedClock(), transport, {
    ended: async () => {
      sent += 1;
      if (sent === stopAfter) run.cancel();
    },
  });
  await run.run();
}

test('a results file that an earlier version began has each value under its name once it is continued', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await startRows(ledger, 'b', plates);
  const target = { file: join(folder, 'results.csv'), format: 'csv', masked: true } as const;
  await runAll(ledger, 1);
  const first = await ResultsFile.open(ledger, { operation: rc, batch: b }, target, true);
  await first.complete();
  await first.close();
  // As the version before wrote it: without the column that is new.
  const lines = readFileSync(target.file, 'utf8').trimEnd().split('\r\n').map(csvCells);
  const at = lines[0]?.indexOf('earlier_order_id') ?? -1;
  assert.ok(at > 0);
  writeFileSync(target.file, lines.map((cells) => csvLine(cells.toSpliced(at, 1))).join(''));
  // The extension is updated, and the batch is resumed.
  await runAll(ledger);
  const second = await ResultsFile.open(ledger, { operation: rc, batch: b }, target, false);
  await second.complete();
  await second.close();
  const [header, ...rows] = readFileSync(target.file, 'utf8').trimEnd().split('\r\n').map(csvCells);
  for (const row of rows) assert.equal(row.length, header?.length, row.join());
  const ofs = rows.map((row) => row[header?.indexOf('result_of') ?? -1]);
  for (const one of ofs) assert.match(one ?? '', /^(?:row|call|)$/);
});
