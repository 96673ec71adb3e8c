import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  columnNames,
  columnsToRemember,
  guessFieldColumns,
  hasHeader,
  isComplete,
  isNamed,
  mappingKey,
  peeked,
  rememberedColumns,
} from '../../../../src/calls/batch/columns.ts';
import { leastTime, timeNeeded } from '../../../../src/calls/batch/estimate.ts';
import { rerunGroups } from '../../../../src/calls/batch/rerun.ts';
import { operationById } from '../../../../src/contract/operations.ts';

const rc = operationById('rc-advanced');
const link = operationById('aadhaar-pan-link');
const credit = operationById('credit-report');

const shape = (...cells: string[]) => ({
  format: 'csv' as const,
  delimiter: ',',
  first: [{ line: 1, cells }],
  keys: null,
});

test('columns are guessed by their names, each used once', () => {
  assert.deepEqual(guessFieldColumns(rc, ['Owner', 'Reg. No.']), { rc_number: { column: 1 } });
  assert.deepEqual(guessFieldColumns(link, ['PAN card', 'AADHAR no']), {
    aadhaar_number: { column: 1 },
    pan_number: { column: 0 },
  });
  assert.deepEqual(guessFieldColumns(credit, ['mobile', 'name']), {
    mobile: { column: 0 },
    name: { column: 1 },
  });
  assert.equal(isComplete(credit, guessFieldColumns(credit, ['mobile', 'name'])), false);
  assert.deepEqual(guessFieldColumns(rc, ['whatever']), { rc_number: { column: 0 } });
});

/** Names that people give the columns of a field, beside its own and its label. */
const named = {
  'rc-advanced': {
    rc_number: [
      'RC',
      'rc_no',
      'Registration',
      'Registration no.',
      'Reg. no.',
      'Vehicle',
      'Vehicle No',
      'VEHICLE NUMBER',
      'Plate',
      'Number-plate',
    ],
  },
  'aadhaar-pan-link': {
    aadhaar_number: ['Aadhaar', 'Aadhar', 'Aadhaar no.', 'Aadhar no.', 'Aadhar number', 'UID', 'UIDAI'],
    pan_number: ['PAN', 'PAN no.', 'PAN card'],
  },
  'email-bulk': { emails: ['Email', 'E-mail address', 'Mail', 'mail_address', 'Address'] },
  'credit-report': {
    number: ['PAN', 'PAN no.', 'PAN number', 'ID', 'ID number', 'Identifier'],
    fetch_by: ['fetch by', 'Kind', 'Type', 'id type'],
    mobile: ['Mobile no.', 'Mobile number', 'Phone', 'Phone number', 'Phone no.'],
    name: ['Full name', 'Customer name', 'Customer'],
  },
} as const;

for (const [id, fields] of Object.entries(named)) {
  test(`columns of ${id} are known by the names that people give them`, () => {
    const operation = operationById(id as keyof typeof named);
    for (const [field, names] of Object.entries(fields)) {
      for (const name of names) {
        // Beside another column, which is no field's: a column alone may be taken for the only field there is.
        const header = ['Colour', name];
        assert.deepEqual(guessFieldColumns(operation, header)[field], { column: 1 }, name);
        assert.notEqual(hasHeader(operation, shape(...header)), 'no', name);
      }
    }
  });
}

test('two columns of one name serve two fields, or one of them none', () => {
  assert.deepEqual(guessFieldColumns(credit, ['PAN', 'PAN']), { number: { column: 0 } });
  assert.deepEqual(guessFieldColumns(link, ['PAN', 'PAN card', 'uid']), {
    aadhaar_number: { column: 2 },
    pan_number: { column: 0 },
  });
});

test('a column serves one field, though two have its name', () => {
  const [field] = rc.requestFields;
  assert.ok(field);
  const two = { ...rc, requestFields: [field, { ...field, name: 'second' }] };
  assert.deepEqual(guessFieldColumns(two, ['Registration number', 'Colour']), { rc_number: { column: 0 } });
});

test('a column alone is the one field that is required, and no other', () => {
  assert.deepEqual(guessFieldColumns(operationById('email-bulk'), ['whatever']), { emails: { column: 0 } });
  assert.deepEqual(guessFieldColumns(rc, ['whatever', 'else']), {});
  assert.deepEqual(guessFieldColumns(link, ['whatever']), {}, 'two are required');
  const optional = { ...rc, requestFields: rc.requestFields.map((field) => ({ ...field, required: false })) };
  assert.deepEqual(guessFieldColumns(optional, ['whatever']), {}, 'none is required');
  const more = {
    ...rc,
    requestFields: [
      ...rc.requestFields,
      ...optional.requestFields.map((field) => ({ ...field, name: 'consent' })),
    ],
  };
  assert.deepEqual(
    guessFieldColumns(more, ['whatever']),
    { rc_number: { column: 0 } },
    'the other is optional',
  );
});

