import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type EntryEdit,
  editedSetting,
  withBaseUrl,
  withBudgetLimit,
  withLimit,
  withoutBudget,
  withPrice,
  withWarnAt,
} from '../../../../src/calls/environments/editing.ts';
import { type Environment, readEnvironments } from '../../../../src/calls/environments/environments.ts';
import { secretNames } from '../../../../src/calls/keys/keyNames.ts';
import { plain } from '../../../../src/contract/words.ts';

const acme = { name: 'acme', id: 'a-1', baseUrl: 'https://api.example.in', kind: 'live' };

function named(value: unknown, name: string): Environment {
  const found = readEnvironments(value).environments.find((one) => one.name === name);
  assert.ok(found !== undefined, name);
  return found;
}

function edited(value: unknown, environment: Environment, edit: EntryEdit): readonly unknown[] {
  const result = editedSetting(value, environment, edit);
  assert.ok(result.ok, result.ok ? '' : plain(result.why));
  return result.value;
}

test('an edit changes one value and leaves all else as it was written, also what cannot be used', () => {
  const odd = { name: 'odd', kind: 'staging', baseUrl: 'x' };
  const notes = { ...acme, prices: { 'rc-advanced': '4.00', typo: '1' }, comment: 'ours' };
  const value = [odd, 'text', notes, { ...acme, name: 'twin', id: 'a-2' }];
  const kept = structuredClone(value);
  const after = edited(value, named(value, 'acme'), withPrice('credit-report', '12.5'));
  assert.deepEqual(after, [
    odd,
    'text',
    { ...notes, prices: { 'rc-advanced': '4.00', typo: '1', 'credit-report': '12.5' } },
    value[3],
  ]);
  assert.deepEqual(value, kept);
});

test('each edit is read back as what was meant', () => {
  const edits: readonly EntryEdit[] = [
    withPrice('rc-advanced', '4.00'),
    withLimit('rc-advanced', 'perMinute', 30),
    withLimit('email-bulk', 'perDay', 500),
    withBudgetLimit('day', { calls: 100 }),
    withBudgetLimit('day', { money: '250' }),
    withBudgetLimit('month', { calls: 0 }),
    withWarnAt(0.5),
    withBaseUrl('https://other.example.in'),
  ];
  const value = edits.reduce<readonly unknown[]>(
    (list, edit) => edited(list, named(list, 'acme'), edit),
    [acme],
  );
  const { problems, environments } = readEnvironments(value);
  assert.deepEqual(problems, []);
  assert.deepEqual(environments[1], {
    ...acme,
    baseUrl: 'https://other.example.in',
    prices: { 'rc-advanced': '4.00' },
    limits: {
      'rc-advanced': { perMinute: 30, perDay: null },
      'email-bulk': { perMinute: null, perDay: 500 },
    },
    budget: {
      kind: 'set',
      limits: { day: { calls: 100, money: '250' }, month: { calls: 0, money: null } },
      warnAt: 0.5,
    },
  });
});

test('what is taken out leaves nothing empty behind', () => {
  const value = [{ ...acme, prices: { 'rc-advanced': '4' }, budget: { day: { calls: 5 } } }];
  const free = edited(value, named(value, 'acme'), withPrice('rc-advanced', null));
  assert.deepEqual(edited(free, named(free, 'acme'), withBudgetLimit('day', { calls: null })), [acme]);
  // What is not there is no entry of its own afterwards.
  assert.deepEqual(edited([acme], named([acme], 'acme'), withLimit('email-bulk', 'perDay', null)), [acme]);
});

test('a budget that cannot be read is mended value by value, or taken out', () => {
  const value = [{ ...acme, budget: { day: { calls: 'ten', money: '5' } } }];
  const environment = named(value, 'acme');
  assert.equal(environment.budget?.kind, 'unreadable');
  const mended = named(edited(value, environment, withBudgetLimit('day', { calls: 10 })), 'acme');
  assert.deepEqual(mended.budget, {
    kind: 'set',
    limits: { day: { calls: 10, money: '5' } },
    warnAt: 0.8,
  });
  assert.deepEqual(edited(value, environment, withoutBudget), [acme]);
});

