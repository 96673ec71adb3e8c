import assert from 'node:assert/strict';
import test from 'node:test';
import { Differing } from '../../../src/contract/differing.ts';
import { prettyJson } from '../../../src/contract/jsonText.ts';
import { maskAt } from '../../../src/contract/masking.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { TellApart } from '../../../src/contract/tellApart.ts';

const kindAt = (path: readonly string[]) => maskAt(operationById('email-bulk'), path);
const answer = (result: unknown): string => JSON.stringify({ data: { result } });

function second(first: unknown, next: unknown): unknown {
  const differing = new Differing('(differs)');
  const options = { maxChars: 1e6, mask: kindAt };
  prettyJson(answer(first), { ...options, maskAs: differing.first });
  const { text } = prettyJson(answer(next), { ...options, maskAs: differing.second });
  return JSON.parse(text).data.result;
}

test('what differs behind the same mask says so; what is the same, or seen to differ, does not', () => {
  assert.deepEqual(
    second(
      { name: 'INVENTED A', father_name: 'INVENTED F', email: 'someone@example.com', color: 'RED' },
      { name: 'INVENTED B', father_name: 'INVENTED F', email: 'nobody1@example.com', color: 'BLUE' },
    ),
    {
      name: '•••••• (differs)',
      father_name: '••••••',
      email: 'n••••••1@••••••.com',
      color: 'BLUE',
    },
  );
});

test('items of lists are compared by their places, data within a text one by one', () => {
  assert.deepEqual(
    second(
      { list: [{ name: 'INVENTED A' }, { name: 'INVENTED B' }], note: 'call 0000001234 or 0000005678' },
      {
        list: [{ name: 'INVENTED A' }, { name: 'INVENTED C' }, { name: 'X' }],
        note: 'call 0000001234 or 1111115678',
      },
    ),
    {
      list: [{ name: '••••••' }, { name: '•••••• (differs)' }, { name: '••••••' }],
      note: 'call ••••••1234 or ••••••5678 (differs)',
    },
  );
});

test('keys have no places that could be compared: only values say that they differ', () => {
  const keyed = (address: string, name: string) => ({ [address]: { name } });
  assert.deepEqual(
    second(keyed('someone@example.com', 'INVENTED A'), keyed('someone2else@example.com', 'INVENTED A')),
    { 's••••••e@••••••.com': { name: '••••••' } },
  );
  const options = { maxChars: 1e6, mask: kindAt, maskAs: new Differing('(differs)').first };
  const { text } = prettyJson(answer(keyed('someone@example.com', 'INVENTED A')), options);
  assert.deepEqual(JSON.parse(text), JSON.parse(answer(keyed('s••••••e@••••••.com', '••••••'))));
});

test('an object of the same keys at another place is another place', () => {
  assert.deepEqual(second({ list: [[{ name: 'INVENTED A' }]] }, { list: [{ name: 'INVENTED B' }] }), {
    list: [{ name: '••••••' }],
  });
});

test('one answer tells values apart: the same is masked alike, another gets a number', () => {
  const tell = new TellApart();
  const shown = (kind: 'email' | 'all' | 'last4', text: string, field: string) =>
    tell.mask(kind, text, field);
  assert.equal(shown('email', 'someone@example.com', 'a'), 's••••••e@••••••.com');
  assert.equal(shown('email', 'somebodyelse@example.com', 'b'), 's••••••e@••••••.com ·2');
  assert.equal(shown('email', 'someone@example.com', 'c'), 's••••••e@••••••.com');
  assert.equal(shown('last4', '000000001234', 'a'), '••••••1234');
  assert.equal(shown('last4', '000000011234', 'a'), '••••••1234 ·2');
  assert.equal(shown('all', 'INVENTED A', 'name'), '••••••');
  assert.equal(shown('all', 'INVENTED B', 'name'), '•••••• ·2');
  assert.equal(shown('all', 'INVENTED C', 'address'), '••••••');
  assert.equal(shown('all', '', 'address'), '');
});
