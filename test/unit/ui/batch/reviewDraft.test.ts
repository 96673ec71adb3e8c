import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeReview, encodeReview, type KeptReview } from '../../../../src/ui/batch/reviewDraft.ts';

const review: KeptReview = {
  origin: { kind: 'file', uri: 'file:///rows.csv' },
  results: 'ndjson-whole',
  choices: {
    operation: 'credit-report',
    header: false,
    sources: { number: { kind: 'column', column: 2 }, fetch_by: { kind: 'value', value: 'pan' } },
    rows: {
      corrections: [{ before: ['a', ''], nth: 1, cells: ['b', ''] }],
      leftOut: [{ cells: ['c', ''], nth: 0 }],
      groupsOff: ['ready'],
    },
  },
};

test('a review is kept as it was, and nothing else is taken for one', () => {
  const bytes = encodeReview(review);
  assert.ok(bytes !== null);
  const { origin, results, choices } = decodeReview(bytes) ?? {};
  assert.deepEqual({ origin, results, choices }, review);
  for (const odd of ['', 'null', '{}', '{"v":2}', JSON.stringify({ v: 1, ...review, results: 'xml' })]) {
    assert.equal(decodeReview(new TextEncoder().encode(odd)), null, odd);
  }
});

test('a review that an earlier version kept is read: it did not say which of the rows with the same cells it meant', () => {
  const rows = (corrections: unknown, leftOut: unknown) => {
    const choices = { ...review.choices, rows: { corrections, leftOut, groupsOff: [] } };
    return decodeReview(new TextEncoder().encode(JSON.stringify({ v: 1, ...review, choices })))?.choices.rows;
  };
  const read = rows([{ before: ['a', ''], cells: ['b', ''] }], [['c', ''], []]);
  assert.deepEqual(read, {
    corrections: [{ before: ['a', ''], nth: null, cells: ['b', ''] }],
    leftOut: [
      { cells: ['c', ''], nth: null },
      { cells: [], nth: null },
    ],
    groupsOff: [],
  });
  assert.deepEqual(rows(read?.corrections, read?.leftOut), read, 'kept again before its rows were looked at');
  for (const odd of [-1, 0.5, '0']) {
    assert.equal(rows([{ before: ['a'], nth: odd, cells: ['b'] }], []), undefined);
    assert.equal(rows([], [{ cells: ['a'], nth: odd }]), undefined);
  }
});

test('rows of an earlier batch are kept by their batch and groups, never by what they hold', () => {
  const origin = {
    kind: 'batch',
    batch: 'b-1',
    name: 'cars.csv',
    identity: 'name:acme-prod',
    origin: 'https://api.example.in',
    numbers: null,
    groups: [
      {
        outcome: 'throttled',
        billing: 'free',
        messageCode: 'RATE_LIMITED',
        rows: 2,
        calls: 2,
        again: 'free',
      },
    ],
  } as const;
  for (const one of [origin, { ...origin, groups: null }]) {
    const bytes = encodeReview({ ...review, origin: one }) ?? new Uint8Array();
    assert.deepEqual(decodeReview(bytes)?.origin, one);
  }
});

test('a text of an editor is kept with it, unless it is very long', () => {
  const text = { kind: 'text', name: 'Selection', text: 'XX00AA1000', uri: 'untitled:1' } as const;
  assert.deepEqual(decodeReview(encodeReview({ ...review, origin: text }) ?? new Uint8Array())?.origin, text);
  assert.equal(encodeReview({ ...review, origin: { ...text, text: 'x'.repeat(2_000_001) } }), null);
});
