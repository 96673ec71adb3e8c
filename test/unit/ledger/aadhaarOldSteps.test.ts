import assert from 'node:assert/strict';
import { createCipheriv } from 'node:crypto';
import { describe, it } from 'node:test';
import type { OldOrdersProgress } from '../../../src/calls/ports/aadhaarPorts.ts';
import { operations } from '../../../src/contract/operations.ts';
import { number } from '../contract/aadhaar/aNumber.ts';
import { aBatch, aRow, b } from './aBatch.ts';
import { bytes, noon, pending } from './aLedger.ts';
import { aNumbersPlace, o } from './aNumbersPlace.ts';
import { answered } from './anAadhaarOrder.ts';

type Place = Awaited<ReturnType<typeof aNumbersPlace>>;

const { answer } = answered();

/** Orders as a window of the version before wrote them, `due` to be looked at. */
async function old(place: Place, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await place.begin(id, {}, false);
    await place.settle(id, id.startsWith('open') ? pending : {});
  }
  place.store
    .sql(
      `UPDATE aadhaar_old SET state = 'due', after_seq = 0, until_seq = (SELECT coalesce(max(seq), 0) FROM orders)`,
    )
    .run();
}

async function reduceOld(place: Place, cancelled = () => false) {
  const told: OldOrdersProgress[] = [];
  const done = await place.upkeep().reduceOld(operations, noon + 5, (one) => told.push(one), cancelled);
  assert.deepEqual(told.at(-1) ?? done, done);
  return done;
}

const reducedAt = ({ store }: Place, id: string): unknown =>
  store.sql('SELECT aadhaar_reduced_at AS at FROM orders WHERE id = ?').get(id)?.at;

/** Notes something of `id` as another window does, when `at` is opened for the first time. */
function changedAsIsOpened(place: Place, at: string, change: () => void): void {
  const find = place.means.sealing.find;
  let opened = false;
  const { seq } = place.placeOf(at);
  const request = place.store.sql('SELECT request_seal FROM payloads WHERE seq = ?').get(seq)?.request_seal;
  place.means.sealing.find = async (id) => {
    if (id === request && !opened) {
      opened = true;
      change();
    }
    return find(id);
  };
}

