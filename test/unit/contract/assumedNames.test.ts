import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodiesAsAssumed } from '../../../src/contract/assumedNames.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../src/contract/requestFields.ts';
import type { OperationId } from '../../../src/contract/words.ts';

type Fields = readonly Readonly<Record<string, unknown>>[];

/** The requests under the assumed names that one under these fields is taken for; those that are no print of it with a question mark. */
function asAssumed(id: OperationId, fields: Fields, request: Readonly<Record<string, unknown>>) {
  const read = readRequestFields({ [id]: fields });
  assert.deepEqual(read.problems, []);
  const operation = withRequestFields(operationById(id), read);
  return bodiesAsAssumed(operation, JSON.stringify(request)).map(
    ({ body, isWhole }) => `${JSON.stringify(JSON.parse(body))}${isWhole ? '' : '?'}`,
  );
}

const pan = { name: 'pan', check: 'pan' };
const phone = { name: 'phone', check: 'mobile' };
const kept = [{ name: 'fetch_by' }, { name: 'mobile' }, { name: 'name' }];
const P = 'ZZZXZ9999Z';
const M = '9876500000';
const plate = 'XX00AB0001';

test('the fields as they are assumed are no other request', () => {
  const { assumedFields } = operationById('credit-report');
  const fields = assumedFields.map(({ name, required }) => ({ name, required }));
  assert.deepEqual(asAssumed('credit-report', fields, { number: P }), []);
});

test('a credit report goes by the field that took the place of its number', () => {
  const by = (fields: Fields, request: Readonly<Record<string, unknown>>) =>
    asAssumed('credit-report', fields, request);
  const asPan = [`{"number":"${P}","fetch_by":"pan"}`, `{"number":"${P}"}`];
  const asMobile = [`{"number":"${M}","fetch_by":"mobile"}`, `{"number":"${M}"}`];
  assert.deepEqual(by([pan], { pan: P }), asPan);
  assert.deepEqual(by([phone], { phone: M }), asMobile);
  assert.deepEqual(by([pan, phone], { pan: P }), asPan);
  assert.deepEqual(by([pan, phone], { phone: M }), asMobile);
  assert.deepEqual(by([pan, phone], { pan: P, phone: M }), [
    `{"number":"${P}","fetch_by":"pan","mobile":"${M}"}`,
    `{"number":"${P}","mobile":"${M}"}`,
  ]);
  assert.deepEqual(by([{ name: 'identifier' }], { identifier: P }), asPan);
  assert.deepEqual(by([{ name: 'identifier' }], { identifier: 'anything' }), ['{"number":"anything"}']);
  assert.deepEqual(by([{ name: 'identifier' }, ...kept], { identifier: P, fetch_by: 'pan' }), [asPan[0]]);
  assert.deepEqual(by([{ name: 'identifier' }, ...kept], { identifier: P }), [asPan[1]]);
});

test('what says the kind of identifier is known by its choices, or by what it says', () => {
  const by = (kind: Readonly<Record<string, unknown>>) =>
    asAssumed(
      'credit-report',
      [
        { name: 'id', required: true },
        { name: 'kind', ...kind },
      ],
      {
        id: P,
        kind: 'pan',
      },
    );
  const same = [`{"number":"${P}","fetch_by":"pan"}`];
  assert.deepEqual(by({}), same);
  assert.deepEqual(by({ required: true }), same);
  assert.deepEqual(by({ choices: ['pan', 'Mobile'] }), same);
  assert.deepEqual(by({ choices: ['pan', 'short'] }), []);
});

