import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeepPolicy } from '../../../src/calls/ports/keepingPorts.ts';
import { b, plates, startRows } from '../calls/batch/aRun.ts';
import { aFolder, aWindow, ids, noon } from '../ledger/aLedger.ts';
import { runAll } from '../ui/batch/aResults.ts';

const minute = 60_000;

for (const [what, jump] of [
  ['stays as it was', 0],
  ['was set back', -120 * minute],
  ['was set forth', 120 * minute],
] as const)
  test(`a batch from before its user chose to keep less stays until they say so, where the clock ${what}`, async (t) => {
    const clock = { wall: noon, uptime: 1_000_000 };
    const pass = (ms: number) => {
      clock.wall += ms;
      clock.uptime += ms;
    };
    const ledger = await aWindow(t, aFolder(t), undefined, {
      now: () => clock.wall,
      uptime: () => clock.uptime,
    });
    await startRows(ledger, 'b', plates(2));
    await runAll(ledger);
    pass(30 * minute);
    const less: KeepPolicy = { keep: 'open-only', payloadDays: 0, orderDays: 0 };
    await ledger.keeping.apply(less, clock.wall);
    assert.equal((await ids(ledger)).length, 2);
    assert.notEqual(await ledger.batches.get(b, 'w', clock.wall), null, 'before');
    pass(minute);
    clock.wall += jump;
    // As after the next call, or at the next start.
    await ledger.keeping.apply(less, clock.wall);
    pass(minute);
    await ledger.keeping.apply(less, clock.wall);
    assert.equal((await ids(ledger)).length, 2, 'orders');
    assert.notEqual(await ledger.batches.get(b, 'w', clock.wall), null, 'batch');
  });
