import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayBeLost } from '../../../../src/calls/keys/keyDoubt.ts';

test('only what was paid for, is kept, and is sealed with a key nobody has seen last may be lost', () => {
  const live = { kind: 'live', payloadsKept: true } as const;
  assert.equal(mayBeLost(live, false), true);
  assert.equal(mayBeLost(live, true), false);
  assert.equal(mayBeLost({ ...live, payloadsKept: false }, false), false);
  assert.equal(mayBeLost({ ...live, kind: 'sandbox' }, false), false);
});
