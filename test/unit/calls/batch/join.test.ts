import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { joinEntries, plainlyNamed } from '../../../../src/calls/batch/join.ts';
import { resultsOf } from '../../../../src/calls/batch/results.ts';
import { operationById } from '../../../../src/contract/operations.ts';

const bulk = operationById('email-bulk');
const a = 'a@x.invalid';
const b = 'b@x.invalid';
const c = 'c@x.invalid';

const envelope = (result: unknown) => JSON.stringify({ data: { order_id: 'O', result } });
const join = (result: unknown, ...entries: string[]) =>
  Object.fromEntries(joinEntries(envelope(result), entries));

test('an item that names two wanted addresses goes to neither, wherever in it they stand', () => {
  const two: readonly unknown[] = [
    { email: a, alias: b },
    { email: a, suggestion: { email: 'B@X.invalid ' } },
    { email: a, similar: [b] },
    { email: a, similar: [[{ why: b }]] },
    { email: a, by_address: { [b]: 1 } },
    { [a]: { alias: b } },
    { [a]: { ok: true }, [b]: { ok: false } },
    { pair: [{ email: a }, { email: b }] },
    { one: { two: { three: { four: { five: { six: b } } } } }, email: a },
  ];
  for (const item of two) {
    assert.deepEqual(join({ results: [item] }, a, b), {}, JSON.stringify(item));
    assert.deepEqual(join({ results: [item, { email: c }] }, a, b, c), { [c]: JSON.stringify({ email: c }) });
  }
});

test('a value under an address goes to it only where it names no other', () => {
  assert.deepEqual(join({ [a]: { ok: true }, [b]: { alias: c }, [c]: { ok: 1 } }, a, b, c), {
    [a]: '{"ok":true}',
    [c]: '{"ok":1}',
  });
  assert.deepEqual(join({ by: { [a]: [{ email: b, ok: 1 }], more: [{ email: b }] } }, a, b), {
    [b]: '{"email":"b@x.invalid"}',
  });
});

test('one address written twice in an item is one; an address nobody asked about is none', () => {
  const item = { email: a, normalized: 'A@X.invalid', suggestion: { email: b }, note: '' };
  assert.deepEqual(join([item], a, c), { [a]: JSON.stringify(item) });
  assert.deepEqual(join([{ email: a, alias: b }, { email: a }], a, b), { [a]: '{"email":"a@x.invalid"}' });
  assert.deepEqual(join([{ email: a }, { email: a, more: 1 }], a), {}, 'held at two places');
});

test('rows whose input is gone have no address, and take none from others', () => {
  const body = envelope({ results: [{ email: a, note: '' }, { note: '' }] });
  assert.deepEqual(resultsOf(bulk, [{ emails: a }, undefined, { emails: ' ' }], body, false), [
    { of: 'row', json: '{"email":"a@x.invalid","note":""}' },
    { of: 'call', json: '' },
    { of: 'call', json: '' },
  ]);
});

test('what else the call asked about counts, though its rows are not looked at now', () => {
  const body = envelope([{ email: a, alias: b }, { email: c }]);
  const whole = [{ of: 'call', json: '' } as const, { of: 'row', json: '{"email":"c@x.invalid"}' } as const];
  assert.deepEqual(resultsOf(bulk, [{ emails: a }, { emails: c }], body, false, [a, b, c]), whole);
  // A row of two lines asks about two addresses: no item is about just this row.
  const rows = [{ emails: `${a}\n${b}` }, { emails: c }];
  assert.deepEqual(resultsOf(bulk, rows, body, false), whole);
});

test('what else a result holds is looked through to its fourth level, in lists and objects', () => {
  const item = { email: a };
  const said = { [a]: JSON.stringify(item) };
  assert.deepEqual(join([[[item]]], a), said);
  assert.deepEqual(join([[[[item]]]], a), said);
  assert.deepEqual(join({ one: { two: { three: [item] } } }, a), said);
  assert.deepEqual(join({ one: { two: { three: { four: { [a]: 1 } } } } }, a), { [a]: '1' });
  assert.deepEqual(join({ one: { two: { three: { four: { five: { [a]: 1 } } } } } }, a), {});
  assert.deepEqual(join([[[[[{ [a]: 1 }]]]]], a), {});
  // An object of a list that holds the address deeper is looked through like any other.
  assert.deepEqual(join([{ inner: [item] }], a), said);
  assert.deepEqual(join([{ one: { two: [item] } }], a), said);
  assert.deepEqual(join([{ [a]: { ok: true } }], a), { [a]: '{"ok":true}' });
  assert.deepEqual(join([{ one: { two: { three: [item] } } }], a), said);
  assert.deepEqual(join([{ one: { two: { three: { four: [item] } } } }], a), {});
  assert.deepEqual(join([null, 'text', 1, item], a), said);
});

