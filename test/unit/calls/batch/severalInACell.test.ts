import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Planner } from '../../../../src/calls/batch/planner.ts';
import { resultsOf } from '../../../../src/calls/batch/results.ts';
import { callsOf } from '../../../../src/calls/batch/reviewCalls.ts';
import { bodyOfRows, repeatText } from '../../../../src/calls/batch/rows.ts';
import type { NewBatchRow } from '../../../../src/calls/ports/batchPorts.ts';
import { batchId } from '../../../../src/calls/ports/ids.ts';
import { bulkEntries } from '../../../../src/contract/bulk.ts';
import { operationById } from '../../../../src/contract/operations.ts';

const operation = operationById('email-bulk');
const map = { emails: { column: 0 } };

/** What each call would send, and the rows that never leave. */
async function planned(cells: readonly string[], chunk: number) {
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
  const calls = Map.groupBy(
    rows.filter(({ state }) => state === 'waiting'),
    ({ call }) => call,
  );
  return [...calls.values()].map((members): string[] => {
    const body = bodyOfRows(
      operation,
      members.map(({ fields }) => fields ?? {}),
    );
    for (const { fingerprint } of members) assert.equal(fingerprint, body, 'what was planned is what leaves');
    return JSON.parse(body).emails;
  });
}

// A cell of a CSV holds several lines where a spreadsheet's user pressed Alt+Enter in it.
test('an address that stands in two rows, once beside another in one cell, is asked about once in their call', async () => {
  const asked = (await planned(['a@x.invalid\nb@x.invalid', 'b@x.invalid', 'c@x.invalid'], 50)).flat();
  assert.deepEqual(asked.toSorted(), ['a@x.invalid', 'b@x.invalid', 'c@x.invalid']);
});

test('of an address the first spelling leaves, also where one cell holds it twice', async () => {
  const [asked] = await planned(['a@x.invalid\n B@x.invalid\r\nA@X.invalid', 'b@X.invalid'], 50);
  assert.deepEqual(asked, ['a@x.invalid', 'B@x.invalid']);
});

test('each row finds what the answer says of its address, wherever else that one stands', () => {
  const rows = [
    { emails: 'a@x.invalid\nb@x.invalid' },
    { emails: 'b@x.invalid' },
    { emails: 'c@x.invalid\nC@x.invalid' },
  ];
  const list: string[] = JSON.parse(bodyOfRows(operation, rows)).emails;
  const body = JSON.stringify({ data: { result: list.map((email) => ({ email })) } });
  assert.deepEqual(resultsOf(operation, rows, body, false), [
    { of: 'call', json: '' },
    { of: 'row', json: '{"email":"b@x.invalid"}' },
    { of: 'row', json: '{"email":"c@x.invalid"}' },
  ]);
});

test('cells with the same addresses say the same, in whatever order; one with fewer does not', () => {
  const of = (emails: string): string => repeatText(operation, { emails });
  assert.equal(of('b@x.invalid\r\nA@x.invalid'), of('a@x.invalid\n\nb@x.invalid\na@x.invalid'));
  assert.notEqual(of('a@x.invalid\nb@x.invalid'), of('b@x.invalid'));
});

test('the page counts the calls that will leave, also where commas part the addresses of a cell', async () => {
  const cells = Array.from({ length: 6 }, (_, at) => `a${at}@x.invalid, b${at}@x.invalid; c${at}@x.invalid`);
  const rows = cells.map((cell) => ({ cells: [cell], flawed: false }));
  const counted = callsOf(rows, { operation, map, chunk: 6 }, () => false);
  assert.deepEqual([counted, (await planned(cells, 6)).length], [3, 3]);
});
