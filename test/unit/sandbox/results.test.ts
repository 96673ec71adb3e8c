import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { aSandbox, json, magic, operationIds, ordinary, resultOf, send } from './aSandbox.ts';

/** Transcribed from the service documents, "RC Details Advanced data.result". */
const rcText =
  'rc_number registration_date registered_at latest_by rc_status owner_number rto_code fit_up_to owner_name father_name ' +
  'present_address permanent_address mobile_number vehicle_category vehicle_category_description vehicle_chasi_number ' +
  'vehicle_engine_number maker_description maker_model body_type fuel_type color norms_type manufacturing_date ' +
  'manufacturing_date_formatted cubic_capacity vehicle_gross_weight no_cylinders seat_capacity sleeper_capacity ' +
  'standing_capacity wheelbase unladen_weight financer insurance_company insurance_policy_number insurance_upto tax_upto ' +
  'tax_paid_upto pucc_number pucc_upto permit_number permit_type national_permit_number blacklist_status noc_details pdf_url';
const rcFlags = ['financed', 'less_info', 'masked_name'];
const rcNullable =
  'permit_issue_date permit_valid_from permit_valid_upto national_permit_upto national_permit_issued_by non_use_status ' +
  'non_use_from non_use_to challan_details variant';

test('a billed negative of RC Details Advanced is as documented to the field', async (t) => {
  const started = await aSandbox(t);
  for (const id of ['verification-failed', 'no-record-found', 'source-unavailable']) {
    const body = magic(id, 'rc-advanced');
    const expected = {
      ...Object.fromEntries(rcText.split(' ').map((name) => [name, ''])),
      ...Object.fromEntries(rcFlags.map((name) => [name, false])),
      ...Object.fromEntries(rcNullable.split(' ').map((name) => [name, null])),
      response_metadata: { masked_chassis: false, masked_engine: false, masked_owner_name: false },
      rc_number: body.rc_number,
    };
    assert.deepEqual(resultOf(await send(started, 'rc-advanced', body)), expected);
  }
});

test('a verified RC has the same fields with the same types, and says that it is invented', async (t) => {
  const result = resultOf(await send(await aSandbox(t), 'rc-advanced', ordinary['rc-advanced']));
  for (const name of rcText.split(' ')) assert.equal(typeof result[name], 'string', name);
  for (const name of rcFlags) assert.equal(typeof result[name], 'boolean', name);
  for (const name of rcNullable.split(' ')) assert.equal(result[name], null, name);
  const documented = [...rcText.split(' '), ...rcFlags, ...rcNullable.split(' '), 'response_metadata'];
  assert.deepEqual(Object.keys(result).sort(), documented.sort());
  assert.equal(result.owner_name, 'INVENTED OWNER');
  assert.equal(result.rc_number, 'ZZ99ZZ9999');
});

test('the failed lookup of a credit report echoes the request and is empty otherwise', async (t) => {
  const body = magic('verification-failed', 'credit-report');
  const result = resultOf(await send(await aSandbox(t), 'credit-report', body));
  assert.deepEqual(result, { ...body, credit_score: '', credit_report: [], credit_report_link: '' });
});

test('a verified credit report has the documented fields', async (t) => {
  const result = resultOf(await send(await aSandbox(t), 'credit-report', ordinary['credit-report']));
  assert.deepEqual(Object.keys(result), [
    'number',
    'fetch_by',
    'mobile',
    'name',
    'credit_score',
    'credit_report',
    'credit_report_link',
  ]);
  assert.match(String(result.credit_score), /^[3-9]\d\d$/);
  assert.equal(Array.isArray(result.credit_report), true);
  assert.match(JSON.stringify(result.credit_report), /invented by the sandbox: not documented/);
});

test('what a result may hold is what the contract lists', async (t) => {
  const started = await aSandbox(t);
  for (const operation of operationIds) {
    const groups = operationById(operation).resultGroups;
    if (groups === null) continue;
    const listed = groups.flatMap((group) => group.fields.map((field) => field.name.split('.')[0]));
    const sent = Object.keys(resultOf(await send(started, operation, ordinary[operation])));
    assert.deepEqual([...sent].sort(), [...new Set(listed)].sort());
  }
});

test('undocumented results say that they are invented', async (t) => {
  const started = await aSandbox(t);
  for (const operation of ['aadhaar-pan-link', 'email-bulk'] as const) {
    for (const body of [ordinary[operation], magic('no-record-found', operation)]) {
      const result = resultOf(await send(started, operation, body));
      assert.equal(result._note, 'invented by the sandbox: not documented');
    }
  }
});

