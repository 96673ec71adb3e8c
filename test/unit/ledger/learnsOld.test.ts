import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { InputReader } from '../../../src/calls/ports/inputReader.ts';
import type { LearnedOld } from '../../../src/calls/ports/shapePorts.ts';
import type { Observed } from '../../../src/shapes/model.ts';
import { aLearnedHistory, never, silent, year } from './aLearnedHistory.ts';
import { aSettlement, noon, text } from './aLedger.ts';

describe('older orders', () => {
  it('teach oldest first, fifty at a time, and say how far it is', async (t) => {
    for (const [count, looked] of [
      [49, [49]],
      [50, [50, 50]],
      [51, [50, 51]],
    ] as const) {
      const { learned, settle, did, asked } = await aLearnedHistory(t);
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
    const { learned, settle, asked, rows } = await aLearnedHistory(t);
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
    const { learned, settle, store, rows, did } = await aLearnedHistory(t);
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
    const { learned, settle } = await aLearnedHistory(t);
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
      const { learned, settle, means } = await aLearnedHistory(t);
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
    const { learned, settle, store, rows, readings } = await aLearnedHistory(t);
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
    const { learned, settle, means, rows } = await aLearnedHistory(t);
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
