import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import { isTypeNode } from 'typescript/unstable/ast/is';
import { createVirtualFileSystem } from 'typescript/unstable/fs';
import { API } from 'typescript/unstable/sync';
import { type Change, changesAt } from './kinds.ts';

/** One change of one source file. */
export interface Mutant extends Change {
  /** From 1. */
  readonly line: number;
  /** The line as it stands, trimmed: what a mutant is known by when lines have moved. */
  readonly said: string;
  /** How many mutants of the same line, text and change stand before it. */
  readonly nth: number;
}

/**
 * Every mutant of sources, in the order of the text, each once.
 * @param sources texts by file name, from the root
 * @param sentences texts that are not to be changed, for they are held to the sources elsewhere
 * @throws Error for a source that cannot be parsed
 */
export function mutantsOf(
  sources: ReadonlyMap<string, string>,
  sentences: ReadonlySet<string>,
): ReadonlyMap<string, readonly Mutant[]> {
  const files = [...sources.keys()].map((file) => `/${file}`);
  const config = { compilerOptions: { noLib: true, noResolve: true, types: [] }, files };
  const texts = Object.fromEntries([...sources].map(([file, text]) => [`/${file}`, text]));
  const api = new API({
    cwd: '/',
    fs: createVirtualFileSystem({ ...texts, '/tsconfig.json': JSON.stringify(config) }),
  });
  try {
    const project = api.updateSnapshot({ openProjects: ['/tsconfig.json'] }).getProject('/tsconfig.json');
    return new Map(
      [...sources].map(([file, text]) => {
        const source = project?.program.getSourceFile(`/${file}`);
        if (source === undefined) throw new Error(`${file} was not parsed.`);
        const found: Change[] = [];
        const visit = (node: Node): void => {
          if (isLeftAlone(node)) return;
          found.push(...changesAt({ node, source, sentences }));
          node.forEachChild(visit);
        };
        visit(source);
        return [file, numbered(found, text)];
      }),
    );
  } finally {
    api.close();
  }
}

/** The source with the change made. */
export function changed(text: string, { from, to, by }: Change): string {
  return text.slice(0, from) + by + text.slice(to);
}

/** Types and imports: nothing of them runs. */
function isLeftAlone(node: Node): boolean {
  return (
    isTypeNode(node) ||
    node.kind === SyntaxKind.ImportDeclaration ||
    node.kind === SyntaxKind.ExportDeclaration ||
    node.kind === SyntaxKind.InterfaceDeclaration ||
    node.kind === SyntaxKind.TypeAliasDeclaration
  );
}

function numbered(found: readonly Change[], text: string): Mutant[] {
  const lines = text.split('\n');
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  return found
    .toSorted((a, b) => a.from - b.from || a.to - b.to)
    .flatMap((change) => {
      const key = `${change.from} ${change.to} ${change.by}`;
      if (seen.has(key)) return [];
      seen.add(key);
      const line = starts.findLastIndex((start) => start <= change.from) + 1;
      const said = lines[line - 1]?.trim() ?? '';
      const alike = JSON.stringify([said, text.slice(change.from, change.to), change.by]);
      const nth = counts.get(alike) ?? 0;
      counts.set(alike, nth + 1);
      return [{ ...change, line, said, nth }];
    });
}
