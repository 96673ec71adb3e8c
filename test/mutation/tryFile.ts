import type { Compiler } from './compiler.ts';
import { type Covered, runs } from './covering.ts';
import type { Graph } from './graph.ts';
import type { Kept } from './kept.ts';
import { changed, type Mutant } from './mutants.ts';
import { type Ending, Trier } from './tried.ts';

/** How many mutants one process tries before it is looked whether it still runs unchanged code as it should. */
const inOneProcess = 40;
/** Milliseconds of the processor that a file of tests may take at least. */
const leastLimit = 2000;

export interface File {
  /** From the root. */
  readonly file: string;
  readonly text: string;
  readonly kept: Kept;
}

/** All that the mutants of every file are tried with. */
export interface Means {
  readonly graph: Graph;
  readonly covered: readonly Covered[];
  readonly compiler: Compiler;
}

/** Tries mutants of one file, each with the tests that run its place, the nearest and shortest first. */
export async function tryFile(
  means: Means,
  { file, text, kept }: File,
  mutants: readonly Mutant[],
): Promise<void> {
  const tests = testsFor(means, file);
  const line = new Line(tests.map((one) => [one.test, weightOf(means.graph, file, one)]));
  const limits = new Map(tests.map(({ test, milliseconds }) => [test, leastLimit + 4 * milliseconds]));
  const trier = new Trier();
  const anew = means.graph.dependants(file);
  const ask: Ask = async (mutant, names) => {
    const ending = await trier.try({
      ask: 'try',
      file,
      text: mutant && changed(text, mutant),
      anew,
      tests: line.of(names).map((test) => ({ test, limit: limits.get(test) ?? leastLimit })),
    });
    if (ending.end === 'killed') line.killed(ending.test);
    return ending;
  };
  const runnable: (readonly [Mutant, readonly string[]])[] = [];
  for (const mutant of mutants) {
    if (means.compiler.refuses(file, changed(text, mutant))) kept.add(mutant, { end: 'refused' });
    else {
      const those = tests.filter((one) => runs(one, file, mutant.from)).map(({ test }) => test);
      if (those.length === 0) kept.add(mutant, { end: 'uncovered' });
      else runnable.push([mutant, those]);
    }
  }
  try {
    for (let at = 0; at < runnable.length; at += inOneProcess) {
      const some = runnable.slice(at, at + inOneProcess);
      const ends = await tryInOne(trier, some, ask);
      for (const [mutant, ending] of ends) kept.add(mutant, ending);
      kept.write();
    }
  } finally {
    trier.end();
    kept.write();
  }
}

type Ask = (mutant: Mutant | null, tests: readonly string[]) => Promise<Ending>;

/**
 * Tries mutants one after another in one process, then runs the unchanged file there: if that fails, something a mutant did has
 * stayed, and each that was killed is tried once more in a process of its own.
 */
async function tryInOne(
  trier: Trier,
  some: readonly (readonly [Mutant, readonly string[]])[],
  ask: Ask,
): Promise<[Mutant, Ending][]> {
  trier.end();
  const ends: [Mutant, Ending, readonly string[]][] = [];
  for (const [mutant, tests] of some) ends.push([mutant, await ask(mutant, tests), tests]);
  const killing = new Set(ends.flatMap(([, ending]) => (ending.end === 'killed' ? [ending.test] : [])));
  const clean = trier.tried === 0 || (await ask(null, [...killing])).end === 'survived';
  if (clean) return ends.map(([mutant, ending]) => [mutant, ending]);
  const again: [Mutant, Ending][] = [];
  for (const [mutant, ending, tests] of ends) {
    trier.end();
    again.push([mutant, ending.end === 'killed' ? await ask(mutant, tests) : ending]);
  }
  return again;
}

/** Of use for a file: tests that pass and run some of it. */
function testsFor({ covered }: Means, file: string): Covered[] {
  return covered.filter(({ fault, idle }) => fault === null && idle[file] !== undefined);
}

/** The nearer a test stands and the shorter it takes, the sooner it is run. */
function weightOf(graph: Graph, file: string, { test, milliseconds }: Covered): number {
  return milliseconds + 100 * (graph.closure(test).get(file) ?? 0);
}

/** The order in which tests are run: the lightest first, and sooner those that noticed other changes of the file. */
class Line {
  readonly #weights: ReadonlyMap<string, number>;
  readonly #kills = new Map<string, number>();

  constructor(weights: readonly (readonly [test: string, weight: number])[]) {
    this.#weights = new Map(weights);
  }

  killed(test: string): void {
    this.#kills.set(test, (this.#kills.get(test) ?? 0) + 1);
  }

  of(tests: readonly string[]): readonly string[] {
    const rank = (test: string): number =>
      (this.#weights.get(test) ?? 0) / (1 + (this.#kills.get(test) ?? 0));
    return tests.toSorted((a, b) => rank(a) - rank(b));
  }
}
