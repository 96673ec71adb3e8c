import type { CountedTo } from '../../calls/environments/countedTo.ts';
import type { Ledger, OrderSummary } from '../../calls/ports/ports.ts';
import { localDay } from '../../calls/usage/periods.ts';

/** Calls that left, by local day. */
type Days = Map<string, number>;

function add(days: Days, day: string, calls: number): void {
  days.set(day, (days.get(day) ?? 0) + calls);
}

/**
 * The calls of days that a statement may be about which have no order any more: counts outlive erased orders. To be made before orders
 * are read, so that one that begins meanwhile is not missed.
 */
export class ErasedCalls {
  readonly #days: Days;

  private constructor(days: Days) {
    this.#days = days;
  }

  /** @param from and to, ms since the epoch; from after to = no day */
  static async of(
    ledger: Pick<Ledger, 'usage'>,
    { environments, identities }: CountedTo,
    from: number,
    to: number,
  ): Promise<ErasedCalls> {
    const days: Days = new Map();
    if (from > to) return new ErasedCalls(days);
    const { rows } = await ledger.usage({ from: localDay(from), to: localDay(to), environment: null });
    for (const { day, environment, identity, outcome, calls } of rows) {
      const isStated = environments.includes(environment) && identities.includes(identity);
      if (isStated && outcome !== 'not-sent') add(days, day, calls);
    }
    return new ErasedCalls(days);
  }

  /** An order that is there. */
  met({ begunAt, outcome }: Pick<OrderSummary, 'begunAt' | 'outcome'>): void {
    const day = localDay(begunAt);
    if (outcome !== 'not-sent' && this.#days.has(day)) add(this.#days, day, -1);
  }

  /** How many of the days from one moment to another; from after to = none. */
  within(from: number, to: number): number {
    if (from > to) return 0;
    const [first, last] = [localDay(from), localDay(to)];
    const calls = [...this.#days].flatMap(([day, some]) => (day >= first && day <= last ? [some] : []));
    return Math.max(
      0,
      calls.reduce((sum, some) => sum + some, 0),
    );
  }
}
