import assert from 'node:assert/strict';
import { it } from 'node:test';
import { aLedger, ids } from './aLedger.ts';
import { sentAs } from './sentAs.ts';

it('a call about the one address is not told of as one that asks about others because of another list in it', async (t) => {
  const { ledger } = await aLedger(t);
  const print = await sentAs(ledger, 'own', 'email-bulk', '{"emails":["ann@example.com"]}');
  await sentAs(ledger, 'alone', 'email-bulk', '{"emails":["ann@example.com"],"checks":["mx","smtp"]}');
  assert.equal((await ledger.heldElsewhere([print])).shared, 0);
  await ledger.eraseInput(print);
  assert.deepEqual(await ids(ledger), []);
});
