import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { InputReader } from '../../../src/calls/ports/inputReader.ts';
import type { Settlement } from '../../../src/calls/ports/ports.ts';
import type { LearnedOld } from '../../../src/calls/ports/shapePorts.ts';
import { Learned } from '../../../src/ledger/learning/learning.ts';
import { Teaching } from '../../../src/ledger/learning/teaching.ts';
import { sealAnswer, sealedColumns } from '../../../src/ledger/payloads.ts';
import { seal } from '../../../src/ledger/sealing.ts';
import { insertOrder, settleOrder } from '../../../src/ledger/writing.ts';
import type { Observed } from '../../../src/shapes/model.ts';
import { aLearner, head, seenOf } from './aLearner.ts';
import { aSettlement, newOrder, noon, text } from './aLedger.ts';

const o = orderId;
const key = { id: 'a-key', key: new Uint8Array(32).fill(7) };
const year = seenOf({ year: 'integer' });
const never = (): boolean => false;
const silent = (): void => undefined;

type Read = Parameters<InputReader['observed']>[0];

/** What has learned, with orders that are written whole; it notes what was asked to be read, and what it did. */
async function aHistory(t: Parameters<typeof aLearner>[0]) {
  const learner = await aLearner(t);
  const { store } = learner;
  const asked: Read[] = [];
  const did = {
    changes: 0,
    scrubbed: [] as number[],
    mayWrite: true,
    keys: new Set(['a-key']),
    failed: [] as unknown[],
  };
  const reader = {
    observed: (read: Read): Observed => {
      asked.push(read);
      return {
        code: read.reading.messageCode ?? read.reading.shape,
        request: seenOf({}),
        answer: year,
        retryAfter: null,
      };
    },
  } as unknown as InputReader;
  const means = {
    store,
    sealing: { current: async () => key, find: async (id: string) => (did.keys.has(id) ? key.key : null) },
    mustWrite: () => {
      if (!did.mayWrite) throw new Error('open for reading only');
    },
    changed: () => {
      did.changes += 1;
    },
    scrub: async (changes: number) => void did.scrubbed.push(changes),
    inputs: async (): Promise<InputReader | null> => reader,
    teaching: new Teaching(store, (error) => did.failed.push(error)),
  };
  const settle = async (id: string, changes: Partial<Settlement> = {}, at = 0, sealId = 'a-key') => {
    const order = newOrder(id, { fingerprint: id, begunAt: noon + at });
    const body = seal(key.key, id, sealedColumns.request, order.requestBody);
    insertOrder(store, order, { sealId, body, aadhaar: null });
    const settlement = aSettlement({ settledAt: noon + at + 1, ...changes });
    settleOrder(store, o(id), settlement, { sealId, ...(await sealAnswer(key.key, id, settlement.answer)) });
  };
  return { ...learner, means, did, asked, settle, learned: new Learned(means) };
}

