import assert from 'node:assert/strict';
import { it } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { OrderSort, OrderSortBy } from '../../../src/calls/ports/listPorts.ts';
import type { Ledger, OrderFilter, OrderSummary } from '../../../src/calls/ports/ports.ts';
import { addMany, aLedger, noon, pending, place } from './aLedger.ts';

const results = [
  pending,
  { outcome: 'verified', messageCode: 'OK', billing: 'billed' },
  { outcome: 'unknown', messageCode: null, billing: 'unknown' },
] as const;
const masked = ['XX••••••02', 'aa••••••99', 'XX••••••01', 'Zz••••••07'];
const operations = ['rc-advanced', 'email-bulk', 'credit-report'] as const;

function at<T>(values: readonly T[], n: number): T {
  return values[n % values.length] as T;
}

/** Orders of all kinds, several of them at the same millisecond. */
async function mixed(ledger: Ledger): Promise<void> {
  for (let n = 0; n < 60; n += 1) {
    await place(ledger, `o${n}`, {
      order: {
        begunAt: noon + Math.floor(n / 3),
        operation: at(operations, n),
        environment: at(['beta', 'acme-prod'], Math.floor(n / 5)),
        maskedInput: at(masked, n),
        fingerprint: `input ${n % 9}`,
        kind: at(['live', 'sandbox'], n),
      },
      settlement: at(results, Math.floor(n / 4)),
    });
  }
  await ledger.followUps.set([orderId('o12'), orderId('o25')], '2026-11-25');
  await ledger.followUps.set([orderId('o1')], '2026-11-24');
}

async function paged(ledger: Ledger, sort: OrderSort, filter: OrderFilter = {}, limit = 7) {
  const found: OrderSummary[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<Ledger['list']>> = await ledger.list({
      group: 'all',
      filter,
      sort,
      limit,
      after,
    });
    assert.ok(page.orders.length <= limit);
    found.push(...page.orders);
    after = page.next;
  } while (after !== null);
  return found;
}

const keyFor: Readonly<Record<Exclude<OrderSortBy, 'due'>, (order: OrderSummary) => string | number>> = {
  when: (order) => order.begunAt,
  input: (order) => order.maskedInput.toLowerCase(),
  operation: (order) => order.operation,
  environment: (order) => order.environment,
  outcome: (order) => order.outcome,
  code: (order) => order.messageCode ?? '',
  billing: (order) => order.billing,
};

function isSorted(values: readonly (string | number)[], descending: boolean): boolean {
  return values.every((value, n) => {
    const before = values[n - 1];
    return before === undefined || (descending ? before >= value : before <= value);
  });
}

for (const by of Object.keys(keyFor) as (keyof typeof keyFor)[]) {
  it(`sorts by ${by} both ways in pages, each order once`, async (t) => {
    const { ledger } = await aLedger(t);
    await mixed(ledger);
    for (const descending of [false, true]) {
      const live = { kind: 'live' } as const;
      for (const filter of [{}, { environments: ['beta'] }, { from: noon + 4, to: noon + 15 }, live]) {
        const wanted: string[] = [];
        for await (const order of ledger.scan(filter)) wanted.push(order.id);
        const found = await paged(ledger, { by, descending }, filter);
        const what = `${descending ? 'descending' : 'ascending'} ${JSON.stringify(filter)}`;
        assert.deepEqual(found.map(({ id }) => id).sort(), wanted.sort(), what);
        assert.ok(isSorted(found.map(keyFor[by]), descending), what);
      }
    }
  });
}

it('sorts by day of follow-up; what has none comes behind, newest first', async (t) => {
  const { ledger } = await aLedger(t);
  await mixed(ledger);
  const found = await paged(ledger, { by: 'due', descending: false });
  assert.deepEqual(
    found.slice(0, 3).map(({ id, followUp }) => [id, followUp]),
    [
      ['o1', '2026-11-24'],
      ['o12', '2026-11-25'],
      ['o25', '2026-11-25'],
    ],
  );
  assert.equal(found.length, 60);
  assert.equal(new Set(found.map(({ id }) => id)).size, 60);
  assert.ok(
    isSorted(
      found.slice(3).map(({ begunAt }) => begunAt),
      true,
    ),
  );
  const live = await paged(ledger, { by: 'due', descending: false }, { kind: 'live' });
  assert.equal(live.length, 30);
  assert.ok(live.every(({ kind }) => kind === 'live'));
  assert.equal(live[0]?.id, 'o12');
  const last = await paged(ledger, { by: 'due', descending: true }, {}, 2);
  assert.deepEqual(
    last.slice(0, 3).map(({ id }) => id),
    ['o25', 'o12', 'o1'],
  );
  assert.equal(new Set(last.map(({ id }) => id)).size, 60);
});

it('sorts very many inputs by their index, with few others among them', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await mixed(ledger);
  addMany(folder, 5100);
  for (const descending of [false, true]) {
    const found = await paged(ledger, { by: 'input', descending }, {}, 1000);
    assert.equal(new Set(found.map(({ id }) => id)).size, 5160);
    assert.ok(isSorted(found.map(keyFor.input), descending));
  }
});

it('counts up to a number, whatever the filter', async (t) => {
  const { ledger } = await aLedger(t);
  await mixed(ledger);
  const filters: readonly OrderFilter[] = [
    {},
    { outcomes: ['pending'] },
    { from: noon + 4 },
    { environments: [] },
  ];
  for (const filter of filters) {
    for (const group of ['all', 'attention', 'rest'] as const) {
      const { orders } = await ledger.list({ group, filter, limit: 1000, after: null });
      assert.equal(await ledger.countUpTo({ group, filter }, 1000), orders.length);
      assert.equal(await ledger.countUpTo({ group, filter }, 5), Math.min(5, orders.length));
    }
  }
});

it('finds the repeats of an input that was billed before, and counts them', async (t) => {
  const { ledger } = await aLedger(t);
  for (const [n, input] of ['p', 'q', 'p', 'p', 'r'].entries()) {
    const order = { begunAt: noon + 1000 * n, fingerprint: input };
    await place(ledger, `o${n}`, { order, settlement: { settledAt: noon + 1000 * n + 1 } });
  }
  const filter = { repeats: true } as const;
  const found = await paged(ledger, { by: 'when', descending: true }, filter, 1);
  assert.deepEqual(
    found.map(({ id }) => id),
    ['o3', 'o2'],
  );
  assert.equal(await ledger.countUpTo({ group: 'all', filter }, 10), 2);
  assert.deepEqual(
    (await paged(ledger, { by: 'input', descending: false }, filter)).map(({ id }) => id),
    ['o2', 'o3'],
  );
});

it('refuses a place of another sort', async (t) => {
  const { ledger } = await aLedger(t);
  await mixed(ledger);
  const byTime = await ledger.list({ group: 'all', limit: 2, after: null });
  const sort = { by: 'input', descending: false } as const;
  await assert.rejects(
    ledger.list({ group: 'all', sort, limit: 2, after: byTime.next }),
    /no place in a sorted order history/,
  );
});
