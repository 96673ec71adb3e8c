import assert from 'node:assert/strict';
import { it } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { KeepPolicy } from '../../../src/calls/ports/ports.ts';
import { aLedger, bytes, noon, pending, place } from './aLedger.ts';

const day = 24 * 3_600_000;
const policy: KeepPolicy = { keep: 'everything', payloadDays: 30, orderDays: 0 };

/** As where the order's own answer went before: there they go by their own time, see policy.test.ts. */
it('what support sent of an order that was open for long, and the answer recorded of it, are kept for their own days', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'one', { settlement: pending });
  const then = noon + 40 * day;
  await ledger.applyPolicy(policy, then);
  const body = bytes('{"status":"SUCCESS","invented":true}');
  await ledger.followUps.addText(orderId('one'), body, then);
  await ledger.resolve(orderId('one'), { at: then, outcome: 'verified', note: '', pasted: body });
  // The next start, or the next morning.
  await ledger.applyPolicy(policy, then + day);
  const recorded = (await ledger.events(orderId('one'))).filter((one) => one.kind === 'resolved');
  const texts = await ledger.followUps.texts(orderId('one'));
  assert.deepEqual([recorded.map(({ resolution }) => resolution.pasted !== null), texts.length], [[true], 1]);
});
