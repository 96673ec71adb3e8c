import assert from 'node:assert/strict';
import { it } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { KeepPolicy } from '../../../src/calls/ports/keepingPorts.ts';
import { aLedger, ids, noon, place } from './aLedger.ts';

const minute = 60_000;
const day = 24 * 3_600_000;
const openOnly: KeepPolicy = { keep: 'open-only', payloadDays: 0, orderDays: 0 };

for (const said of ['nothing yet', 'Keep'] as const)
  it(`a new order that gets the place of an earlier one, erased since, is no earlier one (${said} said)`, async (t) => {
    const { ledger } = await aLedger(t);
    await place(ledger, 'first', { order: { begunAt: noon - 2 * day } });
    await place(ledger, 'second', { order: { begunAt: noon - day } });
    await ledger.keeping.apply({ ...openOnly, keep: 'everything' }, noon - minute);
    await ledger.keeping.apply(openOnly, noon);
    if (said === 'Keep') {
      const held = await ledger.keeping.claim(noon);
      assert.ok(held !== null);
      await ledger.keeping.answer(held, 'keep');
    }
    // Their user erases the newest of the earlier orders; the next call gets its place in the file.
    await ledger.erase([orderId('second')]);
    await place(ledger, 'new', { order: { begunAt: noon + minute } });
    await ledger.keeping.apply(openOnly, noon + minute + 5, orderId('new'));
    assert.deepEqual(await ids(ledger), ['first'], 'only what is open is kept of new orders');
  });
