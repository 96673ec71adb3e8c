import type { Operation } from '../../contract/shapes.ts';
import type { BatchRow } from '../ports/batchPorts.ts';
import { type ColumnOrder, emptyResult, isOfResult, resultCells } from './results.ts';

const noRow: BatchRow = {
  ...{ row: 0, line: 0, call: null, state: 'waiting', why: null, sameAs: null, masked: '', order: null },
  ...{ outcome: null, billing: null, resolved: null, httpStatus: null, messageCode: null, failureCode: null },
  ...{ orderId: null, earlierOrderId: null, settledAt: null },
};

/** The columns of ours beside those of result fields, in their order. */
export function ourColumns(operation: Operation, masked: boolean): readonly string[] {
  return resultCells(operation, noRow, undefined, emptyResult, masked).map(([name]) => name);
}

/**
 * Whether a header leaves open which column is which: it names one of ours twice, or where one of ours would stand stands
 * one that nobody knows, so that its user may have renamed it. One that is merely missing they have deleted, or an earlier version did not have it.
 */
export function isUnclear(order: ColumnOrder, ours: readonly string[]): boolean {
  const isOurs = (one: ColumnOrder[number] | undefined): boolean =>
    typeof one !== 'string' || one === '' || isOfResult(one) || ours.includes(one);
  const named = order.filter((one) => typeof one === 'string' && one !== '' && isOurs(one));
  if (new Set(named).size < named.length) return true;
  return ours.some((name, at) => {
    if (order.includes(name)) return false;
    const before = ours.slice(0, at).findLast((one) => order.includes(one));
    return before !== undefined && !isOurs(order[order.indexOf(before) + 1]);
  });
}

/**
 * The columns of a header in which a version before called two of ours alike: that of the masked input, right behind the line, and
 * that of a request field. Where they were moved, or the field's column has a name by now, it stays as it is.
 */
export function toldApart(order: ColumnOrder, ours: readonly string[]): ColumnOrder {
  const [field, another] = ours.filter((one) => /^input_masked_\d+$/.test(one) && !order.includes(one));
  const first = order.indexOf('line') + 1;
  const second = order.lastIndexOf('input_masked');
  if (field === undefined || another !== undefined) return order;
  return order[first] === 'input_masked' && second > first ? order.with(second, field) : order;
}
