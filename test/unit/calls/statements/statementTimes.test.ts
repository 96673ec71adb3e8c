import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDayFirst, readTime } from '../../../../src/calls/statements/statementTimes.ts';

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

test('each month is read as its word and as its first three letters, in any case, and no other word is', () => {
  for (const [at, name] of months.entries()) {
    const wanted = Date.UTC(2026, at, 21);
    for (const word of [name, name.slice(0, 3).toUpperCase(), `${name.slice(0, 3).toLowerCase()}.`]) {
      assert.equal(readTime(`21 ${word} 2026`, 'utc'), wanted, word);
      assert.equal(readTime(`${word} 21, 2026`, 'utc'), wanted, word);
    }
  }
  assert.equal(readTime('21 Sept 2026', 'utc'), Date.UTC(2026, 8, 21));
  for (const word of ['Tishri', 'Janua', 'year'])
    assert.equal(readTime(`21 ${word} 2026`, 'utc'), null, word);
});

test('a date that is another one with the month first is named, unless one of them has to be day first', () => {
  assert.equal(readDayFirst(['3/4/2026', '5/6/2026']), '3/4/2026');
  assert.equal(readDayFirst(['4/4/2026', '12/11/2026', '11/12/2026']), '12/11/2026');
  assert.equal(readDayFirst(['3/12/2026']), '3/12/2026');
  assert.equal(readDayFirst(['3/4/2026', '12/12/2026']), '3/4/2026');
  assert.equal(readDayFirst(['3/4/2026', '13/12/2026']), null);
  // No day of any reading, so no word on the others.
  assert.equal(readDayFirst(['4/13/2026']), null);
  assert.equal(readDayFirst(['3/4/2026', '14/13/2026']), '3/4/2026');
  assert.equal(readDayFirst(['14/04/2026', '21-11-26']), null);
  assert.equal(readDayFirst(['3/4/2026', '21-11-26']), '21-11-26');
});
