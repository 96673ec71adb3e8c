import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Settlement } from '../../../src/calls/ports/ports.ts';
import {
  prepareRewriting,
  reducedRow,
  reducedValue,
  sealedStamp,
  writeRewriting,
} from '../../../src/ledger/aadhaar/aadhaarRewriting.ts';
import { number } from '../contract/aadhaar/aNumber.ts';
import { aBatch, aRow, b } from './aBatch.ts';
import { bytes, noon, text } from './aLedger.ts';
import { aNumbersPlace, o } from './aNumbersPlace.ts';
import { answered, answerText, reducedAnswer, reducedRequest, spelt } from './anAadhaarOrder.ts';

type Place = Awaited<ReturnType<typeof aNumbersPlace>>;

const { answer } = answered();
const bare = { ...answer, head: { status: 200, statusText: '', headers: [] }, body: bytes('{}') };

async function settled(place: Place, changes: Partial<Settlement> = {}): Promise<void> {
  await place.begin('a', { requestBody: bytes('{}') });
  await place.settle('a', { answer: bare, ...changes });
}

async function prepared({ store, means, placeOf }: Place) {
  const made = await prepareRewriting(store, means.sealing, placeOf('a'), [number]);
  assert.ok(made !== null);
  return made;
}

/** Which columns of what would be written anew. */
async function touched(place: Place): Promise<readonly string[]> {
  const { changes } = await prepared(place);
  return changes.map(([sql]) =>
    sql.replace(/^UPDATE (\w+) SET (.*) WHERE .*$/, '$1: $2').replaceAll(' = ?', ''),
  );
}

async function write(place: Place): Promise<void> {
  const made = await prepared(place);
  await place.store.write(() => writeRewriting(place.store, made, noon + 9));
}

describe('of an order whose numbers are reduced', () => {
  const request = 'payloads: request_seal, request_body';
  const answerColumns = 'payloads: answer_seal, answer_head, answer_body';
  const cases: readonly (readonly [
    what: string,
    make: (place: Place) => Promise<void>,
    parts: readonly string[],
  ])[] = [
    ['nothing', (place) => settled(place), []],
    ['the request', (place) => place.begin('a').then(() => undefined), [request]],
    [
      'the answer’s body',
      (place) => settled(place, { answer: { ...bare, body: bytes(answerText) } }),
      [answerColumns],
    ],
    ['a header', (place) => settled(place, { answer: { ...bare, head: answer.head } }), [answerColumns]],
    [
      'a failure',
      (place) => settled(place, { answer: { ...bare, failure: { text: 'No {0}', args: [spelt] } } }),
      [answerColumns],
    ],
    ['an order_id', (place) => settled(place, { orderId: `ORD-${number}` }), ['orders: order_id']],
    ['a code', (place) => settled(place, { messageCode: `CODE_${number}` }), ['orders: message_code']],
    [
      'a note',
      async (place) => {
        await settled(place);
        await place.records.note(o('a'), `of ${spelt}`, noon);
      },
      ['events: seal_id, words, pasted'],
    ],
    [
      'another note',
      async (place) => {
        await settled(place);
        await place.records.note(o('a'), 'of 2345 6789 0125', noon);
      },
      [],
    ],
    [
      'a text of support',
      async (place) => {
        await settled(place);
        for (const [n, said] of [number, 'nothing'].entries())
          await place.followUps.addText(o('a'), bytes(said), noon + n);
      },
      ['support_texts: seal_id, body'],
    ],
  ];
  for (const [what, make, parts] of cases)
    it(`only what has one is written anew: ${what}`, async (t) => {
      const place = await aNumbersPlace(t);
      await make(place);
      assert.deepEqual(await touched(place), parts);
    });

  it('what was pasted is kept as it is where its note alone has one, and the other way round', async (t) => {
    for (const [note, pasted, kept] of [
      [`told of ${spelt}`, '{"a":1}', ['told of XXXX XXXX 0124', '{"a":1}']],
      ['told of it', `{"a":"${number}"}`, ['told of it', '{"a":"XXXXXXXX0124"}']],
      [`told of ${spelt}`, null, ['told of XXXX XXXX 0124', null]],
      ['told of it', '{"a":1}', null],
      ['told of it', null, null],
    ] as const) {
      const place = await aNumbersPlace(t);
      await place.begin('a', { requestBody: bytes('{}') });
      await place.settle('a', { answer: bare, outcome: 'pending' });
      const resolution = {
        at: noon,
        outcome: 'verified',
        note,
        pasted: pasted === null ? null : bytes(pasted),
      } as const;
      await place.records.resolve(o('a'), resolution);
      assert.equal((await touched(place)).length, kept === null ? 0 : 1, note);
      place.told.seals = 'b-key';
      await write(place);
      const [event] = await place.records.events(o('a'));
      assert.ok(event?.kind === 'resolved');
      const { resolution: found } = event;
      assert.deepEqual(
        [found.note, found.pasted === null ? null : text(found.pasted)],
        kept ?? [note, pasted],
      );
    }
  });

  it('order_id and code are covered where they stand in clear', async (t) => {
    const place = await aNumbersPlace(t);
    await settled(place, { orderId: `ORD-${number}`, messageCode: `CODE_${number}` });
    await write(place);
    const row = place.store.sql('SELECT order_id, message_code, aadhaar_reduced_at AS at FROM orders').get();
    assert.deepEqual(
      { ...row },
      { order_id: 'ORD-XXXXXXXX0124', message_code: 'CODE_XXXXXXXX0124', at: noon + 9 },
    );
  });

  it('all is sealed with the key of today, which is remembered', async (t) => {
    const place = await aNumbersPlace(t);
    await place.begin('a');
    await place.settle('a');
    place.told.seals = 'b-key';
    const made = await prepared(place);
    assert.equal(made.sealId, 'b-key');
    const blobs = made.changes.flat().filter((value) => value instanceof Uint8Array);
    assert.equal(blobs.length, 3);
    assert.equal(
      made.bytes,
      blobs.reduce((sum, blob) => sum + blob.byteLength, 0),
    );
    await write(place);
    assert.equal(place.knows('b-key'), true);
    place.told.gone.add('a-key');
    const { reducedAt: _, ...kept } = (await place.kept('a')) as Exclude<
      Awaited<ReturnType<Place['kept']>>,
      string
    >;
    assert.deepEqual(kept, { request: reducedRequest, answer: reducedAnswer, header: 'XXXXXXXX0124' });
  });

  it('the first time is remembered', async (t) => {
    const place = await aNumbersPlace(t);
    await place.begin('a');
    place.store.sql('UPDATE orders SET aadhaar_reduced_at = 7').run();
    await write(place);
    assert.equal(place.store.sql('SELECT aadhaar_reduced_at AS at FROM orders').get()?.at, 7);
  });

  it('nothing is made where it is gone, or its key is', async (t) => {
    const { store, means, placeOf, begin, told } = await aNumbersPlace(t);
    await begin('a');
    const place = placeOf('a');
    told.gone.add('a-key');
    assert.equal(await prepareRewriting(store, means.sealing, place, [number]), null);
    told.gone.clear();
    assert.notEqual(await prepareRewriting(store, means.sealing, place, [number]), null);
    store.sql('DELETE FROM payloads').run();
    assert.equal(await prepareRewriting(store, means.sealing, place, [number]), null);
  });

  it('a value without one is the value itself', () => {
    const value = { head: { status: 200, headers: [['a', 'b']] }, failure: null };
    assert.equal(reducedValue(value, [number]), value);
    assert.deepEqual(reducedValue({ n: [spelt, 1] }, [number]), { n: ['XXXX XXXX 0124', 1] });
  });
});

