import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedIn } from '../../../src/contract/bulk.ts';

const asked: readonly (readonly [body: string, entries: readonly string[]])[] = [
  ['{"emails":["a@x.example","b@x.example"],"checks":["mx","smtp"]}', ['a@x.example', 'b@x.example']],
  ['{"emails":["a@x.example","not an address"]}', ['a@x.example', 'not an address']],
  ['{"emails":["clerk"],"checks":["mx"]}', ['clerk']],
  ['{"who":["a@x.example","clerk"],"n":[1,null,true]}', ['a@x.example', 'clerk']],
  ['{"who":[{"mail":"a@x.example","ref":"7"}],"a":{"b@x.example":1}}', ['b@x.example', 'a@x.example']],
  ['{"emails":["a@x.example"],"emails":["b@x.example"]}', ['a@x.example', 'b@x.example']],
  ['{"emails":["a@x.example","clerk"],}', ['a@x.example', 'clerk']],
  ['emails=a@x.example,b@x.example&mx=1', ['a@x.example', 'b@x.example']],
  ['emails=a%40x.example%2Cb%40x.example', ['a@x.example', 'b@x.example']],
  ['', []],
];

for (const [body, entries] of asked)
  test(`whom a bulk call asks about: ${body}`, () =>
    assert.deepEqual([...askedIn('email-bulk', body)].sort(), [...entries].sort()));

test('a call of another operation asks about no entries', () =>
  assert.deepEqual(askedIn('rc-advanced', '{"emails":["a@x.example"]}'), []));