describe('older orders', () => {
  it('are counted, told and tidied up after once all are done', async (t) => {
    const place = await aNumbersPlace(t);
    await old(place, 'a', 'b', 'open');
    place.numbers.addUntidy(4);
    assert.deepEqual(await reduceOld(place), { looked: 3, of: 3, reduced: 2 });
    assert.deepEqual([place.told.finished, place.told.changes], [[2], 1]);
    assert.equal(place.numbers.takeUntidy(), 0, 'all of the file was written anew');
    assert.deepEqual([place.hasNumbers('a'), place.hasNumbers('open')], [false, true]);
    // Nothing is left to be looked at, nor to be told or tidied up after.
    assert.deepEqual(await reduceOld(place), { looked: 0, of: 0, reduced: 0 });
    assert.deepEqual([place.told.finished, place.told.changes], [[2], 1]);
  });

  it('leave nothing to tidy up until all are done', async (t) => {
    const place = await aNumbersPlace(t);
    await old(place, 'a');
    assert.deepEqual(await reduceOld(place, () => true), { looked: 0, of: 1, reduced: 0 });
    assert.deepEqual([place.told.finished, place.told.changes], [[], 0]);
    assert.equal(place.store.sql('SELECT state FROM aadhaar_old').get()?.state, 'due');
    await old(place, ...Array.from({ length: 20 }, (_, n) => `${n}`));
    let asked = 0;
    const stopped = await reduceOld(place, () => asked++ > 0);
    assert.deepEqual(stopped, { looked: 20, of: 21, reduced: 20 });
    assert.deepEqual([place.told.finished, place.told.changes], [[], 1]);
  });

  it('are followed by the rows of batches from then, counted with them', async (t) => {
    for (const [ids, finished, changes] of [
      [['a', 'b'], 3, 1],
      [[], 1, 0],
    ] as const) {
      const place = await aNumbersPlace(t);
      await old(place, ...ids);
      const fields = operations.find(({ id }) => id === 'aadhaar-pan-link')?.requestFields ?? [];
      await place.batches.create({ ...aBatch, operation: 'aadhaar-pan-link', fields });
      await place.batches.addRows(b, [aRow(0, { flawed: true, fields: { aadhaar_number: number } })]);
      await place.batches.start(b, { sendFlawed: false, sendPaid: false, results: null, insteadOf: null });
      place.store.sql(`UPDATE batches SET aadhaar = 'old'`).run();
      place.told.changes = 0;
      await reduceOld(place);
      assert.deepEqual([place.told.finished, place.told.changes], [[finished], changes]);
      const row = (await place.batches.inputs(b, [0])).get(0);
      assert.equal(row?.fields?.aadhaar_number, 'XXXXXXXX0124');
    }
  });

  it('let the host go on between two', async (t) => {
    const place = await aNumbersPlace(t);
    await old(place, 'a', 'b', 'c');
    // Without a number there is nothing else to wait for.
    place.store.sql(`UPDATE payloads SET request_seal = 'gone'`).run();
    place.told.gone.add('gone');
    let turns = 0;
    let over = false;
    const tick = (): void => {
      turns += 1;
      if (!over) setImmediate(tick);
    };
    setImmediate(tick);
    assert.deepEqual(await reduceOld(place), { looked: 3, of: 3, reduced: 0 });
    over = true;
    assert.ok(turns >= 3, String(turns));
    assert.deepEqual([place.told.finished, place.told.changes], [[], 0]);
  });

  it('are written together up to a million bytes, then at once', async (t) => {
    for (const [size, atOnce] of [
      [900_000, false],
      [1_100_000, true],
    ] as const) {
      const place = await aNumbersPlace(t);
      const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(
        Buffer.alloc(size),
      );
      place.told.seals = 'b-key';
      await place.begin('large', {}, false);
      await place.settle('large', {
        answer: { ...answer, body: bytes(`"${number} ${noise.toString('base64')}"`) },
      });
      place.told.seals = 'a-key';
      await old(place, 'next');
      const seen: unknown[] = [];
      changedAsIsOpened(place, 'next', () => seen.push(reducedAt(place, 'large')));
      assert.equal((await reduceOld(place)).reduced, 2);
      assert.deepEqual(seen, [atOnce ? noon + 5 : null]);
    }
  });

  it('that changed while they were made ready are looked at anew, closed or open, and gone on from only then', async (t) => {
    const changes = {
      noted: (place: Place, seq: number) =>
        place.store.sql(`INSERT INTO events (seq, kind, at) VALUES (?, 'lost', 1)`).run(seq),
      reopened: (place: Place, seq: number) =>
        place.store
          .sql(`UPDATE orders SET resolved = 'still-open', outcome = 'pending' WHERE seq = ?`)
          .run(seq),
      erased: (place: Place, seq: number) => place.store.sql('DELETE FROM orders WHERE seq = ?').run(seq),
    } as const;
    for (const [how, change] of Object.entries(changes)) {
      const place = await aNumbersPlace(t);
      await old(place, 'a');
      place.told.seals = 'b-key';
      await old(place, 'b');
      const { seq } = place.placeOf('a');
      changedAsIsOpened(place, 'b', () => void change(place, seq));
      const done = await reduceOld(place);
      assert.deepEqual(done, { looked: 2, of: 2, reduced: how === 'noted' ? 2 : 1 }, how);
      assert.deepEqual([place.told.finished, place.told.changes], [[done.reduced], 1]);
      assert.equal(reducedAt(place, 'b'), noon + 5);
      assert.equal(reducedAt(place, 'a'), how === 'noted' ? noon + 5 : how === 'erased' ? undefined : null);
      if (how === 'reopened') assert.equal(place.hasNumbers('a'), true);
      const { after_seq, state } = place.store.sql('SELECT after_seq, state FROM aadhaar_old').get() ?? {};
      assert.deepEqual([after_seq, state], [place.placeOf('b').seq, 'done']);
    }
  });

  it('are not gone past where those before could not be written', async (t) => {
    const place = await aNumbersPlace(t);
    await old(place, 'a');
    const { numbers, store } = place;
    const seen: unknown[] = [];
    const write = numbers.writeClosed.bind(numbers);
    numbers.writeClosed = (...given) => {
      seen.push(store.sql('SELECT after_seq AS n FROM aadhaar_old').get()?.n);
      return seen.length === 1 ? 'moved' : write(...given);
    };
    assert.equal((await reduceOld(place)).reduced, 1);
    assert.deepEqual(seen, [0, 0]);
  });

  it('nobody can open are left as they are, and so is one without a number', async (t) => {
    const place = await aNumbersPlace(t);
    await old(place, 'sealed', 'open sealed');
    place.told.seals = 'b-key';
    await place.begin('none', { requestBody: bytes('{}') }, false);
    await old(place, 'a');
    place.told.gone.add('a-key');
    assert.deepEqual(await reduceOld(place), { looked: 4, of: 4, reduced: 1 });
    assert.deepEqual(
      ['sealed', 'open sealed', 'none'].map((id) => [reducedAt(place, id), place.hasNumbers(id)]),
      Array(3).fill([null, false]),
    );
    await place.records.note(o('a'), 'words', noon);
  });
});
