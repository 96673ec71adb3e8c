import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptied, lacksNumber, wholeAgain } from '../../../../src/calls/batch/numbersAgain.ts';
import { printOf } from '../../../../src/calls/inputs/compared.ts';
import { bodyFromFields } from '../../../../src/contract/draft.ts';
import { operationById } from '../../../../src/contract/operations.ts';

const operation = operationById('aadhaar-pan-link');
/** Prints that tell bodies apart by their bytes. */
const ledger = {
  inputPrint: async (_id: string, body: Uint8Array) => ({
    whole: Buffer.from(body).toString('base64'),
    parts: [],
  }),
};
const printed = async (fields: Record<string, string>): Promise<string> =>
  (await printOf(ledger, operation, bodyFromFields(operation, fields))).whole;

const fields = { aadhaar_number: 'XXXXXXXX0124', pan_number: 'ZZZPZ9999Z' };
const whole = { ...fields, aadhaar_number: '234567890124' };
const reduced = async () => ({ fields, own: ['A. Nobody', 'XXXX XXXX 0124'], print: await printed(whole) });

test('a row takes its number from the file again, spelt as it was sent', async () => {
  const kept = await reduced();
  const file = ['A. Nobody', '2345 6789 0124'];
  assert.deepEqual(await wholeAgain(ledger, operation, kept, file), { ...kept, fields: whole, own: file });
});

test('a number is found beside what is no text of a number, and with whatever stands between its digits', async () => {
  const kept = await reduced();
  for (const cell of ['2345-6789-0124', '(2345) 6789.0124', `2345${' '.repeat(87)}6789 0124`]) {
    const found = await wholeAgain(ledger, operation, kept, ['', 'somebody', cell]);
    assert.deepEqual(found?.fields, whole, cell);
  }
  const long = await wholeAgain(ledger, operation, kept, ['', `2345${' '.repeat(88)}6789 0124`]);
  assert.equal(long, null, 'a cell of more than a hundred characters is no number');
});

test('a number is found beside another one, and beside what only ends alike', async () => {
  const kept = await reduced();
  for (const beside of ['876567890125', '0124', 'Plot 0124', '1345 6789 0124']) {
    const found = await wholeAgain(ledger, operation, kept, [beside, '2345 6789 0124']);
    assert.deepEqual(found?.fields, whole, beside);
  }
});

test('a row shown to be filled in lacks what was left of its number, and nothing else', async () => {
  const kept = await reduced();
  assert.deepEqual(emptied(kept), { ...kept, fields: { ...fields, aadhaar_number: '' } });
  assert.deepEqual(emptied({ fields: null, own: null, print: null }), { fields: {}, own: null, print: null });
});

test('a row whose line has no such number, two, or another that ends alike, is not sent', async () => {
  const kept = await reduced();
  for (const cells of [
    [],
    ['x', '987654321096'],
    ['234567890124', '876567890124'],
    ['1345 6789 0124'],
    ['x', '876567890124'],
  ]) {
    assert.equal(await wholeAgain(ledger, operation, kept, cells), null);
  }
});

test('a row lacks its number only where one was reduced: X that the user typed is what was sent', async () => {
  assert.equal(await lacksNumber(ledger, operation, await reduced()), true);
  assert.equal(await lacksNumber(ledger, operation, { fields: whole, own: null, print: null }), false);
  assert.equal(await lacksNumber(ledger, operation, { fields: null, own: null, print: null }), false);
  const typed = { fields, own: null, print: await printed(fields) };
  assert.equal(await lacksNumber(ledger, operation, typed), false);
  assert.equal(await wholeAgain(ledger, operation, typed, ['x']), null, 'there is no number to take');
});
