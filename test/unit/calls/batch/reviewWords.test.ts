import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noChoices } from '../../../../src/calls/batch/reviewChoices.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { aReview, groups, open, paid, rows, sent } from './aReview.ts';

const good = (count: number) => Array.from({ length: count }, (_, at) => [`MH00AB000${at}`, '']);

test('the rows of each group are counted: all of them, those that leave, those that were corrected', async () => {
  const source = rows(...good(4), ['MH00AB0000', ''], ['nonsense', ''], ['uneven']);
  const review = await aReview(source, { MH00AB0002: paid, MH00AB0003: open });
  review.chooseRow(1, false);
  await review.correct(0, ['MH00AB0009', '']);
  assert.deepEqual(review.counts, {
    wrong: { rows: 2, sent: 0, corrected: 0 },
    repeat: { rows: 0, sent: 0, corrected: 0 },
    paid: { rows: 1, sent: 0, corrected: 0 },
    open: { rows: 1, sent: 0, corrected: 0 },
    ready: { rows: 3, sent: 2, corrected: 1 },
  });
  for (const group of ['ready', 'wrong', 'paid', 'repeat'] as const)
    assert.deepEqual(
      review.inGroup(group).map(({ row }) => row),
      { ready: [0, 1, 4], wrong: [5, 6], paid: [2], repeat: [] }[group],
    );
});

test('nothing is lost, and nothing was accepted, before anything was said', async () => {
  const review = await aReview(rows(...good(2)));
  assert.deepEqual([review.lost, review.hasAccepted, review.choices], [0, false, noChoices]);
  assert.throws(() => review.row(2), /there is no such row/);
});

test('what is accepted beyond the ready rows would have to be asked for again', async () => {
  const review = await aReview(rows(...good(2)), { MH00AB0001: paid });
  assert.equal(review.hasAccepted, false);
  review.chooseRow(1, true);
  assert.equal(review.hasAccepted, true);
  review.chooseRow(1, false);
  assert.equal(review.hasAccepted, false);
});

test('a word on a group replaces those on its rows, and no others', async () => {
  const review = await aReview(rows(...good(3), ['wrong', ''], ['also', '']));
  review.chooseRow(0, false);
  review.chooseRow(3, true);
  assert.deepEqual(sent(review), [1, 2, 3]);
  review.chooseGroup('ready', true);
  assert.deepEqual(sent(review), [0, 1, 2, 3]);
  review.chooseGroup('wrong', false);
  assert.deepEqual(sent(review), [0, 1, 2]);
  review.chooseGroup('ready', false);
  assert.deepEqual(sent(review), []);
});

test('looked at again, groups and rows left out stay so, wherever their rows are; also one that was corrected', async () => {
  const source = rows(...good(3));
  const first = await aReview(source);
  first.chooseRow(0, false);
  await first.correct(1, ['MH00AB0007', '']);
  first.chooseRow(1, false);
  const { choices } = first;
  assert.deepEqual(choices, {
    corrections: [{ before: ['MH00AB0001', ''], nth: 0, cells: ['MH00AB0007', ''] }],
    leftOut: [
      { cells: ['MH00AB0000', ''], nth: 0 },
      { cells: ['MH00AB0001', ''], nth: 0 },
    ],
    groupsOff: [],
  });
  const second = await aReview(source.toReversed(), {}, {}, choices);
  assert.deepEqual([sent(second), second.lost], [[0], 0]);
  assert.deepEqual(second.row(1).cells, ['MH00AB0007', '']);
  second.chooseGroup('ready', false);
  assert.deepEqual(second.choices.groupsOff, ['ready']);
  const third = await aReview(source, {}, {}, second.choices);
  assert.deepEqual(sent(third), []);
});

