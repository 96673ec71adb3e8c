import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskedReadings } from '../../../src/contract/maskedReadings.ts';
import { maskedInput } from '../../../src/contract/masking.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { inputIn } from '../../../src/ui/words/both/inputIn.ts';

const rc = operationById('rc-advanced');
const doubled = (...plates: readonly string[]) =>
  `{${plates.map((plate) => `"rc_number":"${plate}"`).join(',')}}`;

test('a request with a key twice is named by each value, any other as ever', () => {
  assert.equal(maskedReadings(rc, doubled('XX00AB0001', 'XX00AB0002')), 'XX••••••01 | XX••••••02');
  const many = doubled('XX00AB0001', 'XX00AB0002', 'XX00AB0003', 'XX00AB0004');
  assert.equal(maskedReadings(rc, many), 'XX••••••01 | XX••••••02 | XX••••••03 | …');
  for (const body of [
    doubled('XX00AB0001'),
    doubled('XX00AB0001', 'XX00AB0001'),
    '{"other":1,"other":22}',
    '{',
    '',
  ])
    assert.equal(maskedReadings(rc, body), maskedInput(rc, body), body);
});

test('counts of lists are told in the language of VS Code, each', () => {
  const told = inputIn('1 e-mail address | 2 e-mail addresses · empty input', ({ text }) =>
    text.toUpperCase(),
  );
  assert.equal(told, '1 E-MAIL ADDRESS | {0} E-MAIL ADDRESSES · EMPTY INPUT');
});
