import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statementStart } from '../../../../src/calls/statements/statementHeader.ts';

const header = ['Order ID', 'Time', 'Amount'];
const row = ['ORD-20261121', '2026-11-21 12:00', '4.50'];

function start(...rows: readonly (readonly string[])[]) {
  return statementStart(rows.map((cells) => ({ cells })));
}

test('the header of a statement is found below its titles', () => {
  assert.deepEqual(start(header, row), { at: 0, isNamed: true });
  assert.deepEqual(start(['Wallet statement of Nobody'], header, row), { at: 1, isNamed: true });
  const titles = [
    ['Wallet statement', '', ''],
    ['Period', '01/11/2026', '30/11/2026'],
    ['Account', 'Nobody'],
  ];
  assert.deepEqual(start(...titles, header, row), { at: 3, isNamed: true });
  assert.deepEqual(start(['Time zone: India', 'Amounts in INR'], header, row), { at: 1, isNamed: true });
});

test('without a header the table begins at the first row of several cells', () => {
  assert.deepEqual(start(row, row), { at: 0, isNamed: false });
  assert.deepEqual(start(['Wallet statement'], row), { at: 1, isNamed: false });
  assert.deepEqual(start(['Wallet statement'], ['आदेश', 'राशि'], row), { at: 1, isNamed: true });
  assert.deepEqual(start(['ORD-20261121'], ['ORD-20261122']), { at: 0, isNamed: false });
  assert.deepEqual(start(['Order ID'], ['ORD-20261122']), { at: 0, isNamed: true });
  assert.deepEqual(start(), { at: 0, isNamed: false });
});

test('a second table below the first, with more columns, is no header of the first', () => {
  assert.deepEqual(start(['Order ID', 'Amount'], row, header, row), { at: 0, isNamed: true });
});
