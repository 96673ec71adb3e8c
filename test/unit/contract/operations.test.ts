import assert from 'node:assert/strict';
import test from 'node:test';
import { operationIdOf } from '../../../src/contract/operationIds.ts';
import { operationById, operations } from '../../../src/contract/operations.ts';

test('the four operations are as documented', () => {
  assert.deepEqual(
    operations.map(({ id, title, category, method, path, limits, shortRateLimitBody: short }) =>
      [id, title, category, method, path, limits.perMinute, limits.perDay, short].join(' | '),
    ),
    [
      'rc-advanced | RC Details Advanced | Verification | POST | /api/v1/rc/advanced |  |  | false',
      'credit-report | Credit Report | Business | POST | /api/v1/credit-report/fetch |  |  | false',
      'aadhaar-pan-link | Aadhaar PAN Link Check | Verification | POST | /api/v1/aadhaar/aadhaar_pan_link_check | 5 | 100 | true',
      'email-bulk | Bulk Email Validation | Utilities | POST | /api/v1/email/validate/bulk | 100 | 5000 | true',
    ],
  );
  for (const operation of operations) assert.equal(operationById(operation.id), operation);
});

test('the result fields of RC Details Advanced are those listed, by type as seen', () => {
  const groups = operationById('rc-advanced').resultGroups ?? [];
  const count = (seen: string) =>
    groups.flatMap((group) => group.fields).filter((one) => one.seen === seen).length;
  assert.deepEqual(
    groups.map((group) => `${group.title} ${group.fields.length}`),
    [
      'Identity and registration 8',
      'Owner 5',
      'Vehicle 20',
      'Finance and insurance 5',
      'Tax and emission 4',
      'Permit 8',
      'Non-use 3',
      'Flags and other 7',
      'Masked by the service 3',
    ],
  );
  assert.deepEqual([count('string'), count('boolean'), count('unknown')], [47, 6, 10]);
});

test('no result field is listed twice', () => {
  for (const { resultGroups } of operations) {
    const names = (resultGroups ?? []).flatMap((group) => group.fields.map((field) => field.name));
    assert.equal(new Set(names).size, names.length);
  }
});

test('personal result fields are masked', () => {
  const masked = operations.flatMap(({ resultGroups }) =>
    (resultGroups ?? []).flatMap((group) => group.fields.filter((field) => field.mask !== null)),
  );
  assert.deepEqual(masked.map((field) => `${field.name} ${field.mask}`).sort(), [
    'challan_details all',
    'credit_report all',
    'credit_report_link all',
    'credit_score all',
    'father_name all',
    'financer all',
    'insurance_policy_number first2last2',
    'mobile last4',
    'mobile_number last4',
    'name all',
    'national_permit_number first2last2',
    'number last4',
    'owner_name all',
    'pdf_url all',
    'permanent_address all',
    'permit_number first2last2',
    'present_address all',
    'pucc_number first2last2',
    'rc_number first2last2',
    'vehicle_chasi_number first2last2',
    'vehicle_engine_number first2last2',
  ]);
});

test('a field is assumed because it is echoed exactly where the documents list it in the result', () => {
  for (const { requestFields, resultGroups } of operations) {
    const listed = (resultGroups ?? []).flatMap((group) => group.fields.map((field) => field.name));
    for (const { name, assumed } of requestFields) {
      assert.equal(assumed, listed.includes(name) ? 'echoed' : 'plain', name);
    }
  }
});

test('an operation goes by its id alone', () => {
  for (const { id } of operations) assert.equal(operationIdOf(id), id);
  for (const name of ['', 'RC-ADVANCED', 'rc', 'toString'])
    assert.equal(operationIdOf(name), undefined, name);
});

test('one operation takes many inputs in a call, and one is asked an Aadhaar number', () => {
  const those = (of: 'bulk' | 'asksAadhaar') => operations.filter((one) => one[of]).map(({ id }) => id);
  assert.deepEqual(those('bulk'), ['email-bulk']);
  assert.deepEqual(those('asksAadhaar'), ['aadhaar-pan-link']);
});

test('the codes of an error and the fields of a lookup’s line are those of the documents', () => {
  assert.deepEqual(
    operations.map(({ errorCodes, lookupFields, echoes }) => [
      ...errorCodes,
      ...lookupFields,
      ...echoes.map(({ name }) => name),
    ]),
    [
      ['no_record', 'rc_status', 'maker_model', 'insurance_upto', 'rc_number'],
      ['verification_failed', 'credit_score', 'fetch_by', 'number', 'mobile'],
      [],
      [],
    ],
  );
});

test('every operation has an icon of its own, and every request field an example', () => {
  const icons = operations.map(({ icon }) => icon);
  for (const icon of icons) assert.match(icon, /^[a-z-]+$/);
  assert.equal(new Set(icons).size, icons.length);
  for (const { requestFields } of operations)
    for (const { name, example, label } of requestFields) {
      assert.match(example, /\w/, name);
      assert.match(label, /^[A-Z]/, name);
    }
});
