import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identityOf, placeOf } from '../../../../src/calls/environments/environments.ts';
import { canTakeOut, withNewEntries } from '../../../../src/calls/inputs/newEntries.ts';
import { bodyFromFields } from '../../../../src/contract/draft.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { owned } from '../sending/aSender.ts';
import { anyway, aWorld, key, plain, said } from '../sending/aSending.ts';

const operation = operationById('email-bulk');
const body = (...emails: readonly string[]) => bodyFromFields(operation, { emails: emails.join('\n') });
const place = placeOf(owned);

async function aPaidWorld(t: Parameters<typeof aWorld>[0], ...emails: readonly string[]) {
  const world = await aWorld(t);
  world.environments = [owned];
  world.chosen = identityOf(owned);
  world.setKey(key, owned);
  world.answers = [plain, anyway];
  assert.equal(said(await world.send({ operation, body: body(...emails) })), 'settled verified');
  world.now += 120_000;
  return world;
}

test('what an order asked about is left out, however it is written; the others stay as they are, in their order', async (t) => {
  const { real } = await aPaidWorld(t, 'a@x.invalid', 'b@x.invalid');
  const kept = await withNewEntries(
    real,
    operation,
    body('New@x.invalid', 'A@X.invalid', 'c@x.invalid', 'b@x.invalid'),
    place,
  );
  assert.equal(kept, body('New@x.invalid', 'c@x.invalid'));
});

test('addresses of different orders are all left out', async (t) => {
  const world = await aPaidWorld(t, 'a@x.invalid');
  world.answers = [plain];
  assert.equal(said(await world.send({ operation, body: body('b@x.invalid') })), 'settled verified');
  const three = body('a@x.invalid', 'b@x.invalid', 'c@x.invalid');
  assert.equal(await withNewEntries(world.real, operation, three, place), body('c@x.invalid'));
});

test('where none is new nothing is made of it; at another place all are', async (t) => {
  const { real } = await aPaidWorld(t, 'a@x.invalid', 'b@x.invalid');
  const both = body('b@x.invalid', 'a@x.invalid');
  assert.equal(await withNewEntries(real, operation, both, place), null);
  assert.equal(await withNewEntries(real, operation, both, 'https://other.example'), both);
});

test('what the fields cannot hold is not taken apart', async (t) => {
  const { real } = await aPaidWorld(t, 'a@x.invalid');
  const odd = '{"emails":["a@x.invalid","c@x.invalid"],"mode":{"deep":true}}';
  assert.equal(canTakeOut(operation, odd), false);
  assert.equal(await withNewEntries(real, operation, odd, place), null);
  assert.equal(canTakeOut(operation, body('a@x.invalid', 'c@x.invalid')), true);
});

test('an operation without a list has nothing to take out', () => {
  assert.equal(canTakeOut(operationById('rc-advanced'), '{"rc_number":"XX00AB0001"}'), false);
});
