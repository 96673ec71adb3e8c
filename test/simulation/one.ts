import { modelHistory } from './ledger/model.ts';
import { run, scriptOf } from './run.ts';

Error.stackTraceLimit = process.argv[3] === undefined ? 10 : 0;
const [from = '1', count = '1'] = process.argv.slice(2);
const started = performance.now();
const seen = new Map<string, number>();
let [steps, calls] = [0, 0];
for (let seed = Number(from); seed < Number(from) + Number(count); seed += 1) {
  const outcome = await run(scriptOf(seed), modelHistory, count === '1');
  if (count === '1') console.log(outcome.story.join('\n'));
  steps += outcome.steps;
  calls += outcome.calls;
  for (const { invariant, what } of outcome.breaches.slice(0, 1)) {
    const times = seen.get(invariant) ?? 0;
    seen.set(invariant, times + 1);
    if (times < 3) console.log(seed, invariant, what);
  }
}
console.log(Object.fromEntries(seen), { steps, calls, ms: (performance.now() - started) / Number(count) });
