import type { Operation } from '../../contract/shapes.ts';
import type { Phrase } from '../../contract/words.ts';
import { type Environment, isEmbedded, mayBill } from '../environments/environments.ts';
import type { KeyState } from '../keys/key.ts';
import { estimated } from '../orders/orderCost.ts';
import type { GuardFacts } from '../ports/guardPorts.ts';
import { rupees, saidSum, sumOf } from '../usage/money.ts';
import { budgetLines, budgetObstacles } from './budget.ts';
import { type KnownLimit, knownLimits } from './limits.ts';
import { nextChange } from './nextChange.ts';
import type { Obstacle } from './obstacles.ts';
import { certainRefusal } from './refusals.ts';
import { paidTwin, pendingTwin, type Twin } from './twins.ts';
import { coolDownObstacle, meterObstacles } from './waits.ts';

/** What is known before a call leaves. One shape, shown alike wherever calls are sent from. */
export interface Preflight {
  readonly mayBill: boolean;
  /** First sentence, always shown. */
  readonly headline: Phrase;
  /** Price, what went before, limits; a few words each, without a full stop, for they stand side by side. */
  readonly details: readonly Phrase[];
  /** The one of them that says how full the limits are. */
  readonly used: Phrase;
  /** What is wrong with the way there (a proxy that is not checked), or null. */
  readonly warning: Phrase | null;
  /** What stands in the way, the hardest first; see `stops` in guard/obstacles.ts. */
  readonly obstacles: readonly Obstacle[];
  /** The minute and the day with the limits that hold. */
  readonly limits: readonly [minute: KnownLimit, day: KnownLimit];
  /** When it would say something else by time alone, a wait's end apart; see nextChange. */
  readonly changesAt: number | null;
  /** Rupees for one call as the user has set it, in decimal notation, or null. Goes into the order. */
  readonly price: string | null;
}

/** Everything but what the ledger knows. */
export interface PreflightContext {
  readonly operation: Operation;
  readonly environment: Environment;
  readonly key: KeyState;
  /** Rupees of one call as the sandbox invents them; null elsewhere. */
  readonly simulatedPrice: string | null;
  /** True when calls go through a proxy whose own certificate is not checked (`http.proxyStrictSSL: false`). */
  readonly looseProxy: boolean;
  readonly now: number;
}

/** What one call is estimated to cost there, rupees in decimal notation; null where the user has set no price. */
export function priceOf({
  environment,
  operation,
}: Pick<PreflightContext, 'environment' | 'operation'>): string | null {
  return environment.prices?.[operation.id] ?? null;
}

function priceLine(context: PreflightContext): Phrase {
  if (context.simulatedPrice !== null && isEmbedded(context.environment)) {
    return { text: 'Simulated price {0}', args: [rupees(context.simulatedPrice)] };
  }
  const price = priceOf(context);
  if (price === null) return { text: 'No price set' };
  return estimated(price);
}

function billedLine(billed: number, unclear: number): Phrase {
  if (unclear === 0) return { text: '{0} billed today', args: [billed] };
  return { text: '{0} billed today, {1} may have been', args: [billed, unclear] };
}

function spendLines(facts: GuardFacts, context: PreflightContext): readonly Phrase[] {
  const { budget } = context.environment;
  const { calls } = facts.operationToday;
  const billed: Phrase = mayBill(context.environment)
    ? billedLine(calls - facts.unclearToday, facts.unclearToday)
    : { text: '{0} billed today, simulated', args: [calls] };
  const lines = [billed, ...budgetLines(budget, facts.spent)];
  const { money, unpriced } = sumOf(facts.spent.day);
  const isTold = budget?.kind === 'set' && typeof budget.limits.day?.money === 'string';
  if (isTold || facts.spent.day.byPrice.every(({ price }) => price === null)) return lines;
  const spent = saidSum(money, unpriced);
  return [...lines, { text: 'Spent today including what may be billed, all operations: {0}', args: [spent] }];
}

function limitLine({ meters }: GuardFacts, [minute, day]: readonly [KnownLimit, KnownLimit]): Phrase {
  const inMinute = meters[0]?.count ?? 0;
  const inDay = meters[1]?.count ?? 0;
  if (minute.most === null) {
    return day.most === null
      ? { text: '{0} this minute, size of the limit not documented', args: [inMinute] }
      : { text: '{0} this minute, {1} of {2} in 24 hours', args: [inMinute, inDay, day.most] };
  }
  if (day.most !== null) {
    return {
      text: '{0} of {1} this minute, {2} of {3} in 24 hours',
      args: [inMinute, minute.most, inDay, day.most],
    };
  }
  return minute.source === 'learned'
    ? { text: 'Limit seen: {1} per minute, {0} sent', args: [inMinute, minute.most] }
    : { text: '{0} of {1} this minute', args: [inMinute, minute.most] };
}

/** What has the whole input answers it: that order is named first, and led to; before one that is recorded to have cost nothing. */
function wholeFirst(twins: readonly Twin[]): readonly Twin[] {
  const rank = (one: Twin): number =>
    (one.share === undefined ? 0 : 2) + (one.kind === 'paid-twin' && one.costless !== undefined ? 1 : 0);
  return twins.toSorted((a, b) => rank(a) - rank(b));
}

function obstaclesOf(
  facts: GuardFacts,
  context: PreflightContext,
  limits: readonly KnownLimit[],
): readonly Obstacle[] {
  const { environment, operation, key, now } = context;
  const budget = budgetObstacles(environment.budget, facts.spent, {
    environment: environment.name,
    price: priceOf(context),
  });
  return [
    ...budget.filter((one) => one.kind === 'budget-stop'),
    ...wholeFirst(facts.pendingTwins.map((order) => pendingTwin(order, now, facts.entries))),
    ...wholeFirst(facts.paidTwins.map((order) => paidTwin(order, now, facts.entries))),
    facts.coolDown === null ? null : coolDownObstacle(facts.coolDown, now),
    ...meterObstacles(facts, limits, now),
    certainRefusal(operation, key, facts.lastAnswer),
    ...budget.filter((one) => one.kind === 'budget-warning'),
  ].filter((one) => one !== null);
}

const whenLive: Phrase = {
  text: 'Live: billed if the provider runs the lookup, even when the result is negative',
};

/**
 * What is shown, and for live environments confirmed, before a call leaves (docs/design.md, "The way of one call"). Pure.
 * @param facts the ledger's answer to `guardQuestion` of the same context
 */
export function preflight(facts: GuardFacts, context: PreflightContext): Preflight {
  const bills = mayBill(context.environment);
  const limits = knownLimits(context.operation, context.environment, facts.learned);
  const used = limitLine(facts, limits);
  return {
    mayBill: bills,
    headline: bills
      ? { text: 'Billed if the provider runs the lookup, even when the result is negative.' }
      : { text: 'Simulated: nothing is billed.' },
    details: [priceLine(context), ...spendLines(facts, context), used, ...(bills ? [] : [whenLive])],
    used,
    warning: context.looseProxy
      ? {
          text: 'http.proxyStrictSSL is off: the certificate of the proxy is not checked. The service’s own certificate still is.',
        }
      : null,
    obstacles: obstaclesOf(facts, context, limits),
    limits,
    changesAt: nextChange(facts, limits, context.now),
    price: priceOf(context),
  };
}
