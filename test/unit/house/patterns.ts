import { type CharSet, JS, NFA } from 'refa';
import { analyse } from 'scslre';
import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import { createVirtualFileSystem } from 'typescript/unstable/fs';
import { API } from 'typescript/unstable/sync';

export interface Pattern {
  /** The file, from the root. */
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

export interface Found {
  /** Each regular expression literal. */
  readonly literals: readonly Pattern[];
  /** Where one is made at run time: the file and the text of the call. */
  readonly made: readonly string[];
}

/**
 * Reads the regular expressions of sources with TypeScript's own parser; neither libraries nor imports are looked at.
 * @param sources texts by file name, from the root
 */
export function patternsOf(sources: ReadonlyMap<string, string>): Found {
  const files = [...sources.keys()].map((file) => `/${file}`);
  const config = { compilerOptions: { noLib: true, noResolve: true, types: [], allowJs: true }, files };
  const texts = Object.fromEntries([...sources].map(([file, text]) => [`/${file}`, text]));
  const api = new API({
    cwd: '/',
    fs: createVirtualFileSystem({ ...texts, '/tsconfig.json': JSON.stringify(config) }),
  });
  try {
    const project = api.updateSnapshot({ openProjects: ['/tsconfig.json'] }).getProject('/tsconfig.json');
    const literals: Pattern[] = [];
    const made: string[] = [];
    for (const path of files) {
      const parsed = project?.program.getSourceFile(path);
      if (parsed === undefined) throw new Error(`${path} was not parsed`);
      const visit = (node: Node): void => {
        if (node.kind === SyntaxKind.RegularExpressionLiteral) {
          literals.push({ file: path.slice(1), ...split(node.getText(parsed)) });
        }
        if (node.kind === SyntaxKind.Identifier && node.getText(parsed) === 'RegExp') {
          if (makes(node)) made.push(`${path.slice(1)}: ${node.parent.getText(parsed)}`);
        }
        node.forEachChild(visit);
      };
      visit(parsed);
    }
    return { literals, made };
  } finally {
    api.close();
  }
}

/** A mention of `RegExp` that is no type: calling it, or handing it on. */
function makes(node: Node): boolean {
  return node.parent.kind !== SyntaxKind.TypeReference;
}

function split(literal: string): { readonly source: string; readonly flags: string } {
  const end = literal.lastIndexOf('/');
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
}

/** Why a pattern may need more than linear time on some text, or null. */
export function superLinear({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string | null {
  // What eslint-plugin-regexp's rules on backtracking and on moving are made of.
  const [report] = analyse({ source, flags }).reports;
  if (report !== undefined) {
    return `${report.exponential ? 'exponential' : 'polynomial'} (${report.type}), repeating ${JSON.stringify(report.character.pick)}`;
  }
  return restarts(source, flags)
    ? 'polynomial: its start can stand again and again in what it repeats'
    : null;
}

/**
 * Whether the start of an unanchored pattern can occur over and over within its own open repetition, as in `/<!--.*-->/`: each
 * occurrence is tried, and each runs to the end. The analyser above sees only starts that are themselves repeated.
 */
function restarts(source: string, flags: string): boolean {
  // A sticky one is tried at one place. Where what stands before decides, it is left to the analyser, which knows of that.
  if (flags.includes('y') || /^\(\?<[!=]/.test(source)) return false;
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags }).parse({
    backreferences: 'unknown',
    assertions: 'parse',
  });
  const free = expression.alternatives.filter(({ elements: [first] }) => first?.type !== 'Assertion');
  const asserts = /\$|\\b|\(\?=|\(\?!/.test(source);
  const nfa = NFA.fromRegex(free, { maxCharacter }, { assertions: 'ignore' });
  return [...loops(nfa)].some((state) => (asserts || !nfa.finals.has(state)) && rereads(nfa.initial, state));
}

type State = NFA.Node;

/** States that can be reached from themselves. */
function* loops(nfa: NFA): Generator<State> {
  for (const state of reach([nfa.initial], (one) => one.out.keys())) {
    if (reach(state.out.keys(), (one) => one.out.keys()).has(state)) yield state;
  }
}

function reach<T>(from: Iterable<T>, next: (one: T) => Iterable<T>): Set<T> {
  const seen = new Set(from);
  for (const one of seen) for (const other of next(one)) seen.add(other);
  return seen;
}

/** Whether some text leads both from the initial state to a state and from that state back to itself. */
function rereads(initial: State, state: State): boolean {
  const queue: (readonly [State, State])[] = [[initial, state]];
  const seen = new Map<State, Set<State>>();
  for (const [a, b] of queue) {
    for (const [nextA, charsA] of a.out) {
      for (const [nextB, charsB] of b.out) {
        if (!meet(charsA, charsB)) continue;
        if (nextA === state && nextB === state) return true;
        const those = seen.get(nextA) ?? new Set();
        if (those.has(nextB)) continue;
        seen.set(nextA, those.add(nextB));
        queue.push([nextA, nextB]);
      }
    }
  }
  return false;
}

function meet(a: CharSet, b: CharSet): boolean {
  return !a.isDisjointWith(b);
}
