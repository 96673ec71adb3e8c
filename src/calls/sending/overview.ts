import type { Operation } from '../../contract/shapes.ts';
import { spendersOf } from '../environments/counting.ts';
import { type Environment, placeOf } from '../environments/environments.ts';
import { knownLimits } from '../guard/limits.ts';
import type { KeyState } from '../keys/key.ts';
import {
  type CoolDown,
  type GuardFacts,
  type GuardQuestion,
  type LearnedLimit,
  learnedMost,
  type Meter,
} from '../ports/guardPorts.ts';
import type { Ledger } from '../ports/ports.ts';
import { localDay } from '../usage/periods.ts';

export type { Meter };
export type Spent = GuardFacts['spent'];

/** An operation with what the ledger knows of its limits. */
export interface OperationLimits {
  readonly operation: Operation;
  /** The minute and the day. What was learned is told beside them; it is no limit of anybody's making. */
  readonly meters: readonly Meter[];
  readonly coolDown: CoolDown | null;
  readonly learned: LearnedLimit | null;
  /** Calls a minute takes going by what was learned; null when that says nothing. */
  readonly seenPerMinute: number | null;
  /** The user has set a limit of their own. */
  readonly isOwn: boolean;
}

/** Whose calls are looked at. */
export interface Overlooked {
  readonly ledger: Pick<Ledger, 'guard' | 'keyHash'>;
  readonly environment: Environment;
  readonly key: KeyState;
  readonly session: string;
  readonly now: number;
}

async function ask(
  { ledger, environment, key, session, now }: Overlooked,
  operation: Operation,
  windows: GuardQuestion['windows'],
  spenders: readonly string[],
): Promise<GuardFacts> {
  const place = placeOf(environment);
  return ledger.guard({
    operation: operation.id,
    place,
    keyHash: await ledger.keyHash(place, key.kind === 'present' ? key.key : null),
    spenders,
    input: null,
    now,
    day: localDay(now),
    session,
    windows,
  });
}

/** Meters and cool-downs of every operation there, and what the environment has spent. */
export async function readOverview(
  about: Overlooked,
  operations: readonly Operation[],
): Promise<{ readonly limits: readonly OperationLimits[]; readonly spent: Spent | null }> {
  const spenders = spendersOf(about.environment);
  const read = async (operation: Operation): Promise<readonly [OperationLimits, Spent]> => {
    const known = knownLimits(operation, about.environment, null);
    const windows = known.map(({ ms, most }) => ({ ms, most, learns: false }));
    const { meters, coolDown, learned, spent } = await ask(about, operation, windows, spenders);
    const isOwn = known.some(({ source }) => source === 'set');
    return [{ operation, meters, coolDown, learned, seenPerMinute: learnedMost(learned), isOwn }, spent];
  };
  const all = await Promise.all(operations.map(read));
  return { limits: all.map(([limits]) => limits), spent: all[0]?.[1] ?? null };
}

export interface Cooling {
  readonly operation: Operation;
  readonly until: number;
}

/** What the service asked to wait with there, the longest wait first. */
export async function readCooling(
  about: Overlooked,
  operations: readonly Operation[],
): Promise<readonly Cooling[]> {
  const cooling: Cooling[] = [];
  for (const operation of operations) {
    const { coolDown } = await ask(about, operation, [], []);
    if (coolDown !== null) cooling.push({ operation, until: coolDown.until });
  }
  return cooling.sort((a, b) => b.until - a.until);
}
