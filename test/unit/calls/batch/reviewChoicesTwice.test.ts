import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Review } from '../../../../src/calls/batch/review.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { aReview, groups, paid, rows, sent } from './aReview.ts';

const line = ['MH00AB0001', ''];
const same = (count: number) => rows(...Array.from({ length: count }, () => line));
const file = same(2);
const leaving = (review: Review) =>
  review.rows.filter((row) => review.isSent(row)).map(({ line, cells }) => `${line} ${cells[0]}`);
const said = (review: Review) =>
  review.rows.filter((row) => review.isSent(row)).map(({ cells }) => cells[0] ?? '');

test('of two lines that say the same the one that was corrected leaves and the one left out stays, also once they are read again', async () => {
  const review = await aReview(file);
  await review.correct(0, ['MH00AB0002', '']);
  review.chooseRow(1, false);
  assert.deepEqual(leaving(review), ['2 MH00AB0002']);
  const again = await aReview(file, {}, {}, review.choices);
  assert.equal(again.lost, 0);
  assert.deepEqual(leaving(again), ['2 MH00AB0002']);
});

test('a repeat that was corrected leaves, the line before it that was left out does not, also once they are read again', async () => {
  const review = await aReview(file);
  await review.correct(1, ['MH00AB0002', '']);
  review.chooseRow(0, false);
  assert.deepEqual(leaving(review), ['3 MH00AB0002']);
  const again = await aReview(file, {}, {}, review.choices);
  assert.equal(again.lost, 0);
  assert.deepEqual(leaving(again), ['3 MH00AB0002']);
});

test('a line that was corrected and left out stays, its twin leaves, also once they are read again', async () => {
  const review = await aReview(file);
  await review.correct(0, ['MH00AB0002', '']);
  review.chooseRow(0, false);
  assert.deepEqual(leaving(review), ['3 MH00AB0001']);
  const again = await aReview(file, {}, {}, review.choices);
  assert.deepEqual(leaving(again), ['3 MH00AB0001']);
  assert.deepEqual(again.row(0).before, line);
});

/** All that can be said of some lines that say the same: of each whether it is corrected, and whether it is left out. */
function* mixes(count: number): Generator<readonly (readonly [corrected: boolean, out: boolean])[]> {
  for (let mix = 0; mix < 4 ** count; mix += 1)
    yield Array.from({ length: count }, (_, row) => {
      const one = Math.floor(mix / 4 ** row) % 4;
      return [one % 2 === 1, one > 1] as const;
    });
}

async function mixed(mix: readonly (readonly [boolean, boolean])[]): Promise<Review> {
  const review = await aReview(same(mix.length));
  for (const [row, [corrected]] of mix.entries())
    if (corrected) await review.correct(row, [`MH00AB001${row}`, '']);
  for (const [row, [, out]] of mix.entries()) if (out) review.chooseRow(row, false);
  return review;
}

test('whatever was corrected and left out of up to four lines that say the same, the same leaves once they are read again; of fewer lines nothing else, and of more the new line at most', async () => {
  for (const count of [1, 2, 3, 4])
    for (const mix of mixes(count)) {
      const review = await mixed(mix);
      const name = JSON.stringify(mix);
      const again = await aReview(same(count), {}, {}, review.choices);
      assert.deepEqual([leaving(again), again.lost], [leaving(review), 0], name);
      assert.deepEqual(again.choices, review.choices, name);
      for (let left = 0; left < count; left += 1) {
        const fewer = await aReview(same(left), {}, {}, review.choices);
        for (const one of said(fewer)) assert.ok(said(review).includes(one), `${name}, ${left} left`);
        const gone = mix.slice(left).flat().filter(Boolean).length;
        assert.equal(fewer.lost >= gone, true, `${name}, ${left} left`);
      }
      const more = await aReview(same(count + 1), {}, {}, review.choices);
      for (const one of said(more)) assert.ok(one === line[0] || said(review).includes(one), name);
    }
});

test('of three lines that say the same, the one that was corrected does not leave once the one left out may be it', async () => {
  const review = await aReview(same(3));
  await review.correct(0, ['MH00AB0002', '']);
  await review.correct(1, ['MH00AB0003', '']);
  review.chooseRow(2, false);
  assert.deepEqual(said(review), ['MH00AB0002', 'MH00AB0003']);
  const fewer = await aReview(same(2), {}, {}, review.choices);
  assert.deepEqual([said(fewer), fewer.lost], [[], 1]);
});

