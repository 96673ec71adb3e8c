import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aRow, started, states } from './aBatch.ts';
import { aLedger, ids } from './aLedger.ts';
import { sentAs } from './sentAs.ts';

/** What differs by a hyphen alone is two people's: only what groups a number may be left out of account. */
describe('everything about an input is nothing of another that differs by a hyphen', () => {
  for (const [what, operation, own, another] of [
    ['an address', 'email-bulk', '{"emails":["maryann@example.com"]}', '{"emails":["mary-ann@example.com"]}'],
    ['a host', 'email-bulk', '{"emails":["ann@my-shop.example"]}', '{"emails":["ann@myshop.example"]}'],
    [
      'a plate of the old form, whose groups tell',
      'rc-advanced',
      '{"rc_number":"XX-1-2345"}',
      '{"rc_number":"XX-12-345"}',
    ],
  ] as const)
    it(`${what}: the other order, which was paid for, stays`, async (t) => {
      const { ledger } = await aLedger(t);
      const print = await sentAs(ledger, 'own', operation, own);
      await sentAs(ledger, 'another', operation, another);
      const { orders } = await ledger.heldElsewhere([print]);
      await ledger.eraseInput(print);
      assert.deepEqual([await ids(ledger), orders], [['another'], 0]);
    });

  it('a call that asks about both is one that asks about others', async (t) => {
    const { ledger } = await aLedger(t);
    const print = await sentAs(ledger, 'own', 'email-bulk', '{"emails":["maryann@example.com"]}');
    await sentAs(ledger, 'both', 'email-bulk', '{"emails":["maryann@example.com","mary-ann@example.com"]}');
    assert.equal((await ledger.heldElsewhere([print])).shared, 1);
    await ledger.eraseInput(print);
    assert.deepEqual(await ids(ledger), ['both']);
  });

  it('a row of a batch that waits is still sent, with those of its call', async (t) => {
    const { ledger } = await aLedger(t);
    const print = await sentAs(ledger, 'own', 'email-bulk', '{"emails":["maryann@example.com"]}');
    const row = (at: number, email: string) => aRow(at, { call: 0, fields: { emails: email } });
    await started(ledger.batches, [row(0, 'mary-ann@example.com'), row(1, 'bob@example.com')]);
    await ledger.eraseInput(print);
    assert.deepEqual(await states(ledger.batches), ['waiting', 'waiting']);
  });
});
