import assert from 'node:assert/strict';
import { test } from 'node:test';
import { periods } from '../../../../src/calls/usage/periods.ts';

const dayMs = 86_400_000;

test('name today, yesterday, this week, then months', () => {
  const saturday = new Date(2026, 10, 21, 15, 30).getTime();
  const found = periods(saturday, new Date(2026, 8, 5).getTime());
  assert.deepEqual(
    found.map((one) => one.id),
    ['today', 'yesterday', 'week', '2026-11', '2026-10', '2026-09'],
  );
  assert.equal(found[2]?.from, new Date(2026, 10, 16).getTime(), 'weeks begin on Monday');
});

test('have no “this week” on Monday and Tuesday: yesterday holds it all', () => {
  for (const day of [16, 17]) {
    const ids = periods(new Date(2026, 10, day, 9).getTime(), 0).map((one) => one.id);
    assert.ok(!ids.includes('week'), String(day));
  }
});

test('leave no gap and no overlap, down to the oldest order, on every day of four years', () => {
  for (let day = 0; day < 4 * 366; day += 1) {
    const now = new Date(2024, 0, 1, 13).getTime() + day * dayMs;
    const oldest = now - ((day * 37) % 900) * dayMs;
    const found = periods(now, oldest);
    for (const [index, one] of found.entries()) {
      assert.ok(one.from < one.to, `${new Date(now).toISOString()} ${one.id}`);
      const older = found[index + 1];
      if (older !== undefined) assert.equal(older.to, one.from, `${one.id} and ${older.id} touch`);
    }
    const last = found.at(-1);
    assert.ok(last !== undefined && last.from <= oldest, 'the oldest order is in the last period');
    assert.equal(new Set(found.map((one) => one.id)).size, found.length, 'ids differ');
  }
});

test('hold an order of a clock that was set back', () => {
  const now = new Date(2026, 10, 21, 12).getTime();
  const [today] = periods(now, now);
  assert.ok(today !== undefined && today.to > now + 365 * dayMs);
});

test('begin and end at local midnights, and the last one holds the oldest order', () => {
  const day = (month: number, date: number): number => new Date(2026, month, date).getTime();
  const saturday = new Date(2026, 10, 21, 15, 30).getTime();
  const newest = [
    { id: 'today', title: { text: 'Today' }, from: day(10, 21), to: Number.MAX_SAFE_INTEGER },
    { id: 'yesterday', title: { text: 'Yesterday' }, from: day(10, 20), to: day(10, 21) },
    { id: 'week', title: { text: 'This week' }, from: day(10, 16), to: day(10, 20) },
  ];
  const november = { id: '2026-11', title: null, from: day(10, 1), to: day(10, 16) };
  const october = { id: '2026-10', title: null, from: day(9, 1), to: day(10, 1) };
  assert.deepEqual(periods(saturday, day(10, 16)), newest);
  assert.deepEqual(periods(saturday, day(10, 16) - 1), [...newest, november]);
  assert.deepEqual(periods(saturday, day(10, 1)), [...newest, november]);
  assert.deepEqual(periods(saturday, day(10, 1) - 1), [...newest, november, october]);
});
