import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureFolder, outFolder, root } from '../support/paths.ts';
import type { Graph } from './graph.ts';
import { Trier } from './tried.ts';

/** What a file of tests runs of the sources. */
export interface Covered {
  readonly test: string;
  /** Why it is of no use here, null when its tests pass. */
  readonly fault: string | null;
  /** Of the processor. */
  readonly milliseconds: number;
  /** Milliseconds of the clock, in which it may have waited for processes it started. */
  readonly lasts: number;
  readonly idle: Readonly<Record<string, readonly (readonly [number, number])[]>>;
}

/**
 * Tests that run code in this process alone, without an editor. Those of `ui` stand far from what is tried; those of `house` and
 * `l10n` read sources from the disk, where no mutant stands; `fuzz` takes longer than all others together.
 */
export const testFolders: readonly string[] = [
  'calls',
  'client',
  'contract',
  'hostile',
  'imports',
  'ledger',
  'requests',
  'sandbox',
  'shapes',
  'snippets',
  'tables',
  'webview',
];
/** Milliseconds of the processor after which a file of tests is too slow to be run thousands of times. */
const tooSlow = 30_000;
/** Counts steps of code by the same means as we do. */
const counter = 'test/support/steps.ts';
const kept = join(outFolder, 'mutation/covered');

/**
 * Runs each file of tests that reads one of the files once, and keeps what it covers until something it reads is changed.
 * @param files sources from the root
 * @param names folders and files of `test/unit`
 */
export async function coverage(
  graph: Graph,
  files: ReadonlySet<string>,
  names: readonly string[],
  processes: number,
): Promise<readonly Covered[]> {
  ensureFolder(kept);
  const tests = globSync(
    names.map((name) => `test/unit/${name}${isTest(name) ? '' : '/**/*.test.ts'}`),
    { cwd: root },
  )
    .map((test) => test.replaceAll('\\', '/'))
    .filter((test) => [...graph.closure(test).keys()].some((file) => files.has(file)))
    .sort();
  const found: Covered[] = [];
  const waiting = [...tests];
  const lane = async (): Promise<void> => {
    const trier = new Trier();
    for (let test = waiting.shift(); test !== undefined; test = waiting.shift())
      found.push(await covered(graph, trier, test));
  };
  await Promise.all(Array.from({ length: processes }, lane));
  return found.toSorted((a, b) => (a.test < b.test ? -1 : 1));
}

/** Whether a name of `test/unit` is one of a file. */
export function isTest(name: string): boolean {
  return name.endsWith('.test.ts');
}

async function covered(graph: Graph, trier: Trier, test: string): Promise<Covered> {
  const name = createHash('sha256').update(test).digest('hex').slice(0, 16);
  const place = join(kept, `${name}-${graph.print(test)}.json`);
  const before: Covered | null = existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : null;
  // What was measured before the clock was read, too, is measured anew.
  if (typeof before?.lasts === 'number') return before;
  const started = performance.now();
  const told = await trier.cover({ test, limit: tooSlow });
  const lasts = Math.ceil(performance.now() - started);
  if (told === null)
    return { test, fault: 'takes too long, or its process ended', milliseconds: tooSlow, lasts, idle: {} };
  const { fault, milliseconds, idle } = told;
  // What counts for itself took from our count what ran before: all it reads is taken for run.
  const reads = graph.closure(test);
  const known = reads.has(counter) ? Object.fromEntries([...reads.keys()].map((file) => [file, []])) : idle;
  const made: Covered = { test, fault, milliseconds, lasts, idle: known };
  writeFileSync(place, JSON.stringify(made));
  return made;
}

/** Whether a file of tests runs a place of a source. */
export function runs({ idle }: Covered, file: string, at: number): boolean {
  const stretches = idle[file];
  return stretches !== undefined && !stretches.some(([from, to]) => from <= at && at < to);
}
