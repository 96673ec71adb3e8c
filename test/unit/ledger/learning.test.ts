import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { LearnedHead } from '../../../src/calls/ports/shapePorts.ts';
import type { LearnedShape } from '../../../src/shapes/model.ts';
import { MemoryShapes } from '../../support/memoryShapes.ts';
import { aFolder, aLedger, aSettlement, aWindow, keyRing, newOrder, noon } from './aLedger.ts';
import { answers, at, beginCall, inputs, observedOf, settlementOf, teach } from './taught.ts';

const id = orderId;

/** Answers that differ: optional fields, nulls, lists, an enumeration, keys that nobody vouches for. */
function resultOf(n: number): unknown {
  return {
    status: n % 3 === 0 ? 'ACTIVE' : 'EXPIRED',
    owner_name: `Name ${n} of nobody`,
    ...(n % 2 === 0 ? { color: null } : { color: 'BLUE' }),
    ...(n % 5 === 0 ? {} : { year: n % 7 === 0 ? '2019' : 2019 }),
    items: Array.from({ length: n % 4 }, (_, k) => ({ amount: k, ...(k === 1 ? { note: 'x' } : {}) })),
    [n % 2 === 0 ? 'zorblat' : 'quuxify']: true,
  };
}

function sorted(shapes: readonly LearnedShape[]): readonly LearnedShape[] {
  const paths = ({ paths }: LearnedShape) => paths.map((path) => JSON.stringify(path)).toSorted();
  return shapes
    .map((shape) => ({ ...shape, paths: paths(shape) as never }))
    .toSorted((one, other) => one.side.localeCompare(other.side));
}

function headsOf(shapes: readonly LearnedShape[]): readonly LearnedHead[] {
  return shapes.map(({ operation, place, side, code, seen: { inputs, since } }) => ({
    ...{ operation, place, side, code },
    ...{ inputs, since },
  }));
}