test('rows that all look wrong leave where nothing bills unless that group was left out; with nothing at all nothing is chosen', async () => {
  const wrong = rows(['x', ''], ['y', '']);
  const free = { bills: false };
  assert.deepEqual(sent(await aReview(wrong, {}, free)), [0, 1]);
  assert.deepEqual(sent(await aReview(wrong.slice(0, 1), {}, free)), [0]);
  assert.deepEqual(sent(await aReview(wrong, {}, free, { ...noChoices, groupsOff: ['wrong'] })), []);
  assert.deepEqual(sent(await aReview(rows(['x', ''], ['MH00AB0000', '']))), [1]);
  const none = await aReview(rows(['MH00AB0000', '']), { MH00AB0000: open }, free);
  await none.correct(0, ['x', '']);
  assert.deepEqual(sent(none), [], 'nobody meant that one');
});

test('a row put back to what the file holds is not corrected any more', async () => {
  const review = await aReview(rows(...good(1)));
  await review.correct(0, ['MH00AB0005', 'z']);
  await review.correct(0, ['MH00AB0006', 'z']);
  assert.deepEqual(review.row(0).before, ['MH00AB0000', ''], 'as in the file, not as corrected first');
  await review.correct(0, ['MH00AB0000', '']);
  assert.deepEqual([review.row(0).before, review.counts.ready.corrected], [null, 0]);
  await review.correct(0, ['MH00AB0000']);
  assert.deepEqual(review.row(0).before, ['MH00AB0000', ''], 'with a cell less it is corrected');
});

test('a no holds whatever the row becomes; a yes to what looks wrong is none to another text that does', async () => {
  const review = await aReview(rows(['wrong', ''], ['wrong too', ''], ...good(1)));
  review.chooseRow(0, true);
  review.chooseRow(1, false);
  await review.correct(0, ['still wrong', '']);
  await review.correct(1, ['MH00AB0001', '']);
  assert.deepEqual([groups(review), sent(review)], [['wrong', 'ready', 'ready'], [2]]);
});

test('a repeat of what its first row repeats now stands for that one', async () => {
  const review = await aReview(
    rows(['MH00AB0000', ''], ['MH00AB0001', ''], ['MH00AB0001', ''], ['MH00AB0001', '']),
  );
  await review.correct(1, ['MH00AB0009', '']);
  assert.deepEqual(
    review.rows.map(({ sameAs }) => sameAs),
    [null, null, null, 2],
  );
  await review.correct(2, ['MH00AB0000', '']);
  assert.deepEqual(
    review.rows.map(({ sameAs }) => sameAs),
    [null, null, 0, null],
  );
});

test('rows that repeat one which is corrected elsewhere than in what it says still repeat it', async () => {
  const review = await aReview(rows(['MH00AB0000', 'a'], ['MH00AB0000', ''], ['MH00AB0000', '']));
  await review.correct(0, ['mh00ab0000', 'b']);
  assert.deepEqual(
    review.rows.map(({ sameAs }) => sameAs),
    [null, 0, 0],
  );
});

test('a row of too few cells is shown and filled with empty ones', async () => {
  const map = { rc_number: { column: 1 }, purpose: { value: 'x' } };
  const review = await aReview(rows(['a'], ['b', 'MH00AB0000']), {}, { map });
  assert.deepEqual(review.valuesOf(0), { rc_number: '' });
  await review.fill(0, {});
  assert.deepEqual([review.row(0).cells, review.row(0).uneven], [['a', ''], false]);
  await review.fill(0, { rc_number: ' MH00AB0005 ' });
  assert.deepEqual(review.row(0).cells, ['a', 'MH00AB0005']);
});

test('rows of a list are judged one by one: one paid before says nothing of its neighbour', async () => {
  const bulk = {
    operation: operationById('email-bulk'),
    map: { emails: { column: 0 } },
    width: 1,
    chunk: 10,
  };
  const review = await aReview(rows(['a@x.invalid'], ['b@x.invalid']), { 'a@x.invalid': paid }, bulk);
  assert.deepEqual(groups(review), ['paid', 'ready']);
  assert.equal(review.wishFor(review.row(1)).accepted.length, 0);
  review.chooseRow(0, true);
  assert.deepEqual(review.wishFor(review.row(0)).accepted, [orderId('paid')]);
});
