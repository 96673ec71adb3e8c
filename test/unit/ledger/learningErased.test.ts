import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { aFolder, aWindow, bytes, filesHolding, keyRing, noon, pending } from './aLedger.ts';
import { answers, at, inputs, requestOf, teach } from './taught.ts';

const id = orderId;

function read(folder: string, sql: string): readonly Readonly<Record<string, unknown>>[] {
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
}

/** How many inputs stand in the file by a print. */
function printed(folder: string): number {
  return read(folder, 'SELECT DISTINCT print FROM fact_inputs').length;
}

async function aHistory(t: TestContext, ring = keyRing('a-key')) {
  const folder = aFolder(t);
  const ledger = await aWindow(t, folder, ring);
  for (let n = 0; n < 8; n += 1) {
    const input = `XX00AA100${n % 4}`;
    await teach(ledger, `o${n}`, { input, result: { year: 1, color: 'BLUE' }, at: n });
  }
  return { ledger, folder, ring };
}

async function printOf(ledger: Ledger, input: string): Promise<string> {
  return (await ledger.inputPrint('rc-advanced', bytes(requestOf(input)))).whole;
}

describe('the print of an input that taught something', () => {
  it('is none that stands elsewhere in the file', async (t) => {
    const { folder } = await aHistory(t);
    const [first] = read(folder, 'SELECT print FROM fact_inputs');
    const print = Buffer.from(first?.print as Uint8Array).toString('hex');
    assert.equal(print.length, 32);
    const prints = read(
      folder,
      'SELECT fingerprint AS p FROM orders UNION SELECT fingerprint FROM input_parts',
    );
    assert.ok(prints.length >= 4);
    assert.ok(!prints.some(({ p }) => p === print));
  });

  it('goes with the last order of its input, and its bytes with it; counts stay', async (t) => {
    const { ledger, folder } = await aHistory(t);
    const before = await answers(ledger);
    const all = read(folder, 'SELECT DISTINCT print FROM fact_inputs').map(
      ({ print }) => print as Uint8Array,
    );
    await ledger.erase([id('o0')]);
    assert.equal(printed(folder), 4);
    await ledger.erase([id('o4')]);
    assert.equal(printed(folder), 3);
    assert.equal(all.filter((print) => filesHolding(folder, print).length > 0).length, 3);
    assert.deepEqual(await answers(ledger), before);
    // Nobody can tell any more that it was asked before.
    await teach(ledger, 'again', { input: 'XX00AA1000', result: { year: 1, color: 'BLUE' } });
    assert.equal(await inputs(ledger), 5);
  });

  it('goes with its input, with retention, and with all that is settled before', async (t) => {
    const { ledger, folder } = await aHistory(t);
    await ledger.eraseInput(await printOf(ledger, 'XX00AA1001'));
    assert.equal(printed(folder), 3);
    const dayMs = 86_400_000;
    await ledger.applyPolicy({ keep: 'everything', payloadDays: 0, orderDays: 1 }, noon + dayMs + 7);
    assert.equal(printed(folder), 1);
    await ledger.eraseSettledBefore(noon + 100);
    assert.equal(printed(folder), 0);
    assert.equal((await answers(ledger))?.seen.inputs, 4);
    assert.equal(at(await answers(ledger), 'data.result.color')?.seen.inputs, 4);
  });

  it('stays with payloads that are dropped, and with an order that is open', async (t) => {
    const { ledger, folder } = await aHistory(t);
    await teach(ledger, 'open', { input: 'XX00AA2000', result: {}, settlement: pending });
    await ledger.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, noon + 100);
    assert.equal(printed(folder), 5);
    await ledger.eraseSettledBefore(noon + 100);
    assert.equal(printed(folder), 1);
  });

  it('goes with all others of its operation where the key cannot be had', async (t) => {
    const { ledger, folder, ring } = await aHistory(t);
    await ledger.close();
    const window = await aWindow(t, folder, ring);
    ring.names = [];
    await window.erase([id('o0'), id('o4')]);
    assert.equal(printed(folder), 0);
    assert.equal((await answers(window))?.seen.inputs, 4);
  });

  it('goes with all others of its operation where another key made it', async (t) => {
    const { ledger, folder } = await aHistory(t);
    await ledger.close();
    const window = await aWindow(t, folder, keyRing('another-key'));
    await window.erase([id('o0'), id('o4')]);
    assert.equal(printed(folder), 0);
    assert.equal((await answers(window))?.seen.inputs, 4);
  });

  for (const how of ['erased', 'not kept'] as const) {
    it(`leaves with it what may be a name: one that one input alone has had is never kept, each order ${how}`, async (t) => {
      const { ledger, folder } = await aHistory(t);
      for (let n = 0; n < 8; n += 1) {
        const result = { kind: 'Rameshwar', ashalata: 1, color: 'BLUE' };
        await teach(ledger, `n${n}`, { input: 'XX00BB2000', result, at: n });
        if (how === 'erased') await ledger.erase([id(`n${n}`)]);
        else await ledger.applyPolicy({ keep: 'open-only', payloadDays: 0, orderDays: 0 }, noon + 100);
      }
      const shape = await answers(ledger);
      assert.equal(at(shape, 'data.result.kind')?.values, null);
      for (const name of ['Rameshwar', 'ashalata'])
        assert.deepEqual(filesHolding(folder, bytes(name)), [], name);
      const places = read(folder, 'SELECT stored FROM fact_places').map(({ stored }) =>
        JSON.parse(String(stored)),
      );
      const prints = places.flatMap(({ texts }) => texts).filter(({ text }) => text === null);
      assert.deepEqual(
        prints.filter(({ print }) => print !== ''),
        [],
      );
    });
  }

  it('leaves what may be names as strict as before, once another key has taken its place', async (t) => {
    const folder = aFolder(t);
    const before = await aWindow(t, folder, keyRing('lost-key'));
    for (let n = 0; n < 14; n += 1) {
      const kind = `Name${String.fromCharCode(65 + n)}wati`;
      await teach(before, `o${n}`, { input: `XX00AA${1000 + n}`, result: { kind } });
    }
    await before.close();
    const ledger = await aWindow(t, folder, keyRing('a-key'));
    for (let n = 0; n < 2; n += 1) {
      await teach(ledger, `n${n}`, { input: `XX00BB${1000 + n}`, result: { kind: 'Rameshwar' } });
    }
    assert.equal(at(await answers(ledger), 'data.result.kind')?.values, null);
    assert.deepEqual(filesHolding(folder, bytes('Rameshwar')), []);
  });

  it('is made with the key that seals: with another one inputs count anew, and names and values stay', async (t) => {
    const folder = aFolder(t);
    const before = await aWindow(t, folder, keyRing('lost-key'));
    const result = (n: number) => ({ color: n % 2 === 0 ? 'BLUE' : 'RED', zorblat: { quuxify: n } });
    for (let n = 0; n < 40; n += 1) {
      await teach(before, `o${n}`, { input: `XX00AA${1000 + n}`, result: result(n) });
    }
    const shape = await answers(before);
    await before.close();
    const ledger = await aWindow(t, folder, keyRing('a-key'));
    for (let n = 0; n < 2; n += 1) {
      await teach(ledger, `n${n}`, { input: `XX00AA${1000 + n}`, result: result(n) });
    }
    const after = await answers(ledger);
    assert.equal(after?.seen.inputs, 42);
    assert.deepEqual(
      after?.paths.map(({ path, seen }) => [path, seen.inputs]),
      shape?.paths.map(({ path, seen }) => [path, seen.inputs + 2]),
    );
    assert.deepEqual(
      at(after, 'data.result.color')?.values?.map(({ value, seen }) => [value, seen.inputs]),
      [
        ['BLUE', 21],
        ['RED', 21],
      ],
    );
    assert.ok(at(after, 'data.result.zorblat.quuxify') !== undefined);
  });
});
