import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { batchId, orderId } from '../../../src/calls/ports/ids.ts';
import type { NewOrder, OrderFilter } from '../../../src/calls/ports/ports.ts';
import { countPlaces, distinctValues, facetsOf, placesOf } from '../../../src/ledger/lists.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import type { ListPlace } from '../../../src/ledger/rows.ts';
import { Store } from '../../../src/ledger/store.ts';
import { insertOrder, settleOrder } from '../../../src/ledger/writing.ts';
import { aFolder, aSettlement, bytes, newOrder, noon } from './aLedger.ts';

async function aStore(t: TestContext): Promise<Store> {
  const { db, names } = await openFile(aFolder(t), noon);
  t.after(() => db.close());
  return new Store(db, names);
}

const sealed = { sealId: 'a-key', body: bytes('sealed'), head: bytes('head'), aadhaar: null };

/** Orders begun so many milliseconds after noon, in the order of their seqs, which count from 1. */
function put(store: Store, begun: readonly number[], changes: Partial<NewOrder> = {}): void {
  for (const at of begun) {
    const n = Number(store.sql('SELECT count(*) AS n FROM orders').get()?.n);
    insertOrder(store, newOrder(`o${n}`, { begunAt: noon + at, ...changes }), sealed);
  }
}

const told = (places: readonly ListPlace[]) => places.map(({ begunAt, seq }) => [begunAt - noon, seq]);

interface Asked {
  readonly filter?: OrderFilter;
  readonly limit?: number;
  readonly oldestFirst?: boolean;
}

function found(store: Store, after: ListPlace | null, { filter = {}, limit = 10, oldestFirst }: Asked) {
  const ids = facetsOf(store, { group: 'all', filter }).map(({ id }) => id);
  return placesOf(store, ids, filter, after, limit, oldestFirst);
}

function paged(store: Store, asked: Asked): (readonly number[])[] {
  const all: ListPlace[] = [];
  for (let page = found(store, null, asked); page.length > 0; page = found(store, all.at(-1) ?? null, asked))
    all.push(...page);
  return told(all);
}

const repeats = { repeats: true } as const;
/** Two kinds whose times mix, the second of them at a millisecond of the first, too. */
async function twoKinds(t: TestContext): Promise<Store> {
  const store = await aStore(t);
  put(store, [10, 9, 1], { environment: 'one' });
  put(store, [5, 4, 10], { environment: 'two' });
  store.sql('UPDATE orders SET repeat = 1').run();
  return store;
}

