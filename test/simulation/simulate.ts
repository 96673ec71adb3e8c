/**
 * `npm run simulate -- --runs N [--seed S] [--ledger real] [--climate C | all]`: so many runs on all cores; the first that
 * breaks an invariant is told as a story. `--replay S` tells one run, `--faults [id …]` plants each fault and says what finds it.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type ClimateName, climateNamed, climateNames } from './climates.ts';
import { inParallel, Worker } from './crew.ts';
import { findFaults } from './faults/find.ts';
import { tellStory } from './tell.ts';
import type { Done, Found, Job, LedgerKind } from './worker.ts';

const chunk = { model: 500, real: 20 } as const;
/** So many are told; the others are counted. */
const told = 3;

function ledgerOf(text: string): LedgerKind {
  if (text !== 'model' && text !== 'real') throw new Error(`there is no ledger "${text}": model or real`);
  return text;
}

/** So many of each climate. */
function jobsOf(runs: number, seed: number, ledger: LedgerKind, climates: readonly ClimateName[]): Job[] {
  const size = chunk[ledger];
  return Array.from({ length: Math.ceil(runs / size) }, (_, index) => {
    const from = seed + index * size;
    return climates.map((climate) => ({ from, count: Math.min(size, seed + runs - from), ledger, climate }));
  }).flat();
}

function progress(done: number, runs: number, started: number, found: number): void {
  const seconds = (performance.now() - started) / 1000;
  const rate = done / seconds;
  const line = `${done} of ${runs} runs · ${rate.toFixed(0)} a second · ${((runs - done) / rate).toFixed(0)} s left · ${found} broken`;
  process.stdout.write(process.stdout.isTTY ? `\r${line}   ` : `${line}\n`);
}

async function many(jobs: readonly Job[]): Promise<readonly Found[]> {
  const runs = jobs.reduce((sum, { count }) => sum + count, 0);
  const started = performance.now();
  const found: Found[] = [];
  let [done, calls, shown] = [0, 0, started];
  const width = availableParallelism();
  const workers = Array.from({ length: width }, () => new Worker(null));
  await inParallel(width, jobs, async (job) => {
    const worker = workers.pop();
    if (worker === undefined) throw new Error('more jobs at once than workers');
    const outcome: Done = await worker.work(job);
    workers.push(worker);
    done += outcome.runs;
    calls += outcome.calls;
    found.push(...outcome.found);
    if (performance.now() - shown < 5000 && done < runs) return;
    shown = performance.now();
    progress(done, runs, started, found.length);
  });
  for (const worker of workers) worker.end();
  console.log(
    `\n${done} runs with ${calls} calls on the ${jobs[0]?.ledger} ledger: ${found.length} broke an invariant`,
  );
  return found;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      ledger: { type: 'string', default: 'model' },
      replay: { type: 'string' },
      climate: { type: 'string', default: 'ordinary' },
      whole: { type: 'boolean', default: false },
      faults: { type: 'boolean', default: false },
      most: { type: 'string', default: '20000' },
    },
  });
  const ledger = ledgerOf(values.ledger);
  if (values.faults) {
    process.exit((await findFaults(positionals, Number(values.most))) ? 0 : 1);
  }
  if (values.replay !== undefined) {
    const climate = climateNamed(values.climate);
    const [found] = await many(jobsOf(1, Number(values.replay), ledger, [climate]));
    const nothing = {
      seed: Number(values.replay),
      ledger,
      climate,
      invariant: '',
      what: 'it breaks nothing',
    };
    console.log(await tellStory(found ?? nothing, found !== undefined && !values.whole));
    process.exit(found === undefined ? 0 : 1);
  }
  const climates = values.climate === 'all' ? climateNames : [climateNamed(values.climate)];
  const found = await many(jobsOf(Number(values.runs), Number(values.seed), ledger, climates));
  for (const one of found.slice(0, told)) console.log(`\n${await tellStory(one, true)}`);
  const others = new Map<string, number[]>();
  for (const { invariant, climate, seed } of found) {
    const name = `${invariant} in ${climate}`;
    others.set(name, [...(others.get(name) ?? []), seed]);
  }
  for (const [invariant, seeds] of others)
    console.log(`${invariant}: ${seeds.length} runs, seeds ${seeds.slice(0, 8).join(' ')}`);
  process.exit(found.length === 0 ? 0 : 1);
}

await main();
