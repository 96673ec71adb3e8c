import assert from 'node:assert/strict';
import test from 'node:test';
import { compactJson } from '../../../src/contract/compactJson.ts';
import { parseWithNumbers } from '../../../src/contract/jsonNumbers.ts';
import { type ListQuery, type ListReveal, ListTable } from '../../../src/contract/listTable.ts';
import { listsIn } from '../../../src/contract/nesting.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { OwnInput } from '../../../src/contract/ownInput.ts';
import { TellApart } from '../../../src/contract/tellApart.ts';
import type { OperationId } from '../../../src/contract/words.ts';
import { assertGrowth } from '../../support/steps.ts';

const masked: ListReveal = { all: false, rows: new Set(), cells: new Set() };
const whole: ListQuery = { sort: null, filter: '', only: null };

function table(items: unknown, operation: OperationId = 'email-bulk', key = 'results'): ListTable {
  const list = parseWithNumbers(typeof items === 'string' ? items : JSON.stringify(items));
  const path = ['data', 'result', key];
  return new ListTable(
    operationById(operation),
    path,
    Array.isArray(list) ? list : [],
    new TellApart(),
    null,
  );
}

test('what was asked about stands in no count of states, as it stands in no cell', () => {
  const operation = operationById('credit-report');
  const own = new OwnInput(operation, '{"name":"Invented Person"}');
  const rows = (...holders: string[]) => holders.map((holder) => ({ holder, check_result: holder }));
  const list = (items: readonly unknown[]) =>
    new ListTable(operation, ['data', 'result', 'accounts'], items, new TellApart(), null, own);
  const persons = rows('Invented Person', 'INVENTED PERSON', 'Bank', 'Bank', 'Bank', 'Invented Person');
  assert.deepEqual(list(persons).counts(), []);
  assert.equal(list(persons).cells(0, masked)[0]?.text, '••••••');
  assert.equal(list(rows('Shop', 'Bank', 'Bank', 'Bank')).counts().length, 2);
});

const names = (of: ListTable) => of.columns.map(({ name }) => name);
const texts = (of: ListTable, reveal = masked) =>
  of.items.map((_, row) => of.cells(row, reveal).map(({ text }) => text));
const order = (of: ListTable, query: Partial<ListQuery>) => [...of.rows({ ...whole, ...query })];

test('an item with the keys of the one before it is looked into where only one of them holds an object', () => {
  const found = (...items: readonly unknown[]) => names(table(items));
  assert.deepEqual(found({ a: 1 }, { a: 2 }, { a: { b: 1 } }, { a: 3 }), ['a', 'a.b']);
  assert.deepEqual(found({ a: { b: 1 } }, { a: 1 }, { a: 2 }), ['a.b', 'a']);
  assert.deepEqual(found({ a: 1, b: 1 }, { a: 1 }, {}, { b: 1, a: 1, c: 1 }), ['a', 'b', 'c']);
});

test('columns are the keys as first met, objects opened one level, other items in a column without a name', () => {
  const list = table([{ a: 1, b: { c: 2, d: 3 } }, { e: [], b: 'x' }, 'loose', null, { a: {} }]);
  assert.deepEqual(names(list), ['a', 'b.c', 'b.d', 'e', 'b', '']);
  assert.deepEqual(
    list.cells(1, masked).map(({ kind }) => kind),
    ['missing', 'missing', 'missing', 'list', 'text', 'missing'],
  );
  assert.deepEqual(
    [2, 3, 4].map((row) => list.cells(row, masked).map(({ kind }) => kind)),
    [
      ['missing', 'missing', 'missing', 'missing', 'missing', 'text'],
      ['missing', 'missing', 'missing', 'missing', 'missing', 'null'],
      ['object', 'missing', 'missing', 'missing', 'missing', 'missing'],
    ],
  );
});

test('a personal key heads its column masked; columns beyond sixty are counted', () => {
  assert.deepEqual(names(table([{ 'someone@example.com': 1 }])), ['s••••••e@••••••.com']);
  const wide = table([Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`c${index}`, index]))]);
  assert.deepEqual([wide.columns.length, wide.moreColumns], [60, 10]);
});