for (const [name, budget, edit] of [
  ['a number, whose share to warn from is set', 500, withWarnAt(0.5)],
  ['a text, whose share is left as by default', '500', withWarnAt(null)],
  ['a number, of which one limit is left empty', 500, withBudgetLimit('session', { calls: null })],
  ['a number, for which one limit is set', 500, withBudgetLimit('day', { calls: 10 })],
  ['a number of a day, for which a limit is set', { day: 500 }, withBudgetLimit('day', { calls: 10 })],
  [
    'a limit that is left empty',
    { day: { calls: 'ten', money: '5' } },
    withBudgetLimit('day', { calls: null }),
  ],
  [
    'a limit, the only one, that is left empty',
    { day: { calls: 'ten' } },
    withBudgetLimit('day', { calls: null }),
  ],
  [
    'another limit than the one that is set',
    { day: { calls: 'ten' } },
    withBudgetLimit('month', { calls: 9 }),
  ],
  ['a share without any limit', { warnAt: 'half' }, withWarnAt(0.5)],
] as const) {
  test(`a budget that cannot be read stays one until it is removed: ${name}`, () => {
    const value = [{ ...acme, budget }];
    const result = editedSetting(value, named(value, 'acme'), edit);
    assert.ok(!result.ok);
    assert.match(plain(result.why), /^The budget cannot be read: .+ Correct it .*, or remove it first\.$/);
    assert.deepEqual(edited(value, named(value, 'acme'), withoutBudget), [acme]);
  });
}

test('why a budget cannot be read is said as it would stand after the edit', () => {
  const value = [{ ...acme, budget: { day: { calls: 'ten', money: '-1' } } }];
  const why = (edit: EntryEdit): string => {
    const result = editedSetting(value, named(value, 'acme'), edit);
    return result.ok ? '' : plain(result.why);
  };
  const mend = 'Correct it in the setting verificationExplorer.environments, or remove it first.';
  assert.equal(
    why(withBudgetLimit('day', { calls: 10 })),
    `The budget cannot be read: The money of its day cannot be read: An amount cannot be negative, as -1 is. ${mend}`,
  );
  assert.equal(
    why(withBudgetLimit('day', { money: null })),
    `The budget cannot be read: The calls of its day are not a whole number of at least 0. ${mend}`,
  );
});

test('what of a budget is left empty is taken out, and the rest of it stays', () => {
  const value = [{ ...acme, budget: { day: { calls: 5, money: '9' }, warnAt: 0.5 } }];
  const after = (edit: EntryEdit): readonly unknown[] => edited(value, named(value, 'acme'), edit);
  assert.deepEqual(after(withBudgetLimit('day', { money: null })), [
    { ...acme, budget: { day: { calls: 5 }, warnAt: 0.5 } },
  ]);
  assert.deepEqual(after(withWarnAt(null)), [{ ...acme, budget: { day: { calls: 5, money: '9' } } }]);
});

test('a share that cannot be read is mended where the limits can', () => {
  const value = [{ ...acme, budget: { day: { calls: 5 }, warnAt: 'half' } }];
  assert.deepEqual(edited(value, named(value, 'acme'), withWarnAt(0.5)), [
    { ...acme, budget: { day: { calls: 5 }, warnAt: 0.5 } },
  ]);
});

test('the entry is found by what it is told by, not by its place or its name', () => {
  const asked = named([acme], 'acme');
  const meanwhile = [
    { name: 'new', baseUrl: 'https://new.example.in', kind: 'live' },
    { ...acme, name: 'Renamed' },
  ];
  const after = edited(meanwhile, asked, withPrice('rc-advanced', '1'));
  assert.deepEqual(after[1], { ...acme, name: 'Renamed', prices: { 'rc-advanced': '1' } });
  // Two share a name: the first that can be used is the environment.
  const { id: _id, ...nameless } = acme;
  const doubled = [{ name: 'acme' }, nameless, { ...nameless, baseUrl: 'https://other.example.in' }];
  const first = edited(doubled, named(doubled, 'acme'), withBaseUrl('https://moved.example.in'));
  assert.deepEqual(first, [doubled[0], { ...nameless, baseUrl: 'https://moved.example.in' }, doubled[2]]);
});

test('an environment that is gone is not written again', () => {
  for (const value of [[], undefined, 'text', [{ ...acme, id: 'other', name: 'other' }]]) {
    const result = editedSetting(value, named([acme], 'acme'), withPrice('rc-advanced', '1'));
    assert.equal(result.ok, false);
    assert.equal(result.ok ? '' : plain(result.why), 'Environment acme is no longer in the settings.');
  }
});

test('an edit leaves the name under which the key is kept', () => {
  const before = named([acme], 'acme');
  const moved = named(edited([acme], before, withBaseUrl('https://other.example.in')), 'acme');
  assert.deepEqual(secretNames(moved), secretNames(before));
});
