import assert from 'node:assert/strict';
import { it } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { KeepPolicy } from '../../../src/calls/ports/keepingPorts.ts';
import { aLedger, bytes, noon, pending, place, text } from './aLedger.ts';

const day = 24 * 3_600_000;
const policy: KeepPolicy = { keep: 'everything', payloadDays: 30, orderDays: 0 };

/** As where the order's own answer went before: there they go by their own time, see policy.test.ts. */
it('what support sent of an order that was open for long, and the answer recorded of it, are kept for their own days', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'one', { settlement: pending });
  const then = noon + 40 * day;
  await ledger.applyPolicy(policy, then);
  const answer = '{"status":"SUCCESS","invented":true}';
  const body = bytes(answer);
  await ledger.followUps.addText(orderId('one'), body, then);
  await ledger.resolve(orderId('one'), { at: then, outcome: 'verified', note: '', pasted: body });
  // The next start, or the next morning.
  await ledger.applyPolicy(policy, then + day);
  const kept = async () => {
    const recorded = (await ledger.events(orderId('one'))).filter((one) => one.kind === 'resolved');
    const texts = await ledger.followUps.texts(orderId('one'));
    return [
      recorded.map(({ resolution: { pasted } }) => pasted && text(pasted)),
      texts.map((one) => [one.at, one.body && text(one.body)]),
    ];
  };
  assert.deepEqual(await kept(), [[answer], [[then, answer]]]);
  assert.equal((await ledger.payloads(orderId('one'))).kind, 'not-kept');
  await ledger.applyPolicy(policy, then + 31 * day);
  assert.deepEqual(await kept(), [[null], []]);
});
