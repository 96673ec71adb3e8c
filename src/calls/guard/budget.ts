import type { Phrase } from '../../contract/words.ts';
import type { GuardFacts, Spend } from '../ports/guardPorts.ts';
import { budgetShares, saidShare } from '../usage/budgetShare.ts';
import { compareMoney, plus, rupees, saidSum, sumOf, times } from '../usage/money.ts';
import type { BudgetCure, Obstacle } from './obstacles.ts';
import {
  type Budget,
  type BudgetLimit,
  type BudgetLimitId,
  type BudgetPeriod,
  budgetPeriods,
  unreadableBudget,
} from './userLimits.ts';

/** The call that is asked about: where it goes and what it would cost, rupees in decimal notation or null. */
export interface Costing {
  readonly environment: string;
  readonly price: string | null;
}

const periodWords: Readonly<Record<BudgetPeriod, Phrase>> = {
  session: { text: 'this session' },
  day: { text: 'today' },
  month: { text: 'this month' },
};

function stop(limit: BudgetLimitId, cure: BudgetCure, what: Phrase): Obstacle {
  return { kind: 'budget-stop', id: `budget-stop:${limit}`, limit, cure, what };
}

function warning(period: BudgetPeriod, measure: 'calls' | 'money', what: Phrase): Obstacle {
  const limit: BudgetLimitId = `${period}:${measure}`;
  return { kind: 'budget-warning', id: `budget-warning:${limit}`, period, limit, cure: 'budget', what };
}

function callsObstacle(
  period: BudgetPeriod,
  most: number,
  spent: Spend,
  warnAt: number,
  { environment }: Costing,
): Obstacle | null {
  const args = [environment, periodWords[period], spent.calls, most] as const;
  if (spent.calls + 1 > most) {
    return stop(`${period}:calls`, 'budget', {
      text: 'The budget of {0} for {1} is used up: calls billed, or that may have been: {2}, allowed: {3}. Use Set Budget… to raise it.',
      args,
    });
  }
  if (compareMoney(String(spent.calls + 1), times(String(most), warnAt)) < 0) return null;
  return warning(
    period,
    'calls',
    most === 1
      ? {
          text: 'The next call brings the budget of {0} for {1} near its end: {2} of {3} call was billed or may have been so far.',
          args,
        }
      : {
          text: 'The next call brings the budget of {0} for {1} near its end: {2} of {3} calls were billed or may have been so far.',
          args,
        },
  );
}

function moneyObstacle(
  period: BudgetPeriod,
  most: string,
  spent: Spend,
  warnAt: number,
  { environment, price }: Costing,
): Obstacle | null {
  if (price === null) {
    return stop(`${period}:money`, 'price', {
      text: 'The budget of {0} for {1} is in rupees, and this operation has no price to count. Use Set Price… to set one; 0 will do.',
      args: [environment, periodWords[period]],
    });
  }
  const sum = sumOf(spent);
  const args = [environment, periodWords[period], saidSum(sum.money, sum.unpriced), rupees(most)] as const;
  const withThis = plus(sum.money, price);
  if (compareMoney(withThis, most) > 0) {
    return stop(`${period}:money`, 'budget', {
      text: 'The budget of {0} for {1} does not cover this call. Limit: {3}; spent including what may be billed: {2}. Use Set Budget… to raise it.',
      args,
    });
  }
  if (compareMoney(withThis, times(most, warnAt)) < 0) return null;
  return warning(period, 'money', {
    text: 'The next call brings the budget of {0} for {1} near its end. Limit: {3}; spent so far including what may be billed: {2}.',
    args,
  });
}

function limitObstacles(
  period: BudgetPeriod,
  limit: BudgetLimit,
  spent: Spend,
  warnAt: number,
  costing: Costing,
): readonly (Obstacle | null)[] {
  return [
    limit.calls === null ? null : callsObstacle(period, limit.calls, spent, warnAt, costing),
    limit.money === null ? null : moneyObstacle(period, limit.money, spent, warnAt, costing),
  ];
}

/** What the budget of an environment says to one more call that may be billed; stops before warnings. */
export function budgetObstacles(
  budget: Budget | undefined,
  spent: GuardFacts['spent'],
  costing: Costing,
): readonly Obstacle[] {
  if (budget === undefined) return [];
  if (budget.kind === 'unreadable') {
    const what = unreadableBudget(costing.environment, budget.why);
    return [{ kind: 'budget-stop', id: 'budget-stop:unreadable', limit: null, cure: 'settings', what }];
  }
  const found = budgetPeriods
    .flatMap((period) => {
      const limit = budget.limits[period];
      return limit === undefined ? [] : limitObstacles(period, limit, spent[period], budget.warnAt, costing);
    })
    .filter((one) => one !== null);
  return [
    ...found.filter(({ kind }) => kind === 'budget-stop'),
    ...found.filter(({ kind }) => kind === 'budget-warning'),
  ];
}

/** How much of each limit is used; none where no budget is set, or none can be read. */
export function budgetLines(budget: Budget | undefined, spent: GuardFacts['spent']): readonly Phrase[] {
  if (budget?.kind !== 'set') return [];
  return budgetPeriods.flatMap((period) => {
    const limit = budget.limits[period];
    return limit === undefined
      ? []
      : budgetShares(limit, spent[period]).map((share) => ({
          text: 'Budget for {0} including what may be billed: {1}',
          args: [periodWords[period], saidShare(share)],
        }));
  });
}
