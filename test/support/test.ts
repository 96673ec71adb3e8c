/**
 * `npm test`: everything; the last line is `N passed, N failed`. `npm test -- unit host` runs only those.
 *
 * What runs by itself and what needs an editor go side by side; the tests that drive VS Code begin among them. Nothing is run twice.
 */
import { fork, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { runHostSuite } from './hostSuite.ts';
import { runNetworkSuite } from './networkSuite.ts';
import { runNodeSuite } from './nodeSuite.ts';
import { judged, printFailure, repeatFailures, type SuiteOutcome } from './outcome.ts';
import { buildForProduction, pack } from './package.ts';
import { outFolder, root } from './paths.ts';
import { sweep } from './processes.ts';
import { useQuickFolder } from './quickFolder.ts';

const minute = 60_000;
const bin = join(root, 'node_modules/.bin');
const vsix = join(outFolder, 'extension.vsix');
const parallel = availableParallelism();

const formatted = ['src', 'webview', 'test', 'esbuild.mjs', 'package.json', '.vscode'];

const suites = {
  lint: () =>
    check(
      'lint',
      ['biome', 'check', '--config-path', 'test/support/lint.json', '--error-on-warnings', ...formatted],
      ['knip', '--config', 'test/support/knip.jsonc'],
      ['knip', '--production', '--config', 'test/support/knipShipped.jsonc'],
    ),
  types: () => check('types', ['tsc', '-p', '.']),
  'types of the page': () => check('types of the page', ['tsc', '-p', 'webview']),
  build: () => attempt('build', async () => buildForProduction()),
  package: () => attempt('package', async () => void pack(root, vsix)),
  unit: () =>
    runNodeSuite({
      name: 'unit',
      asserting: true,
      files: 'test/unit/**/*.test.ts',
      except: ['test/unit/sandbox/**'],
      // They wait for processes that they kill.
      first: ['test/unit/ledger/crash.test.ts', 'test/unit/ledger/faults.test.ts'],
      shares: true,
      // Half of their time they wait, as a person would read a question.
      concurrency: parallel + 1,
      // On a machine that is half as fast as usual they take 19; what comes before takes two and a half, and nothing comes after.
      limit: 22 * minute,
    }),
  sandbox: () =>
    runNodeSuite({
      name: 'sandbox',
      asserting: true,
      files: 'test/unit/sandbox/**/*.test.ts',
      concurrency: parallel,
      limit: 6 * minute,
    }),
  simulation: () =>
    runNodeSuite({
      name: 'simulation',
      asserting: true,
      files: 'test/simulation/*.test.ts',
      // Its runs are made by as many processes as there are cores.
      concurrency: 1,
      limit: 6 * minute,
    }),
  network: () => runNetworkSuite(),
  pages: () =>
    runNodeSuite({
      name: 'pages',
      files: 'test/e2e/page/*.test.ts',
      concurrency: Math.max(2, parallel),
      limit: 20 * minute,
      verbose: true,
    }),
  editor: () => attempt('editor', fetchEditor),
  host: () => runHostSuite(20 * minute),
  e2e: (others) =>
    runNodeSuite({
      name: 'e2e',
      files: 'test/e2e/vscode/*.test.ts',
      first: ['batch', 'guard', 'windows', 'orders', 'live', 'requestFile', 'sandbox', 'batchChanges'].map(
        (name) => `test/e2e/vscode/${name}.test.ts`,
      ),
      // Each has an editor and a browser of its own, which wait for one another a third of the time.
      concurrency: parallel + 1,
      beside: others,
      limit: 18 * minute,
      last: true,
      verbose: true,
    }),
} as const satisfies Record<string, (others: Promise<unknown>) => Promise<SuiteOutcome>>;

type SuiteName = keyof typeof suites;

/** Side by side, each in the order in which a fault is found soonest, the last in what the others leave. */
const chains: readonly (readonly SuiteName[])[] = [
  ['lint', 'types', 'types of the page', 'build', 'package', 'sandbox', 'simulation', 'unit'],
  // Half of its time it waits for questions to be asked and to go; so does the network for what does not come.
  ['editor', 'host', 'network'],
  ['pages', 'e2e'],
];

/** What a suite needs to have passed before it. */
const needs: Partial<Record<SuiteName, readonly SuiteName[]>> = {
  unit: ['build'],
  package: ['build'],
  pages: ['editor'],
  host: ['build', 'editor'],
  e2e: ['build', 'package', 'editor'],
};

/** A browser, and a VS Code server for this checkout; fetched by a process of its own, for npm and apt are waited for. */
function fetchEditor(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'prepare.ts'));
    child.on('message', (browser) => {
      process.env.VERIFICATION_BROWSER = String(browser);
      process.env.VERIFICATION_VSIX = vsix;
    });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error('The browser or the VS Code server could not be had.')),
    );
  });
}