describe('what was learned', () => {
  it('is asked for by operation, place, side and code, in the order in which it was met', async (t) => {
    const { learned, teach } = await aHistory(t);
    const heads = [
      head,
      { ...head, operation: 'aadhaar-pan-link' },
      { ...head, place: 'https://other.invalid' },
      { ...head, side: 'request' },
      { ...head, code: 'OTHER' },
    ] as const;
    for (const [n, one] of heads.entries()) teach('a', year, { head: one, at: n });
    const numbers = async (query: object): Promise<string> =>
      (await learned.shapes(query)).map(({ seen }) => seen.since - noon).join('');
    for (const [query, found] of [
      [{}, '01234'],
      [{ operation: 'rc-advanced' }, '0234'],
      [{ place: head.place }, '0134'],
      [{ side: 'answer' }, '0124'],
      [{ code: 'OK' }, '0123'],
      [{ operation: 'rc-advanced', place: head.place, side: 'answer', code: 'OK' }, '0'],
      [{ operation: 'email-bulk' }, ''],
    ] as const)
      assert.equal(await numbers(query), found, JSON.stringify(query));
    const at = (await learned.heads({})).map(({ since }) => since - noon).join('');
    assert.equal(at, '01234');
    assert.deepEqual(await learned.heads({ place: 'https://other.invalid' }), [
      { ...heads[2], inputs: 1, since: noon + 2 },
    ]);
    assert.equal((await learned.heads({ operation: 'rc-advanced' })).length, 4);
  });

  it('is told as it was then, and not at all where no input is left, or none was then', async (t) => {
    const { learned, teach, store } = await aHistory(t);
    teach('a', year, { at: 5 });
    teach('b', seenOf({ color: 'null' }), { at: 9 });
    const told = async (asOf?: number) =>
      (await learned.shapes(asOf === undefined ? {} : { asOf: noon + asOf })).map(
        ({ seen, paths }) => `${seen.inputs} ${paths.length}`,
      );
    assert.deepEqual(
      [await told(4), await told(5), await told(9), await told()],
      [[], ['1 2'], ['2 3'], ['2 3']],
    );
    store.sql('UPDATE fact_sets SET inputs = 0').run();
    assert.deepEqual([await told(), await learned.heads({})], [[], []]);
  });

  it('is told without what is forgotten meanwhile, and lets the host go on between two', async (t) => {
    const { learned, teach, store } = await aHistory(t);
    for (const code of ['a', 'b', 'c']) teach('a', year, { head: { ...head, code } });
    const shapes = learned.shapes({});
    // After the first the host goes on: what it does then is seen.
    setImmediate(() => store.sql(`DELETE FROM learned WHERE code = 'b'`).run());
    assert.deepEqual(
      (await shapes).map(({ code }) => code),
      ['a', 'c'],
    );
  });

  it('is nothing in a file of a version that learned nothing', async (t) => {
    const { learned, store, settle } = await aHistory(t);
    await settle('a');
    for (const table of [
      'fact_places',
      'fact_ranges',
      'fact_inputs',
      'fact_sets',
      'facts',
      'learned',
      'order_drifts',
    ])
      store.db.exec(`DROP TABLE ${table}`);
    assert.deepEqual(
      [
        await learned.shapes({}),
        await learned.heads({}),
        await learned.unlearned(),
        await learned.drifts(o('a')),
      ],
      [[], [], 0, []],
    );
  });

  it('of an order is what it departed in', async (t) => {
    const { learned, store, settle } = await aHistory(t);
    for (const id of ['a', 'b']) await settle(id);
    store
      .sql(`INSERT INTO order_drifts VALUES ((SELECT seq FROM orders WHERE id = 'b'), '[{"grade":"new"}]')`)
      .run();
    assert.deepEqual([await learned.drifts(o('a')), await learned.drifts(o('b'))], [[], [{ grade: 'new' }]]);
    await assert.rejects(learned.drifts(o('nobody')), /no such order/);
  });
});

describe('forgetting', () => {
  it('takes what was learned of an operation, and makes its orders ones that have not taught', async (t) => {
    const { learned, teach, did, rows, settle, store } = await aHistory(t);
    for (const code of ['OK', 'OTHER']) teach('a', year, { head: { ...head, code } });
    teach('a', year, { head: { ...head, operation: 'email-bulk' } });
    for (const id of ['a', 'b', 'c', 'other', 'plain']) await settle(id);
    store.sql(`UPDATE orders SET operation = 'email-bulk' WHERE id = 'other'`).run();
    store.sql(`UPDATE orders SET drift = 'new', taught = 1 WHERE id <> 'plain'`).run();
    store.sql(`UPDATE orders SET taught = 2 WHERE id = 'c'`).run();
    store.sql(`INSERT INTO order_drifts SELECT seq, '[]' FROM orders WHERE drift IS NOT NULL`).run();
    await learned.forget('rc-advanced');
    assert.deepEqual(rows('SELECT operation FROM learned'), ['email-bulk']);
    assert.deepEqual(rows(`SELECT id, taught, coalesce(drift, '-') FROM orders ORDER BY seq`), [
      ...['a 0 -', 'b 0 -', 'c 0 -', 'other 1 new', 'plain 0 -'],
    ]);
    assert.deepEqual(rows(`SELECT id FROM order_drifts JOIN orders USING (seq)`), ['other']);
    assert.deepEqual([did.scrubbed, did.changes], [[3], 1]);
  });

  it('goes over all orders, five hundred at a time, while the host goes on', async (t) => {
    for (const [count, steps] of [
      [499, 1],
      [500, 1],
      [501, 2],
      [1000, 2],
    ] as const) {
      const { learned, store, rows } = await aHistory(t);
      store
        .sql(
          `INSERT INTO orders (id, draft_id, operation, environment, kind, origin, machine, begun_at, deadline_at, masked_input,
             state, outcome, billing, evidence, taught)
           WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)
           SELECT n, n, 'rc-advanced', 'acme', 'live', 'o', 'm', n, n, 'm', 'settled', 'verified', 'billed', 'stated', 1 FROM n`,
        )
        .run(count);
      let turns = 0;
      let over = false;
      const tick = (): void => {
        turns += 1;
        if (!over) setImmediate(tick);
      };
      setImmediate(tick);
      await learned.forget('rc-advanced');
      over = true;
      assert.deepEqual(rows('SELECT count(*) FROM orders WHERE taught = 0'), [String(count)]);
      assert.equal(turns, steps, `of ${count}`);
    }
  });

  it('is remembered by who teaches, and refused where nothing can be written', async (t) => {
    const { learned, means, did, rows, settle, readings, teach } = await aHistory(t);
    await settle('a');
    const observed: Observed = { code: 'OK', request: null, answer: year, retryAfter: null };
    means.teaching.settled(o('a'), observed, noon, key);
    means.teaching.confirm();
    did.mayWrite = false;
    await assert.rejects(learned.forget('rc-advanced'), /open for reading only/);
    await assert.rejects(learned.learnOld(silent, never), /open for reading only/);
    assert.deepEqual(rows('SELECT count(*) FROM learned'), ['1']);
    teach('b', year, { head: { ...head, operation: 'email-bulk' } });
    did.mayWrite = true;
    await learned.forget('email-bulk');
    readings();
    await settle('b');
    means.teaching.settled(o('b'), observed, noon, key);
    assert.equal(readings(), 1, 'nothing that was remembered holds any more');
  });
});

