/** A process of its own that makes runs; a fault can be planted in it, so nothing under test is imported before. */
import { registerHooks } from 'node:module';
import type { ClimateName } from './climates.ts';
import type { History } from './ledger/backend.ts';
import type { World } from './world.ts';

export type LedgerKind = 'model' | 'real';

export interface Job {
  readonly from: number;
  readonly count: number;
  readonly ledger: LedgerKind;
  readonly climate: ClimateName;
}

export interface Found {
  readonly seed: number;
  readonly ledger: LedgerKind;
  readonly climate: ClimateName;
  readonly invariant: string;
  readonly what: string;
}

export interface Done {
  readonly runs: number;
  readonly calls: number;
  readonly found: readonly Found[];
}

let scrubsHere = false;

/** The file of the ledger is rewritten on the thread of the run. To be called before the ledger is imported. */
function scrubHere(): void {
  if (scrubsHere) return;
  scrubsHere = true;
  const own = new URL('../../src/ledger/scrub.ts', import.meta.url).href;
  const instead = new URL('ledger/scrubHere.ts', import.meta.url).href;
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context);
      return found.url === own ? { ...found, url: instead } : found;
    },
  });
}

export async function historyOf(ledger: LedgerKind): Promise<(world: World) => History> {
  if (ledger === 'model') return (await import('./ledger/model.ts')).modelHistory;
  scrubHere();
  return (await import('./ledger/real.ts')).realHistory;
}

/** Found by the simulator, and open: whoever mends one takes it out of here. */
export const open: ReadonlySet<string> = new Set<string>();

async function work({ from, count, ledger, climate }: Job, untilFound: boolean): Promise<Done> {
  const { run, scriptOf } = await import('./run.ts');
  const history = await historyOf(ledger);
  const found: Found[] = [];
  let calls = 0;
  let runs = 0;
  for (let seed = from; seed < from + count; seed += 1) {
    const outcome = await run(scriptOf(seed, climate), history);
    calls += outcome.calls;
    runs += 1;
    const breaches = untilFound
      ? outcome.breaches.filter(({ invariant }) => !open.has(invariant))
      : outcome.breaches;
    const [first] = breaches;
    if (first === undefined) continue;
    found.push({ seed, ledger, climate, ...first });
    if (untilFound) break;
  }
  return { runs, calls, found };
}

async function begin(): Promise<void> {
  // Refusals are made by the thousand, and nobody reads where from.
  Error.stackTraceLimit = 0;
  const planted = process.env.SIMULATION_FAULT;
  if (planted !== undefined) {
    const { faults } = await import('./faults/faults.ts');
    const { plant } = await import('./faults/plant.ts');
    const fault = faults.find(({ id }) => id === planted);
    if (fault === undefined) throw new Error(`there is no fault ${planted}`);
    plant(fault);
  }
  process.on('message', (job: Job) => {
    work(job, planted !== undefined).then(
      (done) => process.send?.(done),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  process.send?.('ready');
}

if (process.send !== undefined) await begin();
