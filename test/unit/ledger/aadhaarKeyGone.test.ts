import assert from 'node:assert/strict';
import { it } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { number } from '../contract/aadhaar/aNumber.ts';
import { aFolder, aWindow, keyRing, noon } from './aLedger.ts';
import { aadhaarOrder, answered } from './anAadhaarOrder.ts';

/** As where the request is damaged: nobody can tell whether it is its own, so none is kept whole. */
it('a number in a note is covered where its order was reduced and the key that sealed the request is gone', async (t) => {
  const folder = aFolder(t);
  const before = await aWindow(t, folder, keyRing('lost-key'));
  await before.begin(aadhaarOrder('one'));
  await before.settle(orderId('one'), answered());
  assert.notEqual((await before.get(orderId('one')))?.aadhaarReducedAt, null);
  await before.note(orderId('one'), `asked about ${number}`, noon);
  assert.equal(await before.readNote(orderId('one')), 'asked about XXXXXXXX0124');
  await before.close();
  const ledger = await aWindow(t, folder, keyRing('a-key'));
  await ledger.note(orderId('one'), `asked about ${number} again`, noon + 1);
  assert.doesNotMatch(String(await ledger.readNote(orderId('one'))), /\d{12}/);
});
