import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRetryAfter, retryAfterOf } from '../../../src/contract/retryAfter.ts';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);

test('no header', () => {
  assert.deepEqual(readRetryAfter(null, now), { kind: 'absent' });
});

for (const [text, seconds] of [
  ['0', 0],
  ['120', 120],
  [' 7\t', 7],
  ['007', 7],
  ['99999999999999999999', 2 ** 31],
] as const) {
  test(`seconds: ${JSON.stringify(text)}`, () => {
    assert.deepEqual(readRetryAfter(text, now), { kind: 'seconds', seconds });
  });
}

for (const text of [
  'Sat, 21 Nov 2026 12:01:30 GMT',
  'sat, 21 nov 2026 12:01:30 gmt',
  'Saturday, 21-Nov-26 12:01:30 GMT',
  'Sat Nov 21 12:01:30 2026',
]) {
  test(`date: ${text}`, () => {
    assert.deepEqual(readRetryAfter(text, now), { kind: 'date', at: now + 90_000, seconds: 90 });
  });
}

test('every day of the week and every month is known, in each form of a date', () => {
  const written = (at: number, form: (date: readonly string[]) => string): string =>
    form(/^(...), (..) (...) (..)(..) (.*) GMT$/.exec(new Date(at).toUTCString())?.slice(1) ?? []);
  const long: Readonly<Record<string, string>> = {
    Sun: 'Sunday',
    Mon: 'Monday',
    Tue: 'Tuesday',
    Wed: 'Wednesday',
    Thu: 'Thursday',
    Fri: 'Friday',
    Sat: 'Saturday',
  };
  for (let month = 0; month < 12; month += 1)
    for (let day = 1; day <= 7; day += 1) {
      const at = Date.UTC(2027, month, day, 6, 7, 8);
      for (const text of [
        written(at, ([w, d, m, c, y, time]) => `${w}, ${d} ${m} ${c}${y} ${time} GMT`),
        written(at, ([w, d, m, _c, y, time]) => `${long[w ?? '']}, ${d}-${m}-${y} ${time} GMT`),
        written(at, ([w, d, m, c, y, time]) => `${w} ${m} ${d} ${time} ${c}${y}`),
      ])
        assert.deepEqual(readRetryAfter(text, now), { kind: 'date', at, seconds: (at - now) / 1000 }, text);
    }
});

test('a two-digit year is up to fifty years ahead', () => {
  const yearOf = (text: string): number | null => {
    const read = readRetryAfter(text, now);
    return read.kind === 'date' ? new Date(read.at).getUTCFullYear() : null;
  };
  assert.equal(yearOf('Saturday, 21-Nov-76 12:00:00 GMT'), 2076);
  assert.equal(yearOf('Monday, 21-Nov-77 12:00:00 GMT'), 1977);
});

test('asctime with a one-digit day is read in UTC', () => {
  assert.deepEqual(readRetryAfter('Sun Nov  6 08:49:37 1994', now), {
    kind: 'date',
    at: Date.UTC(1994, 10, 6, 8, 49, 37),
    seconds: 0,
  });
});

test('a two-digit year far ahead is the past one', () => {
  const read = readRetryAfter('Sunday, 06-Nov-94 08:49:37 GMT', now);
  assert.equal(read.kind === 'date' ? read.at : null, Date.UTC(1994, 10, 6, 8, 49, 37));
});

test('a fraction of a second counts as a whole one', () => {
  const read = readRetryAfter('Sat, 21 Nov 2026 12:00:01 GMT', now + 400);
  assert.equal(read.kind === 'date' ? read.seconds : null, 1);
});

test('a leap second is a moment', () => {
  const read = readRetryAfter('Sat, 31 Dec 2016 23:59:60 GMT', now);
  assert.equal(read.kind === 'date' ? read.at : null, Date.UTC(2017, 0, 1));
});

for (const text of [
  '',
  ' ',
  'soon',
  '1.5',
  '-1',
  '+3',
  '1e3',
  '0x10',
  '12 seconds',
  '120, 120',
  '2026-11-21T12:01:30Z',
  'Sat, 21 Nov 2026 12:01:30',
  'Sat, 21 Nov 2026 12:01:30 IST',
  'Sat, 21 Nov 2026 12:01:30 +0530',
  'Sun, 21 Nov 2026 12:01:30 GMT',
  'Mon, 30 Feb 2026 12:01:30 GMT',
  'Sat, 21 Nov 2026 24:00:00 GMT',
  'Sat, 21 Nov 2026 12:60:00 GMT',
  'Sat, 21 Nov 2026 12:00:61 GMT',
  'Sat, 21 Xyz 2026 12:00:00 GMT',
  // 1926, which two digits would mean: a Sunday.
  'Sun, 21 Nov 0026 12:00:00 GMT',
  'Sat, 1 Nov 2026 12:00:00 GMT',
  'Sat, 21 Nov 0026 12:00:00 GMT',
  'Sat Nov 21 12:01:30 GMT 2026',
]) {
  test(`unreadable: ${JSON.stringify(text)}`, () => {
    assert.deepEqual(readRetryAfter(text, now), { kind: 'unreadable', text });
  });
}

const sent = 'Sat, 21 Nov 2026 12:01:30 GMT';
/** What is asked by an answer with these headers, received half an hour after noon by our clock. */
const asked = (...headers: readonly (readonly [string, string])[]) => retryAfterOf(headers, now + 1_800_000);

test('a date is read against the Date of its own answer, whatever our clock says', () => {
  for (const date of [
    'Sat, 21 Nov 2026 12:01:00 GMT',
    'Saturday, 21-Nov-26 12:01:00 GMT',
    'Sat Nov 21 12:01:00 2026',
  ]) {
    const read = asked(['DATE', ` ${date} `], ['retry-after', sent]);
    assert.equal(read.kind === 'date' ? read.seconds : null, 30, date);
  }
  const early = asked(['Retry-After', sent], ['Date', 'Sat, 21 Nov 2026 13:00:00 GMT']);
  assert.equal(early.kind === 'date' ? early.seconds : null, 0);
});

test('without a readable Date a date is read against our clock', () => {
  const later = 'Sat, 21 Nov 2026 12:31:00 GMT';
  for (const headers of [[], [['Date', 'yesterday']], [['Date', '']]] as const) {
    const read = asked(['Retry-After', later], ...headers);
    assert.equal(read.kind === 'date' ? read.seconds : null, 60);
  }
});

test('seconds need no clock, and no header is no header', () => {
  assert.deepEqual(asked(['Date', sent], ['Retry-After', '7']), { kind: 'seconds', seconds: 7 });
  assert.deepEqual(asked(['Date', sent]), { kind: 'absent' });
  assert.deepEqual(
    asked(['Date', 'Sat, 01 Jan 0101 00:00:00 GMT'], ['Retry-After', 'Fri, 31 Dec 9999 23:59:59 GMT']).kind,
    'date',
  );
});
