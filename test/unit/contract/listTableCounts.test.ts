import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tableOf } from './listTables.ts';

/** The counts of the columns named, as `2 GOOD`; undefined where a column has none. */
function counted(
  items: readonly unknown[],
  request: string | null = null,
): Record<string, readonly string[]> {
  const list = tableOf(items, { request });
  return Object.fromEntries(
    list
      .counts()
      .map(({ column, values }) => [
        list.columns[column]?.name ?? '',
        values.map(({ text, count }) => `${count} ${text}`),
      ]),
  );
}
const column = (key: string, ...values: readonly unknown[]) => values.map((value) => ({ [key]: value }));

describe('what a column counts', () => {
  it('is each state once, the most frequent first, those alike in number by their text', () => {
    assert.deepEqual(counted(column('status', 'B', 'A', 'C', 'C', 'A', 'B', 'C')), {
      status: ['3 C', '2 A', '2 B'],
    });
  });

  it('is a single state where the column is named as one, and a single truth whatever its name', () => {
    assert.deepEqual(counted(column('status', 'GOOD')), { status: ['1 GOOD'] });
    assert.deepEqual(counted(column('shade', 'dark')), {});
    assert.deepEqual(counted(column('shade', true)), { shade: ['1 true'] });
  });

  it('is nothing in a column without any', () => {
    assert.deepEqual(counted(column('status', null, '', null)), {});
    assert.deepEqual(counted([{ a: 1 }, { status: '' }]), {});
  });

  it('passes over what is missing, null or empty', () => {
    const rows = [...column('status', 'GOOD', null, '', 'BAD', 'GOOD'), { other: 'x' }];
    assert.deepEqual(counted(rows), { status: ['2 GOOD', '1 BAD'] });
  });

  it('is six states at most, of 24 characters at most: what differs more is no state', () => {
    const states = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    assert.equal(counted(column('status', ...states.slice(0, 6))).status?.length, 6);
    assert.deepEqual(counted(column('status', ...states)), {});
    assert.deepEqual(counted(column('status', 'x'.repeat(24))), {
      status: [`1 ${'x'.repeat(24)}`],
    });
    assert.deepEqual(counted(column('status', 'GOOD', 'x'.repeat(25))), {});
  });

  it('is nothing where a number, a list or an object stands among the states', () => {
    for (const other of [5, [], {}]) assert.deepEqual(counted(column('status', 'GOOD', other)), {});
  });

  it('of a column that is not named as one is words that each come twice on average', () => {
    assert.deepEqual(counted(column('shade', 'dark', 'light', 'dark', 'light')), {
      shade: ['2 dark', '2 light'],
    });
    assert.deepEqual(counted(column('shade', 'dark', 'light', 'dark', 'grey')), {});
    assert.deepEqual(counted(column('shade', 'dark', 'light', 'dark')), {});
    assert.deepEqual(counted(column('shade', 'dark', 'dark', 'dark', 'dark')), {});
  });

  it('stands for the first four columns that have any', () => {
    const row = {
      a_status: 'A',
      b_status: 'B',
      c_status: 'C',
      d_status: 'D',
      e_status: 'E',
    };
    assert.deepEqual(Object.keys(counted([row])), ['a_status', 'b_status', 'c_status', 'd_status']);
  });

  it('is nothing that a cell would cover: by the column’s name, by its look, or because it was asked about', () => {
    assert.deepEqual(counted(column('name', 'A', 'A', 'B', 'B')), {});
    assert.deepEqual(counted(column('status', 'a@b.example')), {});
    assert.deepEqual(counted(column('status', 'Invented Person'), '{"name":"Invented Person"}'), {});
  });

  it('is truths even where a word that was asked about reads the same', () => {
    assert.deepEqual(counted(column('valid', true, false), '{"name":"True Person"}'), {
      valid: ['1 false', '1 true'],
    });
  });
});
