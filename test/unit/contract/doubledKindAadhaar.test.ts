import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aadhaarNumbersIn } from '../../../src/contract/aadhaar/numbers.ts';
import { operationById } from '../../../src/contract/operations.ts';

const number = '234567890124';

test('a number that fetch_by, given twice, calls an Aadhaar number in one of its readings is told as one', () => {
  const credit = operationById('credit-report');
  for (const kinds of [['aadhaar'], ['aadhaar', 'mobile'], ['mobile', 'aadhaar']]) {
    const body = `{"number":"${number}",${kinds.map((kind) => `"fetch_by":"${kind}"`).join(',')}}`;
    assert.deepEqual(aadhaarNumbersIn(credit, body), [number], body);
  }
});
