import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sealedStamp } from '../../../src/ledger/aadhaar/aadhaarRewriting.ts';
import { another, number } from '../contract/aadhaar/aNumber.ts';
import { aSettlement, bytes, noon, pending, text } from './aLedger.ts';
import { aNumbersPlace, o } from './aNumbersPlace.ts';
import { answered, answerText, reducedAnswer, reducedRequest, requestText } from './anAadhaarOrder.ts';

type Place = Awaited<ReturnType<typeof aNumbersPlace>>;

const whole = { request: requestText, answer: answerText, header: number, reducedAt: null };
const reduced = { request: reducedRequest, answer: reducedAnswer, header: 'XXXXXXXX0124' };

/** Another window notes something of an order: what was made ready of it before must not be written. */
async function note({ records }: Place, id: string, at: number): Promise<void> {
  await records.note(o(id), 'words', at);
}

describe('numbers of an order that is settled', () => {
  it('are covered in all that comes with its answer, and in its request once that is written', async (t) => {
    const place = await aNumbersPlace(t);
    const { numbers, begin, store, settle, kept } = place;
    numbers.began(await begin('a'));
    const { answer } = answered();
    const made = await numbers.forSettling(
      o('a'),
      answered({
        orderId: `ORD-${number}`,
        messageCode: `CODE_${number}`,
        answer: { ...answer, failure: { text: 'It broke off: {0}', args: [`at ${number}`] } },
      }),
    );
    assert.ok(made !== null);
    const { settlement } = made;
    assert.deepEqual([settlement.orderId, settlement.messageCode], ['ORD-XXXXXXXX0124', 'CODE_XXXXXXXX0124']);
    assert.deepEqual(settlement.answer.failure, { text: 'It broke off: {0}', args: ['at XXXXXXXX0124'] });
    assert.deepEqual(settlement.answer.head?.headers, [['x-echo', 'XXXXXXXX0124']]);
    assert.equal(text(settlement.answer.body), reducedAnswer);
    assert.equal(made.holds(), true);
    assert.equal(numbers.takeUntidy(), 0);
    await settle('a', settlement);
    await store.write(() => made.write(noon + 7));
    assert.deepEqual(await kept('a'), { ...reduced, reducedAt: noon + 7 });
    assert.deepEqual([place.hasNumbers('a'), numbers.takeUntidy()], [false, 1]);
    await numbers.settled(o('a'), 'verified');
    // None are left: what a backup brings to it is covered by how its own end.
    const later = await numbers.forSettling(o('a'), answered());
    assert.equal(text(later?.settlement.answer.body ?? bytes('')), reducedAnswer);
    assert.equal(await numbers.forSettling(o('a'), aSettlement()), null);
  });

  it('stay nothing where nothing was said', async (t) => {
    const { numbers, begin } = await aNumbersPlace(t);
    numbers.began(await begin('a'));
    const made = await numbers.forSettling(o('a'), answered({ orderId: null, messageCode: null }));
    assert.deepEqual([made?.settlement.orderId, made?.settlement.messageCode], [null, null]);
  });

  it('are not covered by what was made ready before the order changed', async (t) => {
    const place = await aNumbersPlace(t);
    place.numbers.began(await place.begin('a'));
    const made = await place.numbers.forSettling(o('a'), answered());
    assert.equal(made?.holds(), true);
    await note(place, 'a', noon);
    assert.equal(made?.holds(), false);
  });

  it('are none of an order without, of one nobody knows, or of one whose numbers nobody can open', async (t) => {
    const { numbers, begin, told } = await aNumbersPlace(t);
    numbers.began(await begin('none', { aadhaar: [] }));
    await begin('none, elsewhere', { aadhaar: [] });
    await begin('elsewhere');
    assert.notEqual(await numbers.forSettling(o('elsewhere'), answered()), null);
    told.gone.add('a-key');
    for (const id of ['none', 'none, elsewhere', 'nobody', 'elsewhere'])
      assert.equal(await numbers.forSettling(o(id), answered()), null, id);
  });

  it('are covered in the answer where the request is as good as gone', async (t) => {
    const place = await aNumbersPlace(t);
    place.numbers.began(await place.begin('a'));
    place.told.gone.add('a-key');
    place.told.seals = 'b-key';
    const made = await place.numbers.forSettling(o('a'), answered());
    assert.equal(text(made?.settlement.answer.body ?? bytes('')), reducedAnswer);
    await note(place, 'a', noon);
    assert.equal(made?.holds(), true);
    await place.store.write(() => made?.write(noon));
    assert.deepEqual([place.numbers.takeUntidy(), place.hasNumbers('a')], [0, true]);
  });

  it('are kept beside it, in an answer as it came, while it is open or as other data is', async (t) => {
    for (const [keep, changes] of [
      ['asOtherData', {}],
      ['untilSettled', pending],
    ] as const) {
      const place = await aNumbersPlace(t);
      const { numbers, begin, told, store } = place;
      told.keep = keep;
      for (const id of ['a', 'b']) numbers.began(await begin(id));
      const settlement = answered(changes);
      store.sql('DELETE FROM aadhaar_numbers').run();
      for (const [id, gone] of [
        ['a', false],
        ['b', true],
      ] as const) {
        const made = await numbers.forSettling(o(id), settlement);
        assert.equal(made?.settlement, settlement);
        if (gone) store.sql('DELETE FROM payloads WHERE seq = ?').run(place.placeOf(id).seq);
        await note(place, id, noon);
        assert.equal(made.holds(), true);
        await store.write(() => made.write(noon));
        assert.equal(place.hasNumbers(id), !gone);
      }
      assert.equal(numbers.takeUntidy(), 0);
    }
  });
});

