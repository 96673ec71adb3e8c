import { availableParallelism } from 'node:os';
import { inParallel, Worker } from '../crew.ts';
import { run, scriptOf } from '../run.ts';
import { type Done, type Found, historyOf } from '../worker.ts';
import type { Fault } from './fault.ts';
import { faults } from './faults.ts';

const steps = { model: 1000, real: 40 } as const;
/** The real ledger is slower by far. */
const realShare = 10;

interface Finding {
  readonly fault: Fault;
  readonly invariant: string | null;
  readonly runs: number;
}

/** Whether the run breaks the same without any fault: then it says nothing of this one. */
async function breaksAnyway({ seed, ledger, climate, invariant }: Found): Promise<boolean> {
  const { breaches } = await run(scriptOf(seed, climate), await historyOf(ledger));
  return breaches.some((one) => one.invariant === invariant);
}

async function find(fault: Fault, most: number): Promise<Finding> {
  const worker = new Worker(fault.id);
  const { climate, ledger = 'model' } = fault;
  const count = steps[ledger];
  const last = ledger === 'real' ? most / realShare : most;
  try {
    for (let from = 1; from <= last; ) {
      const done: Done = await worker.work({ from, count, ledger, climate });
      const [found] = done.found;
      if (found !== undefined && !(await breaksAnyway(found))) {
        return { fault, invariant: found.invariant, runs: found.seed };
      }
      from += done.runs;
    }
    return { fault, invariant: null, runs: last };
  } finally {
    worker.end();
  }
}

function line({ fault, invariant, runs }: Finding): string {
  const found = invariant === null ? 'NOT FOUND' : `found by "${invariant}"`;
  return `| ${fault.id} | ${fault.rule} | ${fault.file} | ${fault.climate} | ${found} | ${runs} |`;
}

/** Plants each fault by itself and prints what finds it, and after how many runs. @returns whether all were found */
export async function findFaults(ids: readonly string[], most: number): Promise<boolean> {
  const chosen = faults.filter(({ id }) => ids.length === 0 || ids.includes(id));
  const findings: Finding[] = [];
  console.log(
    '| fault | rule that does not hold | file | climate | found by | runs |\n|---|---|---|---|---|---|',
  );
  await inParallel(availableParallelism(), chosen, async (fault) => {
    const finding = await find(fault, most);
    findings.push(finding);
    console.log(line(finding));
  });
  const missed = findings.filter(({ invariant }) => invariant === null);
  console.log(`${findings.length - missed.length} of ${findings.length} planted faults were found`);
  for (const { fault } of missed) console.log(`NOT FOUND: ${fault.id}: ${fault.rule}`);
  return missed.length === 0;
}
