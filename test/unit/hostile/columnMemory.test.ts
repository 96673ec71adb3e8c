import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { reset, world } from '../../support/plainVscode.ts';

const { askHeader } = await import('../../../src/ui/batch/askHeader.ts');
const { mappingFor, rememberMapping } = await import('../../../src/ui/batch/mapColumns.ts');
const { ColumnMemory, forgetInClear } = await import('../../../src/ui/base/both/columnMemory.ts');

const credit = operationById('credit-report');
const header = ['Asha Verma', 'pan', 'ABCPE1234F'];
const shape = {
  format: 'csv' as const,
  delimiter: ',',
  first: [
    { line: 1, cells: header },
    { line: 2, cells: ['Ravi Rao', 'pan', 'ABCPE5678K'] },
  ],
  keys: null,
};

/** VS Code's store, which lies on disk in clear. */
function store(held: Record<string, unknown> = {}) {
  return {
    held,
    keys: () => Object.keys(held),
    get: (name: string, otherwise?: unknown) => held[name] ?? otherwise,
    update: async (name: string, value: unknown): Promise<void> => {
      if (value === undefined) delete held[name];
      else held[name] = value;
    },
  };
}

const ledger = {
  fingerprint: async (operation: string, body: Uint8Array) =>
    createHmac('sha256', 'a key').update(operation).update(body).digest('hex'),
};

beforeEach(reset);

test('columns are remembered without a cell of the file in clear, and found again', async () => {
  const inClear = store({ batchColumns: { '["credit-report",["ashaverma"]]': { number: 'Asha Verma' } } });
  const memory = new ColumnMemory(inClear as never, async () => ledger, 'places');
  const map = { number: { column: 2 }, fetch_by: { column: 1 } };
  const guessed = await mappingFor(memory, credit, shape, true);
  assert.notDeepEqual(guessed.map, map);
  await rememberMapping(memory, credit, { ...guessed, map });
  await forgetInClear(inClear as never);
  assert.doesNotMatch(JSON.stringify(inClear.held), /asha|verma|ABCPE|1234/i);
  assert.deepEqual(inClear.keys(), ['places']);
  assert.deepEqual((await mappingFor(memory, credit, shape, true)).map, map);
  assert.deepEqual((await mappingFor(memory, operationById('rc-advanced'), shape, true)).map, {});
});

test('two hundred files are remembered, the newest', async () => {
  const inClear = store();
  const memory = new ColumnMemory(inClear as never, async () => ledger, 'places');
  for (let file = 0; file < 210; file += 1)
    await memory.remember('rc-advanced', `file ${file}`, { rc_number: file });
  assert.equal(await memory.recall('rc-advanced', 'file 9'), undefined);
  assert.deepEqual(await memory.recall('rc-advanced', 'file 10'), { rc_number: 10 });
  assert.deepEqual(await memory.recall('rc-advanced', 'file 209'), { rc_number: 209 });
});

test('a first line that may be either is asked about, its cells covered', async () => {
  const doubtful = {
    ...shape,
    first: shape.first.map(({ line, cells }) => ({ line, cells: cells.slice(0, 2) })),
  };
  world.choices.push(([items]) => (items as readonly unknown[])[1]);
  assert.equal(await askHeader(credit, doubtful), false);
  const said = JSON.stringify(world.shown);
  assert.doesNotMatch(said, /Asha Verma|Ravi Rao/);
  assert.match(said, /As••••••ma · pan/);
  assert.equal(await askHeader(credit, doubtful), true, 'not answered, nothing more is sent');
  assert.equal(await askHeader(credit, shape), null);
  assert.equal(world.shown.length, 2);
});