describe('orders walked by time', () => {
  const newest = [
    [10, 6],
    [10, 1],
    [9, 2],
    [5, 4],
    [4, 5],
    [1, 3],
  ];
  const ways = [
    ['the first rows', {}],
    ['each kind by itself', repeats],
  ] as const;
  for (const [by, filter] of ways)
    it(`come in pages as long as asked, each once, either way round: by ${by}`, async (t) => {
      const store = await twoKinds(t);
      for (const limit of [1, 2, 3, 5, 6, 7]) {
        assert.deepEqual(paged(store, { filter, limit }), newest);
        assert.deepEqual(paged(store, { filter, limit, oldestFirst: true }), newest.toReversed());
        assert.ok(found(store, null, { filter, limit }).length <= limit, 'no page is longer than asked');
      }
    });

  for (const [by, filter] of ways)
    it(`are those from a time on and before another, the first included: by ${by}`, async (t) => {
      const store = await twoKinds(t);
      const within = { filter: { ...filter, from: noon + 4, to: noon + 10 }, limit: 2 };
      const wanted = [
        [9, 2],
        [5, 4],
        [4, 5],
      ];
      for (const limit of [1, 2, 3]) {
        assert.deepEqual(paged(store, { ...within, limit }), wanted);
        assert.deepEqual(paged(store, { ...within, limit, oldestFirst: true }), wanted.toReversed());
      }
      // A place outside the stretch leads into it.
      const [before, behind] = [
        { begunAt: noon, seq: 9 },
        { begunAt: noon + 20, seq: 9 },
      ];
      assert.deepEqual(told(found(store, behind, within)), wanted.slice(0, 2));
      assert.deepEqual(told(found(store, before, { ...within, oldestFirst: true })), [
        [4, 5],
        [5, 4],
      ]);
      assert.deepEqual(found(store, before, within), []);
      assert.deepEqual(found(store, behind, { ...within, oldestFirst: true }), []);
    });

  it('the very first order is among them, begun at the very time they are asked from', async (t) => {
    const store = await aStore(t);
    put(store, [0]);
    assert.deepEqual(told(found(store, null, { filter: { from: noon }, oldestFirst: true })), [[0, 1]]);
    assert.deepEqual(told(found(store, null, { filter: { from: noon } })), [[0, 1]]);
    assert.deepEqual(found(store, null, { filter: { to: noon } }), []);
  });

  it('a page has of each kind what lies between those of another', async (t) => {
    const store = await aStore(t);
    put(store, [10, 9, 1], { environment: 'one' });
    put(store, [5, 4], { environment: 'two' });
    store.sql('UPDATE orders SET repeat = 1').run();
    // No repeat: it is not asked for.
    put(store, [8], { environment: 'two' });
    assert.deepEqual(told(found(store, null, { filter: repeats, limit: 3 })), [
      [10, 1],
      [9, 2],
      [5, 4],
    ]);
    assert.deepEqual(told(found(store, null, { filter: repeats, limit: 2, oldestFirst: true })), [
      [1, 3],
      [4, 5],
    ]);
  });

  it('the oldest page has what another kind began in its last millisecond', async (t) => {
    const store = await aStore(t);
    put(store, [1], { environment: 'one' });
    put(store, [5], { environment: 'two' });
    put(store, [5], { environment: 'one' });
    store.sql('UPDATE orders SET repeat = 1').run();
    assert.deepEqual(told(found(store, null, { filter: repeats, limit: 2, oldestFirst: true })), [
      [1, 1],
      [5, 2],
    ]);
  });
});

it('orders are counted up to a number, whatever the filter', async (t) => {
  const cases: readonly (readonly [OrderFilter, number])[] = [
    [{}, 6],
    [{ environments: ['two'] }, 3],
    [{ environments: ['nowhere'] }, 0],
    [{ from: noon + 5 }, 4],
    [{ to: noon + 5 }, 2],
    [{ from: noon + 5, to: noon + 10 }, 2],
    [{ batch: batchId('b') }, 1],
    [{ batch: batchId('c') }, 0],
    [repeats, 2],
    [{ ...repeats, to: noon + 5 }, 1],
  ];
  const store = await aStore(t);
  put(store, [10, 9, 1], { environment: 'one' });
  put(store, [5, 4], { environment: 'two' });
  put(store, [10], { environment: 'two', batch: { id: batchId('b'), row: 0 } });
  store.sql('UPDATE orders SET repeat = 1 WHERE seq IN (2, 3)').run();
  for (const [filter, count] of cases)
    for (const most of [10, 6, 2, 1]) {
      const counted = countPlaces(store, { group: 'all', filter }, most);
      assert.equal(counted, Math.min(count, most), JSON.stringify(filter));
    }
});

it('values of a filter are those of orders that are there: sorted, each once, and no empty one', async (t) => {
  const store = await aStore(t);
  put(store, [1, 2], { environment: 'two' });
  put(store, [3], { environment: 'one' });
  put(store, [4], { environment: 'gone' });
  for (const [id, messageCode] of [
    ['o0', 'OK'],
    ['o3', 'OF_ONE_THAT_GOES'],
  ] as const)
    settleOrder(store, orderId(id), aSettlement({ messageCode }), sealed);
  const { environments, messageCodes } = distinctValues(store);
  assert.deepEqual(environments, ['gone', 'one', 'two']);
  assert.deepEqual(messageCodes, ['OF_ONE_THAT_GOES', 'OK']);
  // As between two steps of an erasure: the words of what is gone are swept at its end.
  store.sql(`DELETE FROM orders WHERE id = 'o3'`).run();
  assert.deepEqual(distinctValues(store), { environments: ['one', 'two'], messageCodes: ['OK'] });
});