describe('older orders', () => {
  it('teach oldest first, fifty at a time, and say how far it is', async (t) => {
    for (const [count, looked] of [
      [49, [49]],
      [50, [50, 50]],
      [51, [50, 51]],
    ] as const) {
      const { learned, settle, did, asked } = await aHistory(t);
      for (let n = 0; n < count; n += 1) await settle(`${n}`, {}, n % 2 === 0 ? 100 - n : 200 + n);
      assert.equal(await learned.unlearned(), count);
      const told: LearnedOld[] = [];
      const done = await learned.learnOld((one) => told.push(one), never);
      assert.deepEqual(done, { looked: count, of: count, learned: count });
      assert.deepEqual(
        told.map((one) => [one.looked, one.of, one.learned]),
        looked.map((n) => [n, count, n]),
      );
      const times = asked.map(({ receivedAt }) => receivedAt);
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
      );
      assert.deepEqual([await learned.unlearned(), did.changes], [0, 1]);
      assert.deepEqual(await learned.learnOld(silent, never), { looked: 0, of: 0, learned: 0 });
      assert.equal(did.changes, 1, 'nothing was learned');
    }
  });

  it('are read as they were then: request, answer, headers, code, and when it came', async (t) => {
    const { learned, settle, asked, rows } = await aHistory(t);
    const { answer } = aSettlement();
    await settle('a');
    await settle('b', { messageCode: null, answer: { ...answer, head: null } }, 10);
    await settle('c', { messageCode: null, outcome: 'throttled' }, 20);
    await settle('d', { outcome: 'throttled' }, 30);
    await learned.learnOld(silent, never);
    assert.deepEqual(
      asked.map((read) => [
        text(read.request),
        text(read.answer),
        read.headers,
        read.reading,
        read.receivedAt - noon,
      ]),
      ['a', 'b', 'c', 'd'].map((id, n) => [
        `{"rc_number":"typed for ${id}"}`,
        '{"answered":true}',
        id === 'b' ? [] : [['x-a', 'b']],
        {
          shape: id === 'c' ? 'short-429' : 'envelope',
          messageCode: id === 'b' || id === 'c' ? null : 'NO_RECORD_FOUND',
        },
        10 * n + 1,
      ]),
    );
    assert.deepEqual(
      asked.map(({ operation }) => operation),
      Array(4).fill('rc-advanced'),
    );
    assert.deepEqual(rows('SELECT side, code FROM learned ORDER BY id'), [
      ...['request NO_RECORD_FOUND', 'answer NO_RECORD_FOUND', 'request envelope', 'answer envelope'],
      ...['request short-429', 'answer short-429'],
    ]);
    assert.deepEqual(rows('SELECT min(since), max(last) FROM fact_sets').join(), `${noon + 1} ${noon + 31}`);
  });

  it('that nobody can open teach nothing, one whose number was reduced its answer alone', async (t) => {
    const { learned, settle, store, rows, did } = await aHistory(t);
    await settle('lost', {}, 0, 'lost-key');
    await settle('damaged', {}, 1);
    await settle('none', {}, 2);
    await settle('reduced', {}, 3);
    store.sql(`UPDATE payloads SET answer_body = zeroblob(40) WHERE seq = 2`).run();
    store.sql(`UPDATE payloads SET answer_head = NULL, answer_body = NULL WHERE seq = 3`).run();
    store.sql(`UPDATE orders SET aadhaar_reduced_at = 1 WHERE id = 'reduced'`).run();
    assert.deepEqual(await learned.learnOld(silent, never), { looked: 4, of: 4, learned: 1 });
    assert.deepEqual(rows('SELECT id, taught FROM orders ORDER BY seq'), [
      ...['lost 2', 'damaged 2', 'none 2', 'reduced 1'],
    ]);
    assert.deepEqual(rows('SELECT side FROM learned'), ['answer']);
    assert.deepEqual([did.failed, did.changes], [[], 1]);
  });

  it('are stopped between two steps, and counted as they come meanwhile', async (t) => {
    const { learned, settle } = await aHistory(t);
    for (let n = 0; n < 60; n += 1) await settle(`${n}`, {}, n);
    assert.deepEqual(await learned.learnOld(silent, () => true), { looked: 0, of: 60, learned: 0 });
    let steps = 0;
    const stopped = await learned.learnOld(
      () => {
        steps += 1;
      },
      () => steps > 0,
    );
    assert.deepEqual(stopped, { looked: 50, of: 60, learned: 50 });
    const told: LearnedOld[] = [];
    for (let n = 60; n < 110; n += 1) await settle(`${n}`, {}, n);
    const more = await learned.learnOld((one) => {
      told.push(one);
      for (const id of ['x', 'y'].slice(told.length - 1, told.length)) void settle(id, {}, 500);
    }, never);
    assert.deepEqual(told[0], { looked: 50, of: 60, learned: 50 });
    assert.deepEqual(more, { looked: 61, of: 61, learned: 61 });
  });

  it('are read ten milliseconds at a time, then the host goes on', async (t) => {
    for (const [each, parted] of [
      [4, [false, false, true, false, false]],
      [5, [false, true, false, true, false]],
      [10, Array(5).fill(true)],
    ] as const) {
      const { learned, settle, means } = await aHistory(t);
      for (let n = 0; n < 6; n += 1) await settle(`${n}`, {}, n);
      let now = 1000;
      const clock = t.mock.method(performance, 'now', () => now);
      const seen: number[] = [];
      const observed = (): Observed => {
        seen.push(turns);
        now += each;
        return { code: 'OK', request: null, answer: year, retryAfter: null };
      };
      means.inputs = async () => ({ observed }) as unknown as InputReader;
      let turns = 0;
      const tick = (): void => {
        turns += 1;
        if (seen.length < 6) setImmediate(tick);
      };
      setImmediate(tick);
      await learned.learnOld(silent, never);
      clock.mock.restore();
      assert.deepEqual(
        seen.slice(1).map((turn, n) => turn !== seen[n]),
        parted,
        `${each} ms`,
      );
    }
  });

  it('are learned with what is remembered of the file, and of that nothing that came to nothing', async (t) => {
    const { learned, settle, store, rows, readings } = await aHistory(t);
    for (let n = 0; n < 60; n += 1) await settle(`${n}`, {}, n);
    const { write } = store;
    // Another window was in the way as the first step ended: it is done again.
    store.write = async (work) => {
      store.write = write;
      store.db.exec('BEGIN');
      work();
      store.db.exec('ROLLBACK');
      return store.write(work);
    };
    assert.equal((await learned.learnOld(silent, never)).learned, 60);
    assert.deepEqual(rows('SELECT seal FROM learning'), ['a-key']);
    assert.deepEqual(rows('SELECT sum(inputs) FROM fact_sets GROUP BY learned'), ['60', '60']);
    assert.equal(readings(), 4, 'request and answer, for either try');
  });

  it('wait for a key that cannot be read now, in a sentence, and teach nothing without a reader', async (t) => {
    const { learned, settle, means, rows } = await aHistory(t);
    await settle('a');
    const { current, find } = means.sealing;
    means.sealing.find = () => Promise.reject(new Error('the keyring is locked'));
    await assert.rejects(learned.learnOld(silent, never), /keyring is locked/);
    means.sealing.find = find;
    means.sealing.current = () => Promise.reject(new Error('the keyring is locked'));
    await assert.rejects(learned.learnOld(silent, never), /keyring is locked/);
    means.sealing.current = current;
    means.inputs = async () => null;
    await assert.rejects(learned.learnOld(silent, never), {
      message: 'nothing here reads answers, so older ones cannot be learned from',
    });
    assert.deepEqual(rows('SELECT taught FROM orders'), ['0']);
  });
});
