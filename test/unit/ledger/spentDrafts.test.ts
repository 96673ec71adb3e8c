import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { draftOfPage, orderId, pageId } from '../../../src/calls/ports/ids.ts';
import { asLedgerRefusal, type Ledger, type NewOrder } from '../../../src/calls/ports/ports.ts';
import { aRow, order as callOf, started } from './aBatch.ts';
import { aFolder, aSettlement, aWindow, newOrder, noon } from './aLedger.ts';

const nextDay = noon + 24 * 3_600_000;
const page = pageId('5f0c-a-page');
const first = draftOfPage(page, 3);

/** What the form sends when its window has forgotten that this turn is over. */
function order(id: string, changes: Partial<NewOrder> = {}): NewOrder {
  return newOrder(id, { draftId: first, ...changes });
}

async function refusal(ledger: Ledger, one: NewOrder): Promise<readonly unknown[]> {
  const refused = await ledger.begin(one).then(
    () => null,
    (error: unknown) => asLedgerRefusal(error),
  );
  return [refused?.reason, refused?.message];
}

async function aSentOrder(t: TestContext, changes: Parameters<typeof aSettlement>[0] = {}) {
  const folder = aFolder(t);
  const ledger = await aWindow(t, folder);
  await ledger.begin(order('sent'));
  await ledger.settle(orderId('sent'), aSettlement(changes));
  return { folder, ledger };
}

const ways: readonly (readonly [string, (ledger: Ledger) => Promise<{ readonly orders: number }>])[] = [
  ['by choice', (ledger) => ledger.erase([orderId('sent')])],
  ['by date', (ledger) => ledger.eraseSettledBefore(nextDay)],
  [
    'as soon as it is settled',
    (ledger) => ledger.applyPolicy({ keep: 'open-only', payloadDays: 0, orderDays: 0 }, noon),
  ],
];

describe('a draft whose order was erased', () => {
  for (const [how, erase] of ways) {
    it(`is not sent a second time, in no window: ${how}`, async (t) => {
      const { folder, ledger } = await aSentOrder(t);
      const other = await aWindow(t, folder);
      assert.equal((await erase(ledger)).orders, 1);
      const why =
        'Not sent again: this request was already sent, and its order was erased since. Send once more to make a new call.';
      for (const window of [ledger, other, await aWindow(t, folder)]) {
        assert.deepEqual(await refusal(window, order('again')), ['same-draft', why]);
        assert.equal(await window.get(orderId('again')), null);
      }
      await other.begin(order('next', { draftId: draftOfPage(page, 4) }));
    });
  }

  it('says what was sent under it as long as anybody knows', async (t) => {
    const ledger = await aWindow(t, aFolder(t));
    await ledger.begin(order('sent', { fingerprint: 'a-print' }));
    await ledger.settle(orderId('sent'), aSettlement());
    assert.equal(await ledger.sentUnder(first), 'a-print');
    await ledger.erase([orderId('sent')]);
    assert.equal(await ledger.sentUnder(first), '');
    assert.equal(await ledger.sentUnder(draftOfPage(page, 4)), null);
  });

  it('is not sent a second time where its call never left', async (t) => {
    const never = { outcome: 'not-sent', billing: 'free', evidence: 'inferred', httpStatus: null } as const;
    const { ledger } = await aSentOrder(t, { ...never, messageCode: null, orderId: null });
    await ledger.applyPolicy({ keep: 'open-only', payloadDays: 0, orderDays: 0 }, noon);
    assert.equal((await refusal(ledger, order('again')))[0], 'same-draft');
  });

  it('is known by a hash, that tells of no form', async (t) => {
    const { folder, ledger } = await aSentOrder(t);
    await ledger.erase([orderId('sent')]);
    const db = new DatabaseSync(join(folder, 'orders.sqlite'));
    const marks = db.prepare('SELECT id FROM erased_orders ORDER BY length(id)').all();
    db.close();
    assert.equal(marks.length, 2);
    assert.equal(marks[0]?.id, 'sent');
    assert.match(String(marks[1]?.id), /^[\w-]{22}$/);
    assert.equal(readFileSync(join(folder, 'orders.sqlite')).includes(page), false);
  });

  it('leaves no mark while its order stays', async (t) => {
    const { folder, ledger } = await aSentOrder(t);
    await ledger.begin(newOrder('under way'));
    await ledger.erase([orderId('under way')]);
    await ledger.eraseSettledBefore(noon - 1);
    const db = new DatabaseSync(join(folder, 'orders.sqlite'));
    assert.equal(db.prepare('SELECT count(*) AS n FROM erased_orders').get()?.n, 0);
    db.close();
  });

  it('of a batch is told by its row, and marked nowhere', async (t) => {
    const folder = aFolder(t);
    const ledger = await aWindow(t, folder);
    await started(ledger.batches, [aRow(0)]);
    const { id } = callOf(0);
    await ledger.begin(callOf(0));
    await ledger.settle(id, aSettlement());
    await ledger.erase([id]);
    const again = { ...callOf(0), id: orderId('again') };
    assert.equal((await refusal(ledger, again))[0], 'row-gone');
    const db = new DatabaseSync(join(folder, 'orders.sqlite'));
    assert.equal(db.prepare('SELECT count(*) AS n FROM erased_orders').get()?.n, 1);
    db.close();
  });
});
