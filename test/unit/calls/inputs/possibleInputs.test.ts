import assert from 'node:assert/strict';
import { it } from 'node:test';
import { possibleInputs } from '../../../../src/calls/inputs/possibleInputs.ts';
import { operationById, operations } from '../../../../src/contract/operations.ts';

function bodies(typed: string, id: Parameters<typeof operationById>[0]): unknown[] {
  return possibleInputs(typed, [operationById(id)]).map(({ body }) => JSON.parse(body));
}

it('takes one value for the first field', () => {
  assert.deepEqual(bodies('XX00AB1234', 'rc-advanced'), [{ rc_number: 'XX00AB1234' }]);
});

it('takes several values for the fields in their order, and the whole text for the first', () => {
  assert.deepEqual(bodies('000011112222, ZZZXZ9999Z', 'aadhaar-pan-link'), [
    { aadhaar_number: '000011112222, ZZZXZ9999Z', pan_number: '' },
    { aadhaar_number: '000011112222', pan_number: 'ZZZXZ9999Z' },
  ]);
});

it('takes addresses for one list', () => {
  assert.deepEqual(bodies('a@example.invalid; b@example.invalid', 'email-bulk'), [
    { emails: ['a@example.invalid', 'b@example.invalid'] },
  ]);
});

it('takes JSON as it stands, once for each operation', () => {
  const twice = [...operations, ...operations];
  assert.deepEqual(
    possibleInputs('{"a":1}', twice),
    operations.map((operation) => ({ operation, body: '{"a":1}' })),
  );
});

it('offers nothing twice where nobody corrected the fields', () => {
  const rc = operationById('rc-advanced');
  assert.equal(possibleInputs('XX00AB1234', [rc, rc]).length, 1);
});

it('takes what is left empty between commas for nothing', () => {
  assert.deepEqual(bodies('000011112222, , ZZZXZ9999Z;', 'aadhaar-pan-link')[1], {
    aadhaar_number: '000011112222',
    pan_number: 'ZZZXZ9999Z',
  });
});

it('takes more values than there are fields for the first one alone, as one is', () => {
  assert.deepEqual(bodies('XX00AB1234,XX00AB1235', 'rc-advanced'), [{ rc_number: 'XX00AB1234,XX00AB1235' }]);
  assert.deepEqual(bodies(' XX00AB1234,', 'rc-advanced'), [{ rc_number: ' XX00AB1234,' }]);
});

it('takes values for the fields that were filled, where a field between them may be left out', () => {
  const typed = bodies('ZZZXZ9999Z, 0000010005, Asha', 'credit-report');
  assert.deepEqual(typed[1], { number: 'ZZZXZ9999Z', fetch_by: '0000010005', mobile: 'Asha' });
  assert.deepEqual(
    typed.filter((body) => !JSON.stringify(body).includes('fetch_by')),
    [
      { number: 'ZZZXZ9999Z, 0000010005, Asha' },
      { number: 'ZZZXZ9999Z', mobile: '0000010005', name: 'Asha' },
    ],
  );
});

it('offers few of the many ways in which a few values go into many fields', () => {
  const credit = operationById('credit-report');
  const [first] = credit.requestFields;
  assert.ok(first !== undefined);
  const field = (at: number) => ({ ...first, name: `f${at}`, path: [`f${at}`], required: false });
  const requestFields = Array.from({ length: 40 }, (_, at) => field(at));
  const typed = Array.from({ length: 20 }, (_, at) => at).join(',');
  assert.equal(possibleInputs(typed, [{ ...credit, requestFields }]).length, 21);
});

it('makes nothing of an operation whose fields the user took out', () => {
  assert.deepEqual(
    possibleInputs('XX00AB1234', [{ ...operationById('rc-advanced'), requestFields: [] }]),
    [],
  );
});
