import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { NewOrder, Settlement } from '../../../src/calls/ports/ports.ts';
import type { UsageQuery } from '../../../src/calls/ports/usagePorts.ts';
import { allSpenders, earlierDue, rememberEarlier } from '../../../src/ledger/earlier.ts';
import { latencySteps } from '../../../src/ledger/latencySteps.ts';
import {
  anyOverdue,
  attentionCount,
  erasureCount,
  idsOfInput,
  resolvableSeq,
  sameInput,
  seqOf,
  span,
} from '../../../src/ledger/lookups.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { Store } from '../../../src/ledger/store.ts';
import { newestTwins, twinPlaces, wasBilled } from '../../../src/ledger/twins.ts';
import { readUsage } from '../../../src/ledger/usage.ts';
import { insertOrder, loseOverdue, settleOrder } from '../../../src/ledger/writing.ts';
import { aFolder, aSettlement, bytes, newOrder, noon, pending } from './aLedger.ts';

/** Readings of the file without the ledger around them. */
async function aStore(t: TestContext): Promise<Store> {
  const { db, names } = await openFile(aFolder(t), noon);
  t.after(() => db.close());
  return new Store(db, names);
}

const sealed = { sealId: 'a-key', body: bytes('sealed'), head: bytes('head'), aadhaar: null };

function begun(store: Store, id: string, order: Partial<NewOrder> = {}): void {
  insertOrder(store, newOrder(id, order), sealed);
}

function put(store: Store, id: string, order: Partial<NewOrder>, settlement: Partial<Settlement>): void {
  begun(store, id, order);
  settleOrder(store, orderId(id), aSettlement(settlement), sealed);
}

