import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { judged, printFailure, printLeft, type SuiteOutcome } from './outcome.ts';
import { ensureFolder, outFolder, root } from './paths.ts';

export interface NodeSuite {
  readonly name: string;
  /** Test files from the root. */
  readonly files: string;
  /** Folders of it that belong to another suite. */
  readonly except?: readonly string[];
  /** Files that are begun before the others, the longest first: one begun last would be waited for alone. */
  readonly first?: readonly string[];
  /** Files share processes, for one of its own costs most of them more than they do: all but those that change their process. */
  readonly shares?: boolean;
  /** Processes at a time. */
  readonly concurrency: number;
  /** One process until this is over, for until then others are at work: what waits for windows fills what they leave. */
  readonly beside?: Promise<unknown>;
  /** Milliseconds for the whole suite. */
  readonly limit: number;
  /**
   * Begins no file once a run that may last only so long (VERIFICATION_UNTIL, in seconds since 1970) would not see its end. What is left
   * counts as skipped and is named at the end. In such a run each commit goes on from another file, so that none is left for weeks.
   */
  readonly last?: boolean;
  /** Fails tests that assert nothing; not for those that wait for what a page shows. */
  readonly asserting?: boolean;
  /** Prints each test and each file as it ends, not only what failed. */
  readonly verbose?: boolean;
}

interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * What Node made of our TypeScript, kept between the processes of a run: taking its types away again costs each file more
 * than running it. Counting the steps of code (test/support/steps.ts) stays exact.
 */
const compiled = join(outFolder, 'compiled');
const asserting = pathToFileURL(join(import.meta.dirname, 'asserting.ts')).href;

/** Runs a node:test suite, each file in a process of its own unless it shares one, and counts its tests exactly. */
export async function runNodeSuite(suite: NodeSuite): Promise<SuiteOutcome> {
  const started = Date.now();
  const limit = AbortSignal.timeout(suite.limit);
  const until =
    suite.last === true ? Number(process.env.VERIFICATION_UNTIL ?? Number.NaN) * 1000 : Number.NaN;
  const files = filesOf(suite);
  const waiting = [...sharing(suite, Number.isNaN(until) ? files : turned(files, ownCommit()))];
  const counts: Count[] = [];
  // Each lane takes the next file until none is left: the files differ too much in length to be dealt out beforehand.
  const lane = async (_: unknown, index: number): Promise<void> => {
    if (index > 0) await suite.beside;
    // Compared so that without an end all are begun.
    while (!limit.aborted && !(Date.now() >= until)) {
      const file = waiting.shift();
      if (file === undefined) return;
      const begun = Date.now();
      counts.push(await runFile(suite, file, limit));
      if (suite.verbose === true)
        console.log(`--- ${shortName(file)}: ${Math.round((Date.now() - begun) / 1000)} s`);
    }
  };
  await Promise.all(Array.from({ length: suite.concurrency }).map(lane));
  if (!limit.aborted && waiting.length > 0) printLeft(suite.name, waiting.map(shortName));
  const sum = (key: keyof Count): number => counts.reduce((total, count) => total + count[key], 0);
  return judged(suite.name, sum('passed'), sum('failed'), sum('skipped') + waiting.length, started);
}

function filesOf(suite: NodeSuite): string[] {
  const found = globSync(suite.files, { cwd: root, exclude: suite.except ?? [] }).sort();
  const first = suite.first ?? [];
  const gone = first.filter((file) => !found.includes(file));
  if (gone.length > 0)
    throw new Error(`${suite.name} is to begin with ${gone.join(', ')}, which it does not have.`);
  return [...first, ...found.filter((file) => !first.includes(file))].map((file) => join(root, file));
}

/** The id of the commit that is tested; zeros where this is no checkout. */
function ownCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  } catch {
    return '00000000';
  }
}

/** The same files in the same order, after the first, which is the longest, from another one on for each commit. */
export function turned<T>(files: readonly T[], commit: string): T[] {
  const [longest, ...others] = files;
  if (longest === undefined) return [];
  const from = Number.parseInt(commit.slice(0, 8), 16) % Math.max(1, others.length);
  return [longest, ...others.slice(from), ...others.slice(0, from)];
}

