import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Coalesced } from '../../../../src/ui/base/both/coalesced.ts';

test('what many ask for is done once, a time after the first of them, and again for who asks later', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let done = 0;
  const coalesced = new Coalesced(500, () => {
    done += 1;
  });
  coalesced.ask();
  t.mock.timers.tick(400);
  // Who asks again and again puts nothing off.
  coalesced.ask();
  assert.equal(done, 0);
  t.mock.timers.tick(100);
  assert.equal(done, 1);
  t.mock.timers.tick(5000);
  assert.equal(done, 1);
  coalesced.ask();
  t.mock.timers.tick(500);
  assert.equal(done, 2);
});

test('after its end nothing is done any more', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const coalesced = new Coalesced(500, () => assert.fail('It was done.'));
  coalesced.ask();
  coalesced.dispose();
  t.mock.timers.tick(5000);
  assert.ok(true);
});
