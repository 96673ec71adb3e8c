/** What one suite came to. */
export interface SuiteOutcome {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly seconds: number;
}

export const nothingRan = 'ran no test at all, which counts as a failure';

/** A suite that ran nothing has failed. */
export function judged(
  name: string,
  passed: number,
  failed: number,
  skipped: number,
  started: number,
): SuiteOutcome {
  const seconds = (Date.now() - started) / 1000;
  if (passed + failed > 0) return { name, passed, failed, skipped, seconds };
  console.log(`✗ ${name} ${nothingRan}`);
  return { name, passed: 0, failed: 1, skipped, seconds };
}

const told: string[] = [];

export function printFailure(name: string, error: string): void {
  const text = `✗ ${name}\n${error.replace(/^/gm, '    ')}`;
  told.push(text);
  console.log(text);
}

/** Files that were not begun: this run may not last so long. */
export function printLeft(suite: string, files: readonly string[]): void {
  const text = `- ${suite}: not run, for the time of this run was over: ${files.join(', ')}`;
  told.push(text);
  console.log(text);
}

/** What failed or was left, once more and short: a log is often kept from its end only. */
export function repeatFailures(): void {
  for (const text of told) console.log(text.split('\n').slice(0, 12).join('\n').slice(0, 1500));
}
