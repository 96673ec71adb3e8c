import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Import, importsOf, read, sourceFiles } from './sources.ts';

interface Rule {
  /** Parts of the project it may import for values and types. */
  readonly parts: readonly string[];
  /** Parts it may import types of. */
  readonly types?: readonly string[];
  /** Packages and modules, as patterns of the whole name. */
  readonly packages: RegExp;
}

const none = /^$/;

/** A part is a folder of src or below it, a file at the top of src, or webview. */
const rules: Readonly<Record<string, Rule>> = {
  contract: { parts: ['contract'], packages: /^(zod\/mini|jsonc-parser)$/ },
  shapes: {
    parts: ['shapes', 'contract', 'snippets/literals'],
    types: ['calls/ports'],
    packages: /^jsonc-parser$/,
  },
  calls: { parts: ['calls', 'contract', 'shapes'], packages: /^big\.js$/ },
  protocol: { parts: [], types: ['contract', 'calls', 'protocol'], packages: none },
  client: {
    parts: ['client', 'contract', 'calls/ports'],
    packages: /^(node:.+|undici)$/,
  },
  ledger: {
    parts: ['ledger', 'contract', 'calls/ports', 'shapes'],
    packages: /^node:.+$/,
  },
  sandbox: { parts: ['sandbox', 'contract', 'calls/ports'], packages: /^node:.+$/ },
  tables: { parts: ['tables', 'contract', 'calls/batch/reading'], packages: /^(csv-parse|node:.+)$/ },
  snippets: {
    parts: ['snippets', 'contract', 'calls', 'shapes'],
    packages: /^@scalar\/snippetz(\/plugins\/.+)?$/,
  },
  requests: { parts: ['requests', 'contract'], packages: /^(zod\/mini|jsonc-parser)$/ },
  imports: {
    parts: ['imports', 'contract', 'calls'],
    packages: /^(shell-quote|js-yaml)$/,
  },
  ui: {
    parts: ['ui', 'calls', 'contract', 'shapes', 'requests', 'protocol', 'contributions'],
    packages: /^(vscode|zod\/(mini|v4\/locales\/en\.js)|jsonc-parser|node:.+)$/,
  },
  contributions: { parts: ['contract/operationIds'], packages: none },
  runtime: {
    parts: ['ui', 'calls', 'contract', 'shapes', 'requests', 'protocol', 'contributions'],
    packages: /^(vscode|zod\/mini|node:.+)$/,
  },
  extension: { parts: ['ui', 'window'], packages: /^vscode$/ },
  window: {
    parts: [
      'ui',
      'calls',
      'runtime',
      'client',
      'ledger',
      'sandbox',
      'snippets',
      'imports',
      'tables',
      'shapes',
    ],
    packages: /^(vscode|node:.+)$/,
  },
  webview: {
    parts: ['webview', 'contract'],
    types: ['protocol', 'contract'],
    packages: /^(lit(\/.+)?|@vscode\/webview-ui-toolkit|chart\.js)$/,
  },
};

const all = sourceFiles().flatMap(importsOf);

function partOf(file: string): string {
  const [top = '', second = ''] = file.split('/');
  return top === 'src' ? second.replace(/\.ts$/, '') : top;
}

function isFile(target: string): boolean {
  return target.startsWith('src/') || target.startsWith('webview/');
}

/** Why an import breaks the table, or null. */
function breach({ from, to, kind }: Import): string | null {
  const part = partOf(from);
  const rule = rules[part];
  if (rule === undefined) return `${from}: "${part}" is no part of this table`;
  if (!isFile(to)) return rule.packages.test(to) ? null : `${from} must not import ${to}`;
  const allowed = [...rule.parts, ...(kind === 'type' ? (rule.types ?? []) : [])];
  const place = to.replace(/^src\//, '').replace(/\.ts$/, '');
  return allowed.some((part) => place === part || place.startsWith(`${part}/`))
    ? null
    : `${from} must not import ${to} (${kind})`;
}

function breaches(imports: readonly Import[]): string[] {
  return imports.map(breach).filter((sentence) => sentence !== null);
}

/** A cycle through the given edges as a list of files, or null. */
function findCycle(edges: ReadonlyMap<string, readonly string[]>): readonly string[] | null {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): readonly string[] | null => {
    const start = path.indexOf(file);
    if (start >= 0) return [...path.slice(start), file];
    if (done.has(file)) return null;
    for (const next of edges.get(file) ?? []) {
      const cycle = visit(next, [...path, file]);
      if (cycle !== null) return cycle;
    }
    done.add(file);
    return null;
  };
  for (const file of edges.keys()) {
    const cycle = visit(file, []);
    if (cycle !== null) return cycle;
  }
  return null;
}

function edgesOf(...kinds: readonly Import['kind'][]): Map<string, string[]> {
  const edges = new Map<string, string[]>();
  for (const { from, to, kind } of all) {
    if (kinds.includes(kind)) edges.set(from, [...(edges.get(from) ?? []), to]);
  }
  return edges;
}

const valueEdges = (): Map<string, string[]> => edgesOf('value');

/** What the settings say of a budget, and the shape of what is shown; neither decides. */
function isWord(to: string, kind: Import['kind']): boolean {
  return to === 'src/calls/guard/userLimits.ts' || (to === 'src/calls/guard/preflight.ts' && kind === 'type');
}

