import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recentInputs } from '../../../../src/calls/inputs/recentInputs.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { anOrder } from '../orders.ts';

const order = (id: string, fingerprint: string | null, payloadsKept = true) =>
  anOrder({ id: orderId(id), fingerprint, payloadsKept });
const ids = (...of: Parameters<typeof recentInputs>) => recentInputs(...of).map(({ id }) => id);

test('each input once, by its newest order; one whose request is gone fills nothing', () => {
  const orders = [
    order('4', 'a', false),
    order('3', 'a'),
    order('2', 'b'),
    order('1', 'a'),
    order('0', null),
  ];
  assert.deepEqual(ids(orders, 10), ['3', '2', '0']);
  assert.deepEqual(ids(orders, 2), ['3', '2']);
  assert.deepEqual(ids([], 2), []);
});
