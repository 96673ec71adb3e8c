import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Planner } from '../../../../src/calls/batch/planner.ts';
import { callsOf } from '../../../../src/calls/batch/reviewCalls.ts';
import type { NewBatchRow } from '../../../../src/calls/ports/batchPorts.ts';
import { batchId } from '../../../../src/calls/ports/ids.ts';
import { bulkEntries } from '../../../../src/contract/bulk.ts';
import { operationById } from '../../../../src/contract/operations.ts';

const operation = operationById('email-bulk');
const map = { emails: { column: 0 } };

async function plannedCalls(cells: readonly string[], chunk: number): Promise<number> {
  const rows: NewBatchRow[] = [];
  const planner = new Planner(
    {
      store: {
        addRows: async (_, added) => void rows.push(...added),
        firstRows: async () => new Map(),
        twins: async (_, inputs) => inputs.map(() => ({ paid: [], pending: [] })),
      },
      fingerprint: async (_, body) => new TextDecoder().decode(body),
      inputPrint: async (of, body) => {
        const whole = new TextDecoder().decode(body);
        return { whole, parts: bulkEntries(of, whole) };
      },
    },
    { batch: batchId('b'), operation, place: 'p', map, width: 1, chunk },
  );
  for (const [index, cell] of cells.entries()) await planner.add({ line: index + 2, cells: [cell] });
  await planner.end();
  return new Set(rows.filter(({ state }) => state === 'waiting').map(({ call }) => call)).size;
}

test('the page counts the calls that will leave, also where commas part the addresses of a cell', async () => {
  const cells = Array.from({ length: 6 }, (_, at) => `a${at}@x.invalid, b${at}@x.invalid; c${at}@x.invalid`);
  const planned = await plannedCalls(cells, 6);
  const rows = cells.map((cell) => ({ cells: [cell], flawed: false }));
  assert.equal(
    callsOf(rows, { operation, map, chunk: 6 }, () => false),
    planned,
  );
});