describe('usage', () => {
  const all: UsageQuery = { environment: null, from: '2026-11-01', to: '2026-11-30' };
  const spent = (store: Store, environment: string, day: string, calls: number, changes = {}) => {
    const row = {
      message_code: '',
      outcome: 'verified',
      billing: 'billed',
      price: '',
      repeat: 0,
      ...changes,
    };
    store
      .sql(
        `INSERT INTO spend (identity, day, operation, message_code, outcome, billing, price, repeat, environment, calls)
         VALUES ('name:x', ?, 'rc-advanced', ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(day, row.message_code, row.outcome, row.billing, row.price, row.repeat, environment, calls);
  };
  const took = (
    store: Store,
    operation: string,
    bucket: number,
    day: string,
    calls: number,
    environment = 'a',
  ) =>
    store
      .sql('INSERT INTO latency (environment, day, operation, bucket, calls) VALUES (?, ?, ?, ?, ?)')
      .run(environment, day, operation, bucket, calls);

  it('is told by day, oldest first, of all environments or of one', async (t) => {
    const store = await aStore(t);
    spent(store, 'a', '2026-11-21', 1);
    spent(store, 'a', '2026-11-03', 2);
    spent(store, 'b', '2026-11-12', 3);
    spent(store, 'b', '2026-11-02', 4);
    spent(store, 'a', '2026-10-31', 50);
    spent(store, 'a', '2026-12-01', 60);
    const told = (query: UsageQuery) =>
      readUsage(store, query).rows.map(({ day, calls }) => `${day} ${calls}`);
    assert.deepEqual(told(all), ['2026-11-02 4', '2026-11-03 2', '2026-11-12 3', '2026-11-21 1']);
    assert.deepEqual(told({ ...all, environment: 'b' }), ['2026-11-02 4', '2026-11-12 3']);
    assert.deepEqual(told({ ...all, from: '2026-10-31', to: '2026-11-03' }), [
      '2026-10-31 50',
      '2026-11-02 4',
      '2026-11-03 2',
    ]);
    assert.deepEqual(told({ ...all, environment: 'c' }), []);
  });

  it('of one day is told by environment', async (t) => {
    const store = await aStore(t);
    const days = ['2026-11-05', '2026-11-04', '2026-11-03', '2026-11-05'];
    for (const [at, day] of days.entries())
      for (const environment of ['c', 'a', 'b']) spent(store, environment, day, at + 1, { repeat: at % 2 });
    const told = readUsage(store, all).rows.map(({ day, environment }) => `${day.slice(-2)}${environment}`);
    const fifth = ['a', 'a', 'b', 'b', 'c', 'c'].map((name) => `05${name}`);
    assert.deepEqual(told, ['03a', '03b', '03c', '04a', '04b', '04c', ...fifth]);
  });

  it('tells no code and no price where none was known, and whether a call was a repeat', async (t) => {
    const store = await aStore(t);
    spent(store, 'a', '2026-11-01', 1);
    spent(store, 'a', '2026-11-02', 2, { message_code: 'OK', price: '2.50', repeat: 1 });
    const whose = { environment: 'a', identity: 'name:x' };
    const row = { ...whose, operation: 'rc-advanced', outcome: 'verified', billing: 'billed' };
    assert.deepEqual(readUsage(store, all).rows, [
      { ...row, day: '2026-11-01', messageCode: null, price: null, repeat: false, calls: 1 },
      { ...row, day: '2026-11-02', messageCode: 'OK', price: '2.50', repeat: true, calls: 2 },
    ]);
  });

  it('adds up how long calls took, over days and environments, each within its bucket’s borders', async (t) => {
    const store = await aStore(t);
    spent(store, 'a', '2026-11-01', 1);
    spent(store, 'b', '2026-11-01', 1);
    took(store, 'rc-advanced', 100, '2026-11-01', 1);
    took(store, 'rc-advanced', 100, '2026-11-02', 2);
    took(store, 'rc-advanced', 100, '2026-11-02', 4, 'b');
    took(store, 'rc-advanced', 100, '2026-12-02', 8);
    took(store, 'rc-advanced', 0, '2026-11-02', 16);
    took(store, 'credit-report', 319, '2026-11-02', 32);
    const from = (bucket: number) => latencySteps[bucket]?.fromMs;
    const told = readUsage(store, all).latency.toSorted((a, b) => b.calls - a.calls);
    assert.deepEqual(told, [
      { operation: 'credit-report', fromMs: from(319), toMs: Number.MAX_SAFE_INTEGER, calls: 32 },
      { operation: 'rc-advanced', fromMs: 0, toMs: from(1), calls: 16 },
      { operation: 'rc-advanced', fromMs: from(100), toMs: from(101), calls: 7 },
    ]);
  });
});

describe('orders', () => {
  it('are found by id and by input, the newest first', async (t) => {
    const store = await aStore(t);
    begun(store, 'a', { fingerprint: 'print' });
    begun(store, 'b', { fingerprint: 'other', begunAt: noon - 5 });
    begun(store, 'c', { fingerprint: 'print', begunAt: noon - 10 });
    assert.throws(() => seqOf(store, orderId('z')), {
      message: 'This order is no longer in the order history.',
    });
    assert.deepEqual(idsOfInput(store, 'print').toSorted(), ['a', 'c']);
    const same = (limit: number) => sameInput(store, 'print', limit).map(({ id }) => id);
    assert.deepEqual([same(5), same(1)], [['a', 'c'], ['a']]);
    assert.deepEqual(span(store), { oldest: noon - 10, newest: noon });
  });

  it('span no time where there are none, and want no attention', async (t) => {
    const store = await aStore(t);
    assert.equal(span(store), null);
    assert.equal(attentionCount(store), 0);
    assert.equal(erasureCount(store), 0);
    put(store, 'a', {}, pending);
    assert.equal(attentionCount(store), 1);
    store.sql('UPDATE erasures SET count = count + 3').run();
    assert.equal(erasureCount(store), 3);
    store.db.exec('DELETE FROM erasures');
    assert.equal(erasureCount(store), 0);
  });

  it('of a file that counted no erasures yet were never erased', async (t) => {
    const store = await aStore(t);
    store.db.exec('DROP TABLE erasures');
    assert.equal(erasureCount(store), 0);
  });

  it('are overdue once their deadline is past, not at it', async (t) => {
    const store = await aStore(t);
    begun(store, 'a', { deadlineAt: noon + 100 });
    assert.deepEqual([anyOverdue(store, noon + 100), anyOverdue(store, noon + 101)], [false, true]);
    assert.deepEqual(loseOverdue(store, noon + 100), []);
    assert.deepEqual(loseOverdue(store, noon + 101), ['a']);
    assert.equal(anyOverdue(store, noon + 101), false);
  });

  it('take an outcome of the user’s where the service left them open, and no other', async (t) => {
    const store = await aStore(t);
    const final = /settled: there is no outcome to record/;
    const cases: readonly (readonly [id: string, settlement: Partial<Settlement>, refused: RegExp | null])[] =
      [
        ['pending', { outcome: 'pending', billing: 'free' }, null],
        ['held', { outcome: 'held', billing: 'free' }, null],
        ['unknown', { outcome: 'unknown', billing: 'free' }, null],
        ['nobody knows whether paid', { outcome: 'verified', billing: 'unknown' }, null],
        ['verified', { outcome: 'verified', billing: 'billed' }, final],
        ['failed', { outcome: 'failed', billing: 'free' }, final],
      ];
    for (const [id, settlement, refused] of cases) {
      put(store, id, {}, settlement);
      const seq = () => resolvableSeq(store, orderId(id));
      if (refused === null) assert.equal(seq(), seqOf(store, orderId(id)), id);
      else assert.throws(seq, refused, id);
    }
    begun(store, 'lost');
    assert.throws(() => resolvableSeq(store, orderId('lost')), /still under way/);
    // As an earlier version may have left it: whatever else it says, nobody has seen its answer.
    store
      .sql(`UPDATE orders SET state = 'lost', outcome = 'verified', billing = 'free' WHERE id = 'lost'`)
      .run();
    assert.equal(resolvableSeq(store, orderId('lost')), seqOf(store, orderId('lost')));
    assert.throws(() => resolvableSeq(store, orderId('z')), {
      message: 'This order is no longer in the order history.',
    });
  });
});

describe('twins', () => {
  const place = 'https://api.example.invalid';
  const input = { whole: 'whole', parts: ['one', 'two'] };

  it('are none where there are none, for whole and parts', async (t) => {
    const store = await aStore(t);
    for (const kind of ['open', 'paid'] as const) assert.deepEqual(twinPlaces(store, place, input, kind), []);
    assert.deepEqual(newestTwins(store, place, [input]), [{ paid: [], pending: [] }]);
    begun(store, 'a', { fingerprint: 'x', parts: ['two'] });
    const seq = seqOf(store, orderId('a'));
    assert.deepEqual(twinPlaces(store, place, input, 'open'), [{ begunAt: noon, seq }]);
    assert.deepEqual(twinPlaces(store, place, input, 'paid'), []);
    assert.deepEqual(newestTwins(store, place, [input]), [{ paid: [], pending: ['a'] }]);
  });

  it('make a call a repeat only where they were billed, at this place', async (t) => {
    const store = await aStore(t);
    const again = newOrder('again', { fingerprint: 'whole', parts: ['one'] });
    const billed = (changes: Partial<NewOrder> = {}) => wasBilled(store, { ...again, ...changes });
    put(store, 'free', { fingerprint: 'whole', parts: ['one'] }, { billing: 'free', outcome: 'refused' });
    put(
      store,
      'elsewhere',
      { fingerprint: 'whole', parts: ['one'], place: 'https://other.example.invalid' },
      {},
    );
    assert.equal(billed(), false);
    put(store, 'part', { fingerprint: 'x', parts: ['one', 'three'] }, {});
    assert.equal(billed(), true);
    assert.equal(billed({ parts: ['two'] }), false);
    assert.equal(billed({ parts: [], fingerprint: 'x' }), true);
    put(store, 'open', { fingerprint: 'y' }, { ...pending, billing: 'billed' });
    assert.deepEqual(
      [billed({ parts: [], fingerprint: 'y' }), billed({ parts: [], fingerprint: null })],
      [true, false],
    );
  });
});

describe('what an environment was called before it had an id', () => {
  it('is remembered once it has spent, for whoever asks first', async (t) => {
    const store = await aStore(t);
    const spenders = ['id:1', 'name:old', 'name:never'];
    for (const nobody of [[], ['id:1'], ['id:1', 'name:never']]) {
      assert.equal(earlierDue(store, nobody), false);
      rememberEarlier(store, nobody);
    }
    assert.equal(allSpenders(store, []), '[]');
    put(store, 'a', { identity: 'name:old' }, {});
    assert.equal(earlierDue(store, spenders), true);
    rememberEarlier(store, spenders);
    assert.equal(earlierDue(store, spenders), false);
    assert.equal(allSpenders(store, ['id:1']), '["id:1","name:old"]');
    assert.equal(allSpenders(store, ['id:1', 'name:old']), '["id:1","name:old"]');
    assert.equal(allSpenders(store, ['id:2']), '["id:2"]');
  });
});
