import { operations } from '../../contract/operations.ts';
import { isRecord } from '../../contract/record.ts';
import type { OperationId, Phrase } from '../../contract/words.ts';
import { readPrice } from './prices.ts';

/** Limits of one operation that the user has set; null = not set. */
interface UserLimit {
  readonly perMinute: number | null;
  readonly perDay: number | null;
}

/** The most that may be spent in one period; null = no limit of that sort. */
export interface BudgetLimit {
  /** Billed calls, those that may have been billed included. */
  readonly calls: number | null;
  /** Rupees in decimal notation, estimated from the user's own prices. */
  readonly money: string | null;
}

/** One limit of a budget: how many calls, or how much money, in a period. */
export type BudgetLimitId = `${BudgetPeriod}:${'calls' | 'money'}`;

export const budgetPeriods = ['session', 'day', 'month'] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];

/** A budget that stands in the settings but cannot be read is no permission to spend: it stops what may be billed. */
export type Budget =
  | {
      readonly kind: 'set';
      readonly limits: Readonly<Partial<Record<BudgetPeriod, BudgetLimit>>>;
      /** Share of a limit from which on a warning is said, 0 to 1. */
      readonly warnAt: number;
    }
  | { readonly kind: 'unreadable'; readonly why: Phrase };

type Prices = Readonly<Partial<Record<OperationId, string>>>;
type UserLimits = Readonly<Partial<Record<OperationId, UserLimit>>>;

/** What an environment of the settings says of money and limits, as far as it can be used. */
export interface GuardSettings {
  readonly prices?: Prices;
  readonly limits?: UserLimits;
  readonly budget?: Budget;
}

export const defaultWarnAt = 0.8;
const operationIds = operations.map(({ id }) => id);

function asOperation(name: string): OperationId | undefined {
  return operationIds.find((id) => id === name);
}

/** Entries by operation; one sentence for each that cannot be used. */
function readByOperation<T>(
  value: unknown,
  setting: string,
  environment: string,
  read: (entry: unknown) => T | Phrase,
  isUsable: (read: T | Phrase) => read is T,
): { readonly found: Partial<Record<OperationId, T>>; readonly problems: readonly Phrase[] } {
  const found: Partial<Record<OperationId, T>> = {};
  const problems: Phrase[] = [];
  if (value === undefined) return { found, problems };
  if (!isRecord(value)) {
    problems.push({
      text: 'The {0} of environment {1} are not an object with an operation’s id for each entry; they are left out.',
      args: [setting, environment],
    });
    return { found, problems };
  }
  for (const [name, entry] of Object.entries(value)) {
    const operation = asOperation(name);
    if (operation === undefined) {
      problems.push({
        text: 'The {0} of environment {1} name {2}, which is not an operation. The operations are: {3}.',
        args: [setting, environment, name.slice(0, 40), operationIds.join(', ')],
      });
      continue;
    }
    const one = read(entry);
    if (isUsable(one)) found[operation] = one;
    else {
      problems.push({
        text: 'The {0} of {1} in environment {2} are left out: {3}',
        args: [setting, name, environment, one],
      });
    }
  }
  return { found, problems };
}

function readOnePrice(value: unknown): string | Phrase {
  const reading = readPrice(value);
  return reading.ok ? reading.price : reading.why;
}

/** Calls as a limit or a budget counts them. */
export function isCount(value: unknown, least: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= 1e9;
}

const limitShape: Phrase = {
  text: 'A limit is a whole number of at least 1: perMinute, perDay or both.',
};

function readOneLimit(value: unknown): UserLimit | Phrase {
  if (!isRecord(value)) return limitShape;
  const { perMinute, perDay, ...others } = value;
  if (Object.keys(others).length > 0) return limitShape;
  for (const one of [perMinute, perDay]) if (one !== undefined && !isCount(one, 1)) return limitShape;
  return { perMinute: isCount(perMinute, 1) ? perMinute : null, perDay: isCount(perDay, 1) ? perDay : null };
}

function readBudgetLimit(value: unknown, period: BudgetPeriod): BudgetLimit | Phrase {
  if (!isRecord(value)) {
    return { text: 'Its {0} needs calls, money, or both.', args: [period] };
  }
  const { calls, money, ...others } = value;
  if (calls === undefined && money === undefined) {
    return { text: 'Its {0} needs calls, money, or both.', args: [period] };
  }
  const [other] = Object.keys(others);
  if (other !== undefined) {
    return { text: 'Its {0} has {1}, which is unknown.', args: [period, other.slice(0, 40)] };
  }
  if (calls !== undefined && !isCount(calls, 0)) {
    return { text: 'The calls of its {0} are not a whole number of at least 0.', args: [period] };
  }
  const amount = money === undefined ? null : readPrice(money);
  if (amount !== null && !amount.ok) {
    return { text: 'The money of its {0} cannot be read: {1}', args: [period, amount.why] };
  }
  return { calls: isCount(calls, 0) ? calls : null, money: amount?.price ?? null };
}

/** Undefined = no budget. Whatever else is wrong with it makes the whole of it unreadable: half a budget is none. */
export function readBudget(value: unknown): Budget | undefined {
  if (value === undefined) return undefined;
  const unreadable = (why: Phrase): Budget => ({ kind: 'unreadable', why });
  if (!isRecord(value)) {
    return unreadable({ text: 'It is not an object with session, day or month.' });
  }
  const { warnAt = defaultWarnAt, ...periods } = value;
  if (typeof warnAt !== 'number' || !(warnAt >= 0 && warnAt <= 1)) {
    return unreadable({ text: 'Its warnAt is not a number from 0 to 1.' });
  }
  const limits: Partial<Record<BudgetPeriod, BudgetLimit>> = {};
  for (const [name, entry] of Object.entries(periods)) {
    const period = budgetPeriods.find((one) => one === name);
    if (period === undefined) {
      return unreadable({
        text: '{0} is not a period: use session, day or month.',
        args: [name.slice(0, 40)],
      });
    }
    const limit = readBudgetLimit(entry, period);
    if ('text' in limit) return unreadable(limit);
    limits[period] = limit;
  }
  return { kind: 'set', limits, warnAt };
}

/** Reads prices, limits and budget of one environment; what cannot be used is named, never thrown. */
export function readGuardSettings(
  entry: Readonly<Record<string, unknown>>,
  environment: string,
): { readonly settings: GuardSettings; readonly problems: readonly Phrase[] } {
  const prices = readByOperation(entry.prices, 'prices', environment, readOnePrice, (one) => {
    return typeof one === 'string';
  });
  const limits = readByOperation(entry.limits, 'limits', environment, readOneLimit, (one) => {
    return 'perMinute' in one;
  });
  const budget = readBudget(entry.budget);
  const problems = [...prices.problems, ...limits.problems];
  if (budget?.kind === 'unreadable') problems.push(unreadableBudget(environment, budget.why));
  return {
    settings: {
      ...(entry.prices === undefined ? {} : { prices: prices.found }),
      ...(entry.limits === undefined ? {} : { limits: limits.found }),
      ...(budget === undefined ? {} : { budget }),
    },
    problems,
  };
}

/** The sentence for a budget that cannot be read; names the setting in which it is mended. */
export function unreadableBudget(environment: string, why: Phrase): Phrase {
  return {
    text: 'The budget of environment {0} cannot be read, so nothing that may be billed is sent: {1} Correct it in the setting verificationExplorer.environments.',
    args: [environment, why],
  };
}