test('a registration number is known by its check, its key, or as all that is asked', () => {
  const same = [`{"rc_number":"${plate}"}`];
  assert.deepEqual(asAssumed('rc-advanced', [{ name: 'car', check: 'registration' }], { car: plate }), same);
  assert.deepEqual(
    asAssumed('rc-advanced', [{ name: 'rc_number', in: ['car'] }], { car: { rc_number: plate } }),
    same,
  );
  assert.deepEqual(asAssumed('rc-advanced', [{ name: 'car' }], { car: plate }), same);
  assert.deepEqual(asAssumed('rc-advanced', [{ name: 'car', check: 'pan' }], { car: plate }), []);
  assert.deepEqual(asAssumed('rc-advanced', [{ name: 'car', type: 'boolean' }], { car: true }), []);
  assert.deepEqual(asAssumed('rc-advanced', [{ name: 'car' }], { car: plate, more: 1 }), [], 'no such field');
  const required = [{ name: 'note' }, { name: 'car', required: true }];
  assert.deepEqual(asAssumed('rc-advanced', required, { car: plate }), same);
});

test('of several fields the one that looks like the identifier is looked for, and nothing is kept by a guess', () => {
  const fields = [{ name: 'one' }, { name: 'other' }];
  const same = [`{"rc_number":"${plate}"}?`];
  assert.deepEqual(asAssumed('rc-advanced', fields, { one: plate }), same);
  assert.deepEqual(asAssumed('rc-advanced', fields, { other: plate }), same);
  assert.deepEqual(asAssumed('rc-advanced', fields, { one: 'anything' }), []);
  assert.deepEqual(asAssumed('rc-advanced', fields, { one: plate, other: 'XX00AB0002' }), [], 'which of two');
  assert.deepEqual(asAssumed('rc-advanced', fields, { one: plate, other: 'anything' }), []);
  const both = { a: P, b: '000000000000' };
  assert.deepEqual(asAssumed('aadhaar-pan-link', [{ name: 'a' }, { name: 'b' }], both), [
    `{"aadhaar_number":"000000000000","pan_number":"${P}"}?`,
  ]);
});

test('a field that its user added tells requests apart, unless it holds what it starts with', () => {
  const added = (field: Readonly<Record<string, unknown>>, held: unknown) =>
    asAssumed(
      'rc-advanced',
      [
        { name: 'rc_number', required: true },
        { name: 'added', ...field },
      ],
      {
        rc_number: plate,
        added: held,
      },
    );
  const same = [`{"rc_number":"${plate}"}`];
  const asked = [`{"rc_number":"${plate}"}?`];
  assert.deepEqual(added({}, 'anything'), []);
  assert.deepEqual(added({ required: true }, 'anything'), []);
  // Looked for, but no print of it: what the field starts with may change.
  assert.deepEqual(added({ default: 'Y' }, 'Y'), asked);
  assert.deepEqual(added({ default: 'Y', required: true }, 'Y'), asked);
  assert.deepEqual(added({ default: 'Y' }, undefined), same);
  assert.deepEqual(added({}, undefined), same);
  assert.deepEqual(added({ default: 'Y' }, 'N'), []);
  // Nobody's own, and never left out: no request under these fields is the one without it.
  assert.deepEqual(added({ choices: ['Y', 'N'], required: true }, 'Y'), asked);
  assert.deepEqual(added({ type: 'boolean', required: true }, true), asked);
  assert.deepEqual(added({ type: 'boolean' }, true), []);
});

test('of two fields for one, what only the second holds is another request', () => {
  const fields = [pan, { name: 'pan_of_spouse', check: 'pan' }];
  assert.equal(asAssumed('credit-report', fields, { pan: P }).length, 2);
  assert.deepEqual(asAssumed('credit-report', fields, { pan_of_spouse: P }), []);
  assert.deepEqual(asAssumed('credit-report', fields, { pan: P, pan_of_spouse: 'ZZZXZ8888Z' }), []);
});

test('a list took the place of a list', () => {
  const list = { name: 'addresses', type: 'string-list' };
  assert.deepEqual(asAssumed('email-bulk', [list], { addresses: ['a@x.invalid'] }), [
    '{"emails":["a@x.invalid"]}',
  ]);
  assert.deepEqual(asAssumed('email-bulk', [{ name: 'address' }], { address: 'a@x.invalid' }), []);
});