const filesInOne = 12;

/** Hooks for all tests of a file would be hooks for those of all others; what counts steps would slow all of them. */
const changesProcess =
  /^(before|after)(Each)?\(|\/(plainVscode|leastEditor|steps)\.ts'|^syncBuiltinESMExports|^registerHooks\(/m;

const ownGraph = pathToFileURL(join(import.meta.dirname, 'ownGraph.ts')).href;
/** Their files stand in for `vscode` each in its own way. */
const standIns = join(root, 'test/unit/ui/');

/** Neighbours need the same modules. */
function inOrder(files: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(files.length / filesInOne) }, (_, at) =>
    files.slice(at * filesInOne, (at + 1) * filesInOne),
  );
}

/** Neighbours wait alike, for a minute where twelve of them do. */
function dealtOut(files: readonly string[]): readonly (readonly string[])[] {
  const groups = Math.ceil(files.length / filesInOne);
  return Array.from({ length: groups }, (_, at) => files.filter((_, index) => index % groups === at));
}

/** The same files, those that share a process as one file that imports them one after another. */
function sharing(
  { name, shares: isShared, first = [] }: NodeSuite,
  files: readonly string[],
): readonly string[] {
  if (isShared !== true) return files;
  const shares = (file: string): boolean =>
    !first.includes(shortName(file)) && !changesProcess.test(readFileSync(file, 'utf8'));
  const shared = files.filter(shares);
  const [waiting = [], working = []] = [true, false].map((of) =>
    shared.filter((file) => file.startsWith(standIns) === of),
  );
  const folder = ensureFolder(join(outFolder, 'together'));
  const all = [...dealtOut(waiting), ...inOrder(working)].map((lines, at) => {
    const file = join(folder, `${name}-${at}.test.ts`);
    const addresses = lines.map((one) => {
      const of = one.startsWith(standIns) ? `?of=${shortName(one)}` : '';
      return `${pathToFileURL(one).href}${of}`;
    });
    const imports = addresses.map((one) => `await import(${JSON.stringify(one)});`);
    writeFileSync(file, [`import ${JSON.stringify(ownGraph)};`, ...imports, ''].join('\n'));
    return file;
  });
  return [...files.filter((file) => !shares(file)), ...all];
}

function shortName(file: string): string {
  return file.replace(`${root}/`, '');
}

async function runFile(suite: NodeSuite, file: string, limit: AbortSignal): Promise<Count> {
  const events = run({
    files: [file],
    signal: limit,
    execArgv: [
      '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
      ...(suite.asserting === true ? ['--import', asserting] : []),
    ],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  });
  const count = { passed: 0, failed: 0, skipped: 0 };
  events.on('test:pass', ({ name, details, skip, todo }) => {
    if (details.type === 'suite') return;
    if (skip !== undefined || todo !== undefined) count.skipped += 1;
    else count.passed += 1;
    if (suite.verbose === true) console.log(`✓ ${name} (${Math.round(details.duration_ms)} ms)`);
  });
  events.on('test:fail', ({ name, details, todo, file: where = file }) => {
    // A suite that failed only because a test in it did has been counted already.
    if (todo !== undefined || (details.type === 'suite' && failureType(details.error) === 'subtestsFailed'))
      return;
    count.failed += 1;
    printFailure(`${name} (${shortName(where)})`, describeError(details.error));
  });
  const output: string[] = [];
  events.on('test:stdout', ({ message }) => output.push(message));
  events.on('test:stderr', ({ message }) => output.push(message));
  // The stream ends by itself only while it is read.
  for await (const _ of events);
  if (limit.aborted) {
    count.failed += 1;
    printFailure(suite.name, `did not end within ${suite.limit / 60_000} minutes`);
  }
  if (count.failed > 0 && output.length > 0)
    console.log(`--- output of ${shortName(file)}\n${output.join('').slice(-8000)}`);
  return count;
}

function failureType(error: unknown): string {
  return error instanceof Error && 'failureType' in error ? String(error.failureType) : '';
}

/** node:test wraps what a test threw; the wrapping says nothing. */
function describeError(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error ? (cause.stack ?? cause.message) : inspect(cause);
}
