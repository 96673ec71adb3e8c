import { spendersOf } from '../environments/counting.ts';
import type { Account, GuardQuestion, InputPrint } from '../ports/guardPorts.ts';
import { localDay } from '../usage/periods.ts';
import { knownLimits } from './limits.ts';
import { type Obstacle, stops } from './obstacles.ts';
import type { PreflightContext } from './preflight.ts';

/** What is asked about besides the context: the input, whose calls count, and this window's run. */
export interface GuardSubject {
  readonly account: Account;
  /** Of the input that would leave; null while there is none. */
  readonly input: InputPrint | null;
  readonly session: string;
  /** The service counts from when a call arrives, which may be this much later than when it begins here, ms. */
  readonly lagMs: number;
}

/** The one question to the ledger; a learned limit is applied by it, so one reading is enough. */
export function guardQuestion(context: PreflightContext, subject: GuardSubject): GuardQuestion {
  const { operation, environment, now } = context;
  const { account, input, session, lagMs } = subject;
  return {
    operation: operation.id,
    place: account.place,
    keyHash: account.keyHash,
    spenders: spendersOf(environment),
    input,
    now,
    day: localDay(now),
    session,
    windows: knownLimits(operation, environment, null).map(({ ms, most, learns }) => ({
      ms: ms + lagMs,
      most,
      learns,
    })),
  };
}

/** What still stands in the way of a call whose sender accepted some of it. A budget is never accepted. */
export function standing(obstacles: readonly Obstacle[], accepted: ReadonlySet<string>): readonly Obstacle[] {
  return obstacles.filter((one) => stops(one) && (one.kind === 'budget-stop' || !accepted.has(one.id)));
}
