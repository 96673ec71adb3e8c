import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { batchId } from '../../../src/calls/ports/ids.ts';
import type { OrderSort } from '../../../src/calls/ports/listPorts.ts';
import type { OrderFilter, OrderQuery } from '../../../src/calls/ports/ports.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { listPage } from '../../../src/ledger/sorted.ts';
import { Store } from '../../../src/ledger/store.ts';
import { aFolder, noon } from './aLedger.ts';

interface Row {
  readonly id: string;
  /** Ms after noon. */
  readonly at: number;
  readonly input: string;
  readonly operation?: string;
  readonly environment?: string;
  readonly outcome?: string;
  readonly code?: string;
  readonly billing?: string;
  readonly due?: string;
  readonly repeat?: number;
  readonly drift?: string;
  readonly batch?: string;
}

const tomorrow = '2026-11-22';
const nextWeek = '2026-11-28';

/** In the order in which they were written: b and c begun in the same millisecond. */
const rows: readonly Row[] = [
  { id: 'a', at: 1, input: 'Ab', operation: 'credit-report', due: nextWeek, batch: 'one' },
  { id: 'b', at: 2, input: 'ZZ', environment: 'beta', billing: 'refunded', repeat: 1 },
  { id: 'c', at: 2, input: 'zz', code: 'OK', due: tomorrow, drift: 'new', repeat: 1 },
  { id: 'd', at: 3, input: 'aB', outcome: 'pending', environment: 'beta', drift: 'new' },
  { id: 'e', at: 4, input: 'ac', operation: 'credit-report', code: 'OK', due: tomorrow, batch: 'one' },
  { id: 'f', at: 5, input: '', billing: 'refunded', outcome: 'pending', drift: 'breaking' },
];

function insert(store: Store, all: readonly Row[]): void {
  const made = store.sql(
    `INSERT INTO orders (id, draft_id, kind, origin, machine, begun_at, deadline_at, masked_input, operation, environment, outcome,
       message_code, billing, follow_up, repeat, drift, batch, state, evidence)
     VALUES (?1, ?1, 'live', 'o', 'm', ?2, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, 'settled', 'not-known')`,
  );
  for (const row of all) {
    const { operation = 'rc-advanced', environment = 'acme', outcome = 'verified', billing = 'billed' } = row;
    const { code = null, due = null, repeat = 0, drift = null, batch = null } = row;
    const facets = [operation, environment, outcome, code, billing] as const;
    made.run(row.id, noon + row.at, row.input, ...facets, due, repeat, drift, batch);
  }
}

async function aStore(t: TestContext, all: readonly Row[]): Promise<Store> {
  const { db, names } = await openFile(aFolder(t), noon);
  t.after(() => db.close());
  const store = new Store(db, names);
  db.exec('BEGIN');
  insert(store, all);
  db.exec('COMMIT');
  return store;
}

type Asked = Pick<OrderQuery, 'limit'> & Partial<OrderQuery>;

/** Ids page by page, from the first to that which has no next. */
function pages(store: Store, asked: Asked): readonly string[] {
  const told: string[] = [];
  let after: string | null = null;
  do {
    const page: ReturnType<typeof listPage> = listPage(store, { group: 'all', after, ...asked });
    told.push(page.orders.map(({ id }) => id).join(' '));
    after = page.next;
  } while (after !== null);
  return told;
}

function chunks(ids: readonly string[], limit: number): readonly string[] {
  const told = [ids.slice(0, limit).join(' ')];
  for (let at = limit; at < ids.length; at += limit) told.push(ids.slice(at, at + limit).join(' '));
  return told;
}

/** Ascending and descending: of one value the newest first, of inputs and days as the rest. */
const orders: Readonly<Record<OrderSort['by'], readonly [up: string, down: string]>> = {
  when: ['abcdef', 'fedcba'],
  input: ['fadebc', 'cbedaf'],
  operation: ['eafdcb', 'fdcbea'],
  environment: ['fecadb', 'dbfeca'],
  outcome: ['fdecba', 'ecbafd'],
  code: ['fdbaec', 'ecfdba'],
  billing: ['edcafb', 'fbedca'],
  due: ['ceafdb', 'aecfdb'],
};
const sorts = Object.entries(orders).flatMap(([by, [up, down]]) => {
  const sort = by as OrderSort['by'];
  return [
    [{ by: sort, descending: false }, [...up]],
    [{ by: sort, descending: true }, [...down]],
  ] as const;
});

it('is read in pages of any length, each order once, from the first to the last', async (t) => {
  const store = await aStore(t, rows);
  for (const [sort, ids] of sorts)
    for (const limit of [1, 2, 3, 4, 5, 6, 7])
      assert.deepEqual(pages(store, { sort, limit }), chunks(ids, limit), JSON.stringify([sort, limit]));
  assert.deepEqual(pages(store, { limit: 4 }), ['f e d c', 'b a'], 'unsorted');
});

