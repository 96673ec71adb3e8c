import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { draftId, orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import type { LearnedOld } from '../../../src/calls/ports/shapePorts.ts';
import {
  aFolder,
  aLedger,
  aWindow,
  bytes,
  filesHolding,
  keyRing,
  newOrder,
  noon,
  pending,
} from './aLedger.ts';
import { aadhaarOrder, answered } from './anAadhaarOrder.ts';
import { answers, at, type Call, inputs, teach } from './taught.ts';

const never = (): boolean => false;
const silent = (): void => undefined;

/** As a version that learned nothing settled it. */
const untaught: Partial<Call> = { settlement: { observed: null } };

async function fill(ledger: Ledger, count: number, from = 0): Promise<void> {
  for (let n = from; n < from + count; n += 1) {
    const result = n === 0 ? { year: 1, first: true } : { year: n };
    await teach(ledger, `old${n}`, { input: `XX00AA${1000 + n}`, result, at: n, ...untaught });
  }
}

async function aHistory(t: TestContext, count: number) {
  const made = await aLedger(t);
  await fill(made.ledger, count);
  return made;
}

describe('learning from older orders', () => {
  it('goes over each once, oldest first, in steps, and says how far it is', async (t) => {
    const { ledger } = await aHistory(t, 120);
    assert.equal(await ledger.learning.unlearned(), 120);
    assert.deepEqual(await ledger.learning.shapes({}), []);
    const told: LearnedOld[] = [];
    const done = await ledger.learning.learnOld((one) => told.push(one), never);
    assert.deepEqual(done, { looked: 120, of: 120, learned: 120 });
    assert.deepEqual(
      told.map(({ looked }) => looked),
      [50, 100, 120],
    );
    assert.equal(await ledger.learning.unlearned(), 0);
    const shape = await answers(ledger);
    assert.deepEqual(shape?.seen, { inputs: 120, since: noon, last: noon + 119 });
    const first = at(shape, 'data.result.first');
    assert.deepEqual([first?.seen.since, first?.missing?.inputs, first?.of], [noon, 119, 120]);
    assert.equal(at((await ledger.learning.shapes({}))[0], 'rc_number')?.seen.inputs, 120);
    assert.deepEqual(await ledger.learning.learnOld(silent, never), { looked: 0, of: 0, learned: 0 });
    assert.equal(await inputs(ledger), 120);
    assert.equal((await ledger.get(orderId('old0')))?.drift, null);
  });

  it('is the same as learning while they were settled', async (t) => {
    const { ledger } = await aHistory(t, 30);
    const fresh = (await aLedger(t)).ledger;
    for (let n = 0; n < 30; n += 1) {
      const result = n === 0 ? { year: 1, first: true } : { year: n };
      await teach(fresh, `old${n}`, { input: `XX00AA${1000 + n}`, result, at: n });
    }
    await ledger.learning.learnOld(silent, never);
    assert.deepEqual(await ledger.learning.shapes({}), await fresh.learning.shapes({}));
  });

  it('stops when it is told to, and goes on from there; what was settled meanwhile has taught', async (t) => {
    const { ledger } = await aHistory(t, 120);
    let steps = 0;
    const stop = (): boolean => steps > 0;
    const first = await ledger.learning.learnOld(() => {
      steps += 1;
    }, stop);
    assert.deepEqual(first, { looked: 50, of: 120, learned: 50 });
    await teach(ledger, 'new', { input: 'XX00AA9999', result: { year: 1 }, at: 500 });
    // The same vehicle as an order that has taught: one input.
    await teach(ledger, 'again', { input: 'XX00AA1000', result: { year: 1, first: true }, at: 501 });
    assert.equal(await ledger.learning.unlearned(), 70);
    assert.deepEqual(await ledger.learning.learnOld(silent, never), { looked: 70, of: 70, learned: 70 });
    assert.equal(await inputs(ledger), 121);
  });

  it('counts each order once when two windows learn at once', async (t) => {
    const { ledger, folder } = await aHistory(t, 130);
    const other = await aWindow(t, folder);
    const both = await Promise.all([
      ledger.learning.learnOld(silent, never),
      other.learning.learnOld(silent, never),
    ]);
    assert.equal(
      both.reduce((sum, { learned }) => sum + learned, 0),
      130,
    );
    assert.deepEqual([await inputs(ledger), await inputs(other)], [130, 130]);
  });

  it('passes over what cannot be opened, was not kept, and has no answer', async (t) => {
    const folder = aFolder(t);
    const before = await aWindow(t, folder, keyRing('lost-key'));
    await fill(before, 3);
    await before.close();
    const ledger = await aWindow(t, folder, keyRing('a-key'));
    await fill(ledger, 2, 3);
    await ledger.applyPolicy({ keep: 'everything', payloadDays: 0.0000001, orderDays: 0 }, noon + 4);
    await ledger.begin(newOrder('out', { draftId: draftId('out') }));
    const db = new DatabaseSync(join(folder, 'orders.sqlite'));
    db.exec('UPDATE orders SET taught = 0');
    const damaged = `UPDATE payloads SET answer_body = zeroblob(40) WHERE seq = (SELECT seq FROM orders WHERE id = 'old3')`;
    db.exec(damaged);
    db.close();
    const { looked, learned } = await ledger.learning.learnOld(silent, never);
    assert.deepEqual([looked > learned, learned], [true, await inputs(ledger)]);
    assert.equal(await ledger.learning.unlearned(), 0);
  });

  it('learns of a request whose Aadhaar number was reduced its answer alone', async (t) => {
    const { ledger } = await aLedger(t);
    await ledger.begin(aadhaarOrder('a'));
    await ledger.settle(orderId('a'), answered());
    await ledger.begin(aadhaarOrder('open'));
    await ledger.settle(orderId('open'), answered(pending));
    assert.notEqual((await ledger.get(orderId('a')))?.aadhaarReducedAt, null);
    assert.equal((await ledger.learning.learnOld(silent, never)).learned, 2);
    const sides = (await ledger.learning.shapes({})).map(({ side, code }) => `${side} ${code}`);
    assert.deepEqual(sides.toSorted(), ['answer ACCEPTED', 'answer NO_RECORD_FOUND', 'request ACCEPTED']);
  });

  it('learns what a window of the version before has settled beside it', async (t) => {
    const { ledger, folder } = await aLedger(t);
    await teach(ledger, 'a', { input: 'XX00AA1000', result: { year: 1 } });
    await fill(ledger, 1, 1);
    // That window knows no column of ours.
    const db = new DatabaseSync(join(folder, 'orders.sqlite'));
    db.exec(`UPDATE orders SET state = 'in-flight', outcome = 'unknown' WHERE id = 'old1'`);
    db.exec(`UPDATE orders SET state = 'settled', outcome = 'negative' WHERE id = 'old1'`);
    db.close();
    assert.equal(await ledger.learning.unlearned(), 1);
    await ledger.learning.learnOld(silent, never);
    assert.equal(await inputs(ledger), 2);
  });
});

async function ofRc(ledger: Ledger): Promise<number | undefined> {
  const shapes = await ledger.learning.shapes({ operation: 'rc-advanced' });
  return shapes.find(({ side }) => side === 'answer')?.seen.inputs;
}

describe('forgetting what was learned', () => {
  it('leaves nothing of the operation in the file, and learns nothing again by itself', async (t) => {
    const { ledger, folder } = await aLedger(t);
    for (let n = 0; n < 12; n += 1) {
      const result = { status_of_vehicle: 'BLACKLISTED', zorblat: n };
      await teach(ledger, `o${n}`, { input: `XX00AA${1000 + n}`, result });
    }
    const other = { order: { operation: 'aadhaar-pan-link' } } as const;
    await teach(ledger, 'other', { input: 'x', result: { owner_name: 1 }, ...other });
    assert.notDeepEqual(filesHolding(folder, bytes('BLACKLISTED')), []);
    const window = await aWindow(t, folder);
    await ledger.learning.forget('rc-advanced');
    for (const word of ['BLACKLISTED', 'status_of_vehicle', 'zorblat']) {
      assert.deepEqual(filesHolding(folder, bytes(word)), [], word);
    }
    assert.notDeepEqual(filesHolding(folder, bytes('owner_name')), []);
    assert.deepEqual(
      (await window.learning.shapes({})).map(({ operation }) => operation),
      ['aadhaar-pan-link', 'aadhaar-pan-link'],
    );
    // A window that remembers it learns from nothing again.
    const result = { status_of_vehicle: 'BLACKLISTED' };
    await teach(window, 'next', { input: 'XX00AA1000', result });
    await teach(ledger, 'after', { input: 'XX00AA1001', result });
    assert.equal(await ofRc(ledger), 2);
    assert.equal(await ledger.learning.unlearned(), 12);
    // Asked for, the orders teach once more.
    assert.equal((await window.learning.learnOld(silent, never)).learned, 12);
    assert.equal(await ofRc(ledger), 12);
  });

  it('takes what departed along', async (t) => {
    const { ledger, folder } = await aLedger(t);
    for (let n = 0; n < 110; n += 1)
      await teach(ledger, `u${n}`, { input: `XX00AA${1000 + n}`, result: { year: 1 } });
    const odd = await teach(ledger, 'odd', { input: 'XX00AA9001', result: { year: 1, wheel_count: 1 } });
    assert.equal(odd?.drift, 'new');
    await ledger.learning.forget('rc-advanced');
    assert.equal((await ledger.get(orderId('odd')))?.drift, null);
    assert.deepEqual(await ledger.learning.drifts(orderId('odd')), []);
    assert.deepEqual(filesHolding(folder, bytes('wheel_count')), []);
  });
});
