import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { otherIdentifier } from '../../../src/contract/otherIdentifier.ts';
import { readRequestFields, withRequestFields } from '../../../src/contract/requestFields.ts';
import { resultValues } from '../../../src/contract/resultValues.ts';
import type { Operation } from '../../../src/contract/shapes.ts';
import type { OperationId } from '../../../src/contract/words.ts';

function other(operation: OperationId | Operation, request: unknown, result: unknown) {
  const of = typeof operation === 'string' ? operationById(operation) : operation;
  const groups = resultValues(of, JSON.stringify({ data: { result } }));
  return otherIdentifier(of, typeof request === 'string' ? request : JSON.stringify(request), groups);
}

test('another plate than was asked is told, both masked', () => {
  assert.deepEqual(other('rc-advanced', { rc_number: 'MH00CD9002' }, { rc_number: 'MH00AB1234' }), {
    asked: 'MH••••••02',
    answered: 'MH••••••34',
    alike: false,
  });
});

test('two that look the same behind their masks are said to', () => {
  const found = other('rc-advanced', { rc_number: 'MH00CD9034' }, { rc_number: 'MH00AB1234' });
  assert.equal(found?.alike, true);
});

test('case, spaces, hyphens and leading zeros are no difference', () => {
  for (const [asked, answered] of [
    ['mh 00 ab 1234', 'MH00AB1234'],
    ['MH-00-AB-1234', 'MH 00 AB1234'],
    ['DL0CAB0042', 'DL00CAB42'],
    ['22bh 0000 aa', '22BH0000AA'],
  ]) {
    assert.equal(other('rc-advanced', { rc_number: asked }, { rc_number: answered }), null, asked);
  }
  for (const [asked, answered] of [
    ['+91 98765 00000', '9876500000'],
    ['zzzxz9999z', 'ZZZXZ9999Z'],
    ['０９８７６５ ０００００', '9876500000'],
    ['ZZZXZ–9999–Z', 'zzzxz9999z'],
  ]) {
    assert.equal(other('credit-report', { number: asked }, { number: answered }), null, asked);
  }
});

test('a value that comes masked, empty, missing or as no text says nothing', () => {
  for (const rc_number of ['MH00AB••34', 'MH**AB1234', 'XXXXXX1234', '……34', '', '-', null, undefined, [1]]) {
    assert.equal(other('rc-advanced', { rc_number: 'KA00MJ3111' }, { rc_number }), null, String(rc_number));
  }
});

test('what was asked may be a number, in a field of the user’s own, or unreadable', () => {
  assert.notEqual(other('credit-report', { number: 9876500000 }, { number: '9876500001' }), null);
  assert.notEqual(
    other('aadhaar-pan-link', { pan_number: 'ZZZPZ0001Z' }, { pan_number: 'ZZZPZ0002Z' }),
    null,
  );
  const rc = operationById('rc-advanced');
  const [field] = rc.requestFields;
  assert.ok(field);
  const corrected = { ...rc, requestFields: [{ ...field, name: 'car.reg', path: ['car', 'reg'] }] };
  const asked = { car: { reg: 'MH00CD9002' } };
  assert.equal(other(corrected, asked, { rc_number: 'mh00cd9002' }), null);
  assert.notEqual(other(corrected, asked, { rc_number: 'MH00AB1234' }), null);
  assert.equal(other('rc-advanced', '{"rc_number":', { rc_number: 'MH00AB1234' }), null);
});

test('a name that differs is no other identifier', () => {
  const asked = { number: 'ZZZPZ0001Z', name: 'INVENTED PERSON' };
  assert.equal(other('credit-report', asked, { number: 'ZZZPZ0001Z', name: 'INVENTED P' }), null);
});

test('a number that was reduced in request and answer is the same, and another one is told', () => {
  const asked = { aadhaar_number: 'XXXX XXXX 0124' };
  assert.equal(other('aadhaar-pan-link', asked, { aadhaar_number: 'XXXXXXXX0124' }), null);
  assert.deepEqual(other('aadhaar-pan-link', asked, { aadhaar_number: '987654321096' }), {
    asked: '••••••0124',
    answered: '••••••1096',
    alike: false,
  });
});

const rc = operationById('rc-advanced');
/** RC Details Advanced with these request fields. */
const withFields = (...fields: readonly object[]): Operation =>
  withRequestFields(rc, readRequestFields({ 'rc-advanced': fields }));
