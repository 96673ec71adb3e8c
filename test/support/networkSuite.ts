import { missingPrograms, programNames, programOf } from '../network/programs.ts';
import { runNodeSuite } from './nodeSuite.ts';
import type { SuiteOutcome } from './outcome.ts';

/**
 * Calls through programs that others made, where they are installed. It installs nothing: what is missing is said in one
 * line, and its tests count as skipped.
 */
export async function runNetworkSuite(): Promise<SuiteOutcome> {
  const missing = missingPrograms();
  if (missing !== null) console.log(`network: left out: ${missing}`);
  if (programNames.every((name) => programOf(name).file === null)) {
    return { name: 'network', passed: 0, failed: 0, skipped: programNames.length, seconds: 0 };
  }
  return runNodeSuite({
    name: 'network',
    asserting: true,
    files: 'test/network/*.test.ts',
    // They wait for processes most of the time.
    concurrency: 3,
    limit: 5 * 60_000,
  });
}
