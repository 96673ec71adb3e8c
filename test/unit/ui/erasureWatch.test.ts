import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest, setImmediate as turn } from 'node:timers/promises';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { ErasureWatch } from '../../../src/ui/base/erasureWatch.ts';
import { aLedger, aWindow, place } from '../ledger/aLedger.ts';

test('what a window remembers is forgotten when another one erases, and only then', async (t) => {
  const { ledger, folder } = await aLedger(t);
  const other = await aWindow(t, folder);
  await place(other, 'before');
  await other.erase([orderId('before')]);
  let forgotten = 0;
  let heard: () => void = () => undefined;
  const forget = (): void => {
    forgotten += 1;
    heard();
  };
  const log = { warn: (what: string) => assert.fail(what) };
  const watch = new ErasureWatch({ ledger: async () => ledger, log }, [forget]);
  t.after(() => watch.dispose());
  await watch.start();
  await watch.start();
  await place(ledger, 'a');
  await place(other, 'b');
  await turn();
  assert.equal(forgotten, 0);
  const told = new Promise<void>((resolve) => {
    heard = resolve;
  });
  await other.erase([orderId('a')]);
  await told;
  assert.equal(forgotten, 1);
});

test('what cannot be forgotten keeps nothing else from being forgotten', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'a');
  const warned: string[] = [];
  const log = { warn: (_what: string, why: string) => warned.push(why) };
  let forgotten = 0;
  const forget = (): void => {
    forgotten += 1;
  };
  const fails = (): never => {
    throw new Error('a tab that is gone');
  };
  const watch = new ErasureWatch({ ledger: async () => ledger, log }, [fails, forget]);
  t.after(() => watch.dispose());
  await watch.start();
  await ledger.erase([orderId('a')]);
  for (let tries = 0; forgotten === 0 && tries < 3000; tries += 1) await rest(10);
  assert.deepEqual([forgotten, warned], [1, ['Error: a tab that is gone']]);
});