describe('an order that may have been closed', () => {
  it('is reduced now, which is told once', async (t) => {
    const place = await aNumbersPlace(t);
    await place.begin('a');
    await place.numbers.afterClosing(o('a'));
    assert.deepEqual([place.told.changes, place.hasNumbers('a')], [0, true], 'under way');
    await place.settle('a');
    for (let n = 0; n < 2; n += 1) await place.numbers.afterClosing(o('a'));
    await place.numbers.afterClosing(o('nobody'));
    assert.deepEqual(await place.kept('a'), { ...reduced, reducedAt: noon + 50 });
    assert.equal(place.told.changes, 1);
  });

  it('is left where numbers are kept, and by whatever fails', async (t) => {
    const place = await aNumbersPlace(t);
    await place.begin('a');
    await place.settle('a');
    place.told.keep = 'asOtherData';
    await place.numbers.afterClosing(o('a'));
    place.told.keep = 'untilSettled';
    place.told.opening = () => Promise.reject(new Error('the keyring is locked'));
    await place.numbers.afterClosing(o('a'));
    place.told.opening = null;
    assert.deepEqual([await place.kept('a'), place.told.changes], [whole, 0]);
  });

  it('is one whose answer left it open, of which there are numbers', async (t) => {
    const place = await aNumbersPlace(t);
    const { numbers, begin, settle, kept } = place;
    // Closed by their user before the answer came, which says that they are open.
    for (const [id, outcome, isReduced] of [
      ['pending', 'pending', true],
      ['held', 'held', true],
      ['unknown', 'unknown', true],
      ['verified', 'verified', false],
    ] as const) {
      numbers.began(await begin(id));
      await settle(id);
      await numbers.settled(o(id), outcome);
      assert.deepEqual(await kept(id), isReduced ? { ...reduced, reducedAt: noon + 50 } : whole, id);
    }
    numbers.began({ ...(await begin('none')), aadhaar: [] });
    await settle('none');
    await numbers.settled(o('none'), 'pending');
    assert.deepEqual(await kept('none'), whole, 'this window knows of none');
    await numbers.settled(o('none'), 'pending');
    assert.deepEqual(await kept('none'), { ...reduced, reducedAt: noon + 50 }, 'nor of the order any more');
  });
});

