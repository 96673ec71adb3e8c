import assert from 'node:assert/strict';
import { it } from 'node:test';
import { comparedBody } from '../../../src/contract/comparedBody.ts';
import { fingerprintKey, fingerprintOf } from '../../../src/ledger/fingerprint.ts';
import { ReducedInputs } from '../../../src/ledger/reducedInputs.ts';
import { another, number } from '../contract/aadhaar/aNumber.ts';
import { bytes, keyRing } from './aLedger.ts';

const operation = 'rc-advanced';
const printKey = fingerprintKey((await keyRing('a-key').current()).key);
const printOf = (body: string) =>
  fingerprintOf(printKey, operation, bytes(comparedBody({ id: operation }, body)));

const whole = `{"aadhaar":"${number}"}`;
const left = `XXXXXXXX${number.slice(-4)}`;
const reduced = { operation, body: `{"aadhaar":"${left}"}`, print: printOf(whole) } as const;

function withInputs(...inputs: readonly Parameters<ReducedInputs['add']>[0][]): ReducedInputs {
  const made = new ReducedInputs(printKey);
  for (const input of inputs) made.add(input);
  return made;
}

it('knows of a number that stands anywhere whether it was the very one, asked as often as one likes', () => {
  const inputs = withInputs(reduced);
  assert.equal(inputs.size, 1);
  for (const text of [`of ${number} again`, number, `of ${number} again`])
    assert.equal(inputs.areIn(text), true, text);
  for (const text of ['', 'of nobody', another, left]) assert.equal(inputs.areIn(text), false, text);
});

it('knows one that was sent as a number and not as a text', () => {
  const sent = { ...reduced, print: printOf(`{"aadhaar":${number}}`) };
  assert.equal(withInputs(sent).areIn(number), true);
});

it('takes no number for it that has the same four digits alone', () => {
  const inputs = withInputs({ ...reduced, print: printOf('{"aadhaar":"another with these digits"}') });
  for (let time = 0; time < 2; time += 1) assert.equal(inputs.areIn(number), false);
});

it('tells several requests apart whose numbers end alike', () => {
  const other = { ...reduced, print: 'print of another' };
  for (const inputs of [withInputs(reduced, other), withInputs(other, reduced)]) {
    assert.equal(inputs.size, 1);
    assert.equal(inputs.areIn(number), true);
  }
});

it('holds nothing of a request with two numbers, or with none', () => {
  const two = { ...reduced, body: `{"a":"${left}","b":"XXXXXXXX${another.slice(-4)}"}` };
  const inputs = withInputs(two, { ...reduced, body: '{"a":"b"}' });
  assert.equal(inputs.size, 0);
  assert.equal(inputs.areIn(number), false);
});
