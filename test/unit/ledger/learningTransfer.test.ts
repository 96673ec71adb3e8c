import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { aFolder, aWindow, keyRing } from './aLedger.ts';
import { answers, inputs, teach } from './taught.ts';

const passphrase = 'a passphrase of these tests';
const never = (): boolean => false;

const opened = (t: TestContext, key: string): Promise<Ledger> =>
  aWindow(t, aFolder(t), keyRing(key), { passphraseCost: 1 << 10 });

/** With keys that nobody vouches for, of which some got their names; and an order that departed. */
const resultOf = (n: number) => ({
  color: n % 2 === 0 ? 'BLUE' : 'RED',
  zorblat: { quuxify: n, ...(n === 3 ? { frobnicate: { gribble: 'x' } } : {}) },
});

async function fill(ledger: Ledger): Promise<void> {
  for (let n = 0; n < 110; n += 1) {
    await teach(ledger, `o${n}`, { input: `XX00AA${1000 + n}`, result: resultOf(n), at: n });
  }
  await teach(ledger, 'odd', { input: 'XX00AA9001', result: { ...resultOf(1), color: 4 }, at: 200 });
  await ledger.erase([orderId('o7')]);
}

async function backedUp(t: TestContext, ledger: Ledger): Promise<string> {
  const file = join(aFolder(t), 'orders.backup');
  await ledger.transfer.backUp(file, passphrase);
  return file;
}

for (const key of ['a-key', 'another-key']) {
  it(`a history that has learned nothing takes over what a backup has, sealed with ${key}`, async (t) => {
    const old = await opened(t, 'a-key');
    await fill(old);
    const file = await backedUp(t, old);
    const ledger = await opened(t, key);
    await ledger.transfer.restore(file, passphrase);
    assert.deepEqual(await ledger.learning.shapes({}), await old.learning.shapes({}));
    assert.equal((await ledger.get(orderId('odd')))?.drift, 'breaking');
    assert.deepEqual(await ledger.learning.drifts(orderId('odd')), await old.learning.drifts(orderId('odd')));
    assert.equal(await ledger.learning.unlearned(), 0);
    // What is asked again is known; what was erased there is not.
    for (const one of [old, ledger]) {
      await teach(one, 'again', { input: 'XX00AA1000', result: resultOf(0), at: 300 });
      await teach(one, 'more', { input: 'XX00AA1007', result: resultOf(7), at: 301 });
      await teach(one, 'new', { input: 'XX00AA9002', result: resultOf(3), at: 302 });
      assert.equal(await inputs(one), 113);
    }
    const [here, there] = [await answers(ledger), await answers(old)];
    assert.deepEqual(
      here?.paths.map(({ path, seen }) => [path, seen]),
      there?.paths.map(({ path, seen }) => [path, seen]),
    );
    assert.deepEqual((await ledger.transfer.restore(file, passphrase)).added, 0);
    assert.equal(await inputs(ledger), 113);
  });
}

it('a history that has learned keeps its own; orders that came may teach it, if asked', async (t) => {
  const old = await opened(t, 'a-key');
  await fill(old);
  const file = await backedUp(t, old);
  const ledger = await opened(t, 'another-key');
  await teach(ledger, 'own', { input: 'XX00AA1000', result: resultOf(0) });
  await ledger.transfer.restore(file, passphrase);
  assert.equal(await inputs(ledger), 1);
  assert.equal(await ledger.learning.unlearned(), 110);
  await ledger.learning.learnOld(() => undefined, never);
  assert.equal(await inputs(ledger), 110);
});

it('what no key but the old one knows by its print is not taken for new after a restore', async (t) => {
  const result = (n: number) => ({
    color: n === 3 ? 'TEAL' : n % 2 === 0 ? 'BLUE' : 'RED',
    zorblat: { quuxify: n, ...(n % 20 === 0 ? { gribble: 'x' } : {}) },
  });
  const old = await opened(t, 'a-key');
  for (let n = 0; n < 140; n += 1) {
    await teach(old, `o${n}`, { input: `XX00AA${1000 + n}`, result: result(n), at: n });
  }
  const file = await backedUp(t, old);
  const other = await opened(t, 'another-key');
  await other.transfer.restore(file, passphrase);
  for (const ledger of [old, other]) {
    await teach(ledger, 'key', { input: 'XX00AA9001', result: result(20), at: 300 });
    await teach(ledger, 'value', { input: 'XX00AA9002', result: result(3), at: 301 });
    assert.deepEqual(await ledger.learning.drifts(orderId('key')), []);
    assert.deepEqual(await ledger.learning.drifts(orderId('value')), []);
  }
});