/** Programs of node_modules, each after the one before it has passed. */
function check(
  name: string,
  ...commands: readonly (readonly [program: string, ...args: string[]])[]
): Promise<SuiteOutcome> {
  return attempt(name, async () => {
    for (const [program, ...args] of commands) await passes(program, args);
  });
}

async function passes(program: string, args: readonly string[]): Promise<void> {
  const shell = process.platform === 'win32';
  const child = spawn(join(bin, program), args, { cwd: root, shell, timeout: 3 * minute });
  const words: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => words.push(text));
  const ended = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (ended !== 0) throw new Error(`${program} ${args.join(' ')}\n${words.join('')}`.trim());
}

/** One thing that passes or fails as a whole. */
async function attempt(name: string, body: () => Promise<void>): Promise<SuiteOutcome> {
  const started = Date.now();
  try {
    await body();
    return judged(name, 1, 0, 0, started);
  } catch (error) {
    printFailure(name, error instanceof Error ? error.message : String(error));
    return judged(name, 0, 1, 0, started);
  }
}

function isSuite(name: string): name is SuiteName {
  return Object.hasOwn(suites, name);
}

/** All that was asked for, with what it needs. */
function chosen(args: readonly string[]): ReadonlySet<SuiteName> {
  const names = Object.keys(suites).filter(isSuite);
  const unknown = args.filter((name) => !isSuite(name));
  if (unknown.length > 0) {
    console.error(`There is no suite "${unknown.join('", "')}"; there are: ${names.join(', ')}.`);
    process.exit(1);
  }
  if (args.length === 0) return new Set(names);
  return new Set(args.filter(isSuite).flatMap((name) => [...(needs[name] ?? []), name]));
}

function print(outcome: SuiteOutcome): void {
  const skipped = outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : '';
  console.log(
    `${outcome.failed === 0 ? '✓' : '✗'} ${outcome.name}: ${outcome.passed} passed, ${outcome.failed} failed${skipped} in ${outcome.seconds.toFixed(1)} s`,
  );
}

/** Suites that need one that failed would only repeat its failure: they count as one that failed. */
async function runChains(wanted: ReadonlySet<SuiteName>): Promise<readonly SuiteOutcome[]> {
  const ended = new Map<SuiteName, PromiseWithResolvers<SuiteOutcome>>();
  for (const name of wanted) ended.set(name, Promise.withResolvers());
  const others = Promise.all([...ended].filter(([name]) => name !== 'e2e').map(([, { promise }]) => promise));
  const runOne = async (name: SuiteName): Promise<SuiteOutcome> => {
    const before = await Promise.all((needs[name] ?? []).map((one) => ended.get(one)?.promise));
    const missing = before.find((one) => one !== undefined && one.failed > 0);
    if (missing === undefined) return suites[name](others);
    return attempt(name, async () => {
      throw new Error(`It needs ${missing.name}, which failed.`);
    });
  };
  const chain = async (names: readonly SuiteName[]): Promise<void> => {
    for (const name of names) {
      const outcome = await runOne(name);
      print(outcome);
      ended.get(name)?.resolve(outcome);
    }
  };
  await Promise.all(chains.map((names) => chain(names.filter((name) => wanted.has(name)))));
  return Promise.all([...ended.values()].map(({ promise }) => promise));
}

async function main(): Promise<void> {
  const started = Date.now();
  useQuickFolder();
  const outcomes = await runChains(chosen(process.argv.slice(2)));
  for (const left of sweep()) console.log(`ended what was left running: ${left}`);
  repeatFailures();
  console.log(`all of it in ${Math.round((Date.now() - started) / 1000)} s`);
  const sum = (key: 'passed' | 'failed') => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exit(sum('failed') === 0 ? 0 : 1);
}

await main();
