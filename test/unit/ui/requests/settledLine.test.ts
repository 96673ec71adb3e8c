import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

let settledLine: typeof import('../../../../src/ui/requests/sendRequest.ts').settledLine;
before(async () => {
  await standInForVscode();
  ({ settledLine } = await import('../../../../src/ui/requests/sendRequest.ts'));
});

const settlement = {
  ...{ outcome: 'verified', billing: 'billed', evidence: 'stated', messageCode: 'OK', failureCode: null },
  ...{ httpStatus: 200, orderId: 'ORD-1' },
};
const settled = (kind: 'live' | 'sandbox') => ({ settlement, order: { kind } }) as never;

it('a request file sent to a sandbox is said to be simulated, where a live one is billed', () => {
  const operation = operationById('rc-advanced');
  assert.equal(
    settledLine(operation, settled('sandbox')),
    'RC Details Advanced: Verified · billed (simulated) · OK',
  );
  assert.equal(settledLine(operation, settled('live')), 'RC Details Advanced: Verified · billed · OK');
});