test('cells are masked by their column, what stands around them, or their look, and stay tellable apart', () => {
  const list = table([
    { email: 'someone@example.com', note: 'call 0000001234', ok: true, owner: { name: 'INVENTED' }, n: 1.5 },
    { email: 'somebodyelse@example.com', note: 'plain', ok: false, owner: { name: 'OTHER' }, n: 2 },
    { email: 'someone@example.com', note: '', ok: true, owner: { name: 'INVENTED' }, n: 3 },
  ]);
  assert.deepEqual(texts(list), [
    ['s••••••e@••••••.com', '••••••', 'true', '••••••', '1.5'],
    ['s••••••e@••••••.com ·2', 'plain', 'false', '•••••• ·2', '2'],
    ['s••••••e@••••••.com', '', 'true', '••••••', '3'],
  ]);
});

test('a documented list of credit data is covered whole; cells, rows and all of it can be revealed', () => {
  const items = [
    { lender: 'INVENTED BANK', open: true },
    { lender: 'INVENTED UNION', open: false },
  ];
  const list = table(items, 'credit-report', 'credit_report');
  assert.deepEqual(texts(list), [
    ['••••••', 'true'],
    ['•••••• ·2', 'false'],
  ]);
  assert.deepEqual(texts(list, { ...masked, cells: new Set(['1/0']) })[1], ['INVENTED UNION', 'false']);
  assert.deepEqual(texts(list, { ...masked, rows: new Set([0]) }), [
    ['INVENTED BANK', 'true'],
    ['•••••• ·2', 'false'],
  ]);
  assert.deepEqual(texts(list, { ...masked, all: true })[1], ['INVENTED UNION', 'false']);
});

test('masks are numbered in the order of the answer, whichever row is looked at first', () => {
  const list = table([{ name: 'A' }, { name: 'B' }, { name: 'C' }]);
  list.numberMasks();
  assert.equal(list.cells(2, masked)[0]?.text, '•••••• ·3');
  assert.equal(list.cells(0, masked)[0]?.text, '••••••');
});

test('lists and objects in a cell tell their size until they are revealed', () => {
  const list = table([{ x: 'a', tags: ['someone@example.com', 1.0], deep: [{ a: 1 }] }]);
  assert.deepEqual(
    list.cells(0, masked).map(({ kind, text, masked: hidden }) => [kind, text, hidden]),
    [
      ['text', 'a', false],
      ['list', '2', true],
      ['list', '1', true],
    ],
  );
  assert.deepEqual(list.texts(0, masked), ['a', '••••••', '••••••']);
  assert.deepEqual(list.texts(0, { ...masked, all: true }), ['a', '["someone@example.com",1]', '[{"a":1}]']);
});

test('rows are sorted by number or word, stable, what is empty last; and back to the order they came in', () => {
  const list = table('[{"v":10},{"v":"b"},{"v":9.5},{},{"v":"A"},{"v":""},{"v":10}]');
  assert.deepEqual(order(list, { sort: { column: 0, down: false } }), [2, 0, 6, 4, 1, 3, 5]);
  assert.deepEqual(order(list, { sort: { column: 0, down: true } }), [1, 4, 0, 6, 2, 3, 5]);
  assert.deepEqual(order(list, {}), [0, 1, 2, 3, 4, 5, 6]);
});

test('the filter looks into every cell and behind the masks; a state shows its rows alone', () => {
  const list = table([
    { email: 'someone@example.com', valid: true, tags: ['RED'] },
    { email: 'nobody@example.com', valid: false, tags: [] },
  ]);
  assert.deepEqual(order(list, { filter: ' NOBODY@ ' }), [1]);
  assert.deepEqual(order(list, { filter: 'red' }), [0]);
  assert.deepEqual(order(list, { only: { column: 1, text: 'false' } }), [1]);
  assert.deepEqual(order(list, { only: { column: 1, text: 'false' }, filter: 'someone' }), []);
});

