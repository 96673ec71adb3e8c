import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lacksNumber, withNumber } from '../../../../src/calls/batch/numbersAgain.ts';

const kept = {
  fields: { aadhaar_number: 'XXXXXXXX0124', pan_number: 'ZZZPZ9999Z' },
  own: ['A. Nobody', 'XXXX XXXX 0124'],
  print: 'a print',
};

test('a row takes its number from the file again, spelt as it was sent', () => {
  assert.deepEqual(withNumber(kept, ['A. Nobody', '2345 6789 0124']), {
    fields: { aadhaar_number: '234567890124', pan_number: 'ZZZPZ9999Z' },
    own: ['A. Nobody', '2345 6789 0124'],
    print: 'a print',
  });
});

test('a row whose line has no such number, or two, is not sent', () => {
  for (const cells of [[], ['x', '987654321096'], ['234567890124', '876567890124'], ['1345 6789 0124']]) {
    assert.equal(withNumber(kept, cells), null);
  }
});

test('a row lacks its number only where one was reduced', () => {
  assert.equal(lacksNumber(kept), true);
  assert.equal(lacksNumber({ fields: { aadhaar_number: '234567890124' } }), false);
  assert.equal(lacksNumber({ fields: null }), false);
});
