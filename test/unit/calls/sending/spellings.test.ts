import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printsToFind } from '../../../../src/calls/inputs/compared.ts';
import { possibleInputs } from '../../../../src/calls/inputs/possibleInputs.ts';
import type { Wanted } from '../../../../src/calls/sending/wanted.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../../src/contract/requestFields.ts';
import type { OperationId } from '../../../../src/contract/words.ts';
import { bytes } from '../../ledger/aLedger.ts';
import { anyway, aWorld, otherWindow, plain, said, type World } from './aSending.ts';

type Written = Pick<Wanted, 'operation' | 'body'>;
const written = (id: OperationId, body: unknown): Written => ({
  operation: operationById(id),
  body: JSON.stringify(body),
});
const plate = (rc_number: string): Written => written('rc-advanced', { rc_number });
const twins = ({ asked }: World) =>
  asked.map(({ obstacles }) => obstacles.map(({ kind }) => kind).filter((kind) => kind.endsWith('-twin')));

const pairs: readonly (readonly [what: string, first: Written, second: Written])[] = [
  ['a plate', plate('mh 00 ab 1234'), plate('MH00AB1234')],
  ['a plate, the other way round', plate('MH00AB1234'), plate('MH-00-AB-1234')],
  [
    'an Aadhaar number and a PAN',
    written('aadhaar-pan-link', { aadhaar_number: '0000 1111 2222', pan_number: 'abcxz0000q' }),
    written('aadhaar-pan-link', { pan_number: 'ABCXZ 0000 Q', aadhaar_number: '000011112222' }),
  ],
  [
    'the identifier that fetch_by names',
    written('credit-report', { number: '+91 98000 00000', fetch_by: 'mobile' }),
    written('credit-report', { number: '9800000000', fetch_by: 'mobile' }),
  ],
  [
    'addresses',
    written('email-bulk', { emails: ['a@one.invalid', ' b@TWO.invalid'] }),
    written('email-bulk', { emails: ['a@ONE.invalid', 'b@two.invalid'] }),
  ],
];
for (const [what, first, second] of pairs) {
  test(`the twin question comes for another spelling of the same: ${what}`, async (t) => {
    const world = await aWorld(t);
    world.answers = [plain];
    assert.equal(said(await world.send(first)), 'settled verified');
    const window = otherWindow(world);
    window.answers = [undefined];
    await window.send(second);
    assert.deepEqual([twins(world), twins(window)], [[[]], [['paid-twin']]]);
    assert.equal(window.requests.length, 0);
  });
}

test('what leaves is what was written; only the comparing is of the normal form', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  await world.send(plate('mh 00 ab 1234'));
  const [request] = world.requests;
  assert.deepEqual(request?.body, bytes('{"rc_number":"mh 00 ab 1234"}'));
  world.answers = [anyway];
  await world.send(plate('MH00AB1234'));
  assert.equal(world.begun[0]?.fingerprint, world.begun[1]?.fingerprint);
});

test('one that differs in more than its spelling is no twin', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain, plain];
  await world.send(plate('MH00AB1234'));
  await world.send(plate('mh 00 ab 1235'));
  assert.deepEqual(twins(world).flat(), []);
});

test('request fields that were corrected meanwhile hide no twin', async (t) => {
  const world = await aWorld(t);
  const fields = { 'rc-advanced': [{ name: 'plate' }] };
  const operation = withRequestFields(operationById('rc-advanced'), readRequestFields(fields));
  const { body } = plate('mh 00 ab 1234');
  world.answers = [plain, undefined];
  await world.send(plate('mh 00 ab 1234'));
  await world.send({ operation, body });
  assert.deepEqual(twins(world), [[], ['paid-twin']]);
});

test('a corrected field is compared as the user says it is', async (t) => {
  const world = await aWorld(t);
  const fields = { 'rc-advanced': [{ name: 'plate', in: ['vehicle'], check: 'registration' }] };
  const operation = withRequestFields(operationById('rc-advanced'), readRequestFields(fields));
  world.answers = [plain, undefined];
  await world.send({ operation, body: '{"vehicle":{"plate":"mh 00 ab 1234"}}' });
  await world.send({ operation, body: '{"vehicle":{"plate":"MH00AB1234"}}' });
  assert.deepEqual(twins(world), [[], ['paid-twin']]);
});

test('an order in normal form has the print it always had, and is found by any spelling', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  await world.send(plate('MH00AB1234'));
  const before = await world.real.fingerprint('rc-advanced', bytes('{"rc_number":"MH00AB1234"}'));
  assert.equal(world.begun[0]?.fingerprint, before);
  const [input] = possibleInputs('mh-00 ab 1234', [operationById('rc-advanced')]);
  assert.ok(input);
  const prints = await printsToFind(world.real, input.operation, input.body);
  assert.ok(prints.includes(before));
  // One kept before inputs were normalised is found by its own spelling.
  const raw = await world.real.fingerprint('rc-advanced', bytes('{"rc_number":"mh-00 ab 1234"}'));
  assert.ok(prints.includes(raw));
});
