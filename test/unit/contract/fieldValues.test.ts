import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldText } from '../../../src/contract/fieldValues.ts';
import { parseWithNumbers } from '../../../src/contract/jsonNumbers.ts';
import { operationById } from '../../../src/contract/operations.ts';
import type { RequestField } from '../../../src/contract/shapes.ts';
import { plain } from '../../../src/contract/words.ts';

const [assumed] = operationById('rc-advanced').requestFields;

function shown(type: RequestField['type'], json: string, required = false): string {
  assert.ok(assumed);
  const text = fieldText({ ...assumed, name: 'f', type, required }, parseWithNumbers(json, JSON.parse(json)));
  return typeof text === 'string' ? `holds ${text}` : plain(text);
}

const rows: readonly (readonly [RequestField['type'], string, string])[] = [
  ['string', '" x "', 'holds  x '],
  ['string', '1', 'f is not a string; the form would send it as one.'],
  ['string', '""', 'f is empty; the form would leave it out.'],
  ['string', '"a\\rb"', 'f has several lines; the form has one.'],
  ['number', '12345678901234567890', 'holds 12345678901234567890'],
  ['number', '-1.50e+3', 'holds -1.50e+3'],
  ['number', '"x"', 'holds x'],
  ['number', '"1.50"', 'f is a number or boolean in quotes; the form would drop the quotes.'],
  ['number', 'true', 'f is neither a number nor a string; the form cannot hold it.'],
  ['boolean', 'false', 'holds false'],
  ['boolean', '"true"', 'f is a number or boolean in quotes; the form would drop the quotes.'],
  ['boolean', '0', 'f is neither true, false nor a string; the form cannot hold it.'],
  ['string-list', '["a","b c"]', 'holds a\nb c'],
  ['string-list', '"a"', 'f is not a list; the form would send it as one.'],
  ['string-list', '["a",1]', 'f has an entry that is not a string; the form would send it as one.'],
  ['string-list', '["a"," b"]', 'f has an entry that is empty, or has spaces around it or several lines.'],
];
for (const [type, json, said] of rows)
  test(`a ${type} of ${json}: ${said}`, () => assert.equal(shown(type, json), said));

test('an empty text stays where a field is required: it is sent empty', () => {
  assert.equal(shown('string', '""', true), 'holds ');
});

test('a number of which no digits were kept is told by the name of its field', () => {
  assert.ok(assumed);
  const text = fieldText({ ...assumed, name: 'f', type: 'number' }, Number.POSITIVE_INFINITY);
  assert.ok(typeof text !== 'string');
  assert.equal(plain(text), 'f is a number whose digits the form could not keep.');
});
