import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Import, importsOf, read, sourceFiles } from './sources.ts';

/**
 * The bundle that code of the ui belongs to stands in its path: a folder `start` is in dist/extension.js or dist/window.js, which
 * every window reads as it opens; a folder `both` is in dist/runtime.js as well; everything else is in dist/runtime.js alone,
 * which is read on first use.
 */
type Side = 'start' | 'both' | 'later';

const entriesOfTheStart = ['src/extension.ts', 'src/window.ts'];

const all = sourceFiles().flatMap(importsOf);
const ui = sourceFiles().filter((file) => file.startsWith('src/ui/'));

function sideOf(file: string): Side {
  const folders = file.split('/').slice(2, -1);
  if (folders.includes('start')) return 'start';
  return folders.includes('both') ? 'both' : 'later';
}

/** What may be imported for its code. Types are no code: they cross every border. */
const mayImport: Readonly<Record<Side, readonly Side[]>> = {
  start: ['start', 'both'],
  both: ['both'],
  later: ['later', 'both'],
};

function breach({ from, to, kind }: Import): string | null {
  if (kind !== 'value' || !to.startsWith('src/ui/')) return null;
  const here = entriesOfTheStart.includes(from) ? 'start' : from.startsWith('src/ui/') ? sideOf(from) : null;
  if (here === null || mayImport[here].includes(sideOf(to))) return null;
  return `${from} (${here}) must not import ${to} (${sideOf(to)})`;
}

/** Whatever a bundle holds of ours. */
function reached(entry: string, imports: readonly Import[]): ReadonlySet<string> {
  const files = new Set([entry]);
  for (const file of files) {
    for (const { from, to, kind } of imports) if (from === file && kind === 'value') files.add(to);
  }
  return files;
}

/** Entry points of the host's bundles, as esbuild.mjs lists them. */
const entries = [...read('esbuild.mjs').matchAll(/^ {2}\w+: '(src\/.+\.ts)',$/gm)].map(
  ([, file = '']) => file,
);

describe('the border between what starts with VS Code and what loads on first use', () => {
  it('is crossed by no import', () => {
    assert.deepEqual(
      all.map(breach).filter((sentence) => sentence !== null),
      [],
    );
    const wrong: readonly Import[] = [
      { from: 'src/ui/start/trees/a.ts', to: 'src/ui/history/erase.ts', kind: 'value' },
      { from: 'src/ui/history/a.ts', to: 'src/ui/base/start/keyStore.ts', kind: 'value' },
      { from: 'src/ui/words/both/a.ts', to: 'src/ui/words/keyWords.ts', kind: 'value' },
      { from: 'src/extension.ts', to: 'src/ui/runtime/createRuntime.ts', kind: 'value' },
    ];
    assert.ok(wrong.every((one) => breach(one) !== null));
  });

  it('is where the folders say: nothing stands in both that one of them alone needs', () => {
    const starts = new Set(entriesOfTheStart.flatMap((entry) => [...reached(entry, all)]));
    const later = reached('src/runtime.ts', all);
    const bundled = ui.filter((file) => starts.has(file) || later.has(file));
    const sides = bundled.map((file): readonly [string, Side] => [
      file,
      starts.has(file) ? (later.has(file) ? 'both' : 'start') : 'later',
    ]);
    assert.deepEqual(
      sides.filter(([file, side]) => side !== sideOf(file)),
      [],
    );
    assert.deepEqual([...new Set(sides.map(([, side]) => side))].sort(), ['both', 'later', 'start']);
  });
});

/** State of a module, of which each bundle that holds it has its own: what is assigned anew, filled later, or listened to. */
const state =
  /^(?:export )?(?:let |const \w+(?:: [^=\n]+)? = (?:new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)|new [\w.]*Emitter\b|\[\]|\{\}))/m;

describe('a module that several bundles hold', () => {
  it('has no state of its own: what is shared goes through Services', () => {
    const bundles = entries.map((entry) => reached(entry, all));
    const shared = sourceFiles().filter((file) => bundles.filter((bundle) => bundle.has(file)).length > 1);
    assert.ok(shared.length > 50, `only ${shared.length} are shared`);
    assert.deepEqual(
      shared.filter((file) => state.test(read(file))),
      [],
    );
  });

  it('would be caught with it', () => {
    for (const line of [
      'let count = 0;',
      'export let last: string | null = null;',
      'const seen = new Set<string>();',
      'const cache: Map<string, number> = new Map();',
      'const changed = new vscode.EventEmitter<void>();',
      'const waiting: string[] = [];',
    ]) {
      assert.ok(state.test(`import a from 'a';\n${line}\n`), line);
    }
    assert.ok(!state.test('function one() {\n  let count = 0;\n  return count;\n}\n'));
    assert.ok(!state.test("const words = { a: 'b' };\nconst list = ['a'];\nconst known = new Set(['a']);\n"));
  });
});
