import assert from 'node:assert/strict';
import { it } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { number } from '../contract/aadhaar/aNumber.ts';
import { aFolder, aWindow, bytes, keyRing, noon, pending, text } from './aLedger.ts';
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

/** decisions.md: "Of an order that is not reduced and never will be … texts are covered at once, an answer is not: it was paid for." */
it('the recorded answer of a pending order, the only one there is, is kept whole where the key of its numbers is gone', async (t) => {
  const folder = aFolder(t);
  const before = await aWindow(t, folder, keyRing('lost-key'));
  await before.begin(aadhaarOrder('one'));
  await before.settle(orderId('one'), answered(pending));
  await before.close();
  const ledger = await aWindow(t, folder, keyRing('a-key'));
  // Twelve digits whose check digit is none: a reference, and nobody's number.
  const answer = '{"status":"SUCCESS","reference":"987654321095"}';
  await ledger.resolve(orderId('one'), {
    at: noon + 1,
    outcome: 'verified',
    note: '',
    pasted: bytes(answer),
  });
  const [recorded] = (await ledger.events(orderId('one'))).flatMap((event) =>
    event.kind === 'resolved' ? [event.resolution.pasted && text(event.resolution.pasted)] : [],
  );
  assert.equal(recorded, answer);
});
