import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operations } from '../../../src/contract/operations.ts';
import { looksAfterRows } from '../../../src/ledger/aadhaar/aadhaarRows.ts';
import { number } from '../contract/aadhaar/aNumber.ts';
import { aBatch, aRow, b } from './aBatch.ts';
import { noon } from './aLedger.ts';
import { aNumbersPlace } from './aNumbersPlace.ts';

type Place = Awaited<ReturnType<typeof aNumbersPlace>>;

async function closed({ begin, settle, store }: Place, count: number, kept = true): Promise<void> {
  store.db.exec('BEGIN');
  const { write } = store;
  // One transaction for all: each of its own takes its time.
  store.write = async (work) => work();
  for (let n = 0; n < count; n += 1) {
    await begin(`o${n}`, {}, kept);
    await settle(`o${n}`);
  }
  store.write = write;
  store.db.exec('COMMIT');
}

/** A batch that is over, with so many rows that never left. */
async function over({ batches }: Place, count: number): Promise<void> {
  const fields = operations.find(({ id }) => id === 'aadhaar-pan-link')?.requestFields ?? [];
  await batches.create({ ...aBatch, operation: 'aadhaar-pan-link', fields });
  const values = { aadhaar_number: number, pan_number: 'ZZZPZ9999Z' };
  const rows = Array.from({ length: count }, (_, n) => aRow(n, { flawed: true, fields: values }));
  await batches.addRows(b, rows);
  await batches.start(b, { sendFlawed: false, sendPaid: false, results: null, insteadOf: null });
}

