import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doubtsOf } from '../../../../src/calls/sending/doubts.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { plain as english } from '../../../../src/contract/words.ts';
import { aWorld, plain } from './aSending.ts';

const rc = operationById('rc-advanced');
const link = operationById('aadhaar-pan-link');
const emails = operationById('email-bulk');
const doubts = (operation: typeof rc, body: unknown, bills = true) =>
  doubtsOf(operation, typeof body === 'string' ? body : JSON.stringify(body), bills).map(english);

test('the question before a call says what looks wrong in the value that would leave', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain, plain];
  await world.send({ body: '{"rc_number":"MH1AB"}' });
  await world.send({ body: '{"rc_number":"MH00AB1234"}' });
  assert.deepEqual(
    world.asked.map(({ doubts: found }) => found.map(english)),
    [['Looks wrong: Does not look like a registration number, such as MH12AB0000 or 22BH0000AA.'], []],
  );
});

test('of several fields each that looks wrong has a line of its own with its name', () => {
  const [aadhaar, pan] = link.requestFields.map(({ name }) => name);
  assert.ok(aadhaar !== undefined && pan !== undefined);
  assert.deepEqual(doubts(link, { [aadhaar]: '12345', [pan]: 'ABC' }), [
    `${aadhaar} looks wrong: An Aadhaar number has 12 digits; this has 5.`,
    `${pan} looks wrong: A PAN has five letters, four digits and a letter.`,
  ]);
});

test('of many values it is how many and the first, by its place; nothing of an address is said', () => {
  const many = ['a@x.example', 'nobody', 'b@x.example', 'secret name@x'];
  assert.deepEqual(doubts(emails, { emails: many }), [
    'Looks wrong: 2 entries do not look like e-mail addresses, the first is entry 2.',
  ]);
});

test('a value is looked at whatever else the body holds; what is no JSON object says nothing', () => {
  const [, said] = doubts(rc, { rc_number: 'MH1AB', other: 1 });
  assert.match(said ?? '', /^Looks wrong: Does not look like a registration number/);
  for (const body of ['', '{', '[]', 'null', '{"rc_number":7}']) {
    assert.deepEqual(doubts(rc, body), [], body);
  }
});

test('one value where a list belongs is said, and a list where one value does', () => {
  assert.deepEqual(doubts(emails, { emails: 'nobody@x.example' }), ['emails is not a list.']);
  const notOne = ['rc_number is a list or an object, and not one value.'];
  for (const odd of [['MH00AB1234'], { number: 'MH00AB1234' }])
    assert.deepEqual(doubts(rc, { rc_number: odd }), notOne);
  for (const right of [1234567890123456789012n, 1, true])
    assert.deepEqual(doubts(rc, `{"rc_number":${right}}`), []);
});

test('a required field that stands there empty is said', () => {
  for (const nothing of ['', null]) {
    assert.deepEqual(doubts(rc, { rc_number: nothing }), ['rc_number is empty, and is required.']);
  }
  assert.deepEqual(doubts(emails, { emails: [] }), ['emails is empty, and is required.']);
});

const notKnown = (name: string): string =>
  `${name} is not a known request field of RC Details Advanced. It is sent as it is; “Edit Request Fields…” changes what is known.`;

test('the question before a call says which name is none of its fields, and which required one is missing', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain, plain];
  await world.send({ body: '{"rc_nmber":"MH00AB1234"}' });
  await world.send({ body: '{}' });
  assert.deepEqual(
    world.asked.map(({ doubts: found }) => found.map(english)),
    [
      [notKnown('rc_nmber'), 'rc_number is missing, and is required.'],
      ['rc_number is missing, and is required.'],
    ],
  );
});

test('of many unknown names the first are said, each in one line and nothing personal in it', () => {
  const body = { rc_number: 'MH00AB1234', 'a\nb': 1, 'nobody@mail.example': 2, c: 3, d: 4 };
  const [first, second, third, ...more] = doubts(rc, body);
  assert.deepEqual([first, third, more], [notKnown('a b'), notKnown('c'), []]);
  assert.ok(second !== undefined && !second.includes('nobody'), second);
});

test('the field that a sandbox knows besides is odd only where it bills', () => {
  const body = { rc_number: 'MH00AB1234', sandbox_amount: 3 };
  assert.deepEqual([doubts(rc, body).length, doubts(rc, body, false).length], [1, 0]);
});

test('of an operation whose fields the user took away nothing is known', () => {
  assert.deepEqual(doubts({ ...rc, requestFields: [] }, { other: 1 }), []);
});

test('a number that nobody has is wrong where it bills, and right in a sandbox', () => {
  assert.equal(doubts(rc, { rc_number: 'XX00AB1234' }).length, 1);
  assert.deepEqual(doubts(rc, { rc_number: 'XX00AB1234' }, false), []);
});
