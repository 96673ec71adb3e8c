/**
 * `npm run mutate -- --only FILE|FOLDER [--sample N] [--seed S] [--processes N] [--fresh]`: changes the code in one place after
 * another and looks for a unit test that notices. How each ended is kept in `out/mutation` and not tried again while the file
 * stays as it is; survivors are. `--tests FOLDER|FILE` asks these tests of test/unit alone, for a first look; `--longest MS` those that
 * end so soon by the clock: a survivor costs as much as all of them together. `--report` writes docs/mutation.md from all that is kept,
 * and from what test/mutation/recorded.jsonl has of files that were tried elsewhere.
 */
import { existsSync, globSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../simulation/random.ts';
import { read, root } from '../unit/house/sources.ts';
import { Compiler } from './compiler.ts';
import { coverage, isTest, testFolders } from './covering.ts';
import { Graph } from './graph.ts';
import { readHarmless } from './harmless.ts';
import { Kept } from './kept.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { Recorded } from './recorded.ts';
import { type FileResult, percent, report, scoreOf, summaryOf } from './report.ts';
import { tryFile } from './tryFile.ts';

const folders = ['src/contract', 'src/calls', 'src/client', 'src/ledger'];
const page = join(root, 'docs/mutation.md');

/** Files below these folders that have something to change. */
function sourcesBelow(only: readonly string[]): ReadonlyMap<string, string> {
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.ts`),
    { cwd: root },
  ).map((file) => file.replaceAll('\\', '/'));
  const wanted = files
    .filter((file) => only.some((one) => file === one || file.startsWith(`${one}/`)))
    .sort();
  return new Map(wanted.map((file) => [file, read(file)]));
}

/** What the user reads, which is not changed here. */
function sentences(): ReadonlySet<string> {
  return new Set(Object.keys(JSON.parse(read('l10n/bundle.l10n.json'))));
}

function whole(text: string, name: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new Error(`--${name} is to be a whole number from 1 on, not "${text}".`);
  return number;
}

/** So many of all mutants, the same ones for the same seed; in the order of the files. */
function sampled(
  all: ReadonlyMap<string, readonly Mutant[]>,
  count: number,
  seed: number,
): ReadonlyMap<string, readonly Mutant[]> {
  const random = new Random(seed);
  const drawn = [...all.values()]
    .flat()
    .map((mutant) => [random.next(), mutant] as const)
    .toSorted(([a], [b]) => a - b)
    .slice(0, count);
  const chosen = new Set(drawn.map(([, mutant]) => mutant));
  return new Map([...all].map(([file, mutants]) => [file, mutants.filter((one) => chosen.has(one))]));
}

function testsOf(names: readonly string[]): readonly string[] {
  const unknown = names.find((name) =>
    isTest(name) ? !existsSync(join(root, 'test/unit', name)) : !testFolders.includes(name),
  );
  if (unknown === undefined) return names;
  throw new Error(
    `--tests names folders of test/unit, or files in them like ledger/spend.test.ts, each with a --tests of its own: ${testFolders.join(', ')}; not "${unknown}".`,
  );
}

interface Wanted {
  readonly only: readonly string[];
  readonly sample: number;
  readonly seed: number;
  readonly tests: readonly string[];
  /** Ms of the clock. */
  readonly longest: number;
  readonly processes: number;
  readonly fresh: boolean;
}

async function mutate({ only, sample, seed, tests, longest, processes, fresh }: Wanted): Promise<void> {
  const sources = sourcesBelow(only);
  if (sources.size === 0)
    throw new Error(
      `There is nothing to change in ${only.join(', ')}: --only names a file or folder of ${folders.join(', ')}.`,
    );
  const mutants = sampled(mutantsOf(sources, sentences()), sample, seed);
  const graph = new Graph();
  console.log('Looking which tests run what …');
  const asked = await coverage(graph, new Set(sources.keys()), tests, processes);
  for (const { test, fault } of asked)
    if (fault !== null) console.log(`Not used: ${test} (${fault.split('\n')[0]})`);
  const covered = asked.filter(({ lasts }) => lasts <= longest);
  if (covered.length < asked.length)
    console.log(`Left out, for they last longer: ${asked.length - covered.length} of ${asked.length}`);
  const compiler = new Compiler();
  const waiting = [...mutants].filter(([, those]) => those.length > 0);
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [file, those] = next;
      const text = read(file);
      const kept = new Kept(file, text, fresh);
      const due = those.filter((one) => isDue(kept.of(one)?.end));
      await tryFile({ graph, covered, compiler }, { file, text, kept }, due);
      tellOf({ file, text, all: those.length, tried: triedOf(kept, those) });
    }
  };
  try {
    await Promise.all(Array.from({ length: processes }, lane));
  } finally {
    compiler.close();
  }
}

/** Survivors are tried again: a test may have come to notice them. */
function isDue(end: string | undefined): boolean {
  return end === undefined || end === 'survived' || end === 'uncovered';
}

function triedOf(kept: Kept, mutants: readonly Mutant[]): FileResult['tried'] {
  return mutants.flatMap((mutant) => {
    const ending = kept.of(mutant);
    return ending === null ? [] : [[mutant, ending] as const];
  });
}

function tellOf(result: FileResult): void {
  const score = scoreOf([result]);
  const left = result.tried.filter(([, { end }]) => end === 'survived' || end === 'uncovered');
  console.log(`${result.file}: ${percent(score)?.toFixed(1) ?? '–'} % of ${score.tried - score.refused}`);
  for (const [mutant, { end }] of left)
    console.log(
      `  ${result.file}:${mutant.line} ${end}: ${result.text.slice(mutant.from, mutant.to)} → ${mutant.by}`.replaceAll(
        /\s+/g,
        ' ',
      ),
    );
}

function writeReport(): void {
  const sources = sourcesBelow(folders);
  const all = mutantsOf(sources, sentences());
  const harmless = readHarmless();
  const recorded = new Recorded();
  const summaries = [...sources].map(([file, text]) => {
    const mutants = all.get(file) ?? [];
    const tried = triedOf(new Kept(file, text), mutants);
    return recorded.orNewer(text, summaryOf({ file, text, all: mutants.length, tried }, harmless));
  });
  recorded.write();
  writeFileSync(page, report(summaries));
  console.log('docs/mutation.md is written.');
}

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      sample: text,
      seed: text,
      tests: { type: 'string', multiple: true },
      longest: text,
      processes: text,
      fresh: flag,
      report: flag,
    },
  });
  if (values.report === true) return writeReport();
  const { longest } = values;
  await mutate({
    only: values.only?.map((one) => one.replaceAll('\\', '/').replace(/\/$/, '')) ?? folders,
    sample: values.sample === undefined ? Number.MAX_SAFE_INTEGER : whole(values.sample, 'sample'),
    seed: whole(values.seed ?? '1', 'seed'),
    tests: testsOf(values.tests ?? testFolders),
    longest: longest === undefined ? Number.MAX_SAFE_INTEGER : whole(longest, 'longest'),
    processes: whole(values.processes ?? String(availableParallelism()), 'processes'),
    fresh: values.fresh ?? false,
  });
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
