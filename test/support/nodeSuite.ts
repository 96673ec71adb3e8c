import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { judged, printFailure, type SuiteOutcome } from './outcome.ts';
import { root } from './paths.ts';

export interface NodeSuite {
  readonly name: string;
  /** Test files from the root. */
  readonly files: string;
  /** Folders of it that belong to another suite. */
  readonly except?: readonly string[];
  /** Files at a time; with `secondRun` the largest are begun first. */
  readonly concurrency: number;
  /** Milliseconds for the whole suite. */
  readonly limit: number;
  /** Prints each test as it ends, not only what failed. */
  readonly verbose?: boolean;
  /** A file that failed is run once more, alone: where a browser drives an editor, the machine's load plays a part. */
  readonly secondRun?: boolean;
}

interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Runs a node:test suite, each file in a process of its own, and counts its tests exactly. */
export async function runNodeSuite(suite: NodeSuite): Promise<SuiteOutcome> {
  const started = Date.now();
  const files = globSync(suite.files, { cwd: root, exclude: suite.except ?? [] })
    .sort()
    .map((file) => join(root, file));
  if (files.length === 0) return judged(suite.name, 0, 0, 0, started);
  const limit = AbortSignal.timeout(suite.limit);
  const counts =
    suite.secondRun === true ? await inLanes(suite, files, limit) : [await runFiles(suite, files, limit)];
  const sum = (key: keyof Count): number => counts.reduce((total, count) => total + count[key], 0);
  return judged(suite.name, sum('passed'), sum('failed'), sum('skipped'), started);
}

/** Each lane takes the next file until none is left: the files differ too much in length to be dealt out beforehand. */
async function inLanes(suite: NodeSuite, files: readonly string[], limit: AbortSignal): Promise<Count[]> {
  const waiting = [...files].sort((a, b) => statSync(b).size - statSync(a).size);
  const counts: Count[] = [];
  const failed: string[] = [];
  const lane = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const started = Date.now();
      const count = await runFiles(suite, [file], limit);
      console.log(`--- ${shortName(file)}: ${Math.round((Date.now() - started) / 1000)} s`);
      if (count.failed > 0 && !limit.aborted) failed.push(file);
      else counts.push(count);
    }
  };
  await Promise.all(Array.from({ length: suite.concurrency }, lane));
  for (const file of failed) counts.push(await runAgain(suite, file, limit));
  return counts;
}

/** The second run counts; that there was one is said, for a test that passes only sometimes is a fault of its own. */
async function runAgain(suite: NodeSuite, file: string, limit: AbortSignal): Promise<Count> {
  console.log(`--- ${shortName(file)} failed and is run once more`);
  const count = await runFiles(suite, [file], limit);
  if (count.failed === 0) console.log(`--- ${shortName(file)} passed only on its second run: it is unsteady`);
  return count;
}

function shortName(file: string): string {
  return file.replace(`${root}/`, '');
}

async function runFiles(suite: NodeSuite, files: readonly string[], limit: AbortSignal): Promise<Count> {
  const events = run({
    files: [...files],
    concurrency: suite.concurrency,
    signal: limit,
    execArgv: ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'],
  });
  const count = { passed: 0, failed: 0, skipped: 0 };
  events.on('test:pass', ({ name, details, skip, todo }) => {
    if (details.type === 'suite') return;
    if (skip !== undefined || todo !== undefined) count.skipped += 1;
    else count.passed += 1;
    if (suite.verbose === true) console.log(`✓ ${name} (${Math.round(details.duration_ms)} ms)`);
  });
  events.on('test:fail', ({ name, file, details, todo }) => {
    // A suite that failed only because a test in it did has been counted already.
    if (todo !== undefined || (details.type === 'suite' && failureType(details.error) === 'subtestsFailed'))
      return;
    count.failed += 1;
    printFailure(
      `${name} (${file === undefined ? suite.name : shortName(file)})`,
      describeError(details.error),
    );
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
    console.log(`--- output of ${suite.name}\n${output.join('').slice(-8000)}`);
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