describe('what is learned as orders are settled', () => {
  it('is what the reference has learned, with an input asked again, in two windows', async (t) => {
    const folder = aFolder(t);
    const windows = [await aWindow(t, folder), await aWindow(t, folder)];
    const reference = new MemoryShapes();
    for (let n = 0; n < 120; n += 1) {
      const input = `XX00AA${1000 + (n % 47)}`;
      const call = { input, result: resultOf(n), at: n };
      await teach(windows[n % 2] as never, `o${n}`, call);
      const place = 'https://api.example.invalid';
      reference.learn({ operation: 'rc-advanced', place, input, at: noon + n }, observedOf(call));
      if (n % 30 !== 29) continue;
      for (const ledger of windows) {
        assert.deepEqual(sorted(await ledger.learning.shapes({})), sorted(reference.all()));
        assert.deepEqual(await ledger.learning.heads({}), headsOf(await ledger.learning.shapes({})));
      }
    }
    const then = noon + 40;
    assert.deepEqual(
      sorted((await windows[0]?.learning.shapes({ asOf: then })) ?? []),
      // A shape that no input is left of is none.
      sorted(reference.all(then).filter(({ seen }) => seen.inputs > 0)),
    );
    assert.equal(await inputs(windows[1] as never), 47);
  });

  it('is asked for by operation and place', async (t) => {
    const { ledger } = await aLedger(t);
    await teach(ledger, 'a', { input: 'XX00AA1000', result: {} });
    await teach(ledger, 'b', { input: 'XX00AA1000', result: {}, order: { place: 'https://other.invalid' } });
    const places = async (query: object) =>
      (await ledger.learning.shapes(query)).map(({ place, side }) => `${side} ${place.slice(8, 11)}`);
    assert.deepEqual(await places({ place: 'https://other.invalid' }), ['request oth', 'answer oth']);
    assert.equal((await places({ operation: 'rc-advanced' })).length, 4);
    assert.deepEqual(await places({ operation: 'aadhaar-pan-link' }), []);
  });

  it('is said of the order where it departs, by grade, and is found by the filter', async (t) => {
    const { ledger } = await aLedger(t);
    const usual = { status: 'ACTIVE', year: 2019, color: 'BLUE' };
    for (let n = 0; n < 110; n += 1) {
      const order = await teach(ledger, `u${n}`, { input: `XX00AA${1000 + n}`, result: usual, at: n });
      assert.equal(order?.drift, null);
    }
    const odd = { input: 'XX00AA9001', result: { ...usual, year: '2019' }, at: 200 };
    assert.equal((await teach(ledger, 'odd', odd))?.drift, 'breaking');
    const more = { input: 'XX00AA9002', result: { ...usual, color: null, extra: true }, at: 201 };
    assert.equal((await teach(ledger, 'more', more))?.drift, 'notable');
    const fresh = { input: 'XX00AA9003', result: { ...usual, amount: 1 }, at: 202 };
    assert.equal((await teach(ledger, 'fresh', fresh))?.drift, 'new');
    assert.deepEqual(
      (await ledger.learning.drifts(id('more'))).map(({ grade, what }) => `${grade} ${what.kind}`),
      ['notable new-kind', 'new new-field'],
    );
    assert.deepEqual(await ledger.learning.drifts(id('u5')), []);
    const found = async (filter: object, sort?: object) => {
      const page = await ledger.list({ group: 'all', filter, limit: 10, after: null, ...sort });
      return page.orders.map((order) => order.id);
    };
    assert.deepEqual(await found({ drifts: ['breaking', 'notable', 'new'] }), ['fresh', 'more', 'odd']);
    assert.deepEqual(await found({ drifts: ['breaking'] }), ['odd']);
    assert.deepEqual(await found({ drifts: [] }), []);
    assert.deepEqual(await found({ drifts: ['new'], messageCodes: ['OTHER'] }), []);
    assert.deepEqual(await found({ drifts: ['new'], repeats: true }), []);
    for (const by of ['input', 'due', 'code']) {
      const all = { drifts: ['breaking', 'notable', 'new'] };
      const ids = await found(all, { sort: { by, descending: false } });
      assert.deepEqual(ids.toSorted(), ['fresh', 'more', 'odd'], by);
    }
    const query = { group: 'all', filter: { drifts: ['breaking', 'new'] } } as const;
    assert.equal(await ledger.countUpTo(query, 10), 2);
    assert.equal(await ledger.exists({ group: 'all', filter: { drifts: ['new'], from: noon + 203 } }), false);
    // What was new is known from then on.
    const again = await teach(ledger, 'again', { ...fresh, input: 'XX00AA9004' });
    assert.equal(again?.drift, null);
  });

  it('is judged by what another window has learned', async (t) => {
    const folder = aFolder(t);
    const [one, other] = [await aWindow(t, folder), await aWindow(t, folder)];
    await teach(other, 'first', { input: 'XX00AA0999', result: { year: 1 } });
    for (let n = 0; n < 110; n += 1) {
      await teach(one, `u${n}`, { input: `XX00AA${1000 + n}`, result: { year: 1 } });
    }
    const odd = { input: 'XX00AA9001', result: { year: '1' } };
    assert.equal((await teach(other, 'odd', odd))?.drift, 'breaking');
    assert.equal((await teach(one, 'again', { ...odd, input: 'XX00AA9002' }))?.drift, null);
  });

  it('comes once from an order that is lost, and settled late, and tried again', async (t) => {
    const { ledger } = await aLedger(t);
    const call = { input: 'XX00AA1000', result: { year: 1 } };
    await beginCall(ledger, 'late', { ...call, order: { deadlineAt: noon } });
    await ledger.recover(noon + 1);
    await ledger.settle(id('late'), settlementOf(call));
    await assert.rejects(ledger.settle(id('late'), settlementOf(call)), /settled already/);
    assert.equal(await inputs(ledger), 1);
    assert.equal(await ledger.learning.unlearned(), 0);
  });

  it('is learned although little is kept', async (t) => {
    for (const keep of ['metadata', 'open-only'] as const) {
      const { ledger } = await aLedger(t);
      for (let n = 0; n < 3; n += 1) {
        await teach(ledger, `o${n}`, { input: `XX00AA100${n}`, result: { year: 1 } });
        await ledger.applyPolicy({ keep, payloadDays: 0, orderDays: 0 }, noon + 1);
      }
      assert.equal(at(await answers(ledger), 'data.result.year')?.kinds.integer?.inputs, 3);
    }
  });
});

