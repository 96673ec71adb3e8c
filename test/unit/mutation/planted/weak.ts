import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fare } from './fare.ts';

/** Runs every line and looks at next to nothing. */
describe('fares', () => {
  it('cost something', () => {
    for (const night of [true, false])
      for (const kilometres of [1, 5]) assert.equal(typeof fare(kilometres, night), 'number');
  });
});
