import assert from 'node:assert/strict';
import { type Profiler, Session } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';

// What V8 optimises is inlined and counted no more, and when it does so is chance: up to a quarter of the steps came and went.
setFlagsFromString('--no-opt');
setFlagsFromString('--no-maglev');

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
  assertGrowth(what, [text(2_000), text(4_000)], work);
}

/** Fails where the second of two things, twice as large as the first, takes clearly more than twice the steps. */
export function assertGrowth<T>(
  what: string,
  [once, twice]: readonly [T, T],
  work: (one: T) => unknown,
): void {
  const [less, more] = [stepsCounted(what, () => work(once)), stepsCounted(what, () => work(twice))];
  assert.ok(more <= 2.2 * less + 2_000, `${what}: ${less} steps, for twice as much ${more}`);
}

/** Fails where something takes more steps than so many. */
export function assertWithin(what: string, most: number, work: () => unknown): void {
  const steps = stepsCounted(what, work);
  assert.ok(steps <= most, `${what}: ${steps} steps, at most ${most} are allowed`);
}

/** Code that V8 took from a cache before counting began would count nothing, and nothing is within every bound. */
function stepsCounted(what: string, work: () => unknown): number {
  const steps = stepsOf(work);
  assert.ok(steps > 0, `${what}: no step was counted`);
  return steps;
}