test('numbers of a joined item are as they were sent', () => {
  const body = `{"data":{"result":[{"email":"${a}","score":1.50,"id":12345678901234567890}]}}`;
  assert.equal(joinEntries(body, [a]).get(a), `{"email":"${a}","score":1.50,"id":12345678901234567890}`);
});

test('no entry is joined where there is no result, and none to an entry of spaces', () => {
  for (const body of [
    '',
    'no JSON',
    '[]',
    '{"result":[]}',
    '{"data":[]}',
    `{"data":{"other":[{"email":"${a}"}]}}`,
  ])
    assert.deepEqual([...joinEntries(body, [a])], [], body);
  assert.deepEqual(join([{ email: '', note: ' ' }], ' ', ''), {});
});

test('an item names one entry, two, or none', () => {
  const both = new Map([a, b].map((one) => [one, one]));
  assert.equal(plainlyNamed({ email: ` ${a.toUpperCase()} `, year: 1 }, both), a);
  assert.equal(plainlyNamed(a, both), a);
  assert.equal(plainlyNamed({ inner: [{ [b]: 1 }] }, both), b);
  assert.equal(plainlyNamed({ email: a, alias: b }, both), null);
  assert.equal(plainlyNamed({ email: c, year: 1 }, both), null);
  assert.equal(plainlyNamed(1, new Map([['', '']])), null, 'what is no text is no entry');
  const named = new Map([...both, [`a nobody <${a}>`, a]]);
  assert.equal(plainlyNamed({ email: `A Nobody <${a}>`, address: a }, named), a);
});

/** An item of which is known whom it names, and whether plainly: as one of its own values. */
interface Made {
  readonly item: Readonly<Record<string, unknown>>;
  readonly names: ReadonlySet<string>;
  readonly plain: ReadonlySet<string>;
}

const wanted = [a, b, c, 'd@x.invalid'];
const places = ['own', 'object', 'texts', 'deep', 'key'] as const;

function place(where: (typeof places)[number], address: string, n: number): readonly [string, unknown] {
  switch (where) {
    case 'own':
      return [`own${n}`, address];
    case 'object':
      return [`object${n}`, { email: address }];
    case 'texts':
      return [`texts${n}`, ['x', address]];
    case 'deep':
      return [`deep${n}`, { list: [[{ more: { email: address } }]] }];
    case 'key':
      return [`keys${n}`, { inner: { [address]: n } }];
  }
}

const written = (address: string) => fc.constantFrom(address, address.toUpperCase(), ` ${address} `);

const named = fc
  .tuple(fc.constantFrom(...places), fc.constantFrom(...wanted))
  .chain(([where, address]) => written(address).map((text) => ({ where, address, text })));

const made: fc.Arbitrary<Made> = fc
  .tuple(fc.array(named, { maxLength: 3 }), fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string())))
  .map(([all, others]) => ({
    item: { ...others, ...Object.fromEntries(all.map(({ where, text }, n) => place(where, text, n))) },
    names: new Set(all.map(({ address }) => address)),
    plain: new Set(all.flatMap(({ where, address }) => (where === 'own' ? [address] : []))),
  }));

test('property: only an item that names one address is joined, to that address, and only once', () => {
  fc.assert(
    fc.property(fc.array(made, { maxLength: 6 }), (items) => {
      const joined = joinEntries(envelope({ results: items.map(({ item }) => item) }), wanted);
      for (const address of wanted) {
        const own = items.filter(({ names, plain }) => names.size === 1 && plain.has(address));
        const deeper = items.some(
          ({ names, plain }) => names.size === 1 && names.has(address) && plain.size === 0,
        );
        const text = joined.get(address);
        if (own.length === 1 && !deeper) assert.equal(text, JSON.stringify(own[0]?.item));
        if (own.length > 1) assert.equal(text, undefined);
        for (const other of wanted) {
          if (other !== address) assert.ok(!(text ?? '').toLowerCase().includes(other));
        }
      }
    }),
    { numRuns: 2000 },
  );
});