test('a line that repeats a later one which was left out does not leave once they are read again', async () => {
  for (const other of ['', 'another cell']) {
    const source = rows(line, ['MH00AB0001', other], ['MH00AB0001', 'a third']);
    const review = await aReview(source);
    await review.correct(0, ['MH00AB0002', '']);
    review.chooseRow(1, false);
    await review.correct(0, null);
    assert.deepEqual([groups(review), sent(review)], [['repeat', 'ready', 'repeat'], []]);
    assert.equal(review.choices.leftOut.length, 2, 'a later one is a repeat whoever reads it');
    const again = await aReview(source, {}, {}, review.choices);
    assert.deepEqual([groups(again), sent(again), again.lost], [['ready', 'repeat', 'repeat'], [], 0]);
    const turned = await aReview(source);
    await turned.correct(2, ['MH00AB0003', '']);
    turned.chooseRow(2, false);
    await turned.correct(1, ['MH00AB0003', '']);
    assert.deepEqual(said(turned), ['MH00AB0001']);
    assert.deepEqual(said(await aReview(source, {}, {}, turned.choices)), ['MH00AB0001']);
  }
});

test('whatever is done to lines of which some say the same, nothing else leaves once they are read again', async () => {
  const source = rows(line, line, ['MH00AB0002', ''], line, ['MH00AB0002', ''], ['mh00ab0001', '']);
  const numbers = ['MH00AB0001', 'MH00AB0002', 'MH00AB0003', 'MH00AB0004'];
  let seed = 1;
  const under = (most: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  let left = 0;
  for (let run = 0; run < 300; run += 1) {
    const review = await aReview(source);
    for (let step = 0; step < 8; step += 1) {
      const row = under(source.length);
      const what = under(4);
      if (what === 0) review.chooseRow(row, false);
      else if (what === 1) review.chooseRow(row, under(2) === 0);
      else await review.correct(row, what === 2 ? [numbers[under(numbers.length)] ?? '', ''] : null);
    }
    const again = await aReview(source, {}, {}, review.choices);
    const before = said(review).map((one) => one.toUpperCase());
    for (const one of said(again)) assert.ok(before.includes(one.toUpperCase()), `run ${run}`);
    left += said(again).length;
  }
  assert.ok(left > 300, `${left} left`);
});

test('of two lines paid before, the one accepted all the same is asked for again, and a corrected one leaves', async () => {
  const review = await aReview(file, { MH00AB0001: paid });
  await review.correct(1, ['MH00AB0002', '']);
  review.chooseGroup('paid', true);
  assert.deepEqual(leaving(review), ['2 MH00AB0001', '3 MH00AB0002']);
  const again = await aReview(file, { MH00AB0001: paid }, {}, review.choices);
  assert.deepEqual(leaving(again), ['3 MH00AB0002']);
  review.chooseRow(0, false);
  const out = await aReview(file, { MH00AB0001: paid }, {}, review.choices);
  assert.deepEqual([leaving(out), out.row(0).wanted], [['3 MH00AB0002'], false]);
});

test('of two lines that look wrong, the one left out stays also where those that look wrong are taken for meant', async () => {
  const wrong = rows(['nonsense', ''], ['other nonsense', '']);
  const review = await aReview(wrong, {}, { bills: false });
  review.chooseRow(0, false);
  assert.deepEqual(leaving(review), ['3 other nonsense']);
  const again = await aReview(wrong, {}, { bills: false }, review.choices);
  assert.deepEqual(leaving(again), ['3 other nonsense']);
  await review.correct(1, ['more nonsense', '']);
  assert.deepEqual(leaving(review), [], 'nobody has said yet that this was meant');
  assert.deepEqual(leaving(await aReview(wrong, {}, { bills: false }, review.choices)), []);
  review.chooseGroup('wrong', true);
  assert.deepEqual(leaving(await aReview(wrong, {}, {}, review.choices)), [], 'a yes does not hold');
});

test('of two rows of an earlier batch that lack their number, the one left out stays, and the other leaves with its own', async () => {
  const emptied = rows(['', 'a'], ['', 'a']);
  const more = {
    lacking: new Map([
      [0, [0]],
      [1, [0]],
    ]),
    accepted: new Map([[0, [orderId('paid')]]]),
    sendsWrong: true,
  };
  const review = await aReview(emptied, { MH00AB0001: paid }, more);
  await review.correct(1, ['MH00AB0002', 'a']);
  review.chooseRow(0, false);
  assert.deepEqual(leaving(review), ['3 MH00AB0002']);
  const again = await aReview(emptied, { MH00AB0001: paid }, more, review.choices);
  assert.deepEqual(leaving(again), ['3 MH00AB0002']);
  assert.deepEqual(again.row(0).wanted, false);
  const fewer = await aReview(emptied.slice(0, 1), {}, more, review.choices);
  assert.deepEqual([leaving(fewer), fewer.lost], [[], 1]);
});
