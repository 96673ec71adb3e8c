import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aLedger, ids } from './aLedger.ts';
import { sentAs } from './sentAs.ts';

/** The JSON side of a form sends anything, and a comma too many makes it no JSON. */
describe('a call of several addresses that is no JSON stays where it asks about others', () => {
  for (const body of [
    '{"emails":["ann@example.com","bob@example.com"],}',
    'emails=ann@example.com,bob@example.com',
  ])
    it(body, async (t) => {
      const { ledger } = await aLedger(t);
      const print = await sentAs(ledger, 'own', 'email-bulk', '{"emails":["ann@example.com"]}');
      await sentAs(ledger, 'both', 'email-bulk', body);
      const { orders, shared } = await ledger.heldElsewhere([print]);
      await ledger.eraseInput(print);
      assert.deepEqual([await ids(ledger), orders, shared], [['both'], 0, 1]);
    });
});
