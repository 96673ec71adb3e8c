/**
 * `npm test`: everything, in the order in which a fault is found soonest; the last line is `N passed, N failed`.
 * `npm test -- unit host` runs only those.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.ts';
import { runHostSuite } from './hostSuite.ts';
import { runNodeSuite } from './nodeSuite.ts';
import { judged, printFailure, type SuiteOutcome } from './outcome.ts';
import { buildForProduction, pack } from './package.ts';
import { outFolder, root } from './paths.ts';
import { sweep } from './processes.ts';

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
  build: () => attempt('build', buildForProduction),
  unit: () =>
    runNodeSuite({
      name: 'unit',
      files: 'test/unit/**/*.test.ts',
      except: ['test/unit/sandbox/**'],
      concurrency: parallel,
      limit: 8 * minute,
    }),
  sandbox: () =>
    runNodeSuite({
      name: 'sandbox',
      files: 'test/unit/sandbox/**/*.test.ts',
      concurrency: parallel,
      limit: 3 * minute,
    }),
  simulation: () =>
    runNodeSuite({
      name: 'simulation',
      files: 'test/simulation/*.test.ts',
      // Its runs are made by as many processes as there are cores.
      concurrency: 1,
      limit: 3 * minute,
    }),
  package: () => attempt('package', () => void pack(root, vsix)),
  host: () => withBrowser('host', hostTwice),
  e2e: () =>
    withBrowser('e2e', () =>
      runNodeSuite({
        name: 'e2e',
        files: 'test/e2e/**/*.test.ts',
        // Each has an editor and a browser of its own, which wait for one another most of the time.
        concurrency: Math.min(2, parallel),
        limit: 18 * minute,
        verbose: true,
        secondRun: true,
      }),
    ),
} as const satisfies Record<string, () => Promise<SuiteOutcome>>;

type SuiteName = keyof typeof suites;

/** What a suite needs to have run before it. */
const needs: Partial<Record<SuiteName, readonly SuiteName[]>> = {
  unit: ['build'],
  package: ['build'],
  host: ['build'],
  e2e: ['build', 'package'],
};

/** As with the files that drive a browser: a failure is looked at twice, and said to have been one. */
async function hostTwice(): Promise<SuiteOutcome> {
  const first = await runHostSuite(5 * minute);
  if (first.failed === 0) return first;
  console.log('--- the host suite failed and is run once more');
  const second = await runHostSuite(5 * minute);
  if (second.failed === 0) console.log('--- the host suite passed only on its second run: it is unsteady');
  return second;
}

/** Programs of node_modules, each after the one before it has passed. */
async function check(
  name: string,
  ...commands: readonly (readonly [program: string, ...args: string[]])[]
): Promise<SuiteOutcome> {
  return attempt(name, () => {
    const shell = process.platform === 'win32';
    for (const [program, ...args] of commands) {
      const { status, stdout, stderr } = spawnSync(join(bin, program), args, {
        cwd: root,
        encoding: 'utf8',
        timeout: 3 * minute,
        shell,
      });
      if (status !== 0)
        throw new Error(`${program} ${args.join(' ')}\n${stdout ?? ''}${stderr ?? ''}`.trim());
    }
  });
}

/** One thing that passes or fails as a whole. */
async function attempt(name: string, body: () => void): Promise<SuiteOutcome> {
  const started = Date.now();
  try {
    body();
    return judged(name, 1, 0, 0, started);
  } catch (error) {
    printFailure(name, error instanceof Error ? error.message : String(error));
    return judged(name, 0, 1, 0, started);
  }
}

async function withBrowser(name: string, body: () => Promise<SuiteOutcome>): Promise<SuiteOutcome> {
  const started = Date.now();
  try {
    process.env.VERIFICATION_BROWSER = findBrowser();
    process.env.VERIFICATION_VSIX = vsix;
    return await body();
  } catch (error) {
    printFailure(name, error instanceof Error ? (error.stack ?? error.message) : String(error));
    return judged(name, 0, 1, 0, started);
  } finally {
    for (const left of sweep()) console.log(`ended what ${name} left running: ${left}`);
  }
}

function isSuite(name: string): name is SuiteName {
  return Object.hasOwn(suites, name);
}

function chosen(args: readonly string[]): readonly SuiteName[] {
  const names = Object.keys(suites).filter(isSuite);
  const unknown = args.filter((name) => !isSuite(name));
  if (unknown.length > 0) {
    console.error(`There is no suite "${unknown.join('", "')}"; there are: ${names.join(', ')}.`);
    process.exit(1);
  }
  if (args.length === 0) return names;
  const wanted = new Set(args.filter(isSuite).flatMap((name) => [...(needs[name] ?? []), name]));
  return names.filter((name) => wanted.has(name));
}

async function main(): Promise<void> {
  const outcomes: SuiteOutcome[] = [];
  for (const name of chosen(process.argv.slice(2))) {
    const outcome = await suites[name]();
    outcomes.push(outcome);
    const skipped = outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : '';
    console.log(
      `${outcome.failed === 0 ? '✓' : '✗'} ${name}: ${outcome.passed} passed, ${outcome.failed} failed${skipped} in ${outcome.seconds.toFixed(1)} s`,
    );
    if (name === 'build' && (outcome.failed > 0 || !existsSync(join(root, 'dist/extension.js')))) {
      console.log('Without a build the suites that run it would only repeat this failure.');
      break;
    }
  }
  const sum = (key: 'passed' | 'failed') => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exit(sum('failed') === 0 ? 0 : 1);
}

await main();
