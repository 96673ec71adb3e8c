import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { KeepAadhaar } from '../../../src/calls/ports/aadhaarPorts.ts';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { KeepPolicy } from '../../../src/calls/ports/keepingPorts.ts';
import { number } from '../contract/aadhaar/aNumber.ts';
import { damage, ofOrder } from './aDamagedFile.ts';
import { aFolder, bytes, noon, pending, text } from './aLedger.ts';
import { aadhaarOrder, aKeeper, answered } from './anAadhaarOrder.ts';

const day = 24 * 3_600_000;
const policy: KeepPolicy = { keep: 'everything', payloadDays: 30, orderDays: 0 };
const one = orderId('one');
const said = `{"status":"SUCCESS","aadhaar":"${number}"}`;

/** Before, what support sent and recorded answers went with the request, so that no number outlived what tells it. */
it('what is kept for its own days has no full Aadhaar number once its user keeps none of closed orders', async (t) => {
  let keep: KeepAadhaar = 'asOtherData';
  const ledger = await aKeeper(t, aFolder(t), { keepAadhaar: () => keep });
  await ledger.begin(aadhaarOrder('one'));
  await ledger.settle(one, answered(pending));
  const then = noon + 40 * day;
  await ledger.followUps.addText(one, bytes(said), then);
  await ledger.resolve(one, { at: then, outcome: 'verified', note: '', pasted: bytes(said) });
  // The next start takes the request, and with it the numbers that were sealed beside it.
  await ledger.applyPolicy(policy, then + day);
  keep = 'untilSettled';
  await ledger.aadhaar.keepUp(then + day);
  const texts = (await ledger.followUps.texts(one)).map(({ body }) => body && text(body));
  const pasted = (await ledger.events(one)).flatMap((event) =>
    event.kind === 'resolved' ? [event.resolution.pasted && text(event.resolution.pasted)] : [],
  );
  assert.ok(texts.length + pasted.length > 0);
  for (const kept of [...texts, ...pasted]) assert.ok(!String(kept).includes(number), String(kept));
});

/** aadhaarNumbers.ts afterClosing: "What fails here is done by the next upkeep". Days pass between two, and retention comes first. */
it('nor by default, where the reducing at its closing failed and retention came before the next look', async (t) => {
  const folder = aFolder(t);
  let keep: KeepAadhaar = 'untilSettled';
  const ledger = await aKeeper(t, folder, { keepAadhaar: () => keep });
  await ledger.begin(aadhaarOrder('one'));
  await ledger.settle(one, answered(pending));
  const then = noon + 40 * day;
  await ledger.followUps.addText(one, bytes(said), then);
  // As where the file is locked just then: nothing is reduced.
  keep = 'asOtherData';
  await ledger.resolve(one, { at: then, outcome: 'verified', note: '', pasted: bytes(said) });
  keep = 'untilSettled';
  await ledger.applyPolicy(policy, then + day);
  await ledger.aadhaar.keepUp(then + day);
  const texts = (await ledger.followUps.texts(one)).map(({ body }) => body && text(body));
  for (const kept of texts) assert.ok(!String(kept).includes(number), String(kept));
});

it('nor in a note, where the request that goes is damaged', async (t) => {
  const folder = aFolder(t);
  const ledger = await aKeeper(t, folder, { keepAadhaar: () => 'asOtherData' });
  await ledger.begin(aadhaarOrder('one'));
  await ledger.settle(one, answered());
  await ledger.note(one, `about ${number}`, noon);
  damage(folder, 'payloads', 'request_body', 'zeroblob(99)', ofOrder('one'));
  await ledger.applyPolicy(policy, noon + 40 * day);
  assert.equal((await ledger.get(one))?.payloadsKept, false);
  assert.equal(await ledger.readNote(one), 'about XXXXXXXX0124');
});
