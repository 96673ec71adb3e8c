import assert from 'node:assert/strict';
import { type Profiler, Session } from 'node:inspector';

// Before anything is measured has run: what was compiled earlier has no counters.
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/**
 * How often the blocks of this project's code run while something is done, counted by V8's own coverage: a measure of
 * work that knows no clock. What happens within one call of a built-in (a pattern, an indexOf) is one step.
 */
function stepsOf(work: () => unknown): number {
  taken();
  work();
  return taken()
    .filter(({ url }) => /\/(src|webview)\//.test(url))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((all, { count }) => all + count, 0);
}

/** What was counted since this was last asked. */
function taken(): readonly Profiler.ScriptCoverage[] {
  let coverage: readonly Profiler.ScriptCoverage[] = [];
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    assert.equal(error, null);
    coverage = result;
  });
  return coverage;
}

/** Fails where a text of twice the length takes clearly more than twice the steps. */
export function assertLinear(
  what: string,
  text: (size: number) => string,
  work: (text: string) => unknown,
): void {
  const [once, twice] = [text(2_000), text(4_000)];
  const [less, more] = [stepsOf(() => work(once)), stepsOf(() => work(twice))];
  // Code that V8 took from a cache before counting began would count nothing, and nothing is linear.
  assert.ok(less > 0, `${what}: no step was counted`);
  assert.ok(more <= 2.2 * less + 2_000, `${what}: ${less} steps, for twice the length ${more}`);
}
