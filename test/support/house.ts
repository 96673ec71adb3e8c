/**
 * Draws the house from its imports: `node test/support/house.ts` writes docs/house.md. A test holds the two together
 * (test/unit/house/drawing.test.ts).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Import, importsOf, read, root, sourceFiles } from '../unit/house/sources.ts';

export const drawingFile = 'docs/house.md';

/** A folder or file of src, or webview: what the drawing shows as one box. */
function partOf(file: string): string {
  const [top = '', second = ''] = file.split('/');
  return top === 'src' ? second.replace(/\.ts$/, '') : top;
}

/** Within ui, the folder: none of its files stands loose. */
function folderOf(file: string): string {
  return file.split('/')[2] ?? '';
}

/** Order of strength: a value import says more than a type's, and a lazy one is a border of bundles. */
const arrows = { dynamic: '==>', value: '-->', type: '-.->' } as const;

/** One arrow for each pair of boxes, the strongest; sorted, so that the same imports give the same drawing. */
function edges(imports: readonly Import[], boxOf: (file: string) => string): string[] {
  const kinds = new Map<string, Set<Import['kind']>>();
  for (const { from, to, kind } of imports) {
    const [a, b] = [boxOf(from), boxOf(to)];
    if (a !== b) kinds.set(`${a} ${b}`, (kinds.get(`${a} ${b}`) ?? new Set()).add(kind));
  }
  const strongest = (found: ReadonlySet<Import['kind']>) =>
    found.has('dynamic') ? arrows.dynamic : found.has('value') ? arrows.value : arrows.type;
  return [...kinds]
    .map(([pair, found]) => pair.replace(' ', ` ${strongest(found)} `))
    .sort()
    .map((edge) => `  ${edge}`);
}

function mermaid(lines: readonly string[]): string {
  return ['```mermaid', 'flowchart TD', ...lines, '```'].join('\n');
}

/** Entry points by bundle, as esbuild.mjs lists them. */
function bundles(): readonly (readonly [bundle: string, entry: string])[] {
  const entries = [...read('esbuild.mjs').matchAll(/^ {2}(\w+): '((?:src|webview)\/.+\.ts)',$/gm)];
  return entries.map(([, bundle = '', entry = '']) => [bundle, entry] as const);
}

/** What a bundle holds: whatever its entry reaches by imports of values. */
function reached(entry: string, imports: readonly Import[]): { parts: string[]; packages: string[] } {
  const files = new Set([entry]);
  for (const file of files) {
    for (const { from, to, kind } of imports) if (from === file && kind === 'value') files.add(to);
  }
  const isFile = (name: string): boolean => /^(src|webview)\//.test(name);
  const parts = new Set([...files].filter(isFile).map(partOf));
  const packages = [...files].filter((name) => !isFile(name) && !/^(node:|vscode$)/.test(name));
  const short = packages.map((name) =>
    name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/'),
  );
  return { parts: [...parts].sort(), packages: [...new Set(short)].sort() };
}

/** The whole page. */
export function drawing(): string {
  const imports = sourceFiles().flatMap(importsOf);
  const own = imports.filter(({ to }) => /^(src|webview)\//.test(to));
  const inUi = own.filter(({ from, to }) => from.startsWith('src/ui/') && to.startsWith('src/ui/'));
  const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' ');
  const rows = bundles().map(([bundle, entry]) => {
    const { parts, packages } = reached(entry, imports);
    return `| \`dist/${bundle}.js\` | ${code([entry])} | ${code(parts)} | ${code(packages)} |`;
  });
  return `# The house, drawn from its imports

Written by \`node test/support/house.ts\`; a test fails where it says something else than the code. An arrow leads from who imports to what is imported: whole for values, dotted where
only types are, thick where a bundle is loaded on first use. Who may import whom is a table in \`test/unit/house/architecture.test.ts\`.

${mermaid(edges(own, partOf))}

## Folders of ui

Each imports only what stands below it, in the order of \`test/unit/house/uiLayers.test.ts\`; features stand side by side.

${mermaid(edges(inUi, folderOf))}

## What each bundle holds

| bundle | starts at | code of | libraries |
|---|---|---|---|
${rows.join('\n')}
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(join(root, drawingFile), drawing());
}
