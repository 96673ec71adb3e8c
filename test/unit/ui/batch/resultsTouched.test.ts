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
const plates = ['XX00AA1000', 'XX00AA1001', 'XX00AA1002'];
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

for (const [what, changed] of [
  ['saved by a spreadsheet as CSV UTF-8, which writes its mark first', (text: string) => `\ufeff${text}`],
  ['to which its user has added a column of remarks', (text: string) => text.replaceAll('\r\n', ',seen\r\n')],
] as const)
  test(`a results file of an earlier version, ${what}, has each value under its name once it is continued`, async (t) => {
    const { ledger, folder } = await aLedger(t);
    await startRows(ledger, 'b', plates);
    const target = { file: join(folder, 'results.csv'), format: 'csv', masked: true } as const;
    await runAll(ledger, 1);
    const first = await ResultsFile.open(ledger, { operation: rc, batch: b }, target, true);
    await first.complete();
    await first.close();
    const lines = readFileSync(target.file, 'utf8').trimEnd().split('\r\n').map(csvCells);
    const at = lines[0]?.indexOf('earlier_order_id') ?? -1;
    assert.ok(at > 0);
    writeFileSync(target.file, changed(lines.map((cells) => csvLine(cells.toSpliced(at, 1))).join('')));
    await runAll(ledger);
    const second = await ResultsFile.open(ledger, { operation: rc, batch: b }, target, false);
    await second.complete();
    await second.close();
    const [header, ...rows] = readFileSync(target.file, 'utf8').trimEnd().split('\r\n').map(csvCells);
    const under = (row: readonly string[], name: string) => row[header?.indexOf(name) ?? -1] ?? '';
    assert.equal(rows.length, plates.length);
    for (const row of rows) {
      assert.match(under(row, 'result_of'), /^(?:row|call|)$/);
      if (row.includes('done'))
        assert.equal(under(row, 'result'), under(rows[0] ?? [], 'result'), row.join());
    }
  });

test('a results file whose header is no longer ours is not added to: one sentence says why', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await startRows(ledger, 'b', plates);
  const target = { file: join(folder, 'results.csv'), format: 'csv', masked: true } as const;
  await runAll(ledger, 1);
  const first = await ResultsFile.open(ledger, { operation: rc, batch: b }, target, true);
  await first.complete();
  await first.close();
  const changed = readFileSync(target.file, 'utf8').replaceAll(',', ';');
  writeFileSync(target.file, changed);
  await assert.rejects(
    ResultsFile.open(ledger, { operation: rc, batch: b }, target, false),
    /does not name its columns as they were written/,
  );
  assert.equal(readFileSync(target.file, 'utf8'), changed);
});
