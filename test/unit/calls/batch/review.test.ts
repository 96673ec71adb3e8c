import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Planner } from '../../../../src/calls/batch/planner.ts';
import { Review, type ReviewOptions } from '../../../../src/calls/batch/review.ts';
import { noChoices } from '../../../../src/calls/batch/reviewChoices.ts';
import type { NewBatchRow, Twins } from '../../../../src/calls/ports/batchPorts.ts';
import { batchId, orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { aReview, groups, means, open, options, paid, rows, sent } from './aReview.ts';

const mixed = rows(
  ['MH00AB0000', 'a'],
  ['mh00 ab-0000', 'b'],
  ['nonsense', 'c'],
  ['MH00AB0001'],
  ['MH00AB0002', 'd'],
  ['MH00AB0003', 'e'],
);
const mixedTwins = { MH00AB0002: paid, MH00AB0003: open };

test('each row is told for what it is, and only what nothing speaks against leaves by itself', async () => {
  const review = await aReview(mixed, mixedTwins);
  assert.deepEqual(groups(review), ['ready', 'repeat', 'wrong', 'wrong', 'paid', 'open']);
  assert.deepEqual(sent(review), [0]);
  assert.equal(review.row(1).sameAs, 0);
  assert.equal(review.calls, 1);
});

test('rows that leave in another spelling are known, as long as they leave, also once they are corrected', async () => {
  const review = await aReview(
    rows(
      ['mh 00 ab-0009', 'a'],
      ['MH00AB0001', 'b'],
      ['mh00ab0002'],
      ['mh00ab0009', 'c'],
      ['mh00ab0003', 'd'],
    ),
  );
  const normalised = (): readonly number[] => review.normalised.map(({ row }) => row);
  assert.deepEqual(normalised(), [0, 4], 'neither an uneven row nor a repeat');
  review.chooseRow(4, false);
  assert.deepEqual(normalised(), [0]);
  await review.correct(0, ['MH00AB0009', 'a']);
  await review.correct(1, ['mh00ab0001', 'b']);
  assert.deepEqual(normalised(), [1]);
});

test('the fields of a row are shown as they leave: identifiers in their one form', async () => {
  const review = await aReview(rows(['mh 00 ab-0009', 'a']));
  assert.deepEqual(review.fieldsOf(review.row(0)), { rc_number: 'MH00AB0009' });
});

test('rows that all look odd were probably meant, where that costs nothing; a paid one among them is not', async () => {
  assert.deepEqual(sent(await aReview(rows(['x', ''], ['y', '']), {}, { bills: false })), [0, 1]);
  assert.deepEqual(sent(await aReview(rows(['x', ''], ['y', '']), { y: paid }, { bills: false })), []);
});

test('where it bills it may as well be the wrong column: rows that all look odd have to be chosen', async () => {
  for (const bills of [true, undefined]) {
    const review = await aReview(rows(['x', ''], ['y', '']), {}, bills === undefined ? {} : { bills });
    assert.deepEqual(sent(review), []);
    review.chooseGroup('wrong', true);
    assert.deepEqual(sent(review), [0, 1]);
  }
});

test('what a sandbox was to answer leaves for nothing that bills before it is chosen anew', async () => {
  const numbers = rows(['XX00AA2001', ''], ['XX00AA2002', '']);
  const sandbox = await aReview(numbers, {}, { bills: false });
  sandbox.chooseRow(1, false);
  assert.deepEqual(sent(sandbox), [0]);
  const live = await aReview(numbers, {}, { bills: true }, sandbox.choices);
  assert.deepEqual([sent(live), live.counts.wrong.rows], [[], 2]);
  const back = await aReview(numbers, {}, { bills: false }, live.choices);
  assert.deepEqual(sent(back), [0]);
  live.chooseGroup('wrong', true);
  assert.deepEqual(sent(live), [0, 1]);
});

test('a row emptied of its number never leaves before the number is typed in, whatever was chosen before', async () => {
  const review = await aReview(
    rows(['', 'a'], ['', 'b'], ['MH00AB0002', 'c']),
    {},
    { lacking: new Map([[0, [0]]]), sendsWrong: true },
  );
  assert.deepEqual(groups(review), ['wrong', 'repeat', 'ready']);
  assert.deepEqual(sent(review), [2]);
  review.chooseGroup('wrong', true);
  review.chooseRow(0, true);
  assert.deepEqual([sent(review), review.mayBeSent(review.row(0))], [[2], false]);
  assert.deepEqual(review.wishFor(review.row(0)).wish, { left: { why: 'invalid', sameAs: null } });
  await review.correct(0, ['', 'another']);
  assert.deepEqual(sent(review).includes(0), false, 'another cell does not fill it');
  await review.correct(0, ['MH00AB0000', 'a']);
  assert.deepEqual([sent(review).includes(0), review.mayBeSent(review.row(0))], [true, true]);
});

test('a repeat, or a row of another width, never leaves; what is chosen all the same is named, order by order', async () => {
  const review = await aReview(mixed, mixedTwins);
  for (const group of ['wrong', 'repeat', 'paid', 'open'] as const) review.chooseGroup(group, true);
  assert.deepEqual(sent(review), [0, 2, 4, 5]);
  const wishes = review.rows.map((row) => review.wishFor(row));
  assert.deepEqual(
    wishes.map(({ accepted }) => accepted),
    [[], [], [], [], ['paid'], ['open']],
  );
  assert.deepEqual(wishes[1]?.wish, { left: { why: 'duplicate', sameAs: 0 } });
  assert.deepEqual(wishes[3]?.wish, { left: { why: 'uneven', sameAs: null } });
  assert.equal(review.hasAccepted, true);
});

test('the plan made of a review holds what was chosen: left out stays left, a newer order is not accepted', async () => {
  const review = await aReview(mixed, mixedTwins);
  review.chooseGroup('paid', true);
  review.chooseRow(0, false);
  const written: NewBatchRow[] = [];
  // Between the review and the start the open order was paid, and the paid input was paid once more.
  const now = means({
    MH00AB0002: { paid: [orderId('paid again')], pending: [] },
    MH00AB0003: { paid: [orderId('open')], pending: [] },
  });
  const planner = new Planner(
    {
      ...now,
      store: {
        addRows: async (_batch, found) => void written.push(...found),
        firstRows: async () => new Map(),
        twins: now.twins,
      },
    },
    { ...options, batch: batchId('b') },
  );
  for (const row of review.rows) {
    const { accepted, wish } = review.wishFor(row);
    await planner.add(row, accepted, { ...wish, own: row.cells });
  }
  await planner.end();
  const found = written.toSorted((a, b) => a.row - b.row);
  assert.deepEqual(
    found.map(({ state, why }) => [state, why]),
    [
      ['skipped', 'left'],
      ['skipped', 'duplicate'],
      ['skipped', 'invalid'],
      ['skipped', 'uneven'],
      ['waiting', null],
      ['undecided', 'pending'],
    ],
  );
  assert.deepEqual(found[4]?.paidTwins, ['paid again']);
  assert.deepEqual(found[4]?.accepted, ['paid']);
  assert.deepEqual(
    found.map(({ own }) => own),
    mixed.map(({ cells }) => cells),
  );
});

test('a corrected row is judged anew, and what repeated it stands for itself', async () => {
  const review = await aReview(
    rows(['MH00AB0000', ''], ['MH00AB0000', ''], ['MH00AB0000', ''], ['nonsense', ''], ['MH00AB0001']),
  );
  assert.deepEqual(groups(review), ['ready', 'repeat', 'repeat', 'wrong', 'wrong']);
  await review.fill(0, { rc_number: ' MH00AB0009 ' });
  assert.deepEqual(groups(review), ['ready', 'ready', 'repeat', 'wrong', 'wrong']);
  assert.equal(review.row(2).sameAs, 1);
  assert.deepEqual(review.valuesOf(0), { rc_number: 'MH00AB0009' });
  await review.fill(3, { rc_number: 'mh00ab0009' });
  assert.deepEqual([review.row(3).group, review.row(3).sameAs], ['repeat', 0]);
  await review.fill(4, {});
  assert.deepEqual([review.row(4).group, review.row(4).cells], ['ready', ['MH00AB0001', '']]);
  await review.correct(0, null);
  assert.deepEqual([review.row(0).group, review.row(0).before], ['repeat', null]);
  assert.equal(review.row(3).group, 'ready');
});

test('a yes is no yes to what the row has become', async () => {
  const review = await aReview(rows(['MH00AB0000', ''], ['nonsense', '']), { MH00AB0002: paid });
  review.chooseRow(1, true);
  await review.fill(1, { rc_number: 'MH00AB0002' });
  assert.deepEqual([review.row(1).group, review.isSent(review.row(1))], ['paid', false]);
});

test('looked at again, corrections and rows left out hold wherever their row is now; a yes does not', async () => {
  const first = await aReview(mixed, mixedTwins);
  first.chooseRow(0, false);
  first.chooseGroup('paid', true);
  await first.fill(2, { rc_number: 'MH00AB0007' });
  await first.fill(3, {});
  const moved = [...mixed.slice(0, 3).toReversed(), ...mixed.slice(4)].map((row, line) => ({ ...row, line }));
  const second = await aReview(moved, mixedTwins, {}, first.choices);
  assert.deepEqual(groups(second), ['ready', 'ready', 'repeat', 'paid', 'open']);
  assert.deepEqual(second.row(0).before, ['nonsense', 'c']);
  assert.equal(second.lost, 1);
  assert.deepEqual(sent(second), [0, 1]);
});

test('calls of many rows are counted as the planner groups them', async () => {
  const bulk = { operation: operationById('email-bulk'), map: { emails: { column: 0 } }, width: 1 };
  const mails = ['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}@x.invalid`]);
  const review = await aReview(rows(...mails, ['wrong']), {}, bulk);
  assert.equal(review.calls, 3);
  review.chooseGroup('wrong', true);
  assert.equal(review.calls, 4);
});

test('while many rows are looked at, others go on', async () => {
  let turns = 0;
  const ticking = setInterval(() => {
    turns += 1;
  }, 1);
  const many = rows(...Array.from({ length: 3000 }, (_, index) => [`MH00AB${1000 + index}`, '']));
  const counts: number[] = [];
  await Review.of(means(), options, many, noChoices, (count) => counts.push(count) > 0);
  clearInterval(ticking);
  assert.ok(turns > 5, `${turns} turns`);
  assert.ok(counts.length >= 30 && counts.at(-1) === 2900);
});

test('looking can be given up', async () => {
  assert.equal(await Review.of(means(), options, mixed, noChoices, () => false), null);
});

test('rows that are run again pass their own order by name, and no other, as long as they say the same', async () => {
  const source = rows(['MH00AB0002', 'a'], ['MH00AB0003', 'b'], ['nonsense', 'c'], ['MH00AB0004', 'd']);
  const own = orderId('paid');
  const more: Partial<ReviewOptions> = {
    accepted: new Map([
      [0, [own]],
      [1, [own]],
    ]),
    sendsWrong: true,
  };
  const other: Twins = { paid: [orderId('paid elsewhere')], pending: [] };
  const review = await aReview(source, { MH00AB0002: paid, MH00AB0003: other }, more);
  assert.deepEqual(groups(review), ['ready', 'paid', 'wrong', 'ready']);
  assert.deepEqual(
    sent(review),
    [0, 2, 3],
    'what looks wrong was chosen before; what was paid elsewhere was not',
  );
  assert.equal(review.billedBefore, 1);
  const wereFree = new Set([0, 1]);
  assert.equal((await aReview(source, {}, { ...more, wereFree })).billedBefore, 0);
  assert.deepEqual(review.wishFor(review.row(0)), { accepted: [own], wish: {} });
  assert.deepEqual(review.wishFor(review.row(3)), { accepted: [], wish: {} });
  review.chooseRow(1, true);
  assert.deepEqual(review.wishFor(review.row(1)).accepted, [own, orderId('paid elsewhere')]);
  await review.correct(0, ['MH00AB0003', 'a']);
  assert.deepEqual(review.wishFor(review.row(0)).accepted, [], 'another input is another matter');
  assert.equal(review.row(0).sameAs, 1);
  await review.correct(0, null);
  assert.deepEqual(review.wishFor(review.row(0)).accepted, [own]);
  assert.equal(review.row(0).group, 'ready');
});

test('a row with several orders passes all of them by name, and leaves with none of them passed when it is left', async () => {
  const several: Twins = {
    paid: [orderId('newer'), orderId('older')],
    pending: [orderId('open'), orderId('open, too')],
  };
  const review = await aReview(rows(['MH00AB0002', 'a'], ['MH00AB0003', 'b']), {
    MH00AB0002: several,
    MH00AB0003: { ...several, pending: [] },
  });
  assert.deepEqual(groups(review), ['open', 'paid']);
  assert.deepEqual(review.wishFor(review.row(0)), { accepted: [], wish: { open: several.pending } });
  review.chooseGroup('open', true);
  review.chooseGroup('paid', true);
  assert.deepEqual(
    review.rows.map((row) => review.wishFor(row).accepted),
    [[...several.pending, ...several.paid], several.paid],
  );
});

test('rows that are run again share a call only with their like', async () => {
  const mails = rows(['a@x.invalid'], ['b@x.invalid'], ['c@x.invalid']);
  const bulk: Partial<ReviewOptions> = {
    operation: operationById('email-bulk'),
    map: { emails: { column: 0 } },
    width: 1,
    chunk: 10,
  };
  assert.equal((await aReview(mails, {}, bulk)).calls, 1);
  const accepted = new Map([[1, [orderId('paid')]]]);
  assert.equal((await aReview(mails, {}, { ...bulk, accepted })).calls, 2);
});
