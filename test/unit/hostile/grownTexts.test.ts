import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mendedBaseUrl } from '../../../src/calls/environments/environments.ts';
import { possibleInputs } from '../../../src/calls/inputs/possibleInputs.ts';
import { recognise } from '../../../src/calls/inputs/recognise.ts';
import { replacementFor } from '../../../src/calls/keys/keyReplacement.ts';
import { isStatementHeader } from '../../../src/calls/statements/statement.ts';
import { readAmount, readSaying } from '../../../src/calls/statements/statementCells.ts';
import { needsZone, readTime } from '../../../src/calls/statements/statementTimes.ts';
import { rupeesShown } from '../../../src/calls/usage/rupees.ts';
import { addressLines, normalByShape, normalIdentifier } from '../../../src/contract/identifiers.ts';
import { jsonPieces } from '../../../src/contract/jsonPieces.ts';
import { asItCame } from '../../../src/contract/looseText.ts';
import { operationById, operations } from '../../../src/contract/operations.ts';
import { maskKindByName } from '../../../src/contract/personalNames.ts';
import { maskPersonalText } from '../../../src/contract/personalText.ts';
import { readRetryAfter } from '../../../src/contract/retryAfter.ts';
import { readCurl } from '../../../src/imports/imports.ts';
import { tokensOf } from '../../../src/ledger/find.ts';
import { partsOf } from '../../../src/requests/placeholders.ts';
import { delimiterOf } from '../../../src/tables/sniff.ts';
import { assertLinear } from '../../support/steps.ts';

/** Texts that grow: what patterns and loops are slow on when they are. */
const growing: Readonly<Record<string, (size: number) => string>> = {
  letters: (size) => 'a'.repeat(size),
  capitals: (size) => 'A'.repeat(size),
  spaces: (size) => `1${' '.repeat(size)}x`,
  digits: (size) => '1'.repeat(size),
  zeros: (size) => `AB${'0'.repeat(size)}x`,
  ats: (size) => '@'.repeat(size),
  addresses: (size) => 'a@b.'.repeat(size / 4),
  names: (size) => 'a "b, c" '.repeat(size / 9),
  brackets: (size) => 'a" <a@b '.repeat(size / 8),
  slashes: (size) => `${'/'.repeat(size)}x`,
  quotes: (size) => '"\\'.repeat(size / 2),
  braces: (size) => '{"a":'.repeat(size / 5),
  placeholders: (size) => '${input:'.repeat(size / 8),
  base64: (size) => Buffer.from('x'.repeat((size * 3) / 4)).toString('base64'),
  dates: (size) => `01/01/2026${' '.repeat(size)}x`,
  marks: (size) => `${'.'.repeat(size)}x`,
  lines: (size) => `\n${' \n'.repeat(size / 2)}x`,
};

/** Whatever reads a text that was pasted, opened or came from the service. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  recognise,
  readAmount,
  readSaying,
  readTime: (text) => readTime(text, 'ist'),
  needsZone: (text) => needsZone([text]),
  isHeader: (text) => isStatementHeader([text]),
  rupeesShown,
  addressLines,
  normalByShape,
  normalEmails: (text) => normalIdentifier('emails', text),
  normalPan: (text) => normalIdentifier('pan', text),
  jsonPieces,
  asItCame: (text) => asItCame(text, { maxChars: text.length, mask: () => undefined }),
  maskPersonalText: (text) => maskPersonalText(text, () => '•'),
  maskKindByName,
  readRetryAfter: (text) => readRetryAfter(text, 0),
  readCurl: (text) => readCurl(`curl -d '${text}' https://a.invalid/${text}`),
  tokensOf,
  partsOf,
  delimiterOf,
  possibleInputs: (text) => possibleInputs(text, [operationById('credit-report')]),
  mendedBaseUrl: (text) => mendedBaseUrl(`https://a.invalid/${text}`),
  replacementFor: (text) =>
    ['typescriptreact', 'python', 'csharp', 'php', 'ruby', 'shellscript'].map((language) =>
      replacementFor({ before: `<A ${text}"`, after: `${text}"`, language, variable: 'K' }),
    ),
};

for (const [reader, read] of Object.entries(readers)) {
  test(`${reader} takes time in step with its text`, () => {
    for (const [what, text] of Object.entries(growing)) assertLinear(`${reader} of ${what}`, text, read);
  });
}

// These stood still for 43 and 70 seconds.
test('a hundred thousand letters are nothing, and a cell of as many spaces is no amount', () => {
  assert.deepEqual(recognise('a'.repeat(100_000)), []);
  assert.deepEqual(recognise(Buffer.from('x'.repeat(50_000)).toString('base64')), []);
  assert.equal(readAmount(`1${' '.repeat(100_000)}x`), null);
  assert.equal(readTime(`01/01/2026${' '.repeat(100_000)}x`, 'ist'), null);
});

test('what takes time squared is found', () => {
  const squared = (text: string): void => {
    for (let at = 0; at < text.length; at += 40) readRetryAfter(' '.repeat(at), 0);
  };
  assert.throws(() => assertLinear('squared', (size) => ' '.repeat(size), squared), /for twice as much/);
});

test('what reads in linear time reads as before', () => {
  assert.deepEqual(recognise('(x@y a.b@c.invalid.,d@e@f.invalid)')[0]?.fields, {
    emails: 'a.b@c.invalid',
  });
  for (const [text, amount] of [
    ['(₹ 1,200.50)', '-1200.5'],
    ['Rs. 5 Cr.', '-5'],
    ['- ₹ 7 ', '-7'],
    ['3/-', '3'],
    ['4 INR', '4'],
    ['9 dr', '9'],
    ['cr', null],
  ] as const) {
    assert.equal(readAmount(text), amount, text);
  }
  assert.equal(rupeesShown('-1234567.5'), '-12,34,567.50');
  assert.equal(rupeesShown('123'), '123.00');
  assert.equal(readTime('01/02/2026 3:04 pm IST', 'utc'), Date.UTC(2026, 1, 1, 9, 34));
  assert.equal(readTime('01/02/2026 15:04 +05:30', 'utc'), Date.UTC(2026, 1, 1, 9, 34));
  assert.equal(operations.length, 4);
});
