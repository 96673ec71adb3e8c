import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentedPaths, flatten } from '../../../../src/calls/batch/flatten.ts';
import { resultsOf } from '../../../../src/calls/batch/results.ts';
import { operationById } from '../../../../src/contract/operations.ts';

const operation = operationById('credit-report');

for (const name of ['Asha Verma', 'Axis Credit Link', 'Sharma Mobile Store']) {
  test(`each documented field of a masked result stands in its own column: ${name}`, () => {
    const result = {
      ...{ number: 'ZZZPZ9999Z', fetch_by: 'pan', mobile: '0000003210', name },
      ...{ credit_score: '812', credit_report: [], credit_report_link: 'https://example.in/r.pdf' },
    };
    const body = JSON.stringify({ data: { order_id: 'ORD-1', error_code: '', result } });
    const fields = { number: 'ZZZPZ9999Z', fetch_by: 'pan', mobile: '0000003210', name };
    const [made] = resultsOf(operation, [fields], body, true);
    assert.ok(made !== undefined);
    const flat = flatten(made.json);
    assert.deepEqual(
      documentedPaths(operation).filter((path) => !flat.has(path)),
      [],
      `columns that stay empty; what stands beside: ${[...flat.keys()].join(', ')}`,
    );
  });
}