describe('an answer that cannot be learned', () => {
  /** Any write of facts fails there, as on a full disk. */
  function breakFacts(folder: string, how: string): void {
    const db = new DatabaseSync(join(folder, 'orders.sqlite'));
    db.exec(`CREATE TRIGGER broken BEFORE INSERT ON facts BEGIN SELECT RAISE(${how}, 'no more facts'); END`);
    db.close();
  }

  for (const how of ['ABORT', 'FAIL', 'ROLLBACK']) {
    it(`is settled all the same, nothing half learned: ${how}`, async (t) => {
      const folder = aFolder(t);
      const told: unknown[] = [];
      const ledger = await aWindow(t, folder, keyRing('a-key'), { notLearned: (error) => told.push(error) });
      breakFacts(folder, how);
      const order = await teach(ledger, 'a', { input: 'XX00AA1000', result: { year: 1 } });
      assert.deepEqual([order?.state, order?.messageCode], ['settled', 'NO_RECORD_FOUND']);
      assert.match(String(told[0]), /no more facts/);
      assert.deepEqual(await ledger.learning.shapes({}), []);
      assert.equal(await ledger.learning.unlearned(), 1);
      const db = new DatabaseSync(join(folder, 'orders.sqlite'));
      db.exec('DROP TRIGGER broken');
      assert.equal(db.prepare('SELECT count(*) AS n FROM learned').get()?.n, 0);
      db.close();
      await teach(ledger, 'b', { input: 'XX00AA1001', result: { year: 1 } });
      assert.equal(await inputs(ledger), 1);
    });
  }

  it('is settled all the same where what it taught fails as the transaction ends', async (t) => {
    const folder = aFolder(t);
    const told: unknown[] = [];
    const ledger = await aWindow(t, folder, keyRing('a-key'), { notLearned: (error) => told.push(error) });
    const db = new DatabaseSync(join(folder, 'orders.sqlite'));
    // What waits in memory until then, as pages do that a full disk has no room for.
    db.exec(`CREATE TABLE none (id INTEGER PRIMARY KEY);
      CREATE TABLE owed (id INTEGER REFERENCES none (id) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER broken AFTER INSERT ON facts BEGIN INSERT INTO owed VALUES (1); END`);
    const order = await teach(ledger, 'a', { input: 'XX00AA1000', result: { year: 1 } });
    assert.deepEqual([order?.state, order?.messageCode], ['settled', 'NO_RECORD_FOUND']);
    assert.equal(told.length, 1);
    assert.deepEqual(await ledger.learning.shapes({}), []);
    assert.equal(await ledger.learning.unlearned(), 1);
    db.exec('DROP TRIGGER broken');
    db.close();
    await teach(ledger, 'b', { input: 'XX00AA1001', result: { year: 1 } });
    assert.equal(await inputs(ledger), 1);
  });

  it('has nothing to teach when none came', async (t) => {
    const { ledger } = await aLedger(t);
    await ledger.begin(newOrder('a'));
    await ledger.settle(id('a'), aSettlement({ failureCode: 'reset', outcome: 'unknown' }));
    assert.equal(await ledger.learning.unlearned(), 0);
    assert.deepEqual(await ledger.learning.shapes({}), []);
  });
});