const answer = { rc_number: 'MH00AB1234' };
const plate = 'MH00CD9002';

test('what was asked is found by its field’s name, however deep that stands and whatever it is checked for', () => {
  const deep = withFields({ name: 'rc_number', in: ['a', 'car'], personal: 'all' });
  assert.notEqual(other(deep, { a: { car: { rc_number: plate } } }, answer), null);
  assert.equal(other(deep, { a: { car: {} } }, answer), null);
  assert.equal(other(deep, { a: null }, answer), null);
  const two = withFields({ name: 'rc_number', in: ['a', 'car'] }, { name: 'more', check: 'registration' });
  assert.notEqual(other(two, { a: { car: { rc_number: plate } }, more: 'MH00AB1234' }, answer), null);
});

test('a field of another kind is nothing that the answer repeats', () => {
  const pan = withFields({ name: 'tax', check: 'pan' });
  assert.equal(other(pan, { tax: 'ZZZPZ0001Z' }, answer), null);
  const unchecked = withFields({ name: 'free' });
  assert.equal(other(unchecked, { free: plate }, answer), null);
});

test('without a field, what was asked is found at the same name of the request', () => {
  assert.notEqual(other(withFields(), { rc_number: plate }, answer), null);
  assert.equal(other(withFields(), { rc_number: null }, answer), null);
});

test('both are masked as their own field says', () => {
  const hidden = withFields({ name: 'rc_number', personal: 'all' });
  assert.deepEqual(other(hidden, { rc_number: plate }, answer), {
    ...{ asked: '••••••', answered: 'MH••••••34', alike: false },
  });
});

test('an identifier without a check is one by its look, where nothing is asked without it', () => {
  const by = (field: object) => withFields({ name: 'vehicle', ...field });
  assert.notEqual(other(by({ required: true }), { vehicle: plate }, answer), null);
  assert.equal(other(by({ required: true }), { vehicle: 'mh00ab1234' }, answer), null);
  assert.equal(other(by({ required: true }), { vehicle: 'CHASSIS-1' }, answer), null);
  assert.equal(other(by({}), { vehicle: plate }, answer), null, 'it may be a remark');
});

test('where it may have been asked by one of several, an answer for any of them is none for another', () => {
  const fields = [
    { name: 'pan', check: 'pan' },
    { name: 'phone', check: 'mobile' },
  ];
  const report = withRequestFields(
    operationById('credit-report'),
    readRequestFields({ 'credit-report': fields }),
  );
  const both = { pan: 'ZZZPZ0001Z', phone: '9876500000' };
  assert.equal(other(report, both, { number: 'ZZZPZ0001Z' }), null);
  assert.equal(other(report, both, { number: '9876500000' }), null);
  assert.deepEqual(other(report, both, { number: 'ZZZPZ0002Z' }), {
    ...{ asked: 'ZZ••••••1Z', answered: '••••••002Z', alike: false },
  });
  assert.notEqual(other(report, both, { number: 'ZZZPZ0001Z', mobile: '9876500001' }), null);
  assert.equal(other(report, { pan: 'ZZZPZ0001Z' }, { mobile: '9876500001' }), null);
});

for (const number of [{}, { number: '' }])
  test(`asked by a field of its own beside an empty “number”, a report of another is told: ${JSON.stringify(number)}`, () => {
    const report = (...fields: readonly object[]): Operation =>
      withRequestFields(
        operationById('credit-report'),
        readRequestFields({ 'credit-report': [{ name: 'number' }, ...fields] }),
      );
    const answered = { number: 'ZZZXZ8888Z', fetch_by: 'pan', mobile: '' };
    for (const field of [
      { name: 'pan', check: 'pan' },
      { name: 'identifier', required: true },
      { name: 'number', in: ['person'] },
    ]) {
      const asking = (text: string) =>
        'in' in field ? { ...number, person: { number: text } } : { ...number, [field.name]: text };
      assert.notEqual(other(report(field), asking('ZZZXZ9999Z'), answered), null, field.name);
      assert.equal(other(report(field), asking('ZZZXZ8888Z'), answered), null, field.name);
    }
    // What it holds goes first: the other one may say something else.
    const both = report({ name: 'pan', check: 'pan' });
    assert.notEqual(other(both, { number: 'ZZZXZ9999Z', pan: 'ZZZXZ8888Z' }, answered), null);
  });