it('a change to anything of an order is seen: by its stamp', async (t) => {
  const place = await aNumbersPlace(t);
  const { store, records, followUps, batches } = place;
  await place.begin('a', { batch: { id: b, row: 0 } });
  const { seq } = place.placeOf('a');
  await batches.create(aBatch);
  await batches.addRows(b, [aRow(0)]);
  const seen = [sealedStamp(store, place.placeOf('a'))];
  assert.equal(sealedStamp(store, place.placeOf('a')), seen[0]);
  const changes = [
    () => place.settle('a', { outcome: 'pending' }),
    () => records.note(o('a'), 'words', noon),
    () => records.note(o('a'), 'words', noon + 1),
    () => followUps.addText(o('a'), bytes('text'), noon),
    async () => void store.sql(`UPDATE batch_rows SET order_ref = 'a'`).run(),
    async () => void store.sql('UPDATE batch_rows SET input = NULL').run(),
    async () => void store.sql('UPDATE orders SET aadhaar_reduced_at = 1').run(),
    async () => void store.sql('DELETE FROM payloads').run(),
    async () => void store.sql('DELETE FROM orders').run(),
  ];
  for (const change of changes) {
    await change();
    seen.push(sealedStamp(store, { seq, id: o('a') }));
  }
  // A row that came and went is as before.
  assert.equal(seen[6], seen[4]);
  assert.equal(new Set(seen).size, seen.length - 1);
  assert.equal(seen.at(-1), 'gone');
});

describe('a row of a batch', () => {
  const input = { fields: { aadhaar_number: number }, own: null };
  it('is made anew only where a number stands in it that can be opened', async (t) => {
    const { store, means, batches, told } = await aNumbersPlace(t);
    await batches.create(aBatch);
    await batches.addRows(b, [aRow(0, input), aRow(1), aRow(2, input)]);
    store.sql('UPDATE batch_rows SET input = NULL WHERE row = 2').run();
    const rows = store.sql('SELECT batch, row, seal_id, input FROM batch_rows ORDER BY row').all();
    const current = { id: 'b-key', key: (await means.sealing.current()).key };
    const changed = async () => {
      const made = rows.map((row) => reducedRow(means.sealing, current, row, [number]));
      return (await Promise.all(made)).map((change) => (change === null ? null : change[1]));
    };
    assert.deepEqual(await changed(), ['b-key', null, null]);
    told.gone.add('a-key');
    assert.deepEqual(await changed(), [null, null, null]);
  });
});
