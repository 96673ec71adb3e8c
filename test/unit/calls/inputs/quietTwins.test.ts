import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Obstacle } from '../../../../src/calls/guard/obstacles.ts';
import { inputAt, QuietTwins } from '../../../../src/calls/inputs/quietTwins.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';

const what = { text: 'x' };
const paid = (order: string): Obstacle => ({
  kind: 'paid-twin',
  id: order,
  order: orderId(order),
  billed: true,
  what,
});
const open = (order: string): Obstacle => ({ kind: 'pending-twin', id: order, order: orderId(order), what });
const refusal: Obstacle = { kind: 'refusal', id: 'r', repair: 'set-key', what };

test('a new form tells of every twin', () => {
  const quiet = new QuietTwins(null);
  assert.deepEqual(
    [quiet.tells(paid('1')), quiet.tells(open('2')), quiet.tells(refusal)],
    [true, true, true],
  );
});

test('from the moment a call leaves nothing is said of twins; of anything else it is', () => {
  const quiet = new QuietTwins(null);
  quiet.left('a');
  quiet.holds('a');
  assert.deepEqual(
    [quiet.tells(open('1')), quiet.tells(paid('1')), quiet.tells(paid('0'))],
    [false, false, false],
  );
  assert.equal(quiet.tells(refusal), true);
});

test('an edit lets them be told, also once it is taken back', () => {
  const quiet = new QuietTwins(null);
  quiet.left('a');
  quiet.holds('b');
  assert.equal(quiet.tells(paid('1')), true);
  quiet.holds('a');
  assert.equal(quiet.tells(paid('1')), true);
  quiet.left('a');
  assert.equal(quiet.tells(paid('2')), false);
});

test('a form that is brought back says nothing of the answer it shows, and tells of any other', () => {
  const quiet = new QuietTwins('1');
  assert.deepEqual([quiet.tells(paid('1')), quiet.tells(paid('2'))], [false, true]);
  quiet.holds('a');
  quiet.holds('a');
  assert.equal(quiet.tells(paid('1')), false);
  quiet.holds('b');
  quiet.holds('a');
  assert.equal(quiet.tells(paid('1')), true);
});

test('the same body is another input where it would go elsewhere, or under another name', () => {
  const inputs = [
    inputAt('acme', 'https://api.example.invalid', '{}'),
    inputAt('Acme', 'https://api.example.invalid', '{}'),
    inputAt('acme', 'https://other.example.invalid', '{}'),
    inputAt('acme', 'https://api.example.invalid', '{} '),
  ];
  assert.equal(new Set(inputs).size, 4);
});
