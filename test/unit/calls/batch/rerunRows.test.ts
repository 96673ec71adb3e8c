import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carriedOver, rowsNotSent, rowsWithoutResult } from '../../../../src/calls/batch/rerun.ts';
import type { RequestField } from '../../../../src/contract/shapes.ts';

const tally = (outcome: Parameters<typeof rowsWithoutResult>[0][number]['outcome'], rows: number) => ({
  ...{ outcome, rows, kept: rows, open: 0, calls: rows, messageCode: null },
  billing: 'free' as const,
});

test('rows answered without a result: refused, failed, throttled and refunded; not those nobody knows of, nor what never left', () => {
  const all = [tally('throttled', 1), tally('failed', 2), tally('refused', 4), tally('refunded', 8)];
  const rest = [tally('rejected', 16), tally('not-sent', 32)];
  assert.equal(rowsWithoutResult([...all, ...rest]), 31);
  assert.equal(rowsNotSent([...all, ...rest]), 32);
  assert.equal(rowsWithoutResult([tally('verified', 1), tally('negative', 2), tally('unknown', 4)]), 0);
  assert.equal(rowsWithoutResult([]), 0);
});

const field = (name: string, more: Partial<RequestField> = {}): RequestField => ({
  ...{ name, label: name, type: 'string', required: true, assumed: 'plain', mask: null, example: '' },
  check: null,
  path: [name],
  ...{ default: null, note: '' },
  ...more,
});
const carried = (from: readonly RequestField[], to: readonly RequestField[]) => {
  const map = carriedOver(from, to);
  return map === null ? null : Object.fromEntries(map);
};

test('a field keeps its value by its name, before anything else', () => {
  const [a, b] = [field('a', { check: 'pan' }), field('b', { check: 'pan' })];
  assert.deepEqual(carried([a, b], [b, a]), { a: 'a', b: 'b' });
  assert.deepEqual(carried([a], [a, field('c', { required: false })]), { a: 'a' });
});

test('a field of another name takes the value of the only one with its check', () => {
  const pan = field('pan', { check: 'pan' });
  assert.deepEqual(carried([pan, field('x')], [field('pan_no', { check: 'pan' }), field('x')]), {
    pan_no: 'pan',
    x: 'x',
  });
  const two = [
    field('p1', { check: 'pan', required: false }),
    field('p2', { check: 'pan', required: false }),
  ];
  assert.equal(carried(two, [field('q', { check: 'pan' })]), null, 'two have it');
  assert.deepEqual(
    carried(
      [pan],
      [field('q1', { check: 'pan', required: false }), field('q2', { check: 'pan', required: false })],
    ),
    {},
    'two want it',
  );
});

test('the only required field left takes the only required value left; what is not required is neither', () => {
  assert.deepEqual(carried([field('a')], [field('b')]), { b: 'a' });
  const more = [field('a'), field('o', { required: false })];
  assert.deepEqual(carried(more, [field('b'), field('p', { required: false })]), { b: 'a' });
  assert.equal(carried([field('a'), field('c')], [field('b')]), null, 'two values are left');
  assert.equal(carried([field('a')], [field('b'), field('c')]), null, 'two fields are left');
  assert.equal(carried([field('o', { required: false })], [field('b')]), null, 'none is left');
  assert.deepEqual(carried([], []), {});
});

test('no value goes into a field for something else, though no other is left: its check, name, default or choices say so', () => {
  const consent = { default: 'Y' };
  const others: readonly (readonly [from: RequestField, to: RequestField])[] = [
    [field('n', { check: 'mobile' }), field('p', { check: 'pan' })],
    [field('mobile_number'), field('pan')],
    [field('n', { check: 'mobile' }), field('pan_no', { path: ['holder', 'pan_no'] })],
    [field('n'), field('consent', consent)],
    [field('consent', consent), field('n')],
    [field('n'), field('agreed', { type: 'boolean' })],
    [field('n'), field('level', { choices: ['full', 'short'] })],
  ];
  for (const [from, to] of others) assert.equal(carried([from], [to]), null, `${from.name} → ${to.name}`);
  for (const [from, to] of [
    [field('n', { check: 'mobile' }), field('m')],
    [field('n'), field('m', { check: 'mobile' })],
    [field('n'), field('m', { type: 'number' })],
    [field('word', consent), field('consent', consent)],
  ] as const)
    assert.deepEqual(carried([from], [to]), { [to.name]: from.name });
});
