import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  carriedOver,
  isPastRerun,
  rerunGroups,
  rerunOf,
  rowsStillOpen,
} from '../../../../src/calls/batch/rerun.ts';
import type { BatchRow, OutcomeTally } from '../../../../src/calls/ports/batchPorts.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../../src/contract/requestFields.ts';
import type { RequestField } from '../../../../src/contract/shapes.ts';
import type { OperationId } from '../../../../src/contract/words.ts';

const tally = (changes: Partial<OutcomeTally>): OutcomeTally => ({
  outcome: 'throttled',
  billing: 'free',
  messageCode: 'RATE_LIMITED',
  rows: 1,
  kept: 1,
  open: 0,
  calls: 1,
  ...changes,
});
const free = tally({});
const billed = tally({ outcome: 'negative', billing: 'billed', messageCode: 'NO_RECORD_FOUND' });
const unknown = tally({ outcome: 'unknown', billing: 'unknown', messageCode: null });

function aRow(order: string, { outcome, billing, messageCode }: OutcomeTally): BatchRow {
  return {
    row: 0,
    line: 1,
    call: 0,
    state: outcome === 'unknown' ? 'undecided' : 'done',
    why: null,
    sameAs: null,
    masked: '',
    order: orderId(order),
    outcome,
    billing,
    resolved: null,
    httpStatus: null,
    messageCode,
    failureCode: null,
    orderId: null,
    earlierOrderId: null,
    settledAt: null,
  };
}

test('a row accepts its own order where its group may have been billed; of a free group it accepts nothing', () => {
  const groups = rerunGroups([free, billed, unknown]);
  assert.deepEqual(rerunOf(aRow('o1', free), groups), { accepted: [], wasFree: true });
  assert.deepEqual(rerunOf(aRow('o2', billed), groups), { accepted: ['o2'], wasFree: false });
  assert.deepEqual(rerunOf(aRow('o3', unknown), groups), { accepted: ['o3'], wasFree: false });
});

test('a row of unknown outcome that was said to be free accepts its order, which is open, and was not billed', () => {
  const groups = rerunGroups([free, tally({ outcome: 'unknown', messageCode: 'QUEUED_AGAIN' })]);
  assert.deepEqual(
    groups.map(({ again }) => again),
    ['free', 'billed'],
  );
  const row = aRow('o', tally({ outcome: 'unknown', messageCode: 'QUEUED_AGAIN' }));
  assert.deepEqual(rerunOf(row, groups), { accepted: ['o'], wasFree: true });
});

test('rows whose input is not kept are offered nowhere, and counted out of their group', () => {
  const two = tally({ rows: 3, kept: 2 });
  assert.deepEqual(
    rerunGroups([two, tally({ outcome: 'failed', kept: 0 })]).map(({ outcome, rows }) => [outcome, rows]),
    [['throttled', 2]],
  );
  assert.equal(isPastRerun([two, tally({ kept: 0 })]), false);
  assert.equal(isPastRerun([tally({ kept: 0 }), tally({ outcome: 'verified' })]), true);
  assert.equal(isPastRerun([tally({ outcome: 'verified', kept: 0 })]), false);
});

test('a row is free to run again only where it failed and was not billed', () => {
  const again = (outcome: OutcomeTally['outcome'], billing: OutcomeTally['billing']) =>
    rerunGroups([tally({ outcome, billing })]).map((group) => group.again);
  assert.deepEqual([again('failed', 'free'), again('refunded', 'refunded')], [['free'], ['free']]);
  for (const billing of ['billed', 'unknown'] as const)
    assert.deepEqual(again('failed', billing), ['billed']);
  for (const outcome of ['negative', 'unknown'] as const)
    assert.deepEqual(again(outcome, 'free'), ['billed'], 'the documents bill it, whatever was said');
  for (const open of ['verified', 'pending', 'held'] as const) assert.deepEqual(again(open, 'free'), []);
});

test('rows are still pending while nobody knows or has recorded what came of them', () => {
  const pending = tally({ outcome: 'pending', billing: 'billed', rows: 3, open: 1 });
  assert.equal(rowsStillOpen([pending, { ...unknown, open: 1 }, free]), 1);
});

test('a row of no chosen group is not re-run', () => {
  const [chosen] = rerunGroups([free]);
  assert.ok(chosen !== undefined);
  assert.equal(rerunOf(aRow('o', billed), [chosen]), null);
  assert.equal(rerunOf({ ...aRow('o', free), state: 'sent' }, [chosen]), null);
});

function fieldsOf(
  id: OperationId,
  ...fields: readonly Readonly<Record<string, unknown>>[]
): readonly RequestField[] {
  return withRequestFields(operationById(id), readRequestFields({ [id]: fields })).requestFields;
}

test('kept values go to the fields as they are now: by name, by check, or where nothing else can be meant', () => {
  const rc = operationById('rc-advanced').requestFields;
  const link = operationById('aadhaar-pan-link').requestFields;
  const over = (from: readonly RequestField[], to: readonly RequestField[]) => {
    const map = carriedOver(from, to);
    return map === null ? null : Object.fromEntries(map);
  };
  assert.deepEqual(over(rc, rc), { rc_number: 'rc_number' });
  const reg = fieldsOf('rc-advanced', { name: 'reg_no', in: ['vehicle'], required: true });
  assert.deepEqual(over(rc, reg), { 'vehicle.reg_no': 'rc_number' });
  const checked = fieldsOf(
    'aadhaar-pan-link',
    { name: 'p', check: 'pan', required: true },
    { name: 'a', check: 'aadhaar', required: true },
  );
  assert.deepEqual(over(link, checked), { p: 'pan_number', a: 'aadhaar_number' });
});

test('a required field that no kept value is for is no reason to send it empty', () => {
  const link = operationById('aadhaar-pan-link').requestFields;
  const odd = fieldsOf('aadhaar-pan-link', { name: 'x', required: true }, { name: 'y', required: true });
  assert.equal(carriedOver(link, odd), null);
  assert.equal(
    carriedOver(operationById('rc-advanced').requestFields, [
      ...operationById('rc-advanced').requestFields,
      ...fieldsOf('rc-advanced', { name: 'consent', type: 'boolean', required: true }),
    ]),
    null,
  );
});

test('a credit report by mobile number is not run again by PAN with that number, nor with it as a word that starts with a default', () => {
  const byMobile = fieldsOf('credit-report', { name: 'mobile_number', check: 'mobile', required: true });
  const byPan = fieldsOf('credit-report', { name: 'pan', check: 'pan', required: true });
  assert.equal(carriedOver(byMobile, byPan), null);
  const assumed = operationById('credit-report').requestFields;
  const consent = { name: 'consent', required: true, default: 'Y' };
  const mobile = { name: 'mobile', check: 'mobile', required: true };
  assert.equal(carriedOver(assumed, fieldsOf('credit-report', mobile, consent)), null);
});

test('rows that came to the same are one choice, whether the service or their user said so', () => {
  const free = { outcome: 'failed', billing: 'free', messageCode: null } as const;
  const groups = rerunGroups([
    { ...free, rows: 2, kept: 2, open: 0, calls: 2 },
    { ...free, resolved: 'not-billed', rows: 3, kept: 1, open: 0, calls: 3 },
  ]);
  assert.deepEqual(groups, [{ ...free, calls: 5, rows: 3, again: 'free' }]);
});
