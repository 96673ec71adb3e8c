import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fare } from './fare.ts';

test('a ride that is paid by nobody', async () => {
  const { promise } = Promise.withResolvers<number>();
  assert.equal(await promise, fare(1, false));
});
