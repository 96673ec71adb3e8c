import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Transport } from '../../../../src/calls/ports/ports.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { ResultsFile } from '../../../../src/ui/batch/resultsFile.ts';
import { aRun, b, SimulatedClock, startRows, verified } from '../../calls/batch/aRun.ts';
import { aLedger } from '../../ledger/aLedger.ts';

const cut: Awaited<ReturnType<Transport['send']>> = {
  kind: 'failed',
  sent: 'maybe',
  code: 'reset',
  what: { text: 'cut' },
  cause: 'ECONNRESET',
  head: null,
  partialBody: null,
  timing: { connectedMs: 1, firstByteMs: null, totalMs: 2 },
};

test('a batch goes on to its end, with every result, after its user erased the order of a row whose outcome is unknown', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await startRows(ledger, 'b', ['XX00AA1000', 'XX00AA1001', 'XX00AA1002']);
  const target = { file: join(folder, 'results.ndjson'), format: 'ndjson', masked: true } as const;
  const results = await ResultsFile.open(
    ledger,
    { operation: operationById('rc-advanced'), batch: b },
    target,
    true,
  );
  let calls = 0;
  const transport: Transport = {
    send: async () => {
      calls += 1;
      return calls === 1 ? cut : verified;
    },
  };
  const { run } = await aRun(ledger, new SimulatedClock(), transport, {
    ended: async (call, { settlement, order }) => {
      await results.add(call, settlement);
      // The first came to nothing that is known; its user erases its order while the others leave.
      if (call.call === 1) {
        const [unknown] = (await ledger.batches.callRows(b, 0)).map((row) => row.order);
        assert.ok(unknown != null && unknown !== order.id);
        assert.equal((await ledger.erase([unknown])).orders, 1);
      }
    },
  });
  await assert.doesNotReject(run.run(() => results.complete()));
  await results.close();
  assert.equal(calls, 3);
  const lines = readFileSync(target.file, 'utf8').trimEnd().split('\n');
  const rows = lines.map((line) => JSON.parse(line)).toSorted((one, other) => one.row - other.row);
  assert.deepEqual(
    rows.map(({ row, state, why, outcome, result }) => [row, state, why, outcome, result !== '']),
    [
      [1, 'done', 'erased', '', false],
      [2, 'done', '', 'verified', true],
      [3, 'done', '', 'verified', true],
    ],
  );
});