test('an Aadhaar number comes back as its last four digits only', async (t) => {
  const body = { aadhaar_number: '0000 0000 1234', pan_number: 'ZZZXZ9999Z' };
  const answer = await send(await aSandbox(t), 'aadhaar-pan-link', body);
  assert.equal(resultOf(answer).aadhaar_number, 'XXXXXXXX1234');
});

test('the links of an answer lead to a PDF that the sandbox serves, to anybody who has the link', async (t) => {
  const started = await aSandbox(t);
  const rc = resultOf(await send(started, 'rc-advanced', ordinary['rc-advanced'])).pdf_url;
  const credit = resultOf(await send(started, 'credit-report', ordinary['credit-report'])).credit_report_link;
  for (const link of [rc, credit]) {
    assert.ok(String(link).startsWith(`${started.sandbox.url}/documents/`), String(link));
    const response = await fetch(String(link));
    const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/pdf']);
    assert.match(body, /^%PDF-1\.4\n[\s\S]*INVENTED BY THE SANDBOX[\s\S]*%%EOF\n$/);
    const at = Number(/startxref\n(\d+)\n/.exec(body)?.[1]);
    assert.equal(body.slice(at, at + 4), 'xref');
    for (const [, place, number] of [...body.matchAll(/(\d{10}) 00000 n /g)].map((row, n) => [...row, n + 1]))
      assert.ok(body.slice(Number(place)).startsWith(`${number} 0 obj`));
  }
  assert.equal(started.sandbox.books().entries.length, 2, 'a document is no call');
  assert.equal((await fetch(`${started.sandbox.url}/documents/rc-1.pdf`)).status, 404);
});

test('every address of a list is judged once', async (t) => {
  const result = resultOf(await send(await aSandbox(t), 'email-bulk', ordinary['email-bulk']));
  assert.equal(result.total, 2);
});

test('an address is judged the same alone and among others', async (t) => {
  const started = await aSandbox(t);
  const ask = async (...emails: string[]): Promise<Map<unknown, unknown>> => {
    const { results } = resultOf(await send(started, 'email-bulk', { emails }));
    assert.ok(Array.isArray(results));
    return new Map(results.map(({ email, deliverable }) => [email, deliverable]));
  };
  const addresses = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@nowhere.example`);
  const together = await ask(...addresses);
  for (const email of addresses) assert.equal((await ask(email)).get(email), together.get(email), email);
});

test('the same input gives the same result, another input another one', async (t) => {
  const started = await aSandbox(t);
  const ask = async (plate: string) => resultOf(await send(started, 'rc-advanced', { rc_number: plate }));
  const [one, again, other] = [await ask('ZZ99ZZ9999'), await ask('ZZ99ZZ9999'), await ask('ZZ99ZZ9998')];
  assert.deepEqual(one, again);
  assert.notDeepEqual({ ...one, rc_number: '' }, { ...other, rc_number: '' });
});

const rejected: readonly (readonly [
  'rc-advanced' | 'credit-report' | 'aadhaar-pan-link' | 'email-bulk',
  unknown,
])[] = [
  ['rc-advanced', { rc_number: 'not a plate' }],
  ['rc-advanced', { rc_number: '' }],
  ['rc-advanced', {}],
  ['rc-advanced', '{"rc_number": "ZZ99ZZ9999"'],
  ['rc-advanced', 'null'],
  ['rc-advanced', '["ZZ99ZZ9999"]'],
  ['rc-advanced', ''],
  ['credit-report', { number: ' ' }],
  ['aadhaar-pan-link', { pan_number: 'ZZZXZ9999Z' }],
  ['email-bulk', { emails: [] }],
];
for (const [operation, body] of rejected) {
  test(`${operation} rejects ${JSON.stringify(body)} free of charge`, async (t) => {
    const started = await aSandbox(t);
    const answer = await send(started, operation, body);
    assert.equal(json(answer).message_code, 'INVALID_INPUT');
    assert.notEqual(answer.headers.get('x-sandbox-note'), null);
    assert.equal(started.sandbox.books().entries[0]?.amountPaise, 0);
  });
}

const accepted = [
  { vehicle: 'zz 99 zz 9999' },
  { nested: { deeper: ['ZZ99ZZ9999'] } },
  { plate: '22BH1234AA' },
];
for (const body of accepted) {
  test(`RC Details Advanced accepts ${JSON.stringify(body)}: no payload is documented`, async (t) => {
    assert.equal(json(await send(await aSandbox(t), 'rc-advanced', body)).message_code, 'OK');
  });
}
