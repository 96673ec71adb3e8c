import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hintsFor } from '../../../src/contract/hints.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../src/contract/requestFields.ts';
import type { OperationId } from '../../../src/contract/words.ts';
import { readInput } from '../../../src/sandbox/input.ts';
import { rejection, subjectOf } from '../../../src/sandbox/subject.ts';
import { aSandbox, json, send } from './aSandbox.ts';

const reading = readRequestFields({
  'rc-advanced': [
    { name: 'consent', required: true },
    { name: 'reg', in: ['vehicle'], check: 'registration', required: true },
    { name: 'year', type: 'number', required: true },
  ],
});
const { requestFields } = withRequestFields(operationById('rc-advanced'), reading);

function input(body: unknown) {
  const read = readInput(new TextEncoder().encode(JSON.stringify(body)), requestFields);
  assert.ok(read.ok);
  return read.input;
}

test('the sandbox expects the fields as the user corrected them', () => {
  const whole = { consent: 'Y', vehicle: { reg: 'ZZ99ZZ9999' }, year: 2020 };
  assert.equal(subjectOf('rc-advanced', input(whole)), 'ZZ99ZZ9999');
  assert.equal(rejection('rc-advanced', input(whole)), null);
  const expected = /the expected field (vehicle\.reg|year|consent) is missing or empty/;
  assert.match(rejection('rc-advanced', input({ ...whole, vehicle: {} })) ?? '', expected);
  assert.match(rejection('rc-advanced', input({ ...whole, year: '' })) ?? '', expected);
  assert.match(rejection('rc-advanced', input({ ...whole, consent: '' })) ?? '', expected);
  assert.match(
    rejection('rc-advanced', input({ ...whole, vehicle: { reg: 'no' } })) ?? '',
    /does not look like one/,
  );
});

test('the sandbox takes the plates that the form takes, whatever their number of digits', () => {
  const rc = operationById('rc-advanced');
  const takes = (plate: string): boolean => {
    const read = readInput(new TextEncoder().encode(JSON.stringify({ rc_number: plate })), rc.requestFields);
    return read.ok && rejection('rc-advanced', read.input) === null;
  };
  const hint = (plate: string) => hintsFor(rc, { rc_number: plate })[0]?.kind;
  for (const good of ['MH00AB0001', 'mh 00 ab 1', 'DL-0-C-23', 'KA010', '22BH0000AA', '22 bh 0000 a']) {
    assert.deepEqual([takes(good), hint(good)], [true, 'ok'], good);
  }
  for (const bad of ['MH12AB00001', '22BH0000IO', 'MH', 'KA01', 'what is this']) {
    assert.deepEqual([takes(bad), hint(bad)], [false, 'warning'], bad);
  }
});

test('the sandbox names a field of any script that is missing, in a header of ASCII alone', async (t) => {
  const named = readRequestFields({
    'rc-advanced': [{ name: 'पंजीकरण', required: true }, { name: 'consent' }],
  });
  const operation = (id: OperationId) => withRequestFields(operationById(id), named);
  const started = await aSandbox(t, 0, { operation });
  const answer = await send(started, 'rc-advanced', { consent: 'Y' });
  assert.equal(json(answer).message_code, 'INVALID_INPUT');
  assert.equal(
    decodeURI(answer.headers.get('x-sandbox-note') ?? ''),
    'the expected field पंजीकरण is missing or empty',
  );
});
