import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type KindName, kinds } from '../../mutation/kinds.ts';
import { changed, mutantsOf } from '../../mutation/mutants.ts';

/** What each kind makes of a line, whatever other kinds make of it. */
const made: Record<KindName, readonly (readonly [source: string, ...mutants: string[]])[]> = {
  condition: [
    ['if (a) b();', 'if (!(a)) b();'],
    ['while (a.b) c();', 'while (!(a.b)) c();'],
    ['do a(); while (b());', 'do a(); while (!(b()));'],
    ['const x = a ? b : c;', 'const x = !(a) ? b : c;'],
    ['if (!a) b();'],
    ['if (a === b) c();'],
  ],
  border: [
    ['x = a < b;', 'x = a <= b;'],
    ['x = a <= b;', 'x = a < b;'],
    ['x = a > b;', 'x = a >= b;'],
    ['x = a >= b;', 'x = a > b;'],
  ],
  equality: [
    ['x = a === b;', 'x = a !== b;'],
    ['x = a !== b;', 'x = a === b;'],
  ],
  logic: [
    ['x = a && b;', 'x = a || b;'],
    ['x = a || b;', 'x = a && b;'],
  ],
  not: [['x = !a;', 'x = a;'], ['x = -a;']],
  fallback: [['x = a ?? b;', 'x = (a);', 'x = (b);']],
  chain: [
    ['x = a?.b;', 'x = a.b;'],
    ['x = a?.[0];', 'x = a[0];'],
    ['x = a?.();', 'x = a();'],
  ],
  arithmetic: [
    ['x = a + b;', 'x = a - b;'],
    ['x = a - b;', 'x = a + b;'],
    ['x = a * b;', 'x = a / b;'],
    ['x = a / b;', 'x = a * b;'],
    ['x = a % b;', 'x = a * b;'],
    ['x = a ** b;', 'x = a * b;'],
    ['x += a;', 'x -= a;'],
    ['x++;', 'x--;'],
    ['--x;', '++x;'],
    ['x = -a;', 'x = a;'],
    ["x = a + 'b';"],
    ["x = 'a' + b + c;"],
  ],
  boolean: [
    ['x = true;', 'x = false;'],
    ['x = false;', 'x = true;'],
  ],
  number: [['x = 10;', 'x = 11;'], ['x = 1_000;', 'x = 1001;'], ['x = { 1: a };'], ['const [x = 0] = a;']],
  text: [
    ["x = 'a';", "x = '';"],
    ["x = '';", "x = 'changed';"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source.
    ['x = `a${b}`;', "x = '';"],
    ["x = { 'a-b': c };"],
    ["x = 'Try it again';"],
    ["const [x = ''] = a;"],
    ["import a from 'a';"],
    ["type A = 'a';"],
  ],
  returned: [
    ['function f() { return a; }', 'function f() { return (undefined as never); }'],
    ['const f = () => a;', 'const f = () => (undefined as never);'],
    ['function f() { return; }'],
    ['const f = () => undefined;'],
  ],
  removed: [
    ['a();', ';'],
    ['if (a) throw b;', 'if (a) ;'],
    ['class A extends B { constructor() { super(); } }'],
  ],
  emptied: [['x = [a];', 'x = [];'], ['x = { a };', 'x = ({});'], ['x = [];'], ['const { a } = b;']],
  method: [
    ['x = a.some(b);', 'x = a.every(b);'],
    ['x = a.every(b);', 'x = a.some(b);'],
    ['x = Math.min(a, b);', 'x = Math.max(a, b);'],
    ['x = Math.max(a, b);', 'x = Math.min(a, b);'],
    ['x = a.startsWith(b);', 'x = a.endsWith(b);'],
    ['x = a.endsWith(b);', 'x = a.startsWith(b);'],
    ['x = a.toLowerCase();', 'x = a.toUpperCase();'],
    ['x = a.toUpperCase();', 'x = a.toLowerCase();'],
    ['x = a.b.filter(c).d;', 'x = a.b.d;'],
  ],
};

const sentences = new Set(['Try it again']);

for (const kind of Object.keys(kinds) as KindName[]) {
  test(`${kind} changes what it says, and nothing else`, () => {
    const sources = new Map(made[kind].map(([source], at) => [`${at}.ts`, source]));
    const mutants = mutantsOf(sources, sentences);
    const found = [...sources].map(([file, source]) => [
      source,
      ...(mutants.get(file) ?? []).filter((one) => one.kind === kind).map((one) => changed(source, one)),
    ]);
    assert.deepEqual(found, made[kind]);
  });
}

test('a mutant is told by its line, and by its number among those alike', () => {
  const source = '// ₹ and 𝒙 are longer in bytes\n  x = 1;\nx = 1; y = 1;\n';
  const mutants = mutantsOf(new Map([['a.ts', source]]), sentences).get('a.ts') ?? [];
  const numbers = mutants.filter(({ kind }) => kind === 'number');
  assert.deepEqual(
    numbers.map(({ line, said, nth, by }) => [line, said, nth, by]),
    [
      [2, 'x = 1;', 0, '2'],
      [3, 'x = 1; y = 1;', 0, '2'],
      [3, 'x = 1; y = 1;', 1, '2'],
    ],
  );
  assert.equal(source.slice(numbers[2]?.from, numbers[2]?.to), '1');
});

test('what two kinds make alike is made once', () => {
  const mutants = mutantsOf(new Map([['a.ts', 'if (!a) b();']]), sentences).get('a.ts') ?? [];
  const texts = mutants.map((one) => changed('if (!a) b();', one));
  assert.deepEqual(texts, [...new Set(texts)]);
  assert.deepEqual(texts.toSorted(), ['if (!a) ;', 'if (a) b();']);
});
