import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rerunGroups } from '../../../../src/calls/batch/rerun.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { aLedger } from '../../ledger/aLedger.ts';
import { answer, aRun, b, SimulatedClock, startRows } from './aRun.ts';

/** Record Outcome: "Billed, no result: the wallet shows the charge, and no result will come". */
test('a row whose user recorded it as billed without a result is not run again as one that was free', async (t) => {
  const { ledger } = await aLedger(t);
  await startRows(ledger, 'b', ['XX00AA1000']);
  const clock = new SimulatedClock();
  const { run } = await aRun(ledger, clock, {
    send: async () => answer('ACCEPTED', 202, false),
  });
  await run.run();
  const [row] = (await ledger.batches.rows(b, null, 10)).rows;
  assert.deepEqual([row?.outcome, row?.billing], ['pending', 'free']);
  await ledger.resolve(orderId(String(row?.order)), {
    at: clock.at + 60_000,
    outcome: 'no-result',
    note: '',
    pasted: null,
  });
  const groups = rerunGroups(await ledger.batches.outcomes(b));
  assert.deepEqual(
    groups.map(({ again }) => again),
    ['billed'],
  );
});
