/** `npm run test:desktop`: the host suite in a desktop VS Code, downloaded or the one of VSCODE_EXECUTABLE. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { bundleHostTests, countHostResults, readHostResults } from './hostSuite.ts';
import { buildForProduction } from './package.ts';
import { cacheFolder, removeFolder, root, temporaryFolder } from './paths.ts';

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

async function findVSCode(): Promise<string> {
  const named = process.env.VSCODE_EXECUTABLE;
  if (named !== undefined && named !== '') {
    return existsSync(named)
      ? named
      : fail(`VSCODE_EXECUTABLE names ${named}, which does not exist: correct it or unset it.`);
  }
  try {
    return await downloadAndUnzipVSCode({ version: 'stable', cachePath: cacheFolder });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail(
      `No desktop VS Code can be had here (${why}): set VSCODE_EXECUTABLE to an installed one. "npm test" runs the same suite in a VS Code server.`,
    );
  }
}

if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
  fail(
    'A desktop VS Code needs a display and there is none: run this under xvfb-run. "npm test" runs the same suite in a VS Code server.',
  );
}
const started = Date.now();
const vscodeExecutablePath = await findVSCode();
buildForProduction();
const tests = await bundleHostTests();
if (tests === undefined) fail('There is no test in test/host, so there is nothing to run.');
const home = temporaryFolder('desktop');
let trouble: string | undefined;
try {
  await runTests({
    vscodeExecutablePath,
    extensionDevelopmentPath: root,
    extensionTestsPath: tests,
    launchArgs: [
      '--user-data-dir',
      join(home, 'data'),
      '--extensions-dir',
      join(home, 'ext'),
      '--disable-extensions',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
} catch (error) {
  trouble = error instanceof Error ? error.message : String(error);
} finally {
  removeFolder(home);
}
const results = readHostResults();
const outcome = countHostResults(
  started,
  results?.finished === true ? undefined : `The host suite did not finish: ${trouble ?? 'VS Code ended'}.`,
);
console.log(`${outcome.passed} passed, ${outcome.failed} failed`);
process.exit(outcome.failed === 0 ? 0 : 1);
