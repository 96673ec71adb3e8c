import type { Admission, GuardFacts, GuardQuestion, LearnedLimit } from '../guardPorts.ts';
import { keyTail } from '../key.ts';
import { localDay } from '../periods.ts';
import type { Ledger } from '../ports.ts';
import { type PreflightContext, preflight } from '../preflight.ts';
import { knownLimits } from './limits.ts';
import { type Obstacle, stops } from './obstacles.ts';

/** What is asked about besides the context: the input and this window's run. */
export interface GuardSubject {
  /** Of the input that would leave; null while there is none. */
  readonly fingerprint: string | null;
  readonly session: string;
}

/** @param learned from an earlier answer, where there was one: it is the minute's limit where no other is known */
export function guardQuestion(
  context: PreflightContext,
  subject: GuardSubject,
  learned: LearnedLimit | null,
): GuardQuestion {
  const { operation, environment, key, now } = context;
  return {
    operation: operation.id,
    environment: environment.name,
    keyTail: key.kind === 'present' ? keyTail(key.key) : null,
    fingerprint: subject.fingerprint,
    now,
    day: localDay(now),
    session: subject.session,
    windows: knownLimits(operation, environment, learned).map(({ ms, most }) => ({ ms, most })),
  };
}

export interface GuardReading {
  readonly question: GuardQuestion;
  readonly facts: GuardFacts;
}

/** Asks the ledger; twice where only what was learned says how many calls a minute takes. */
export async function readGuard(
  ledger: Pick<Ledger, 'guard'>,
  context: PreflightContext,
  subject: GuardSubject,
): Promise<GuardReading> {
  const question = guardQuestion(context, subject, null);
  const facts = await ledger.guard(question);
  if (facts.learned === null) return { question, facts };
  const again = guardQuestion(context, subject, facts.learned);
  const same = again.windows.every(({ most }, index) => most === question.windows[index]?.most);
  return same ? { question, facts } : { question: again, facts: await ledger.guard(again) };
}

/** What still stands in the way of a call whose sender accepted some of it. A budget is never accepted. */
export function standing(obstacles: readonly Obstacle[], accepted: ReadonlySet<string>): readonly Obstacle[] {
  return obstacles.filter((one) => stops(one) && (one.kind === 'budget-stop' || !accepted.has(one.id)));
}

/**
 * The check in the moment the order is written: it passes only what the user has accepted by its id.
 * @param accepted ids of obstacles
 */
export function admission(
  context: PreflightContext,
  question: GuardQuestion,
  accepted: ReadonlySet<string>,
): Admission {
  return {
    question,
    admit: (facts) => {
      const [first] = standing(preflight(facts, context).obstacles, accepted);
      return first === undefined ? null : { text: 'Not sent: {0}', args: [first.what] };
    },
  };
}
