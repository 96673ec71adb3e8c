import assert from 'node:assert/strict';
import { it } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { aLedger, noon } from './aLedger.ts';
import { sentAs } from './sentAs.ts';

/** identifierPatterns.ts `covered` and `selectedMobile`: digits alone around a number make it another; masks cover all of these. */
for (const [what, note] of [
  ['a Hindi postposition behind it', '9876543210को फ़ोन किया'],
  ['its label before it', 'Mob9876543210 rang back'],
  ['a unit behind it', 'called 9876543210x2'],
  ['a line break as logs write it before it', 'log: to\\n9876543210'],
] as const)
  it(`a note that quotes an erased number with ${what} is counted and erased`, async (t) => {
    const { ledger } = await aLedger(t);
    const print = await sentAs(ledger, 'own', 'credit-report', '{"fetch_by":"mobile","number":"9876543210"}');
    await sentAs(ledger, 'other', 'rc-advanced', '{"rc_number":"XX00OK7777"}');
    await ledger.note(orderId('other'), note, noon);
    const held = await ledger.heldElsewhere([print]);
    await ledger.eraseInput(print);
    assert.deepEqual([held.quotes, (await ledger.readNote(orderId('other'))) ?? ''], [1, '']);
  });

it('so is a note in Hindi that quotes an erased plate', async (t) => {
  const { ledger } = await aLedger(t);
  const print = await sentAs(ledger, 'own', 'rc-advanced', '{"rc_number":"XX00OK0200"}');
  await sentAs(ledger, 'other', 'rc-advanced', '{"rc_number":"XX00OK7777"}');
  await ledger.note(orderId('other'), 'XX00OK0200का मालिक', noon);
  await ledger.eraseInput(print);
  assert.equal((await ledger.readNote(orderId('other'))) ?? '', '');
});

for (const note of ['ann@example.comको भेजा', 'log: to\\nann@example.com', 'see _ann@example.com_'])
  it(`so is a note that quotes an erased address: ${note}`, async (t) => {
    const { ledger } = await aLedger(t);
    const print = await sentAs(ledger, 'own', 'email-bulk', '{"emails":["ann@example.com"]}');
    await sentAs(ledger, 'other', 'rc-advanced', '{"rc_number":"XX00OK7777"}');
    await ledger.note(orderId('other'), note, noon);
    await ledger.eraseInput(print);
    assert.equal((await ledger.readNote(orderId('other'))) ?? '', '');
  });