it('keeps its order whatever it is narrowed to', async (t) => {
  const store = await aStore(t, rows);
  const narrowed: readonly (readonly [Partial<OrderQuery>, string])[] = [
    [{ filter: { environments: ['beta'] } }, 'bd'],
    [{ filter: { from: noon + 2, to: noon + 4 } }, 'bcd'],
    [{ filter: { from: noon + 2 } }, 'bcdef'],
    [{ filter: { to: noon + 4 } }, 'abcd'],
    [{ filter: { repeats: true } }, 'bc'],
    [{ filter: { drifts: ['new'] } }, 'cd'],
    [{ filter: { drifts: ['new', 'breaking'], repeats: true } }, 'c'],
    [{ filter: { batch: batchId('one') } }, 'ae'],
    [{ filter: { batch: batchId('one'), from: noon + 2 } }, 'e'],
    [{ filter: { environments: [] } }, ''],
    [{ filter: { identities: ['name:beta'] } }, 'bd'],
    [{ filter: { identities: ['name:beta', 'name:acme'], repeats: true } }, 'bc'],
    [{ filter: { identities: ['name:acme'], batch: batchId('one') } }, 'ae'],
    [{ filter: { identities: ['name:acme'], environments: ['beta'] } }, ''],
    [{ group: 'attention' }, 'df'],
    [{ group: 'rest', filter: { messageCodes: ['OK'] } }, 'ce'],
  ];
  for (const [query, kept] of narrowed)
    for (const [sort, ids] of sorts)
      for (const limit of [1, 2, 9]) {
        const wanted = chunks(
          ids.filter((id) => kept.includes(id)),
          limit,
        );
        assert.deepEqual(pages(store, { ...query, sort, limit }), wanted, JSON.stringify([query, sort]));
      }
});

it('by input is the same where there are too many to sort at once, two of them in a millisecond', async (t) => {
  const many = Array.from(
    { length: 5010 },
    (_, n): Row => ({
      id: `m${n}`,
      at: 10 + Math.floor(n / 2),
      input: n % 2 === 0 ? 'mm' : 'MM',
      repeat: 1,
      drift: 'new',
      due: tomorrow,
    }),
  );
  const store = await aStore(t, [...rows, ...many]);
  const ids = ['f', 'a', 'd', 'e', ...many.map(({ id }) => id), 'b', 'c'];
  const filters: readonly (readonly [OrderFilter, (id: string) => boolean])[] = [
    [{}, () => true],
    [
      { environments: ['acme'], from: noon + 2, to: noon + 10 + 2503 },
      (id) => !['a', 'b', 'd', 'm5006', 'm5007', 'm5008', 'm5009'].includes(id),
    ],
    [{ drifts: ['new'], repeats: true }, (id) => !'abdef'.includes(id)],
  ];
  for (const [filter, has] of filters)
    for (const descending of [false, true]) {
      const wanted = (descending ? ids.toReversed() : ids).filter(has);
      const sort = { by: 'input', descending } as const;
      const told = pages(store, { filter, sort, limit: 2600 });
      assert.deepEqual(told, chunks(wanted, 2600), JSON.stringify([filter, descending]));
    }
});

it('goes on where it was left while orders of the same value come and go', async (t) => {
  const store = await aStore(t, rows);
  const sort = { by: 'due', descending: false } as const;
  const first = listPage(store, { group: 'all', sort, limit: 4, after: null });
  assert.deepEqual(
    first.orders.map(({ id }) => id),
    ['c', 'e', 'a', 'f'],
  );
  insert(store, [
    { id: 'x', at: 9, input: 'x' },
    { id: 'y', at: 0, input: 'y' },
  ]);
  const rest = listPage(store, { group: 'all', sort, limit: 4, after: first.next });
  assert.deepEqual([rest.orders.map(({ id }) => id), rest.next], [['d', 'b', 'y'], null]);
});

it('is read on from no place of another order', async (t) => {
  const store = await aStore(t, rows);
  const from = (after: string, sort?: OrderSort) => () =>
    listPage(store, { group: 'all', limit: 2, after, ...(sort === undefined ? {} : { sort }) });
  for (const by of ['input', 'due', 'code'] as const)
    for (const after of [`${noon}.2`, '', '{"0":1}'])
      assert.throws(from(after, { by, descending: true }), {
        message: 'this is no place in a sorted order history',
      });
  for (const sort of [undefined, { by: 'when', descending: false } as const])
    assert.throws(from('["Ab",1,1]', sort), { message: 'this is no place in the order history' });
});