test('states are counted: truths, statuses, words that repeat; nothing that is masked, or differs too much', () => {
  const list = table(
    Array.from({ length: 8 }, (_, index) => ({
      valid: index > 1,
      status: index === 0 ? 'BAD' : 'GOOD',
      shade: index % 2 === 0 ? 'dark' : 'light',
      id: `row-${index}`,
      name: 'INVENTED',
      note: 'the same for all of them, and longer than a state',
      one: 'only',
    })),
  );
  assert.deepEqual(
    list
      .counts()
      .map(({ column, values }) => [
        names(list)[column],
        values.map(({ text, count }) => `${count} ${text}`),
      ]),
    [
      ['valid', ['6 true', '2 false']],
      ['status', ['7 GOOD', '1 BAD']],
      ['shade', ['4 dark', '4 light']],
    ],
  );
  const two = table([{ verdict: 'valid' }, { verdict: 'invalid' }]);
  assert.deepEqual(two.counts()[0]?.values, [
    { text: 'invalid', count: 1 },
    { text: 'valid', count: 1 },
  ]);
});

test('lists are found wherever they stand but in lists, top level included', () => {
  const found = (value: unknown) => listsIn(value).map(({ path, items }) => [path, items.length]);
  assert.deepEqual(found([{ a: [1] }]), [['$', 1]]);
  assert.deepEqual(found({ data: { result: [1, 2], x: { y: [3] }, none: [] } }), [
    ['data.result', 2],
    ['data.x.y', 1],
  ]);
  assert.deepEqual(found('x'), []);
  let deep: unknown = [1];
  for (let level = 0; level < 10_000; level += 1) deep = { deep };
  assert.deepEqual(found(deep), []);
});

test('JSON on one line stops where it is told to, however deep or wide a value is', () => {
  assert.equal(
    compactJson(parseWithNumbers('{"a":[1.50,"x",null],"b":{}}'), 100),
    '{"a":[1.50,"x",null],"b":{}}',
  );
  assert.equal(compactJson(Array(1e6).fill(1), 5).length, 6);
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  assert.equal(compactJson(deep, 10), `${'['.repeat(10)}…`);
});

test('twice as many rows take twice as long to be read, counted, numbered, filtered and sorted', () => {
  const rows = (length: number) =>
    Array.from({ length }, (_, index) => ({
      email: `person${index}@example.com`,
      valid: index % 3 === 0,
      score: index % 1000,
    }));
  assertGrowth('rows', [rows(10_000), rows(20_000)], (items) => {
    const list = table(items);
    assert.equal(list.counts().length, 1);
    list.numberMasks();
    assert.equal(order(list, { filter: 'person999' }).length, 11);
    assert.equal(order(list, { sort: { column: 2, down: true } })[0], 999);
  });
});

test('a personal key heads its column masked behind a key that ends with a digit, too: that is no decimal', () => {
  assert.deepEqual(names(table([{ v2: { '0000001234': 1 } }])), ['v2.••••••1234']);
  assert.deepEqual(names(table([{ '0000001234': { '1st': 1 } }])), ['••••••1234.1st']);
});

test('what stands under a name of the envelope is masked in a table as it is in the text', () => {
  const operation = operationById('credit-report');
  const own = new OwnInput(operation, '{"name":"Invented Person"}');
  const list = (path: readonly string[], items: readonly unknown[]) =>
    texts(new ListTable(operation, path, items, new TellApart(), null, own)).flat();
  const codes = ['OK', 'NO_RECORD_FOUND', 'call 0000001234', 'INVENTED_PERSON'];
  assert.deepEqual(list(['message_code'], codes), ['OK', 'NO_RECORD_FOUND', '••••••', '•••••• ·2']);
  const orders = [
    { order_id: 'ORD-7f3a', error_code: 'E17' },
    { order_id: 'ORD-0000001234', error_code: 'someone@example.com' },
  ];
  assert.deepEqual(list(['data'], orders), ['ORD-7f3a', 'E17', '••••••', 's••••••e@••••••.com']);
});
