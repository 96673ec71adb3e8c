/**
 * Imported before a file of unit tests: fails each test that ended well without having asserted anything. What only runs
 * a piece of code says nothing of what came of it.
 */
import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach } from 'node:test';
import { isMainThread } from 'node:worker_threads';

let asserted = 0;

function countAssertions(): void {
  for (const name of Object.keys(assert) as (keyof typeof assert)[]) {
    const original: unknown = assert[name];
    if (typeof original !== 'function' || name === 'AssertionError' || name === 'strict') continue;
    const counting = (...given: readonly unknown[]): unknown => {
      asserted += 1;
      return Reflect.apply(original, assert, given);
    };
    Object.assign(assert, { [name]: counting });
  }
  syncBuiltinESMExports();
}

function failTheSilent(): void {
  const before = new Map<string, number>();
  beforeEach((context) => {
    before.set(context.fullName, asserted);
  });
  afterEach((context) => {
    if (asserted === before.get(context.fullName)) throw new Error('This test asserts nothing.');
  });
}

// Processes and threads that a test starts import this, too.
if (isMainThread && process.argv[1]?.endsWith('.test.ts') === true) {
  countAssertions();
  failTheSilent();
}