describe('reducing', () => {
  it('counts what may still stand in the file until somebody takes care of it', async (t) => {
    const { numbers, begin, settle, placeOf } = await aNumbersPlace(t);
    assert.equal(numbers.takeUntidy(), 0);
    for (const id of ['a', 'b', 'c']) {
      await begin(id);
      await settle(id);
    }
    for (const id of ['a', 'b']) assert.equal(await numbers.reduce(placeOf(id), noon), true);
    assert.deepEqual([numbers.takeUntidy(), numbers.takeUntidy()], [2, 0]);
    numbers.addUntidy(3);
    numbers.addUntidy(2);
    assert.equal(await numbers.reduce(placeOf('c'), noon), true);
    assert.equal(numbers.takeUntidy(), 6);
  });

  it('does nothing to an open order, one without numbers, or one that nobody can open', async (t) => {
    const { numbers, begin, settle, placeOf, told, kept } = await aNumbersPlace(t);
    await begin('open');
    await settle('open', pending);
    await begin('none', { aadhaar: [] });
    await settle('none');
    for (const id of ['open', 'none']) assert.equal(await numbers.reduce(placeOf(id), noon), false, id);
    assert.deepEqual([await kept('open'), await kept('none')], [whole, whole]);
    await begin('sealed');
    await settle('sealed');
    told.gone.add('a-key');
    assert.equal(await numbers.reduce(placeOf('sealed'), noon), false);
    assert.equal(numbers.takeUntidy(), 0);
  });

  it('is tried four times of an order that another window changes meanwhile', async (t) => {
    for (const [changes, done] of [
      [3, true],
      [4, false],
    ] as const) {
      const place = await aNumbersPlace(t);
      await place.begin('a');
      await place.settle('a');
      let left: number = changes;
      let inOneTry = 0;
      place.told.opening = async () => {
        inOneTry += 1;
        // Its numbers, request and answer: the order is read by then.
        if (inOneTry % 3 !== 0 || left === 0) return;
        left -= 1;
        place.store
          .sql(`INSERT INTO events (seq, kind, at) VALUES (?, 'lost', ?)`)
          .run(place.placeOf('a').seq, noon + left);
      };
      assert.equal(await place.numbers.reduce(place.placeOf('a'), noon), done);
      assert.equal(inOneTry, 12);
      assert.equal(left, 0);
    }
  });

  it('says whether it was written, or why not: the order changed, or is open', async (t) => {
    const place = await aNumbersPlace(t);
    const { numbers, begin, settle, placeOf, store } = place;
    await begin('a');
    await settle('a');
    const seq = placeOf('a').seq;
    const made = { seq, stamp: 'another', changes: [], sealId: 'c-key', bytes: 0 };
    const write = (stamp: string) =>
      store.write(() => numbers.writeClosed(placeOf('a'), { ...made, stamp }, 5));
    assert.equal(await write('another'), 'moved');
    store.sql(`UPDATE orders SET outcome = 'pending' WHERE seq = ?`).run(seq);
    assert.equal(await write(sealedStamp(store, placeOf('a'))), 'open');
    assert.deepEqual([place.hasNumbers('a'), place.knows('c-key')], [true, false]);
    store.sql(`UPDATE orders SET outcome = 'verified' WHERE seq = ?`).run(seq);
    assert.equal(await write(sealedStamp(store, placeOf('a'))), 'done');
    assert.deepEqual([place.hasNumbers('a'), place.knows('c-key')], [false, true]);
    assert.equal(numbers.takeUntidy(), 1);
    assert.equal(store.sql('SELECT aadhaar_reduced_at AS at FROM orders').get()?.at, 5);
  });

  it('is due of closed orders with numbers, in their order, so many at a time', async (t) => {
    const { numbers, begin, settle, placeOf } = await aNumbersPlace(t);
    for (const id of ['a', 'open', 'b', 'none', 'c', 'under way'])
      await begin(id, id === 'none' ? { aadhaar: [] } : {});
    for (const id of ['a', 'b', 'none', 'c']) await settle(id);
    await settle('open', pending);
    const [a, b, c] = ['a', 'b', 'c'].map(placeOf);
    assert.ok(a !== undefined && b !== undefined);
    assert.deepEqual(await numbers.due(-1, 9), [a, b, c]);
    assert.deepEqual(await numbers.due(-1, 2), [a, b]);
    assert.deepEqual(await numbers.due(b.seq, 2), [c]);
  });
});

describe('a text that is added later', () => {
  it('has the numbers that end as those of an order that was reduced', async (t) => {
    const { numbers, begin, settle, placeOf, told } = await aNumbersPlace(t);
    const requestBody = bytes(`{"aadhaar_number":"${number}","other":"${another}"}`);
    await begin('a', { requestBody, aadhaar: [number, another] });
    await settle('a');
    const typed = `${another}, 9876 5432 1095 and ${number}`;
    assert.deepEqual(await numbers.inLater(o('a'), typed), [], 'it still has them');
    await numbers.reduce(placeOf('a'), noon);
    assert.deepEqual((await numbers.inLater(o('a'), typed)).toSorted(), [number, another].toSorted());
    assert.deepEqual(await numbers.inLater(o('a'), 'twelve words'), []);
    assert.deepEqual(await numbers.inLater(o('nobody'), typed), []);
    told.gone.add('a-key');
    const all = [another, '987654321095', number];
    assert.deepEqual(await numbers.inLater(o('a'), typed), all, 'nobody can tell');
  });

  it('has all of one whose numbers nobody can open, unless they are kept as other data is', async (t) => {
    const { numbers, begin, told } = await aNumbersPlace(t);
    await begin('a');
    await begin('none', { aadhaar: [] });
    const typed = `9876 5432 1095 and ${number}`;
    assert.deepEqual(await numbers.inLater(o('a'), typed), []);
    told.gone.add('a-key');
    assert.deepEqual(await numbers.inLater(o('a'), typed), ['987654321095', number]);
    assert.deepEqual(await numbers.inLater(o('none'), typed), []);
    told.keep = 'asOtherData';
    assert.deepEqual(await numbers.inLater(o('a'), typed), []);
  });

  it('has those whose check digit fits where the request of the order that was reduced is not kept', async (t) => {
    const { numbers, begin, settle, placeOf, store } = await aNumbersPlace(t);
    await begin('a');
    await settle('a');
    await numbers.reduce(placeOf('a'), noon);
    store.sql('DELETE FROM payloads').run();
    assert.deepEqual(await numbers.inLater(o('a'), `9876 5432 1095 and ${number}`), [number]);
  });

  it('and the answer of one that was reduced, brought by a backup, has them covered where nobody can tell', async (t) => {
    const { numbers, begin, placeOf, store, told } = await aNumbersPlace(t);
    await begin('a');
    store.sql(`UPDATE orders SET state = 'lost', resolved = 'refunded'`).run();
    assert.equal(await numbers.reduce(placeOf('a'), noon), true);
    told.gone.add('a-key');
    const made = await numbers.forSettling(o('a'), answered());
    assert.equal(text(made?.settlement.answer.body ?? bytes('')), reducedAnswer);
  });
});
