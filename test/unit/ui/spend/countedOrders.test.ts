import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import type { Resolution, Settlement } from '../../../../src/calls/ports/ports.ts';
import { aLedger, newOrder, noon, pending, place } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { periodNode } = await import('../../../../src/ui/spend/spendPeriods.ts');
const { billingWord } = await import('../../../../src/ui/words/both/orderWords.ts');
const { billings } = await import('../../../../src/contract/words.ts');

const { day } = newOrder('x');
const unclear: Partial<Settlement> = {
  outcome: 'unknown',
  billing: 'unknown',
  messageCode: null,
  httpStatus: null,
};
const all: readonly (readonly [Partial<Settlement>, Resolution['outcome'] | null])[] = [
  [{}, null],
  [pending, null],
  [pending, 'refunded'],
  [pending, 'verified'],
  [unclear, 'refunded'],
  [unclear, 'negative'],
  [unclear, 'still-open'],
  [unclear, 'no-result'],
  [unclear, 'not-billed'],
  [{ ...pending, billing: 'free' }, 'refunded'],
  [{ outcome: 'refunded', billing: 'refunded' }, null],
];

test('a row of Spend leads to exactly the orders it counts, recorded ones among them', async (t) => {
  const { ledger } = await aLedger(t);
  for (const [n, [settlement, outcome]] of all.entries()) {
    await place(ledger, `o${n}`, { settlement });
    if (outcome !== null)
      await ledger.resolve(orderId(`o${n}`), { at: noon + 2000, outcome, note: '', pasted: null });
  }
  const { rows } = await ledger.usage({ from: day, to: day, environment: null });
  const whole = { id: 'today', title: 'Today', open: true, simulated: false, prices: undefined };
  const { children } = periodNode({ ...whole, rows, filter: { environments: ['acme-prod'] } });
  const leads = children.flatMap(({ children: own }) => own);
  const found: unknown[] = [];
  for (const { label, description, filter } of leads) {
    const query = { group: 'all', filter: filter ?? {}, limit: 99, after: null } as const;
    const { orders } = await ledger.list(query);
    assert.match(String(description), new RegExp(`^${orders.length}\\b`), label);
    found.push([label, orders.map(({ id }) => id).toSorted()]);
  }
  const [billed, free, refunded, unknown] = billings.map(billingWord);
  assert.deepEqual(found, [
    [billed, ['o0', 'o1', 'o3', 'o5', 'o7']],
    [unknown, ['o6']],
    [refunded, ['o10', 'o2', 'o4']],
    [free, ['o8', 'o9']],
  ]);
});
