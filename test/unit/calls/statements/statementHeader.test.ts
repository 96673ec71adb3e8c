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

test('a header in another language is found below titles of several cells', () => {
  const other = ['आदेश', 'समय', 'राशि'];
  const period = ['Period', '01/11/2026', '30/11/2026'];
  assert.deepEqual(start(['खाता', 'कोई नहीं'], other, row), { at: 1, isNamed: true });
  assert.deepEqual(start(['खाता', 'कोई नहीं'], period, other, row, row), { at: 2, isNamed: true });
  assert.deepEqual(start(period, ['खाता', 'कोई नहीं', ''], other, row), { at: 2, isNamed: true });
  // What stands among lines is no header of theirs.
  assert.deepEqual(start(row, ['Refund', 'pending', '–'], row), { at: 0, isNamed: false });
  assert.deepEqual(start(other, row, ['Refund', 'pending', '–', 'note'], row), { at: 0, isNamed: true });
  // Its units may stand below it.
  assert.deepEqual(start(other, ['', '(IST)', '(INR)'], row), { at: 0, isNamed: true });
});

test('a title that names two columns is not taken for the header that stands further down', () => {
  const title = ['Order number', 'Date range'];
  assert.deepEqual(start(['Orders', 'Date range'], ['From', '01/11/2026'], header, row), {
    at: 2,
    isNamed: true,
  });
  assert.deepEqual(start(title, ['From', '01/11/2026'], header, row), { at: 2, isNamed: true });
  assert.deepEqual(start(title, ['Period', '01/11 to 30/11/2026'], ['Order No', 'Amount'], row), {
    at: 2,
    isNamed: true,
  });
  assert.deepEqual(start(title, ['आदेश', 'समय', 'सेवा', 'राशि', 'शेष'], [...row, 'RC', '9.00']), {
    at: 1,
    isNamed: true,
  });
  // Nor is one of a wider table below the lines of the first.
  const other = ['Time', 'Order ID', 'Service', 'Amount'];
  const line = ['2026-11-21', 'ORD-1', 'RC', '4.50'];
  assert.deepEqual(start(['Order ID', 'Amount'], ['ORD-1', '4.50'], other, line), { at: 0, isNamed: true });
});

test('the header stands among the first thirty lines', () => {
  const titles = (count: number) => Array.from({ length: count }, () => ['Wallet statement']);
  assert.deepEqual(start(...titles(29), header, row), { at: 29, isNamed: true });
  assert.deepEqual(start(...titles(30), header, row), { at: 0, isNamed: true });
});

test('what stands above a header is no line of its table unless time, amount, word and gap are where its lines have them', () => {
  const other = ['आदेश', 'समय', 'राशि'];
  const account = 'Account 20261';
  const found = { at: 1, isNamed: true };
  assert.deepEqual(start([account], other, ['ORD-1', '2026-11-21']), found);
  assert.deepEqual(start([account, '12.50'], other, ['ORD-1', '', '4.50']), found);
  assert.deepEqual(start([account, 'open', '12.50'], other, ['ORD-1', '', '4.50']), found);
  assert.deepEqual(start(['12.50'], other, ['ORD-1', 'RC', '4.50']), found);
  assert.deepEqual(start([account, '12.50'], other, ['ORD-1', '4.50']), { at: 0, isNamed: false });
  // The lines are told by the first of several cells: a page's number may stand alone.
  assert.deepEqual(start([account], other, ['Page 20261'], row), found);
  assert.deepEqual(start([account], ['आदेश', 'राशि'], ['ORD-1', '4.50']), found);
});

test('a table of times without ids ends where a wider one begins, and one of two columns needs no header', () => {
  const wider = ['Time', 'Order ID', 'Service', 'Amount'];
  const line = ['2026-11-21', 'ORD-1', 'RC', '4.50'];
  assert.deepEqual(start(['Time', 'Amount'], ['2026-11-21', '4.50'], wider, line), { at: 0, isNamed: true });
  assert.deepEqual(start(['Time', 'Amount'], ['Opening', '4.50'], wider, line), { at: 2, isNamed: true });
  assert.deepEqual(start(['Wallet statement'], ['ORD-20261121', '4.50']), { at: 1, isNamed: false });
});
