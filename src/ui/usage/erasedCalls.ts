import type { CountedTo } from '../../calls/environments/countedTo.ts';
import type { Ledger, OrderSummary } from '../../calls/ports/ports.ts';
import { localDay } from '../../calls/usage/periods.ts';

/** Calls that left, by local day. */
type Days = Map<string, number>;

function add(days: Days, day: string, calls: number): void {
  days.set(day, (days.get(day) ?? 0) + calls);
}

function sum(calls: Iterable<number>): number {
  let all = 0;
  for (const some of calls) all += some;
  return Math.max(0, all);
}

/** All days there are. */
const ever = { from: '0000-01-01', to: '9999-12-31' } as const;

/**
 * Calls of an environment that have no order any more: counts outlive erased orders. To be made before orders are read, so that one that
 * begins meanwhile is not missed.
 */
export class ErasedCalls {
  readonly #days: Days;

  private constructor(days: Days) {
    this.#days = days;
  }

  static async of(
    ledger: Pick<Ledger, 'usage'>,
    { environments, identities }: CountedTo,
  ): Promise<ErasedCalls> {
    const days: Days = new Map();
    const { rows } = await ledger.usage({ ...ever, environment: null });
    for (const { day, environment, identity, outcome, calls } of rows) {
      const isStated = environments.includes(environment) && identities.includes(identity);
      if (isStated && outcome !== 'not-sent') add(days, day, calls);
    }
    return new ErasedCalls(days);
  }

  /** An order that is there. */
  met({ begunAt, outcome }: Pick<OrderSummary, 'begunAt' | 'outcome'>): void {
    if (outcome !== 'not-sent') add(this.#days, localDay(begunAt), -1);
  }

  /**
   * How many of the days from one moment to another; from after to = none. A call was counted to the day where it left: in another zone
   * since, an order of one day looks erased and another too many, so there are no more than of all days.
   */
  within(from: number, to: number): number {
    if (from > to) return 0;
    const [first, last] = [localDay(from), localDay(to)];
    const calls = [...this.#days].flatMap(([day, some]) => (day >= first && day <= last ? [some] : []));
    return Math.min(sum(calls), sum(this.#days.values()));
  }
}
