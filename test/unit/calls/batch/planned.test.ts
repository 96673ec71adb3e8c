import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bodyOfCall,
  fieldsStamp,
  isCorrected,
  operationOfBatch,
} from '../../../../src/calls/batch/planned.ts';
import type { BatchCall } from '../../../../src/calls/ports/batchPorts.ts';
import { batchId, draftId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../../src/contract/requestFields.ts';
import type { Operation } from '../../../../src/contract/shapes.ts';
import type { OperationId } from '../../../../src/contract/words.ts';

const rc = operationById('rc-advanced');
const bulk = operationById('email-bulk');

function corrected(id: OperationId, ...fields: readonly Readonly<Record<string, unknown>>[]): Operation {
  return withRequestFields(operationById(id), readRequestFields({ [id]: fields }));
}

const nested = corrected('rc-advanced', { name: 'reg_no', in: ['vehicle'], required: true });

function aCall(...rows: readonly Readonly<Record<string, string>>[]): BatchCall {
  return {
    batch: batchId('b'),
    call: 0,
    draftId: draftId('batch-b.0'),
    fingerprint: null,
    rows: rows.map((fields, row) => ({ row, fields })),
    acceptedPaid: [],
    acceptedOpen: [],
  };
}

test('after a correction of the request fields the body of an old call is byte for byte what was planned', () => {
  const planned = '{\n  "rc_number": "XX00AA1000"\n}';
  const call = aCall({ rc_number: 'XX00AA1000' });
  assert.equal(bodyOfCall(rc, call), planned);
  assert.equal(
    bodyOfCall(nested, call),
    '{\n  "vehicle": {\n    "reg_no": ""\n  }\n}',
    'why fields are kept',
  );
  // As the ledger gives it back.
  const batch = { fields: JSON.parse(JSON.stringify(rc.requestFields)) };
  assert.equal(bodyOfCall(operationOfBatch(batch, nested), call), planned);
  assert.equal(
    bodyOfCall(operationOfBatch({ fields: nested.requestFields }, rc), aCall({ 'vehicle.reg_no': 'X' })),
    '{\n  "vehicle": {\n    "reg_no": "X"\n  }\n}',
  );
});

test('all else is the operation as it is now, and without kept fields it is that altogether', () => {
  assert.deepEqual(
    { ...operationOfBatch({ fields: nested.requestFields }, rc), requestFields: rc.requestFields },
    rc,
  );
  assert.equal(operationOfBatch({ fields: null }, nested), nested);
});

test('entries of many rows make one list', () => {
  const call = aCall({ emails: 'a@x.invalid' }, { emails: 'b@x.invalid' });
  assert.deepEqual(JSON.parse(bodyOfCall(bulk, call)), { emails: ['a@x.invalid', 'b@x.invalid'] });
});

test('corrected is what makes another body: not a label, an example or a check', () => {
  const kept = { fields: rc.requestFields };
  const [first] = rc.requestFields;
  assert.ok(first !== undefined);
  const changed = (changes: Partial<typeof first>): Operation => ({
    ...rc,
    requestFields: [{ ...first, ...changes }],
  });
  assert.equal(isCorrected(kept, rc), false);
  assert.equal(
    isCorrected(kept, changed({ label: 'x', check: null, mask: null, assumed: 'stated-by-user', note: 'n' })),
    false,
  );
  for (const changes of [
    { name: 'x' },
    { path: ['x', 'y'] },
    { type: 'number' },
    { required: !first.required },
  ] as const) {
    assert.equal(isCorrected(kept, changed(changes)), true, JSON.stringify(changes));
  }
  assert.equal(isCorrected(kept, nested), true);
  assert.equal(isCorrected({ fields: null }, nested), false);
  const link = operationById('aadhaar-pan-link').requestFields;
  assert.notEqual(fieldsStamp(link), fieldsStamp(link.toReversed()), 'the order is the order of the body');
});
