import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bodyOfRows,
  fieldsOf,
  flawsOf,
  looksRight,
  maskedRow,
  repeatText,
} from '../../../../src/calls/batch/rows.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../../src/contract/requestFields.ts';
import { plain } from '../../../../src/contract/words.ts';

const rc = operationById('rc-advanced');
const link = operationById('aadhaar-pan-link');
const credit = operationById('credit-report');
const bulk = operationById('email-bulk');

test('a field takes its column, or the same text for each row; a row that is too short has none', () => {
  const map = { rc_number: { column: 1 }, purpose: { value: 'check' }, more: { column: 2 } };
  assert.deepEqual(fieldsOf(['a', 'XX00AA0000'], map), {
    rc_number: 'XX00AA0000',
    purpose: 'check',
    more: '',
  });
});

test('a required field that is empty or of spaces is odd once, whatever else is odd about it', () => {
  for (const rc_number of ['', '  ', undefined]) {
    const flaws = flawsOf(rc, rc_number === undefined ? {} : { rc_number });
    assert.deepEqual(flaws, [{ field: 'rc_number', what: { text: 'It is empty.' } }], String(rc_number));
  }
  assert.deepEqual(
    flawsOf(link, { aadhaar_number: '', pan_number: 'x' }).map(({ field }) => field),
    ['aadhaar_number', 'pan_number'],
  );
  assert.deepEqual(
    flawsOf(link, { aadhaar_number: ' ', pan_number: ' ' }).map(({ field, what }) => [field, what.text]),
    [
      ['aadhaar_number', 'It is empty.'],
      ['pan_number', 'It is empty.'],
    ],
  );
  assert.equal(looksRight(link, { aadhaar_number: '', pan_number: 'ZZZPZ9999Z' }), false);
});

test('a row that has none of the choices of a field looks wrong, and says which there are', () => {
  const [plate] = rc.requestFields;
  assert.ok(plate !== undefined);
  const level = { ...plate, name: 'level', path: ['level'], check: null, choices: ['full', 'short'] };
  const some = { ...rc, requestFields: [plate, level] };
  assert.ok(looksRight(some, { rc_number: 'MH12AB0000', level: 'short' }));
  assert.deepEqual(
    flawsOf(some, { rc_number: 'MH12AB0000', level: 'Short' }).map(({ what }) => plain(what)),
    ['Not one of its choices: full, short.'],
  );
});

test('nothing is odd about a row that has what it needs, whatever else it lacks', () => {
  const [plate] = rc.requestFields;
  assert.ok(plate !== undefined);
  const purpose = { ...plate, name: 'purpose', path: ['purpose'], required: false, check: null };
  const more = { ...rc, requestFields: [plate, purpose] };
  for (const fields of [{ rc_number: 'MH00AB0000' }, { rc_number: 'MH00AB0000', purpose: '' }]) {
    assert.deepEqual(flawsOf(more, fields), []);
    assert.equal(looksRight(more, fields), true);
  }
});

test('rows say the same whatever their spaces, hyphens and case, where these are spelling', () => {
  const same = (operation: typeof rc, a: object, b: object) =>
    repeatText(operation, { ...a }) === repeatText(operation, { ...b });
  assert.ok(same(rc, { rc_number: 'xx-00 aa 0000' }, { rc_number: 'XX00AA0000' }));
  const asked = { aadhaar_number: '000000000000', pan_number: 'ZZZPZ9999Z' };
  assert.ok(same(link, { aadhaar_number: '0000 0000-0000', pan_number: 'zzzpz 9999 z' }, asked));
  assert.ok(!same(link, { ...asked, pan_number: 'ZZZPZ9998Z' }, asked));
  const person = { number: 'ZZZPZ9999Z', mobile: '6000000000', name: 'Nobody At All' };
  assert.ok(same(credit, { ...person, mobile: ' 60000-00000 ', name: ' Nobody At All ' }, person));
  assert.ok(
    !same(credit, { ...person, name: 'nobody at all' }, person),
    'the case of a name may mean something',
  );
  assert.ok(!same(bulk, { emails: 'b@x.invalid' }, { emails: 'a@x.invalid' }));
  assert.ok(same(bulk, { emails: ' A@X.invalid' }, { emails: 'a@x.invalid' }));
});

test('a field that is empty, of spaces or not there makes no difference', () => {
  const given = { number: 'ZZZPZ9999Z', name: 'Nobody' };
  for (const mobile of ['', ' '])
    assert.equal(repeatText(credit, { ...given, mobile }), repeatText(credit, given));
  assert.notEqual(repeatText(credit, { name: 'Nobody' }), repeatText(credit, { number: 'Nobody' }));
});

test('the body of one row, and of many that ask for a list together', () => {
  assert.deepEqual(JSON.parse(bodyOfRows(rc, [{ rc_number: 'XX00AA0000' }])), { rc_number: 'XX00AA0000' });
  const rows = [{ emails: 'a@x.invalid\nb@x.invalid' }, {}, { emails: 'c@x.invalid' }];
  assert.deepEqual(JSON.parse(bodyOfRows(bulk, rows)), {
    emails: ['a@x.invalid', 'b@x.invalid', 'c@x.invalid'],
  });
});

test('a row is shown masked in a line: an address by its letters, not by their number', () => {
  assert.equal(maskedRow(bulk, { emails: 'somebody@x.test' }), 's••••••y@••••••.test');
  assert.notEqual(maskedRow(bulk, {}), maskedRow(bulk, { emails: 'somebody@x.test' }));
  assert.equal(maskedRow(bulk, {}), maskedRow(bulk, { emails: '' }));
  assert.ok(!maskedRow(rc, { rc_number: 'XX00AA0000' }).includes('XX00AA0000'));
});

test('an address that goes into a list within objects is shown like any other', () => {
  const field = { name: 'emails', type: 'string-list', required: true, check: 'emails' };
  for (const outer of [['data'], ['data', 'ask.ed']]) {
    const nested = withRequestFields(bulk, readRequestFields({ 'email-bulk': [{ ...field, in: outer }] }));
    const name = [...outer, 'emails'].join('.');
    for (const emails of ['someone@example.com', 'one@example.com\ntwo@example.com', ''])
      assert.equal(maskedRow(nested, { [name]: emails }), maskedRow(bulk, { emails }), emails);
  }
});
