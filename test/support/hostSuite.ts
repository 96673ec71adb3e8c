import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, stop } from 'esbuild';
import type { Results } from '../host/harness.ts';
import { type OpenedPage, openPage } from './browser.ts';
import { judged, printFailure, type SuiteOutcome } from './outcome.ts';
import { ensureFolder, outFolder, removeFolder, root } from './paths.ts';
import { until } from './processes.ts';
import { startTestServer, type VSCode, withoutNoise } from './servers.ts';
import { filesSaying } from './traces.ts';
import { screenshot } from './workbench.ts';

const folder = join(outFolder, 'host');
const resultsFile = join(folder, 'results.json');

/** Bundles every test/host file into one CommonJS file for the extension host; undefined when there is none. */
export async function bundleHostTests(): Promise<string | undefined> {
  removeFolder(folder);
  ensureFolder(folder);
  const files = globSync('test/host/**/*.test.ts', { cwd: root }).sort();
  if (files.length === 0) return undefined;
  const imports = files.map((file) => `import './${file.replaceAll('\\', '/')}';`);
  const outfile = join(folder, 'index.js');
  await build({
    stdin: {
      contents: [...imports, "export { run } from './test/host/index.ts';"].join('\n'),
      resolveDir: root,
    },
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    sourcemap: 'inline',
    // As in the build: what is no module does not say what it needs in a way that can be bundled.
    mainFields: ['module', 'main'],
    external: ['vscode'],
    logLevel: 'warning',
  });
  await stop();
  return outfile;
}

/** Runs test/host inside the extension host of a VS Code server that a browser has open. */
export async function runHostSuite(limit: number): Promise<SuiteOutcome> {
  const started = Date.now();
  const tests = await bundleHostTests();
  if (tests === undefined) return judged('host', 0, 0, 0, started);
  let vscode: VSCode | undefined;
  let opened: OpenedPage | undefined;
  try {
    vscode = await startTestServer({ development: [root], tests });
    opened = await openPage(vscode, { untilReady: false });
    await until(
      () => (readHostResults()?.finished === true ? true : undefined),
      () =>
        `The host suite did not finish within ${limit / 60_000} minutes; running: ${readHostResults()?.running ?? 'nothing yet'}.`,
      limit,
    );
    // What VS Code writes as its window ends is looked through, too.
    await opened.close();
    return countHostResults(started, leftOfThePlanted(vscode.home.folder));
  } catch (error) {
    const outcome = countHostResults(started, error instanceof Error ? error.message : String(error));
    if (opened !== undefined) {
      const picture = await screenshot(opened.page, join(outFolder, 'host/failure.png')).catch(
        () => 'no screenshot could be taken',
      );
      console.log(`--- page (${picture})\n${withoutNoise(opened.console().join('\n')).slice(-4000)}`);
    }
    console.log(`--- server\n${vscode?.log().slice(-4000) ?? ''}`);
    return outcome;
  } finally {
    await opened?.close();
    await vscode?.close();
  }
}

/** A sentence where the suite left words with us that stand in clear below a folder once its window has ended. */
function leftOfThePlanted(home: string): string | undefined {
  const file = join(folder, 'planted.json');
  if (!existsSync(file)) return 'The suite named no words to look for once its window has ended.';
  const words: readonly string[] = JSON.parse(readFileSync(file, 'utf8'));
  const found = filesSaying(home, words);
  return found.length === 0 ? undefined : `In clear after the window has ended:\n${found.join('\n')}`;
}

export function readHostResults(): Results | undefined {
  if (!existsSync(resultsFile)) return undefined;
  const results: Results = JSON.parse(readFileSync(resultsFile, 'utf8'));
  return results;
}

/** Counts and prints what the results file says, and one failure more for `trouble`. */
export function countHostResults(started: number, trouble?: string): SuiteOutcome {
  const results = readHostResults()?.results ?? [];
  for (const { name, milliseconds, error } of results) {
    if (error === null) console.log(`✓ ${name} (${milliseconds} ms)`);
    else printFailure(name, error);
  }
  if (trouble !== undefined) printFailure('host', trouble);
  const failed = results.filter(({ error }) => error !== null).length;
  const passed = results.length - failed;
  return judged('host', passed, failed + (trouble === undefined ? 0 : 1), 0, started);
}
