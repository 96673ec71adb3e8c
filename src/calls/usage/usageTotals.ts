import { Big } from 'big.js';
import type { Billing, OperationId } from '../../contract/words.ts';
import { isSimulatedIdentity } from '../environments/counting.ts';
import type { UsageRow } from '../ports/usagePorts.ts';
import { sumOf } from './money.ts';

/** What calls cost by the prices the user set; always an estimate, for the service shows no price. */
export interface Estimate {
  /** Rupees in plain decimal notation, without binary rounding. */
  readonly rupees: string;
  /** Calls in it. */
  readonly priced: number;
  /** Calls that belong in it but left without a price. */
  readonly unpriced: number;
}

/** Calls by what they did to the wallet. */
export interface UsageTally extends Readonly<Record<Billing, number>> {
  readonly calls: number;
  /** Of billed calls. */
  readonly spent: Estimate;
  /** Of calls whose billing is unknown: it may come on top. */
  readonly maybe: Estimate;
}

/** Shares are of what is billed for certain. */
export interface Share {
  readonly calls: number;
  readonly spent: Estimate;
  /** 0 to 1; null when nothing was billed. */
  readonly ofCalls: number | null;
  /** Of the money of priced calls, 0 to 1; null when none of them has a price. */
  readonly ofMoney: number | null;
}

export function estimate(rows: readonly Pick<UsageRow, 'price' | 'calls'>[]): Estimate {
  const { money, unpriced } = sumOf({ byPrice: rows });
  const calls = rows.reduce((sum, row) => sum + row.calls, 0);
  return { rupees: money, priced: calls - unpriced, unpriced };
}

/**
 * Which rows cost money. Beside what is real, what was simulated neither costs anything nor lacks a price; alone it is told as if
 * it did. So it is asked of the whole before that is parted: a part of simulated rows alone costs nothing where others are real.
 */
export function costingAmong(rows: readonly UsageRow[]): (row: UsageRow) => boolean {
  const isReal = ({ identity }: UsageRow): boolean => !isSimulatedIdentity(identity);
  return rows.some(isReal) ? isReal : () => true;
}

/** @param costs see costingAmong; all of them, unless told otherwise */
export function tally(rows: readonly UsageRow[], costs: (row: UsageRow) => boolean = () => true): UsageTally {
  const counts: Record<Billing, number> = { billed: 0, free: 0, refunded: 0, unknown: 0 };
  let calls = 0;
  for (const row of rows) {
    counts[row.billing] += row.calls;
    calls += row.calls;
  }
  const priced = rows.filter(costs);
  return {
    ...counts,
    calls,
    spent: estimate(priced.filter(({ billing }) => billing === 'billed')),
    maybe: estimate(priced.filter(({ billing }) => billing === 'unknown')),
  };
}

/**
 * Whether all that was billed left without a price while there is one by now: what a price is set for later stays unpriced.
 * @param priceNow what a call of the row would cost now
 */
export function leftBeforePrice(
  rows: readonly UsageRow[],
  priceNow: (row: UsageRow) => string | undefined,
): boolean {
  const billed = rows.filter(({ billing }) => billing === 'billed');
  return billed.length > 0 && billed.every((row) => row.price === null && priceNow(row) !== undefined);
}

export function rowsByOperation(rows: readonly UsageRow[]): ReadonlyMap<OperationId, readonly UsageRow[]> {
  return Map.groupBy(rows, ({ operation }) => operation);
}

/** How much of what was billed went where `of` says. @param costs see costingAmong */
export function share(
  rows: readonly UsageRow[],
  of: (row: UsageRow) => boolean,
  costs: (row: UsageRow) => boolean = () => true,
): Share {
  const billed = rows.filter(({ billing }) => billing === 'billed');
  const part = billed.filter(of);
  const whole = tally(billed, costs);
  const { calls, spent } = tally(part, costs);
  const money = Big(whole.spent.rupees);
  return {
    calls,
    spent,
    ofCalls: whole.calls === 0 ? null : calls / whole.calls,
    // A ratio for a bar and a rounded percentage; the sums themselves stay decimal.
    ofMoney: money.eq(0) ? null : Big(spent.rupees).div(money).toNumber(),
  };
}
