import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bulkEntries, bulkField, entryKey } from '../../../src/contract/bulk.ts';
import { operationById, operations } from '../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../src/contract/requestFields.ts';

const of = (body: unknown): readonly string[] => bulkEntries('email-bulk', JSON.stringify(body));
const [a, b] = ['a@example.invalid', 'b@example.invalid'];

describe('the entries of a bulk call', () => {
  it('are those of its list field; other operations have none', () => {
    const field = bulkField(operationById('email-bulk'));
    assert.equal(
      operationById('email-bulk').requestFields.find(({ name }) => name === field)?.type,
      'string-list',
    );
    for (const operation of operations.filter(({ bulk }) => !bulk)) {
      assert.equal(bulkField(operation), null);
      assert.deepEqual(bulkEntries(operation.id, JSON.stringify({ list: [a] })), []);
    }
    assert.equal(bulkField({ ...operationById('email-bulk'), requestFields: [] }), null);
  });

  const list = { type: 'string-list' };
  const fields: readonly (readonly [said: string, fields: readonly object[], found: string | null])[] = [
    [
      'by its check',
      [
        { name: 'emails', ...list, check: 'pan' },
        { name: 'to', ...list, check: 'emails' },
      ],
      'to',
    ],
    [
      'else by its name',
      [
        { name: 'checks', ...list },
        { name: 'emails', ...list, check: 'pan' },
      ],
      'emails',
    ],
    ['else as the only list', [{ name: 'mode' }, { name: 'to', ...list, default: ['x'] }], 'to'],
    [
      'else as the only one that starts with nothing',
      [
        { name: 'checks', ...list, default: ['mx'] },
        { name: 'to', ...list },
      ],
      'to',
    ],
    [
      'not where two may be it',
      [
        { name: 'checks', ...list },
        { name: 'to', ...list },
      ],
      null,
    ],
    [
      'not where the field for addresses is no list',
      [
        { name: 'checks', ...list },
        { name: 'emails', type: 'string' },
      ],
      null,
    ],
    [
      'nor where another that is checked for them is none',
      [
        { name: 'checks', ...list },
        { name: 'one', check: 'emails' },
      ],
      null,
    ],
  ];
  for (const [said, some, found] of fields)
    it(`stand in the list for addresses: ${said}`, () => {
      const read = readRequestFields({ 'email-bulk': some });
      assert.deepEqual(read.problems, []);
      assert.equal(bulkField(withRequestFields(operationById('email-bulk'), read)), found);
      const turned = readRequestFields({ 'email-bulk': some.toReversed() });
      assert.equal(bulkField(withRequestFields(operationById('email-bulk'), turned)), found, 'in any order');
    });

  it('are compared without regard to case and space', () => {
    assert.equal(entryKey('  A@Example.Invalid\n'), a);
    assert.deepEqual(of([` ${a.toUpperCase()} `, a]), [a]);
  });

  const rows: readonly (readonly [string, unknown, readonly string[]])[] = [
    ['texts of a list, addresses or not', { emails: [a, 'no address'] }, [a, 'no address']],
    ['no words of another list, for they say how to check', { emails: [a], checks: ['mx'] }, [a]],
    ['nor where the addresses have a name of their own', { checks: ['mx'], to: [a, 'clerk'] }, [a, 'clerk']],
    ['nor beside a field for addresses without any', { checks: ['mx'], emails: ['clerk'] }, ['clerk']],
    ['nor beside an address that stands in no list', { checks: ['mx'], email: a }, [a]],
    ['nor beside one that is a key', { checks: ['mx'], who: { [a]: 1 } }, [a]],
    ['words of every list where nothing tells an address', { a: ['x'], b: ['y'] }, ['x', 'y']],
    ['a blank text of a list is none', ['', '  ', a], [a]],
    ['addresses outside of lists', { one: a, more: { other: b } }, [a, b]],
    ['another text outside of a list is none', { use: 'marketing' }, []],
    ['addresses within a text', { q: `"${a}", <${b}>;(${a})` }, [a, b]],
    ['of a text in a list that holds addresses these alone', [`A Nobody <${a}>`], [a]],
    ['numbers and nothing are none', [1, null, true, a], [a]],
    ['a text alone is no list', 'x', []],
    ['an object within a list is no list', [{ name: 'x' }], []],
  ];
  for (const [name, body, entries] of rows) it(name, () => assert.deepEqual(of(body), entries));

  it('are looked for at any depth', () => {
    const nested = (levels: number): string => `${'['.repeat(levels)}"x"${']'.repeat(levels)}`;
    for (const levels of [11, 12, 20_000]) assert.deepEqual(bulkEntries('email-bulk', nested(levels)), ['x']);
    const keyed = `${'{"a":'.repeat(12)}["${a}"]${'}'.repeat(12)}`;
    assert.deepEqual(bulkEntries('email-bulk', keyed), [a]);
  });

  it('are those of both where a key stands twice: both leave', () => {
    assert.deepEqual(bulkEntries('email-bulk', `{"emails":["${a}"],"emails":["${b}"]}`), [a, b]);
  });

  it('are addresses that are keys, too, and no other keys', () => {
    assert.deepEqual(of({ emails: { [a.toUpperCase()]: { ref: 1 }, '@type': 1, 'x@': 2, other: 3 } }), [a]);
  });

  it('what is half written, commented or followed by more is no JSON', () => {
    for (const body of [
      `["${a}"`,
      `["${a}"] // ours`,
      `["${a}"] 1`,
      `["${a}",]`,
      `['${a}']`,
      `["${a}\n"]`,
      `{"emails":["${a}"],"x":["\\q"]}`,
      '',
    ]) {
      assert.deepEqual(bulkEntries('email-bulk', body), [], body);
    }
  });

  it('what is no JSON has none', () => assert.deepEqual(bulkEntries('email-bulk', `[${a}`), []));
});
