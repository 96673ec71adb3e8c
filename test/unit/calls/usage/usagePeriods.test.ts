import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addDays,
  bins,
  isDay,
  spanInTime,
  spanLength,
  spanOf,
} from '../../../../src/calls/usage/usagePeriods.ts';

const now = new Date(2026, 10, 21, 12).getTime();

test('a day is a date that exists', () => {
  for (const day of ['2026-11-21', '2024-02-29', '1999-12-31']) assert.ok(isDay(day), day);
  for (const text of ['', '2026-11-31', '2026-02-29', '2026-1-1', '21/11/2026', '2026-11-21T00:00']) {
    assert.ok(!isDay(text), text);
  }
});

test('days are counted over months, years and changes of the clock', () => {
  assert.equal(addDays('2026-12-31', 1), '2027-01-01');
  assert.equal(addDays('2026-03-01', -1), '2026-02-28');
  assert.equal(addDays('2026-03-28', 2), '2026-03-30');
  assert.throws(() => addDays('tomorrow', 1), new RangeError('not a day: tomorrow'));
});

test('each period ends today and has the days it is called by', () => {
  assert.deepEqual(spanOf('today', now, null), { from: '2026-11-21', to: '2026-11-21' });
  assert.deepEqual(spanOf('month', now, null), { from: '2026-11-01', to: '2026-11-21' });
  const lengths = (['days7', 'days30', 'days90'] as const).map((id) => spanLength(spanOf(id, now, null)));
  assert.deepEqual(lengths, [7, 30, 90]);
  assert.deepEqual(spanOf('custom', now, null), { from: '2026-10-23', to: '2026-11-21' });
});

test('custom days are put in order, and a slip of the keyboard does not ask for centuries', () => {
  assert.deepEqual(spanOf('custom', now, { from: '2026-11-05', to: '2026-11-01' }), {
    from: '2026-11-01',
    to: '2026-11-05',
  });
  const long = spanOf('custom', now, { from: '0202-11-01', to: '2026-11-05' });
  assert.deepEqual([spanLength(long), long.to], [3660, '2026-11-05']);
  const ten = { from: addDays('2026-11-05', 1 - 3660), to: '2026-11-05' };
  assert.deepEqual(spanOf('custom', now, ten), ten);
  assert.deepEqual(spanOf('custom', now, { ...ten, from: addDays(ten.from, -1) }), ten);
});

test('days without calls are there too; a long span goes by months, which lose no day at its ends', () => {
  assert.deepEqual(
    bins({ from: '2026-02-27', to: '2026-03-02' }).map(({ id }) => id),
    ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'],
  );
  assert.equal(bins({ from: '2026-08-01', to: '2026-11-08' }).length, 100);
  assert.equal(bins({ from: '2026-08-01', to: '2026-11-09' }).length, 4);
  assert.deepEqual(bins({ from: '2026-11-09', to: '2026-11-01' }), []);
  const months = bins({ from: '2026-01-15', to: '2026-11-21' });
  assert.equal(months.length, 11);
  assert.deepEqual(months[0], { id: '2026-01', from: '2026-01-15', to: '2026-01-31' });
  assert.deepEqual(months.at(-1), { id: '2026-11', from: '2026-11-01', to: '2026-11-21' });
});

test('in time a span goes from local midnight to local midnight', () => {
  assert.deepEqual(spanInTime({ from: '2026-11-20', to: '2026-11-21' }), {
    from: new Date(2026, 10, 20).getTime(),
    to: new Date(2026, 10, 22).getTime(),
  });
});