describe('imports', () => {
  it('are found at all', () => assert.ok(all.length > 100, `only ${all.length} imports found`));

  it('keep to the table', () => assert.deepEqual(breaches(all), []));

  it('would be caught where the table forbids them', () => {
    const wrong: Import[] = [
      { from: 'src/calls/a.ts', to: 'vscode', kind: 'type' },
      { from: 'src/calls/a.ts', to: 'node:fs', kind: 'value' },
      { from: 'src/contract/a.ts', to: 'src/calls/ports/ports.ts', kind: 'type' },
      { from: 'src/protocol/a.ts', to: 'src/contract/words.ts', kind: 'value' },
      { from: 'src/client/a.ts', to: 'src/ledger/ledger.ts', kind: 'type' },
      { from: 'src/ui/a.ts', to: 'src/client/client.ts', kind: 'type' },
      { from: 'src/ui/a.ts', to: 'src/snippets/snippets.ts', kind: 'type' },
      { from: 'webview/a.ts', to: 'zod', kind: 'value' },
      { from: 'src/elsewhere/a.ts', to: 'zod', kind: 'value' },
    ];
    assert.equal(breaches(wrong).length, wrong.length);
  });

  it('make no cycle, types included', () => {
    assert.deepEqual(
      findCycle(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
      ['b', 'c', 'b'],
    );
    assert.equal(findCycle(edgesOf('value', 'type')), null);
  });

  it('leave every rule about money to the core', () => {
    const rules = /^src\/calls\/(guard\/|guardPorts|preflight)/;
    const found = all.filter(
      ({ from, to, kind }) => from.startsWith('src/ui/') && rules.test(to) && !isWord(to, kind),
    );
    assert.deepEqual(
      found.map(({ from, to }) => `${from} imports ${to}`),
      [],
    );
    // What asks the ledger's guard, writes an order or lifts a wait is a rule, wherever the ledger came from.
    const asks = /\.(guard|begin|settle|liftCoolDown|keyHash|inputPrint)\(/;
    const callers = sourceFiles().filter((file) => file.startsWith('src/ui/') && asks.test(read(file)));
    assert.deepEqual(callers, ['src/ui/batch/planBatch.ts']);
  });

  it('that are dynamic stand in extension.ts and window.ts, one for each bundle that loads after the first', () => {
    const steps = 'src/ledger/schema/schema.ts';
    const found = all.filter(({ kind }) => kind === 'dynamic');
    // The steps from version to version are the ledger's own affair, and loaded only where a file lacks some.
    assert.ok(found.every(({ from, to }) => (to === steps) === from.startsWith('src/ledger/')));
    const dynamic = [...found.filter(({ to }) => to !== steps), { from: 'src/window.ts', to: steps }];
    assert.deepEqual([...new Set(dynamic.map(({ from }) => from))].sort(), [
      'src/extension.ts',
      'src/window.ts',
    ]);
    // What registers only reads what shows, and nothing else.
    assert.deepEqual(
      dynamic.filter(({ from }) => from === 'src/extension.ts').map(({ to }) => to),
      ['src/window.ts'],
    );
    const bundles = [...read('esbuild.mjs').matchAll(/^ {2}\w+: '(src\/.+\.ts)',$/gm)].map(
      ([, file]) => file,
    );
    const lazy = bundles.filter((file) => file !== 'src/extension.ts').sort();
    assert.deepEqual(dynamic.map(({ to }) => to).sort(), lazy);
  });

  it('bring the toolkit in through webview/controls.ts alone', () => {
    const importers = all
      .filter(({ to }) => to.startsWith('@vscode/webview-ui-toolkit'))
      .map(({ from }) => from);
    assert.deepEqual([...new Set(importers)], ['webview/controls.ts']);
  });

  it('keep zod out of the page, also by way of other files', () => {
    const edges = valueEdges();
    const reached = new Set<string>();
    const reach = (file: string): void => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const next of edges.get(file) ?? []) reach(next);
    };
    reach('webview/main.ts');
    assert.ok(reached.size > 5);
    assert.deepEqual(
      [...reached].filter((target) => /^(zod(\/.*)?|vscode|node:.*|undici|chart\.js)$/.test(target)),
      [],
    );
  });

  it('bring the chart library to the usage page only, and the toolkit to no page but by its own script', () => {
    const reach = (start: string): Set<string> => {
      const edges = valueEdges();
      const reached = new Set<string>();
      const visit = (file: string): void => {
        if (reached.has(file)) return;
        reached.add(file);
        for (const next of edges.get(file) ?? []) visit(next);
      };
      visit(start);
      return reached;
    };
    const pages = [
      'webview/main.ts',
      'webview/usage/main.ts',
      'webview/orders/main.ts',
      'webview/review/main.ts',
    ];
    assert.deepEqual(
      pages.filter((page) => reach(page).has('chart.js')),
      ['webview/usage/main.ts'],
    );
    assert.deepEqual(
      pages.filter((page) => reach(page).has('@vscode/webview-ui-toolkit')),
      [],
    );
  });
});

describe('files', () => {
  it('are at most 350 lines long', () => {
    const long = sourceFiles().filter((file) => read(file).split('\n').length - 1 > 350);
    assert.deepEqual(long, []);
  });

  it('have no default export', () => {
    assert.deepEqual(
      sourceFiles().filter((file) => /^export default\b|\bas default\b/m.test(read(file))),
      [],
    );
  });
});
