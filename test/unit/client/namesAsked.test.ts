import assert from 'node:assert/strict';
import type { LookupAddress, LookupAllOptions, LookupOptions } from 'node:dns';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { LookupFunction } from 'node:net';
import { devNull } from 'node:os';
import { type TestContext, test } from 'node:test';
import { type LookupAll, sharedLookup } from '../../../src/client/names.ts';

const options = { timeout: 60_000 };
const four: LookupAddress = { address: '203.0.113.7', family: 4 };
const six: LookupAddress = { address: '2001:db8::7', family: 6 };

interface Asked {
  readonly hostname: string;
  readonly options: LookupAllOptions;
  answer(found: readonly LookupAddress[] | Error): void;
}

/** A look-up that answers when it is told to. */
function held(): { readonly lookup: LookupFunction; readonly asked: Asked[]; names(): string[] } {
  const asked: Asked[] = [];
  const ask: LookupAll = (hostname, options, callback) => {
    const answer: Asked['answer'] = (found) =>
      found instanceof Error ? callback(found, []) : callback(null, [...found]);
    asked.push({ hostname, options, answer });
  };
  return { lookup: sharedLookup(ask), asked, names: () => asked.map(({ hostname }) => hostname) };
}

/** What the callback was given. */
function given(lookup: LookupFunction, name: string, how: LookupOptions = {}): Promise<unknown[]> {
  return new Promise((resolve) => lookup(name, how, (...all) => resolve(all)));
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const coded = (code: string): Error => Object.assign(new Error('no'), { code });

test('a name is asked for with what was wanted of it, and no more', options, async () => {
  const { lookup, asked } = held();
  const kinds: readonly LookupOptions[] = [{}, { family: 4 }, { hints: 32 }, { family: 6, hints: 1024 }];
  for (const how of kinds) void given(lookup, 'a.example', { ...how, all: false });
  assert.deepEqual(
    asked.map(({ options }) => options),
    [
      { all: true },
      { all: true, family: 4 },
      { all: true, hints: 32 },
      { all: true, family: 6, hints: 1024 },
    ],
  );
});

test('those who want the same share one question, whether they say what goes without saying or not', async () => {
  const { lookup, asked } = held();
  const all = [
    given(lookup, 'a.example'),
    given(lookup, 'a.example', { family: 0 }),
    given(lookup, 'a.example', { hints: 0 }),
    given(lookup, 'a.example', { family: 0, hints: 0, all: true }),
  ];
  assert.equal(asked.length, 1);
  asked[0]?.answer([six, four]);
  const first = [null, '2001:db8::7', 6];
  assert.deepEqual(await Promise.all(all), [first, first, first, [null, [six, four]]]);
});

test('a name without any address is one that is not there', options, async () => {
  const { lookup, asked } = held();
  for (const all of [true, false]) {
    const waiting = given(lookup, 'a.example', { all });
    asked.at(-1)?.answer([]);
    const [error, ...rest] = await waiting;
    assert.ok(error instanceof Error && 'code' in error);
    assert.deepEqual([error.code, rest], ['ENOTFOUND', ['']]);
  }
});

test('a failure is handed on as it is, to each who waits', options, async () => {
  const { lookup, asked } = held();
  const error = coded('EAI_FAIL');
  const waiting = [given(lookup, 'a.example', { all: true }), given(lookup, 'a.example')];
  asked[0]?.answer(error);
  for (const [what, ...rest] of await Promise.all(waiting)) {
    assert.equal(what, error);
    assert.deepEqual(rest, ['']);
  }
});

/** Files that cannot be opened for want of something, or can; and what was asked of them. */
function files(t: TestContext, lack: string | null): unknown[] {
  const seen: unknown[] = [];
  t.mock.method(fs, 'openSync', (...all: readonly unknown[]) => {
    seen.push(['open', ...all]);
    if (lack !== null) throw coded(lack);
    return 12_345;
  });
  t.mock.method(fs, 'closeSync', (...all: readonly unknown[]) => void seen.push(['close', ...all]));
  syncBuiltinESMExports();
  return seen;
}

async function failure(t: TestContext, code: string, lack: string | null): Promise<[unknown, unknown[]]> {
  const { lookup, asked } = held();
  const waiting = given(lookup, 'a.example');
  const seen = files(t, lack);
  const told = coded(code);
  try {
    asked[0]?.answer(told);
  } finally {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  }
  const [error] = await waiting;
  assert.ok(error instanceof Error && 'code' in error);
  assert.equal(error === told, error.code === code, 'the error is handed on, or another one made');
  return [error.code, seen];
}

const tried = ['open', devNull, 'r'];
for (const [code, lack, said, seen] of [
  ['ENOTFOUND', null, 'ENOTFOUND', [tried, ['close', 12_345]]],
  ['ENOTFOUND', 'EMFILE', 'EMFILE', [tried]],
  ['ENOTFOUND', 'ENFILE', 'ENFILE', [tried]],
  ['ENOTFOUND', 'EACCES', 'ENOTFOUND', [tried]],
  ['EAI_AGAIN', 'EMFILE', 'EAI_AGAIN', []],
] as const) {
  test(
    `${code} where a file ${lack === null ? 'can be opened' : `cannot be, for ${lack},`} is told as ${said}`,
    options,
    async (t) => {
      assert.deepEqual(await failure(t, code, lack), [said, seen]);
    },
  );
}

/** Each of these names gave no answer. */
async function doubted({ lookup, asked }: ReturnType<typeof held>, names: readonly string[]): Promise<void> {
  const waiting = names.map((name) => given(lookup, name));
  await turn();
  for (const one of asked.splice(0)) one.answer(coded('EAI_AGAIN'));
  await Promise.all(waiting);
  await turn();
}

test(
  'names that gave no answer are asked for one after the other, in the order they are wanted',
  options,
  async () => {
    const way = held();
    const all = ['a.example', 'b.example', 'c.example'];
    await doubted(way, all);
    const waiting = all.map((name) => given(way.lookup, name));
    for (const count of [1, 2, 3]) {
      await turn();
      assert.deepEqual(way.names(), all.slice(0, count));
      way.asked[count - 1]?.answer(count === 2 ? [four] : coded('EAI_AGAIN'));
    }
    const told = await Promise.all(waiting);
    assert.deepEqual(
      told.map(([error]) => error === null),
      [false, true, false],
    );
  },
);

for (const [name, end] of [
  ['gave one', [four]],
  ['said that there is none', coded('ENOTFOUND')],
] as const) {
  test(`a name that gave no answer and then ${name} is no longer kept apart`, options, async () => {
    const way = held();
    await doubted(way, ['a.example', 'b.example']);
    const again = given(way.lookup, 'a.example');
    await turn();
    way.asked[0]?.answer(end);
    await again;
    await turn();
    void given(way.lookup, 'b.example');
    await turn();
    void given(way.lookup, 'a.example');
    assert.deepEqual(way.names(), ['a.example', 'b.example', 'a.example']);
  });
}

test(
  'of names that gave no answer a thousand are known, and one more is asked for at once',
  options,
  async () => {
    const way = held();
    const names = Array.from({ length: 1_001 }, (_, index) => `n${index}.example`);
    await doubted(way, names);
    for (const name of ['n0.example', 'n999.example', 'n1000.example']) void given(way.lookup, name);
    await turn();
    assert.deepEqual(way.names().toSorted(), ['n0.example', 'n1000.example']);
  },
);
