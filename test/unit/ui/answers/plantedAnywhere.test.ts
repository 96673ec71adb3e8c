import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverDeviation, coverPhrase } from '../../../../src/contract/coverText.ts';
import { operations } from '../../../../src/contract/operations.ts';
import { readAnswer } from '../../../../src/contract/read.ts';
import type { Operation } from '../../../../src/contract/shapes.ts';
import { plain } from '../../../../src/contract/words.ts';
import { AnswerContents } from '../../../../src/ui/answers/answerContents.ts';
import { randomFrom } from '../../contract/answers.ts';

/* The service may put anything anywhere: a person's data as a value or a key, below whatever other keys. */

const keys = `v2 a 1 7 x.9 status message message_code status_code charged data result order_id error_code
  list response_metadata variant rc_number`.split(/\s+/);
/** Invented, and known by their look alone. */
const data: readonly ((four: string) => string)[] = [
  (four) => `000000${four}`,
  (four) => `ABCPE${four}F`,
  (four) => `someone${four}x@example.com`,
  (four) => `XX 00 AB ${four}`,
  (four) => `20000000${four}`,
  (four) => `２０００００００${four}`,
];

/** An answer, and what was planted in it. */
function anAnswer(random: () => number): { readonly whole: unknown; readonly planted: readonly string[] } {
  const planted: string[] = [];
  const upTo = (count: number): number => Math.floor(random() * count);
  const plant = (): string => {
    const one = data[upTo(data.length)]?.(String(planted.length).padStart(4, '0')) ?? '';
    planted.push(one);
    return one;
  };
  const key = (): string => (upTo(4) === 0 ? plant() : (keys[upTo(keys.length)] ?? ''));
  const some = (make: () => unknown): unknown[] => Array.from({ length: upTo(4) }, make);
  const value = (depth: number): unknown => {
    const kinds = [plant, () => `call ${plant()}, now.`, () => ['OK', true, 1.5, null][upTo(4)]];
    const inner = [
      () => Object.fromEntries(some(() => [key(), value(depth + 1)]) as [string, unknown][]),
      () => some(() => value(depth + 1)),
    ];
    return (depth > 4 ? kinds : [...kinds, ...inner, ...inner])[upTo(depth > 4 ? 3 : 7)]?.();
  };
  const envelope = { charged: true, message: value(3), message_code: value(3), order_id: value(3) };
  const result = Object.fromEntries([1, 2, 3].map(() => [key(), value(0)]));
  const body = { ...envelope, data: upTo(4) === 0 ? value(0) : { error_code: value(2), result } };
  return { whole: upTo(8) === 0 ? value(0) : body, planted };
}

/** All that a person reads of it while nothing is revealed; ids of places, which nobody reads, left out. */
function shownOf(operation: Operation, whole: unknown): string {
  const body = new TextEncoder().encode(JSON.stringify(whole));
  const { result, deviations, meaning } = readAnswer(operation, { status: 200 }, body);
  const contents = new AnswerContents({ operation, body, requestBody: null, groups: result ?? [] });
  contents.prepare();
  const all = { query: { sort: null, filter: '', only: null }, reveal: { all: false, rows: [], cells: [] } };
  const shown = [
    contents.values(new Set(), plain),
    contents.lists.views(),
    contents.lists.paths.map((path) => [
      contents.lists.plainName(path),
      [...contents.lists.csv({ path, ...all })],
      contents.lists.rows({ path, ...all, from: 0, count: 99 }),
    ]),
    contents.whole(false),
    deviations
      .map((one) => coverDeviation(one))
      .map(({ paths, found, what }) => [plain(what), found, ...paths]),
    plain(coverPhrase(meaning)),
  ];
  return JSON.stringify(shown, (name, one) => (['path', 'table', 'link'].includes(name) ? undefined : one));
}

test('what is personal by its look is shown nowhere on the page of an answer, as a value or as a key, wherever it stands', () => {
  const random = randomFrom(20_261_123);
  for (let run = 0; run < 800; run += 1) {
    const operation = operations[run % operations.length] ?? assert.fail('no operation');
    const { whole, planted } = anAnswer(random);
    const shown = shownOf(operation, whole);
    for (const one of planted)
      assert.ok(!shown.includes(one), `${one} is shown of ${JSON.stringify(whole)}: ${shown}`);
  }
});
