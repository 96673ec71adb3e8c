import assert from 'node:assert/strict';
import test from 'node:test';
import { FoldedText } from '../../../src/contract/foldedText.ts';
import { jsonPieces } from '../../../src/contract/jsonPieces.ts';
import { prettyJson } from '../../../src/contract/jsonText.ts';

const body = '{"a":[1,2],"b":{"c":{"d":"}"},"e":[]},"f":"{"}';
const { text } = prettyJson(body, { maxChars: 1e6 });
const lines = text.split('\n');
const folded = new FoldedText(text, true);

function shown(folds: readonly number[], from = 0, count = 100): string[] {
  return folded.part(folds, from, count).shown.map((one) => one.text);
}

test('without folds every line is there, as it is', () => {
  assert.equal(folded.lines, lines.length);
  assert.deepEqual(shown([]), lines);
  assert.deepEqual(shown([], 3, 2), lines.slice(3, 5));
  assert.deepEqual(shown([], lines.length, 5), []);
});

test('objects and lists on several lines fold; brackets within strings do not', () => {
  const opens = folded
    .part([], 0, 100)
    .shown.flatMap(({ line, opens: count }) => (count > 0 ? [[line, count]] : []));
  assert.deepEqual(opens, [
    [0, lines.length - 2],
    [1, 2],
    [5, 4],
    [6, 1],
  ]);
});

test('what is folded away is neither shown nor counted, whichever part is asked for', () => {
  const whole = folded.part([1, 6], 0, 100);
  assert.deepEqual(
    whole.shown.map(({ line }) => line),
    [0, 1, 4, 5, 6, 8, 9, 10, 11, 12],
  );
  assert.equal(whole.total, whole.shown.length);
  for (let from = 0; from < whole.total; from += 1) {
    assert.deepEqual(folded.part([1, 6], from, 1).shown, whole.shown.slice(from, from + 1));
  }
  assert.deepEqual(
    whole.shown.filter((one) => one.folded).map(({ line }) => line),
    [1, 6],
  );
});

test('a fold within a fold counts once; what does not fold is passed over', () => {
  assert.equal(folded.part([5, 6, 2, 999], 0, 100).total, lines.length - 4);
  assert.deepEqual(shown([0]), ['{', '}']);
  assert.equal(folded.part([0], 0, 100).total, 2);
  assert.deepEqual(folded.foldable(10), [1, 5]);
  assert.deepEqual(folded.foldable(1), [1]);
  const odd = new FoldedText('[\n 1,\n {\n  "a": 2\n },\n [\n  3\n ]\n]', true);
  assert.deepEqual(odd.foldable(10), [2, 5]);
});

test('folds count the same in whatever order they were made', () => {
  const orders = [
    [1, 5, 6],
    [6, 5, 1],
    [6, 1, 5],
  ];
  for (const folds of orders) {
    const { total, shown: all } = folded.part(folds, 0, 100);
    assert.deepEqual([total, all.map(({ line }) => line)], [7, [0, 1, 4, 5, 10, 11, 12]]);
    assert.deepEqual(
      folded.part(folds, 4, 1).shown.map(({ line }) => line),
      [10],
    );
  }
});

test('a line that does not fold is none that is folded', () => {
  assert.ok(folded.part([2, 3], 0, 100).shown.every((one) => !one.folded));
});

test('empty lines and very many lines are lines like others', () => {
  assert.deepEqual(
    new FoldedText('a\n\n\nb\n', false).part([], 0, 10).shown.map(({ text: line }) => line),
    ['a', '', '', 'b', ''],
  );
  const many = new FoldedText(Array.from({ length: 5000 }, (_, index) => `line ${index}`).join('\n'), false);
  assert.equal(many.lines, 5000);
  assert.deepEqual(
    many.part([], 4998, 10).shown.map(({ text: line }) => line),
    ['line 4998', 'line 4999'],
  );
});

test('a line of five thousand characters is shown whole', () => {
  for (const end of ['', '\nx']) {
    const [line] = new FoldedText('x'.repeat(5000) + end, false).part([], 0, 1).shown;
    assert.deepEqual([line?.cut, line?.text.length], [false, 5000]);
  }
});

test('a text that is no JSON has lines, and one too long is cut', () => {
  const page = new FoldedText(`<p>{\n${'x'.repeat(6000)}\n}`, false);
  const { shown: all } = page.part([0], 0, 10);
  assert.deepEqual(
    all.map(({ opens, cut, text: line }) => [opens, cut, line.length]),
    [
      [0, false, 4],
      [0, true, 5000],
      [0, false, 1],
    ],
  );
  assert.equal(new FoldedText('', false).lines, 1);
});

test('pieces of a line are the line, and say what they are', () => {
  for (const line of [
    ...lines,
    '  "a\\"b": -1.5e+3,',
    'no JSON "',
    '"cut',
    '',
    'trueish -',
    '\t12 ü "é": null',
  ]) {
    assert.equal(
      jsonPieces(line)
        .map((piece) => piece.text)
        .join(''),
      line,
    );
  }
  assert.deepEqual(
    jsonPieces('  "a": ["x", 1.50, true, null]').flatMap(({ kind, text: piece }) =>
      kind === 'other' ? [] : [[kind, piece]],
    ),
    [
      ['key', '"a"'],
      ['mark', ':'],
      ['mark', '['],
      ['string', '"x"'],
      ['mark', ','],
      ['number', '1.50'],
      ['mark', ','],
      ['word', 'true'],
      ['mark', ','],
      ['word', 'null'],
      ['mark', ']'],
    ],
  );
});
