import assert from 'node:assert/strict';
import { it } from 'node:test';
import { printOf } from '../../../src/calls/inputs/compared.ts';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger, NewOrder, Resolution, Settlement } from '../../../src/calls/ports/ports.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { aLedger, bytes, ids, newOrder, noon, pending, place, question } from './aLedger.ts';

const here = 'https://api.example.invalid';
const unclear: Partial<Settlement> = { outcome: 'negative', billing: 'unknown', evidence: 'not-known' };
const free: Partial<Settlement> = { outcome: 'rejected', billing: 'free' };
const lost: Partial<Settlement> = { outcome: 'unknown', billing: 'unknown' };

async function twinsOf(ledger: Ledger, whole: string, parts: readonly string[] = []) {
  const { pendingTwins, paidTwins } = await ledger.guard(question({ input: { whole, parts } }));
  return { open: pendingTwins.map(({ id }) => id), paid: paidTwins.map(({ id }) => id) };
}

async function record(ledger: Ledger, id: string, outcome: Resolution['outcome']): Promise<void> {
  await ledger.resolve(orderId(id), { at: noon, outcome, note: '', pasted: null });
}

const ended: readonly (readonly [
  what: string,
  settlement: Partial<Settlement>,
  recorded: Resolution['outcome'] | null,
  twin: 'open' | 'paid' | 'none',
])[] = [
  ['billed', {}, null, 'paid'],
  ['billing unclear', unclear, null, 'paid'],
  ['free', free, null, 'none'],
  ['verified, free against the documents', { outcome: 'verified', billing: 'free' }, null, 'paid'],
  ['negative, free against the documents', { outcome: 'negative', billing: 'free' }, null, 'paid'],
  ['refunded', { outcome: 'refunded', billing: 'refunded' }, null, 'none'],
  ['not sent', { outcome: 'not-sent', billing: 'free', httpStatus: null, failureCode: 'dns' }, null, 'none'],
  ['pending', pending, null, 'open'],
  ['unknown', lost, null, 'open'],
  ['unknown, still open', lost, 'still-open', 'open'],
  ['unknown, recorded as refunded', lost, 'refunded', 'paid'],
  ['unknown, recorded as negative', lost, 'negative', 'paid'],
  ['pending and billed, recorded as refunded', pending, 'refunded', 'paid'],
  ['pending and free, recorded as verified', { ...pending, billing: 'free' }, 'verified', 'paid'],
  ['pending and free, recorded as refunded', { ...pending, billing: 'free' }, 'refunded', 'none'],
  [
    'pending and free, recorded as billed without a result',
    { ...pending, billing: 'free' },
    'no-result',
    'paid',
  ],
  ['held and free, recorded so', { outcome: 'held', billing: 'free' }, 'no-result', 'paid'],
  ['pending and free, recorded as not billed', { ...pending, billing: 'free' }, 'not-billed', 'none'],
  ['pending and free, still open', { ...pending, billing: 'free' }, 'still-open', 'open'],
  ['pending and billed, recorded as billed without a result', pending, 'no-result', 'paid'],
  ['billing unclear, recorded as refunded', unclear, 'refunded', 'paid'],
];
for (const [what, settlement, recorded, twin] of ended) {
  for (const by of ['whole', 'a part'])
    it(`takes an order for ${twin === 'none' ? 'no' : `a ${twin}`} twin by ${by}: ${what}`, async (t) => {
      const { ledger } = await aLedger(t);
      await place(ledger, 'x', { order: { fingerprint: 'f', parts: ['p', 'q'] }, settlement });
      if (recorded !== null) await record(ledger, 'x', recorded);
      const found = by === 'whole' ? await twinsOf(ledger, 'f') : await twinsOf(ledger, 'other', ['q']);
      assert.deepEqual(found, { open: twin === 'open' ? ['x'] : [], paid: twin === 'paid' ? ['x'] : [] });
      const [batched] = await ledger.batches.twins(here, [
        by === 'whole' ? { whole: 'f', parts: [] } : { whole: 'other', parts: ['q'] },
      ]);
      assert.deepEqual(batched, {
        pending: twin === 'open' ? ['x'] : [],
        paid: twin === 'paid' ? ['x'] : [],
      });
    });
}

it('takes for the newest twin what was written last and what bears the latest time, where the clock was set back between', async (t) => {
  const { ledger } = await aLedger(t);
  const hours = 3_600_000;
  for (const [id, begunAt] of [
    ['before', noon],
    ['after', noon - 3 * hours],
  ] as const)
    await place(ledger, id, { order: { fingerprint: 'f', parts: ['p'], begunAt } });
  assert.deepEqual((await twinsOf(ledger, 'f')).paid, ['before', 'after']);
  assert.deepEqual((await twinsOf(ledger, 'other', ['p'])).paid, ['before', 'after']);
  const under = { fingerprint: 'f', parts: ['p'] };
  await ledger.begin(newOrder('open before', { ...under, begunAt: noon }));
  await ledger.begin(newOrder('open after', { ...under, parts: ['q'], begunAt: noon - 3 * hours }));
  // Who passed the one by name has not been asked about the other.
  assert.deepEqual((await twinsOf(ledger, 'f', ['p'])).open, ['open before', 'open after']);
  const [batched] = await ledger.batches.twins(here, [{ whole: 'f', parts: [] }]);
  assert.deepEqual(batched, { pending: ['open before', 'open after'], paid: ['before', 'after'] });
});

