import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flatten } from '../../../../src/calls/batch/flatten.ts';
import { ndjsonResultLine, resultCells, resultsOf } from '../../../../src/calls/batch/results.ts';
import type { BatchRow } from '../../../../src/calls/ports/batchPorts.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';

const operation = operationById('credit-report');

for (const name of ['Asha Verma', 'Tata Data Services', 'Best Result Tutorials']) {
  test(`the masked result of a row is JSON: ${name}`, () => {
    const result = { number: 'ZZZPZ9999Z', fetch_by: 'pan', mobile: '0000003210', name, credit_score: '812' };
    const body = JSON.stringify({ data: { order_id: 'ORD-1', error_code: '', result } });
    const [made] = resultsOf(operation, [{ number: 'ZZZPZ9999Z', fetch_by: 'pan', name }], body, true);
    assert.ok(made !== undefined);
    const row: BatchRow = {
      ...{ row: 0, line: 2, call: 0, state: 'done', why: null, sameAs: null, masked: '••••••999Z' },
      ...{ order: orderId('o'), outcome: 'verified', billing: 'billed', resolved: null, httpStatus: 200 },
      ...{ messageCode: 'OK', failureCode: null, orderId: 'ORD-1', earlierOrderId: null, settledAt: 0 },
    } as const;
    const cells = resultCells(operation, row, { number: 'ZZZPZ9999Z', fetch_by: 'pan', name }, made, true);
    const line = ndjsonResultLine([], { cells, own: null });
    assert.doesNotThrow(() => JSON.parse(line), `no line of NDJSON: ${line}`);
    assert.doesNotThrow(() => JSON.parse(made.json), made.json);
    assert.deepEqual([...flatten(made.json).keys()], Object.keys(result));
  });
}
