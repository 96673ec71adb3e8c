import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { operations } from '../../../../src/contract/operations.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

describe('the operation of a file, by its columns', () => {
  let operationByColumns: typeof import('../../../../src/ui/batch/mapColumns.ts').operationByColumns;
  before(async () => {
    await standInForVscode();
    ({ operationByColumns } = await import('../../../../src/ui/batch/mapColumns.ts'));
  });
  const told = (...cells: string[]) =>
    operationByColumns(operations, {
      ...{ format: 'csv', delimiter: ',', keys: null },
      first: [{ line: 1, cells }],
    })?.id;

  it('is the one that uses the most of them', () => {
    assert.equal(told('id', 'aadhaar', 'pan'), 'aadhaar-pan-link');
    assert.equal(told('PAN No.', 'name'), 'credit-report');
    assert.equal(told('Reg. No.'), 'rc-advanced');
  });

  it('is asked for where several are alike, or none fits', () => {
    assert.equal(told('pan', 'rc'), undefined);
    assert.equal(told('colour', 'weight'), undefined);
  });
});
