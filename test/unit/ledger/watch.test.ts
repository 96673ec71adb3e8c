import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { Watch } from '../../../src/ledger/watch.ts';
import { aFolder } from './aLedger.ts';

/** A file that two windows have open, and the clock by which one of them looks at it. */
function aWatch(t: TestContext) {
  const file = join(aFolder(t), 'orders.sqlite');
  const [own, other] = [new DatabaseSync(file), new DatabaseSync(file)];
  t.after(() => {
    for (const db of [own, other]) if (db.isOpen) db.close();
  });
  own.exec('PRAGMA journal_mode = WAL; CREATE TABLE x (y)');
  const timers = new Map<object, { readonly look: () => void; readonly ms: number }>();
  let unrefs = 0;
  t.mock.method(globalThis, 'setInterval', (look: () => void, ms: number) => {
    const timer = {
      unref: () => {
        unrefs += 1;
      },
    };
    timers.set(timer, { look, ms });
    return timer;
  });
  t.mock.method(globalThis, 'clearInterval', (timer: object) => void timers.delete(timer));
  return {
    watch: new Watch(own, 40),
    own,
    writes: () => other.exec('INSERT INTO x VALUES (1)'),
    tick: () => {
      for (const { look } of timers.values()) look();
    },
    periods: () => [...timers.values()].map(({ ms }) => ms),
    unrefs: () => unrefs,
  };
}

it('tells once of what another window wrote since somebody listens, and of nothing else', (t) => {
  const { watch, own, writes, tick } = aWatch(t);
  let told = 0;
  writes();
  watch.listen(() => {
    told += 1;
  });
  tick();
  assert.equal(told, 0, 'written before');
  own.exec('INSERT INTO x VALUES (2)');
  tick();
  assert.equal(told, 0, 'written by this window, which tells itself');
  writes();
  tick();
  tick();
  assert.equal(told, 1);
  writes();
  tick();
  assert.equal(told, 2);
});

it('looks by one clock for all who listen, as long as anybody does, and keeps no process alive for it', (t) => {
  const { watch, writes, tick, periods, unrefs } = aWatch(t);
  const told: string[] = [];
  assert.deepEqual(periods(), []);
  const stopOne = watch.listen(() => told.push('one'));
  const stopTwo = watch.listen(() => told.push('two'));
  assert.deepEqual([periods(), unrefs()], [[40], 1]);
  writes();
  tick();
  assert.deepEqual(told, ['one', 'two']);
  stopOne();
  writes();
  tick();
  assert.deepEqual(told, ['one', 'two', 'two']);
  stopTwo();
  assert.deepEqual(periods(), []);
  // Begun anew, it has nothing to tell of what was written while nobody listened.
  writes();
  watch.listen(() => told.push('three'));
  tick();
  assert.deepEqual([told.length, periods()], [3, [40]]);
  watch.stop();
  assert.deepEqual(periods(), []);
  watch.changed();
  assert.equal(told.length, 3);
});

it('tells the others, too, when one who listens throws, whose fault surfaces on its own', (t) => {
  const { watch } = aWatch(t);
  const later: (() => void)[] = [];
  t.mock.method(globalThis, 'queueMicrotask', (work: () => void) => void later.push(work));
  let told = 0;
  watch.listen(() => {
    throw new Error('a fault of its own');
  });
  watch.listen(() => {
    told += 1;
  });
  watch.changed();
  assert.equal(told, 1);
  assert.equal(later.length, 1);
  assert.throws(() => later[0]?.(), /a fault of its own/);
});

it('looks again at the next tick where it could not look', (t) => {
  const { watch, own, writes, tick } = aWatch(t);
  let told = 0;
  watch.listen(() => {
    told += 1;
  });
  writes();
  const prepare = t.mock.method(own, 'prepare', () => {
    throw new Error('database is locked');
  });
  tick();
  assert.equal(told, 0);
  prepare.mock.restore();
  tick();
  assert.equal(told, 1);
});