test('an operation is named by a header that has each of its required fields', () => {
  assert.equal(isNamed(link, ['uid', 'pan']), true);
  assert.equal(isNamed(link, ['uid', 'colour']), false);
  assert.equal(isNamed(rc, ['whatever']), false, 'what a column alone may be taken for is no name');
});

test('columns are called by the header, and by their place where it says nothing', () => {
  const byPlace = (place: number) => `Column ${place}`;
  const [first] = shape('Plate', '', 'Plate').first;
  assert.deepEqual(columnNames(first, true, byPlace), ['Plate', 'Column 2', 'Plate']);
  assert.deepEqual(columnNames(first, false, byPlace), ['Column 1', 'Column 2', 'Column 3']);
  assert.deepEqual(columnNames(undefined, true, byPlace), []);
});

test('the first row is taken for a header where it names columns, for a row where it looks like one', () => {
  assert.equal(hasHeader(rc, shape('Registration', 'x')), 'yes');
  assert.equal(hasHeader(rc, shape('XX00AA1000')), 'no');
  assert.equal(hasHeader(operationById('email-bulk'), shape('a@x.invalid')), 'no');
  assert.equal(hasHeader(rc, shape('thing')), 'perhaps');
  assert.equal(hasHeader(rc, { ...shape('anything'), keys: ['thing'] }), 'yes');
});

test('a row that holds a value is a row, whatever else stands in it', () => {
  // Was taken for a header for its second cell, and its cells were remembered as the names of columns.
  assert.equal(hasHeader(credit, shape('ABCPE1234F', 'pan', '9876543210', 'Asha Verma')), 'no');
  assert.equal(hasHeader(rc, shape('plate', 'hr 00 dk 8337')), 'no');
  assert.equal(hasHeader(link, shape('pan', '9999 0000 1111')), 'no');
  assert.equal(hasHeader(operationById('email-bulk'), shape('address', 'a@x.invalid')), 'no');
});

test('a value is known by what its field takes, by its look, or by its shape, each alone', () => {
  assert.equal(hasHeader(rc, shape('plate', 'MH123')), 'no', 'by the hint of the field');
  assert.equal(hasHeader(rc, shape('plate', 'XX123')), 'no', 'of a sandbox');
  const [field] = rc.requestFields;
  assert.ok(field);
  const noted = { ...field, name: 'note', label: 'Note', check: null, required: false };
  const two = { ...rc, requestFields: [field, noted] };
  assert.equal(hasHeader(two, shape('plate', 'MH123')), 'no', 'by the hint of one of two fields');
  assert.equal(hasHeader(credit, shape('seen 2026', 'thing')), 'no', 'no name beside a number');
  assert.equal(hasHeader(credit, shape('pan', 'XX00AA1000')), 'no', 'by its look');
  assert.equal(hasHeader(credit, shape('pan', 'XX 1 ZZ 1')), 'no', 'by its shape');
});

test('a row that may be either is asked about', () => {
  assert.equal(hasHeader(credit, shape('number', 'type', 'seen 2026')), 'perhaps');
  const first = [shape('Asha Verma', 'pan').first, shape('Ravi Rao', 'pan').first].flat();
  assert.equal(hasHeader(credit, { ...shape(), first }), 'perhaps');
  assert.equal(hasHeader(credit, { ...shape(), first: [...shape('name', 'kind').first, ...first] }), 'yes');
});

test('a cell is shown covered, the name of a field as it is', () => {
  assert.equal(peeked(credit, 'ABCPE1234F'), 'AB••••••4F');
  assert.equal(peeked(credit, 'Asha Verma'), 'As••••••ma');
  assert.equal(peeked(credit, 'Full name'), 'Full name');
  assert.equal(peeked(credit, `name${'_'.repeat(40)}`), `name${'_'.repeat(36)}`, 'forty signs of a name');
  assert.equal(peeked(credit, 'a.b@c.invalid'), 'a••••••');
  assert.equal(peeked(credit, 'Asha'), '••••••');
  assert.equal(peeked(credit, 'A, B.'), 'A••••••', 'one letter of five');
});