/** How often the host could do other things meanwhile. */
async function turnsIn(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let over = false;
  const tick = (): void => {
    turns += 1;
    if (!over) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  over = true;
  return turns;
}

const states = ({ store }: Place): unknown[] =>
  store
    .sql('SELECT aadhaar FROM batches')
    .all()
    .map(({ aadhaar }) => aadhaar);

async function covered({ batches }: Place, count: number): Promise<number> {
  const inputs = await batches.inputs(
    b,
    Array.from({ length: count }, (_, n) => n),
  );
  return [...inputs.values()].filter(({ fields }) => fields?.aadhaar_number === 'XXXXXXXX0124').length;
}

describe('what is owed', () => {
  it('is reduced in steps of twenty, however many there are, while the host goes on', async (t) => {
    for (const count of [19, 20, 21, 41]) {
      const place = await aNumbersPlace(t);
      await closed(place, count);
      const turns = await turnsIn(async () => assert.equal(await place.upkeep().keepUp(noon), count));
      assert.ok(turns >= count, `${turns} of ${count}`);
      assert.deepEqual([place.told.tidied, place.told.changes], [[count], 1]);
      assert.equal(place.store.sql('SELECT count(*) AS n FROM aadhaar_numbers').get()?.n, 0);
    }
  });

  it('passes each that nobody can open once, and comes to its end', async (t) => {
    const place = await aNumbersPlace(t);
    await closed(place, 45);
    place.told.gone.add('a-key');
    place.told.seals = 'b-key';
    await place.begin('last');
    await place.settle('last');
    let opened = 0;
    place.told.opening = () => {
      opened += 1;
    };
    assert.equal(await place.upkeep().keepUp(noon), 1);
    assert.equal(opened, 45 + 3, 'of the last its numbers, request and answer');
  });

  it('is told of only where something was reduced', async (t) => {
    const place = await aNumbersPlace(t);
    assert.equal(await place.upkeep().keepUp(noon), 0);
    assert.deepEqual([place.told.tidied, place.told.changes], [[], 0]);
    await closed(place, 1);
    place.told.keep = 'asOtherData';
    assert.equal(await place.upkeep().keepUp(noon), 0);
    assert.deepEqual([place.told.tidied, place.told.changes], [[], 0]);
    place.told.keep = 'untilSettled';
    place.told.mayWrite = false;
    assert.equal(await place.upkeep().keepUp(noon), 0);
    place.told.mayWrite = true;
    assert.equal(await place.upkeep().keepUp(noon), 1);
    assert.deepEqual([place.told.tidied, place.told.changes], [[1], 1]);
  });

  it('is looked after once at a time', async (t) => {
    const place = await aNumbersPlace(t);
    await closed(place, 1);
    const upkeep = place.upkeep();
    const [one, other] = [upkeep.keepUp(noon), upkeep.keepUp(noon)];
    assert.equal(one, other);
    assert.equal(await one, 1);
    assert.equal(await upkeep.keepUp(noon), 0);
  });

  it('is tidied up after, also later: where a window was in the way, it failed, or numbers are kept by now', async (t) => {
    const place = await aNumbersPlace(t);
    const { told, numbers } = place;
    const upkeep = place.upkeep();
    numbers.addUntidy(7);
    told.tidies = async () => false;
    await upkeep.keepUp(noon);
    told.tidies = () => Promise.reject(new Error('the disk is full'));
    await assert.rejects(upkeep.keepUp(noon), /the disk is full/);
    numbers.addUntidy(2);
    await assert.rejects(upkeep.keepUp(noon), /the disk is full/);
    told.tidies = async () => true;
    told.keep = 'asOtherData';
    await upkeep.keepUp(noon);
    await upkeep.keepUp(noon);
    assert.deepEqual(told.tidied, [7, 1, 3, 3]);
  });
});

describe('rows of a batch that is over', () => {
  it('are reduced in steps of fifty, counted and tidied up after, while the host goes on', async (t) => {
    for (const [count, steps] of [
      [49, 0],
      [50, 1],
      [51, 1],
      [101, 2],
    ] as const) {
      const place = await aNumbersPlace(t);
      await over(place, count);
      place.told.seals = 'b-key';
      let opened = 0;
      place.told.opening = () => {
        opened += 1;
      };
      const turns = await turnsIn(async () => assert.equal(await looksAfterRows(place.means, noon), count));
      assert.ok(turns >= steps, `${turns} of ${steps}`);
      assert.equal(opened, 1 + 2 * count, 'each to look and to write anew, once');
      assert.equal(await covered(place, count), count);
      assert.deepEqual([states(place), place.knows('b-key')], [['reduced'], true]);
      assert.equal(await looksAfterRows(place.means, noon), 0);
    }
    const place = await aNumbersPlace(t);
    await over(place, 3);
    place.told.changes = 0;
    assert.equal(await place.upkeep().keepUp(noon), 3);
    assert.deepEqual([place.told.tidied, place.told.changes], [[3], 1]);
  });

  it('are done with where a key is gone, and looked at once', async (t) => {
    const place = await aNumbersPlace(t);
    await over(place, 2);
    place.told.seals = 'b-key';
    const { store, told, means } = place;
    const reset = store.sql(`UPDATE batches SET aadhaar = 'kept'`);
    told.gone.add('a-key');
    assert.equal(await looksAfterRows(means, noon), 0);
    assert.deepEqual([states(place), place.knows('b-key')], [['reduced'], false]);
    let opened = 0;
    told.opening = () => {
      opened += 1;
    };
    assert.equal(await looksAfterRows(means, noon), 0);
    assert.equal(opened, 0);
    reset.run();
    // The rows can be opened, the words of the batch cannot: nobody knows which fields it had.
    told.gone.clear();
    told.gone.add('gone');
    store.sql(`UPDATE batches SET seal_id = 'gone'`).run();
    assert.equal(await looksAfterRows(means, noon), 0);
    assert.deepEqual([states(place), place.knows('b-key')], [['reduced'], false]);
    store.sql(`UPDATE batches SET seal_id = 'a-key'`).run();
    reset.run();
    // The words of the batch can be opened, one of the rows cannot.
    told.gone.clear();
    store.sql(`UPDATE batch_rows SET seal_id = 'gone' WHERE row = 0`).run();
    assert.equal(await looksAfterRows(means, noon), 1);
    told.seals = 'c-key';
    reset.run();
    assert.equal(await looksAfterRows(means, noon), 0, 'none is left');
    assert.equal(place.knows('c-key'), false);
  });
});

describe('the offer to reduce older orders', () => {
  const minute = 60_000;
  it('is claimed again after ten minutes, by one window at a time', async (t) => {
    const place = await aNumbersPlace(t);
    await closed(place, 2, false);
    const { store } = place;
    store.sql(`UPDATE aadhaar_old SET state = 'due', until_seq = 9`).run();
    const [one, other] = [place.upkeep(), place.upkeep()];
    assert.equal(await one.claimOffer(operations, noon), 2);
    assert.equal(await other.claimOffer(operations, noon), null);
    assert.equal(await other.claimOffer(operations, noon + 10 * minute - 1), null);
    assert.equal(await other.claimOffer(operations, noon + 10 * minute), 2);
    assert.equal(await one.claimOffer(operations, noon + 20 * minute - 1), null);
    // Claimed by another window between looking and claiming.
    const counted = noon + 20 * minute;
    for (const [by, claimed] of [
      [counted, null],
      [counted - 10 * minute + 1, null],
      [counted - 10 * minute, 2],
    ] as const) {
      store.sql('UPDATE aadhaar_old SET asked_at = NULL').run();
      const { write } = store;
      store.write = async (work) => {
        store.sql('UPDATE aadhaar_old SET asked_at = ?').run(by);
        store.write = write;
        return store.write(work);
      };
      assert.equal(await one.claimOffer(operations, counted), claimed);
      store.write = write;
    }
  });

  it('is of a thousand at most, of none where there are none, and of no window that may not write', async (t) => {
    const place = await aNumbersPlace(t);
    const { store, told } = place;
    store.sql(`UPDATE aadhaar_old SET state = 'due'`).run();
    const addMany = (count: number) =>
      store
        .sql(
          `INSERT INTO orders (id, draft_id, operation, environment, kind, origin, machine, begun_at, deadline_at, masked_input,
             state, outcome, billing, evidence)
           WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?1)
           SELECT ?1 || ' ' || n, ?1 || ' ' || n, 'aadhaar-pan-link', 'acme', 'live', 'o', 'm', n, n, 'm', 'settled', 'verified',
             'billed', 'stated' FROM n`,
        )
        .run(count);
    assert.equal(await place.upkeep().claimOffer(operations, noon), null);
    assert.equal(store.sql('SELECT asked_at FROM aadhaar_old').get()?.asked_at, null);
    addMany(1);
    told.mayWrite = false;
    assert.equal(await place.upkeep().claimOffer(operations, noon), null);
    told.mayWrite = true;
    assert.equal(await place.upkeep().claimOffer(operations, noon), 1);
    addMany(1000);
    assert.equal(await place.upkeep().claimOffer(operations, noon + 10 * minute), 1000);
  });

  it('is answered by a window that may write alone', async (t) => {
    const place = await aNumbersPlace(t);
    const { store, told } = place;
    store.sql(`UPDATE aadhaar_old SET state = 'due'`).run();
    const state = () => store.sql('SELECT state FROM aadhaar_old').get()?.state;
    const upkeep = place.upkeep();
    told.mayWrite = false;
    for (const answer of ['keep', 'later'] as const)
      await assert.rejects(upkeep.answerOffer(answer), /open for reading only/);
    await assert.rejects(
      upkeep.reduceOld(
        operations,
        noon,
        () => undefined,
        () => false,
      ),
      /open for reading only/,
    );
    assert.equal(state(), 'due');
    told.mayWrite = true;
    await upkeep.answerOffer('later');
    assert.equal(state(), 'due');
    await upkeep.answerOffer('keep');
    assert.equal(state(), 'keep');
  });
});
