import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ListTable } from '../../../../src/contract/listTable.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { TellApart } from '../../../../src/contract/tellApart.ts';
import type { LearnedPath, Segment } from '../../../../src/shapes/model.ts';
import { usualColumns } from '../../../../src/ui/answers/usualColumns.ts';
import { now, shape } from './learned.ts';

const list: readonly Segment[] = [{ key: 'data' }, { key: 'result' }, { key: 'rows' }];

function path(below: readonly Segment[], kind: 'string' | 'object' | 'array', inputs: number): LearnedPath {
  const seen = { inputs, since: now, last: now };
  const plain = { formats: {}, length: null, items: null, values: null, otherValues: 0, missing: null };
  return { path: [...list, ...below], seen, of: inputs, kinds: { [kind]: seen }, ...plain };
}

const learned = (inputs: number) =>
  shape({
    inputs,
    paths: [
      path([], 'array', inputs),
      path(['items'], 'object', inputs),
      path(['items', { key: 'status' }], 'string', inputs),
      path(['items', { key: 'reason' }], 'string', inputs),
      path(['items', { key: 'seldom' }], 'string', 1),
    ],
  });

const keys = ['data', 'result', 'rows'];
const tableOf = (items: readonly unknown[], inputs: number) =>
  new ListTable(
    operationById('email-bulk'),
    ...([keys, items, new TellApart(), null, null, usualColumns(learned(inputs), keys)] as const),
  );

it('a table has the columns that its list usually has, in their order, and then its own', () => {
  const table = tableOf(
    [
      { more: 1, reason: 'x' },
      { more: 2, reason: 'y' },
    ],
    12,
  );
  assert.deepEqual(
    table.columns.map(({ name }) => name),
    ['status', 'reason', 'more'],
  );
  const cells = table.cells(0, { all: false, rows: new Set(), cells: new Set() });
  assert.deepEqual(
    cells.map(({ kind }) => kind),
    ['missing', 'text', 'number'],
  );
});

it('of too few inputs nothing is usual, and of another list nothing is known', () => {
  const table = tableOf([{ more: 1 }], 4);
  assert.deepEqual(
    table.columns.map(({ name }) => name),
    ['more'],
  );
  assert.deepEqual(usualColumns(learned(12), ['data', 'result', 'others']), []);
  assert.deepEqual(usualColumns(null, keys), []);
});