test('a mapping is remembered by places, for this operation and header, and read without trust', () => {
  const kept = columnsToRemember({ number: { column: 1 }, fetch_by: { value: 'pan' } });
  assert.deepEqual(kept, { number: 1 });
  assert.deepEqual(rememberedColumns(credit, 2, kept), { number: { column: 1 } });
  assert.equal(rememberedColumns(credit, 1, kept), null);
  assert.equal(rememberedColumns(credit, 2, 'nonsense'), null);
  assert.deepEqual(rememberedColumns(credit, 1, { number: 0 }), { number: { column: 0 } });
  for (const wrong of [-1, 2, '1', null]) assert.equal(rememberedColumns(credit, 2, { number: wrong }), null);
  assert.notEqual(mappingKey(credit, ['A', 'B']), mappingKey(rc, ['A', 'B']));
  assert.equal(
    mappingKey(rc, ['A']),
    '["columns","rc-advanced",["a"]]',
    'what is remembered by it is found again',
  );
  assert.equal(mappingKey(rc, ['Reg No']), mappingKey(rc, ['reg_no']));
});

test('the time a batch needs follows from the tightest window', () => {
  const minute = { ms: 60_000, most: 5, used: 0, freeIn: 0 };
  const full = { ...minute, used: 5, freeIn: 60_000 };
  assert.equal(timeNeeded(5, [minute]), 0);
  assert.equal(timeNeeded(6, [minute]), 60_000);
  assert.equal(timeNeeded(16, [full]), 240_000);
  assert.equal(timeNeeded(250, [minute, { ms: 86_400_000, most: 100, used: 20, freeIn: 0 }]), 2 * 86_400_000);
  assert.equal(timeNeeded(250, []), 0);
  assert.equal(timeNeeded(1, [full]), 60_000, 'one more than fits now');
  assert.equal(timeNeeded(1, [{ ...full, freeIn: 2000 }]), 2000, 'the oldest is about to leave the window');
  assert.equal(timeNeeded(6, [{ ...full, freeIn: 2000 }]), 62_000, 'and the next ones a window later');
  assert.equal(timeNeeded(0, [{ ...minute, used: 9 }]), 0, 'none, though the window is overfull');
  assert.equal(timeNeeded(6, [{ ...full, used: 7 }]), 120_000, 'more used than allowed is no debt');
  assert.equal(timeNeeded(5, [{ ...minute, most: 1 }]), 240_000, 'one at a time');
  assert.equal(timeNeeded(5, [{ ...minute, most: 0 }]), 0, 'a window of none says no time');
});

test('the least time is one that no order of calls beats', () => {
  // Of 99 calls of the last 24 hours the oldest may be about to leave them.
  const day = { ms: 86_400_000, most: 100, used: 99, freeIn: 0 };
  assert.equal(leastTime(2, [day]), 1);
  assert.equal(leastTime(1, [day]), 0);
  const window = fc.record({
    most: fc.integer({ min: 1, max: 6 }),
    before: fc.array(fc.integer({ min: 1, max: 999 })),
  });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20 }), window, (calls, { most, before }) => {
      const ms = 1000;
      // When each earlier call leaves the window, from now; then these calls, each as early as it may go.
      const ends = before.toSorted((a, b) => a - b);
      const used = ends.length;
      let last = 0;
      for (let call = 0; call < calls; call += 1) {
        last = Math.max(last, ends.length < most ? 0 : (ends[ends.length - most] ?? 0));
        ends.push(last + ms);
      }
      const freeIn = used < most ? 0 : (before.toSorted((a, b) => a - b)[used - most] ?? 0);
      const least = leastTime(calls, [{ ms, most, used, freeIn }]);
      assert.ok(least <= last, `${least} of ${last}`);
      assert.equal(least === 0, last === 0);
    }),
  );
});

test('what may be run again: free ones first, never what was verified or is open', () => {
  const one = (
    outcome: 'verified' | 'negative' | 'throttled' | 'pending' | 'unknown' | 'refunded',
    billing: 'billed' | 'free' | 'unknown' | 'refunded',
  ) => ({
    outcome,
    billing,
    messageCode: null,
    rows: 1,
    kept: 1,
    open: outcome === 'pending' || outcome === 'unknown' ? 1 : 0,
    calls: 1,
  });
  const groups = rerunGroups([
    one('verified', 'billed'),
    one('negative', 'billed'),
    one('throttled', 'free'),
    one('pending', 'billed'),
    one('unknown', 'unknown'),
    one('refunded', 'refunded'),
  ]);
  assert.deepEqual(
    groups.map(({ outcome, again }) => [outcome, again]),
    [
      ['throttled', 'free'],
      ['refunded', 'free'],
      ['negative', 'billed'],
      ['unknown', 'billed'],
    ],
  );
});
