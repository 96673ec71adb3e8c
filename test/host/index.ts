/** What VS Code calls in the extension host: runs every suite the bundle holds and leaves the results in a file. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Results, runAll } from './harness.ts';

/** The extension host ends with 0 whatever happens: who started it judges by this file. */
const file = join(__dirname, 'results.json');

export async function run(): Promise<void> {
  const results = await runAll(report);
  const failed = results.filter(({ error }) => error !== null).length;
  if (failed > 0) throw new Error(`${failed} of ${results.length} failed`);
}

/** Written whole and renamed, so that a reader never sees half of it. */
function report(results: Results): void {
  writeFileSync(`${file}.new`, JSON.stringify(results));
  renameSync(`${file}.new`, file);
}
