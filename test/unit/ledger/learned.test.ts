import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Observed } from '../../../src/shapes/model.ts';
import { aLearnedHistory, key, never, silent, year } from './aLearnedHistory.ts';
import { head, seenOf } from './aLearner.ts';
import { noon } from './aLedger.ts';

const o = orderId;

describe('what was learned', () => {
  it('is asked for by operation, place, side and code, in the order in which it was met', async (t) => {
    const { learned, teach } = await aLearnedHistory(t);
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
    const { learned, teach, store } = await aLearnedHistory(t);
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
    const { learned, teach, store } = await aLearnedHistory(t);
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
    const { learned, store, settle } = await aLearnedHistory(t);
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
    const { learned, store, settle } = await aLearnedHistory(t);
    for (const id of ['a', 'b']) await settle(id);
    store
      .sql(`INSERT INTO order_drifts VALUES ((SELECT seq FROM orders WHERE id = 'b'), '[{"grade":"new"}]')`)
      .run();
    assert.deepEqual([await learned.drifts(o('a')), await learned.drifts(o('b'))], [[], [{ grade: 'new' }]]);
    await assert.rejects(learned.drifts(o('nobody')), /no longer in the order history/);
  });
});

describe('forgetting', () => {
  it('takes what was learned of an operation, and makes its orders ones that have not taught', async (t) => {
    const { learned, teach, did, rows, settle, store } = await aLearnedHistory(t);
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
      const { learned, store, rows } = await aLearnedHistory(t);
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
    const { learned, means, did, rows, settle, readings, teach } = await aLearnedHistory(t);
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