for (const [what, settlement, outcome] of [
  ['billing unclear', unclear, 'not-billed'],
  ['billing unclear', unclear, 'refunded'],
  ['unknown', lost, 'not-billed'],
  ['pending and billed', pending, 'not-billed'],
  ['pending and billed', pending, 'refunded'],
] as const)
  it(`names the newest twin that was paid for beside a newer one: ${what}, recorded as ${outcome}`, async (t) => {
    const { ledger } = await aLedger(t);
    const at = (hour: number) => ({ fingerprint: 'f', parts: ['p'], begunAt: noon + hour * 3_600_000 });
    await place(ledger, 'long ago', { order: at(0) });
    await place(ledger, 'paid', { order: at(1) });
    await place(ledger, 'recorded', { order: at(2), settlement });
    await record(ledger, 'recorded', outcome);
    assert.deepEqual((await twinsOf(ledger, 'f')).paid, ['recorded', 'paid']);
    assert.deepEqual((await twinsOf(ledger, 'other', ['p'])).paid, ['recorded', 'paid']);
    const [batched] = await ledger.batches.twins(here, [{ whole: 'f', parts: [] }]);
    assert.deepEqual(batched?.paid, ['recorded', 'paid']);
    await place(ledger, 'newer', { order: at(3) });
    assert.deepEqual((await twinsOf(ledger, 'f')).paid, ['newer']);
  });

it('names an older one that was paid for of the entry whose newest cost nothing, where another entry was paid for last', async (t) => {
  const { ledger } = await aLedger(t);
  const at = (hour: number, parts: readonly string[]) => ({
    ...{ fingerprint: `f${hour}`, parts, begunAt: noon + hour * 3_600_000 },
  });
  await place(ledger, 'paid', { order: at(1, ['p']) });
  await place(ledger, 'recorded', { order: at(2, ['p']), settlement: unclear });
  await record(ledger, 'recorded', 'not-billed');
  await place(ledger, 'of the other', { order: at(3, ['q']) });
  const named = ['of the other', 'recorded', 'paid'];
  assert.deepEqual((await twinsOf(ledger, 'new', ['p', 'q'])).paid, named);
});

it('names the newest twin of a bulk input and of each entry, none twice, newest first', async (t) => {
  const { ledger } = await aLedger(t);
  const bulk = (id: string, at: number, parts: readonly string[], more: Partial<NewOrder> = {}) =>
    place(ledger, id, { order: { fingerprint: id, begunAt: noon + at, parts, ...more } });
  await bulk('oldest', 1, ['a', 'b', 'c']);
  await bulk('middle', 2, ['b', 'c']);
  await bulk('newest', 3, ['c']);
  await bulk('elsewhere', 4, ['a', 'b'], { place: 'https://other.example.invalid' });
  await ledger.begin(newOrder('under way', { fingerprint: 'u', parts: ['b'], begunAt: noon + 5 }));
  assert.deepEqual(await twinsOf(ledger, 'new', ['c', 'b', 'a', 'd']), {
    open: ['under way'],
    paid: ['newest', 'middle', 'oldest'],
  });
  assert.deepEqual((await twinsOf(ledger, 'oldest', ['c', 'b'])).paid, ['newest', 'middle', 'oldest']);
  // Another key and another name at this place are no way round.
  await bulk('other key', 6, ['a'], { keyHash: '', environment: 'ACME-PROD' });
  // A batch is told all of those that the guard names: who passes fewer is stopped.
  assert.deepEqual((await twinsOf(ledger, 'new', ['a'])).paid, ['other key']);
  assert.deepEqual(
    await ledger.batches.twins(here, [
      { whole: 'new', parts: ['a', 'b'] },
      { whole: 'oldest', parts: ['a'] },
      { whole: 'none', parts: [] },
    ]),
    [
      { paid: ['other key', 'middle'], pending: ['under way'] },
      { paid: ['other key', 'oldest'], pending: [] },
      { paid: [], pending: [] },
    ],
  );
  await ledger.erase([orderId('newest')]);
  assert.deepEqual((await twinsOf(ledger, 'new', ['c'])).paid, ['middle']);
});

