import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import { test } from 'node:test';
import tls from 'node:tls';

/** Lists of authorities that Node is asked for. What reads them keeps the function it found when it was loaded, so it is loaded here. */
const asked: (string | undefined)[] = [];
const real = tls.getCACertificates;
tls.getCACertificates = (type) => {
  asked.push(type);
  return type === 'bundled' ? real('bundled').slice(0, 1) : [];
};
syncBuiltinESMExports();
const { contextOf } = await import('../../../src/client/identity.ts');
tls.getCACertificates = real;
syncBuiltinESMExports();

test('the list of the system is read where the settings want it, and then alone', () => {
  assert.ok(contextOf(false, []));
  assert.deepEqual(asked.splice(0), ['bundled', 'extra']);
  assert.ok(contextOf(true, []));
  assert.deepEqual(asked.splice(0), ['bundled', 'extra', 'system']);
});
