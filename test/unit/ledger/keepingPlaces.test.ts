import assert from 'node:assert/strict';
import { it } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { KeepPolicy } from '../../../src/calls/ports/keepingPorts.ts';
import { aLedger, aWindow, ids, noon, place } from './aLedger.ts';

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

for (const [answer, left] of [
  ['erase', []],
  ['keep', ['first']],
] as const)
  it(`an answer counts though an order was erased and a call made since it was asked for (${answer})`, async (t) => {
    const { ledger, folder } = await aLedger(t);
    const other = await aWindow(t, folder);
    for (const id of ['first', 'second']) await place(ledger, id, { order: { begunAt: noon - day } });
    await ledger.keeping.apply(openOnly, noon);
    const held = await ledger.keeping.claim(noon);
    assert.ok(held?.orders === 2);
    await other.erase([orderId('second')]);
    await place(other, 'new', { order: { begunAt: noon + minute } });
    await other.keeping.apply(openOnly, noon + minute + 5, orderId('new'));
    assert.equal(await ledger.keeping.answer(held, answer), true);
    await ledger.keeping.apply(openOnly, noon + 2 * minute);
    assert.deepEqual(await ids(ledger), left);
    assert.equal(await ledger.keeping.claim(noon + day), null);
  });