it('tells how many entries of an input each of its twins has, and how many none has', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'x', { order: { fingerprint: 'x', parts: ['a', 'b'] } });
  await place(ledger, 'y', { order: { fingerprint: 'y', parts: ['b', 'c'], begunAt: noon + 1 } });
  await place(ledger, 'was free', { order: { fingerprint: 'z', parts: ['d'] }, settlement: free });
  await ledger.begin(newOrder('under way', { fingerprint: 'u', parts: ['e'] }));
  const entriesOf = async (parts: readonly string[], whole = 'new', alike: readonly string[] = []) =>
    (await ledger.guard(question({ input: { whole, alike, parts } }))).entries;
  assert.deepEqual(await entriesOf(['b', 'new']), { all: 2, fresh: 1, within: { y: 1 } });
  assert.deepEqual(await entriesOf(['a', 'b', 'c', 'd', 'e']), {
    all: 5,
    fresh: 1,
    within: { x: 2, y: 2, 'under way': 1 },
  });
  assert.deepEqual(await entriesOf(['a', 'b']), { all: 2, fresh: 0, within: { x: 2, y: 1 } });
  // The whole input under other names is no entry of it.
  assert.deepEqual(await entriesOf(['a', 'new', 'x'], 'other', ['x']), {
    all: 2,
    fresh: 1,
    within: { x: 1 },
  });
  assert.equal(await entriesOf(['b']), null);
  assert.equal(await entriesOf(['new', 'newer']), null);
  assert.equal(await entriesOf([]), null);
});

it('wants attention for an answer whose billing is unclear, until its outcome is recorded', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'x', { settlement: unclear });
  const counted = async () => [await ledger.attentionCount(), (await ids(ledger, 'attention')).join()];
  assert.deepEqual(await counted(), [1, 'x']);
  await record(ledger, 'x', 'still-open');
  assert.deepEqual(await counted(), [1, 'x']);
  await record(ledger, 'x', 'negative');
  assert.deepEqual(await counted(), [0, '']);
  assert.deepEqual(await ids(ledger, 'rest'), ['x']);
  // Its row stays; request and answer need not be kept as those of open orders are.
  await place(ledger, 'y', { settlement: unclear });
  await ledger.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, noon + 1);
  assert.equal((await ledger.get(orderId('y')))?.payloadsKept, false);
  await place(ledger, 'clear');
  await assert.rejects(record(ledger, 'clear', 'negative'), /This order is settled/);
});

it('counts a call as a repeat by place and by entry, however the environment is called', async (t) => {
  const { ledger } = await aLedger(t);
  const send = (id: string, order: Partial<NewOrder>, settlement: Partial<Settlement> = {}) =>
    place(ledger, id, { order: { day: `2026-11-0${id}`, ...order }, settlement });
  await send('1', { fingerprint: 'f', parts: ['p'] }, pending);
  await send('2', { fingerprint: 'f', environment: 'renamed' });
  await send('3', { fingerprint: 'g', parts: ['q', 'p'] });
  await send('4', { fingerprint: 'f', parts: ['p'], place: 'https://other.example.invalid' });
  await send('5', { fingerprint: 'h' }, lost);
  await send('6', { fingerprint: 'h' });
  await send('7', { fingerprint: null, parts: ['p'] });
  const { rows } = await ledger.usage({ from: '2026-11-01', to: '2026-11-09', environment: null });
  assert.deepEqual(
    rows.filter(({ repeat }) => repeat).map(({ day, environment }) => [day, environment]),
    [
      ['2026-11-02', 'renamed'],
      ['2026-11-03', 'acme-prod'],
      ['2026-11-07', 'acme-prod'],
    ],
  );
});

it('prints an input whole and by entry, whatever stands around an entry', async (t) => {
  const { ledger } = await aLedger(t);
  const print = (body: string) => ledger.inputPrint('email-bulk', bytes(body));
  const one = await print('{"emails":["A@example.com ","b@example.com"]}');
  const two = await print('{ "list": { "of": ["c@example.com", "a@example.com", "a@example.com"] } }');
  assert.equal(
    one.whole,
    await ledger.fingerprint('email-bulk', bytes('{"emails":["A@example.com ","b@example.com"]}')),
  );
  assert.equal(one.parts.length, 2);
  assert.equal(two.parts[1], one.parts[0]);
  assert.equal(two.parts.length, 2);
  for (const hash of [one.whole, ...one.parts]) assert.match(hash, /^[0-9a-f]{32}$/);
  assert.equal(new Set([one.whole, ...one.parts, two.whole, ...two.parts]).size, 5);
  assert.deepEqual((await ledger.inputPrint('rc-advanced', bytes('{"a":["x"]}'))).parts, []);
});

it('finds by a number what was paid for with the same one as a text, and the other way round; each keeps its own print', async (t) => {
  const { ledger } = await aLedger(t);
  const print = (body: string) => printOf(ledger, operationById('rc-advanced'), body);
  const [text, number] = [await print('{"plan":"1","of":"x"}'), await print('{"plan":1,"of":"x"}')];
  assert.equal(number.whole, await ledger.fingerprint('rc-advanced', bytes('{"plan":1,"of":"x"}')));
  await place(ledger, 'as a text', { order: { fingerprint: text.whole } });
  await place(ledger, 'as a number', { order: { fingerprint: number.whole } });
  await place(ledger, 'another', { order: { fingerprint: (await print('{"plan":2,"of":"x"}')).whole } });
  for (const input of [text, number]) {
    const { paidTwins } = await ledger.guard(question({ input }));
    const both = ['as a number', 'as a text'];
    assert.deepEqual(paidTwins.map(({ id }) => String(id)).toSorted(), both);
    const [batched] = await ledger.batches.twins(here, [input]);
    assert.deepEqual(batched?.paid.map(String).toSorted(), both);
  }
});
