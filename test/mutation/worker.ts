/**
 * A process that tries mutants of one source file, or tells what one file of tests covers. It is told by messages and answers
 * by them; whoever started it ends it when it takes too long.
 */
import { Session } from 'node:inspector/promises';
import { Worker } from 'node:worker_threads';
import { collect, runSuite, TestFailed } from './harness.ts';
import { fileOf, readAs, register, urlOf } from './hooks.ts';

/** What the process is asked, once or again and again. */
export type Asked =
  | {
      readonly ask: 'try';
      /** The changed file with its text; null for the file as it is. */
      readonly file: string;
      readonly text: string | null;
      /** All that imports the file, itself and tests included. */
      readonly anew: readonly string[];
      /** Files of tests in the order in which they are run. */
      readonly tests: readonly Limited[];
    }
  | { readonly ask: 'cover'; readonly test: Limited };

/** A file of tests, and how many milliseconds of the processor it may take. */
export interface Limited {
  readonly test: string;
  readonly limit: number;
}

export type Told =
  /** A file of tests is begun. */
  | { readonly tell: 'begun'; readonly test: string }
  | { readonly tell: 'survived' }
  | { readonly tell: 'killed'; readonly test: string; readonly by: string }
  /** Something was thrown that no test waited for. */
  | { readonly tell: 'thrown'; readonly test: string; readonly by: string }
  /** A test waits for what nothing will bring. */
  | { readonly tell: 'waiting'; readonly test: string }
  | {
      readonly tell: 'covered';
      /** Why its tests fail without any change, null when they pass. */
      readonly fault: string | null;
      /** Of the processor. */
      readonly milliseconds: number;
      /** By file: stretches that did not run, each [from, to]. What is not listed was not read. */
      readonly idle: Readonly<Record<string, readonly (readonly [number, number])[]>>;
    };

let turn = 0;
let running: string | null = null;
/** Read by the thread that watches: when the process has used so much of the processor, it ends. */
const cpuEnd = new Float64Array(new SharedArrayBuffer(8));

function tell(told: Told): void {
  process.send?.(told);
}

function cpuUsed(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function runTests({ test, limit }: Limited): Promise<void> {
  running = test;
  cpuEnd[0] = cpuUsed() + limit;
  // Nothing but what the tests themselves wait for keeps the process alive.
  process.channel?.unref();
  try {
    const suite = await collect(() => import(urlOf(test)));
    await runSuite(suite);
  } finally {
    process.channel?.ref();
    running = null;
    cpuEnd[0] = Number.POSITIVE_INFINITY;
  }
}

async function tryMutant(asked: Extract<Asked, { ask: 'try' }>): Promise<void> {
  turn += 1;
  const texts = new Map(asked.text === null ? [] : [[asked.file, asked.text]]);
  readAs({ anew: new Set(asked.anew), turn, texts });
  for (const limited of asked.tests) {
    const { test } = limited;
    tell({ tell: 'begun', test });
    try {
      await runTests(limited);
    } catch (error) {
      const by = error instanceof TestFailed ? error.message : `reading the file: ${String(error)}`;
      tell({ tell: 'killed', test, by });
      return;
    }
  }
  tell({ tell: 'survived' });
}

async function cover(limited: Limited): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const started = cpuUsed();
  let fault: string | null = null;
  try {
    await runTests(limited);
  } catch (error) {
    fault = `${String(error)}: ${error instanceof Error ? String(error.cause) : ''}`;
  }
  const milliseconds = Math.ceil(cpuUsed() - started);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const idle: Record<string, [number, number][]> = {};
  for (const { url, functions } of result) {
    const file = fileOf(url);
    if (file?.startsWith('src/')) idle[file] = idleOf(functions.flatMap(({ ranges }) => ranges));
  }
  tell({ tell: 'covered', fault, milliseconds, idle });
}

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** Stretches that did not run: of ranges that lie within one another the innermost decides. */
export function idleOf(ranges: readonly Range[]): [number, number][] {
  const outerFirst = ranges.toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const end = Math.max(0, ...ranges.map(({ endOffset }) => endOffset));
  const ran = new Uint8Array(end);
  for (const { startOffset, endOffset, count } of outerFirst)
    ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  const idle: [number, number][] = [];
  for (let at = ran.indexOf(0); at !== -1; ) {
    const next = ran.indexOf(1, at);
    idle.push([at, next === -1 ? end : next]);
    at = next === -1 ? -1 : ran.indexOf(0, next);
  }
  return idle;
}

function serve(): void {
  register();
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      tell({ tell: 'thrown', test: running ?? '', by: String(error) });
    });
  }
  process.on('beforeExit', () => {
    if (running !== null) tell({ tell: 'waiting', test: running });
    process.channel?.ref();
  });
  cpuEnd[0] = Number.POSITIVE_INFINITY;
  new Worker(new URL('./watch.ts', import.meta.url), { workerData: cpuEnd.buffer }).unref();
  // Whoever asked is gone; a test may still wait for something.
  process.on('disconnect', () => process.exit());
  process.on('message', (asked: Asked) => {
    void (asked.ask === 'try' ? tryMutant(asked) : cover(asked.test));
  });
}

if (process.send !== undefined && process.argv[1] === import.meta.filename) serve();
