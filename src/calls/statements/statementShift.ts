import { namedIn } from './orderIds.ts';
import { nearMs, type OwnOrder, type Reconciliation, reconcile } from './reconcile.ts';
import { readStatement, type StatementColumns, type StatementLine, statementSpan } from './statement.ts';
import type { Zone } from './statementTimes.ts';

/** A statement read in the wrong zone is off by at most this much, ms. */
export const mostShiftMs = 14 * 3_600_000;

const halfHour = 30 * 60_000;
/** Zones of the world differ by whole and half hours; a quarter of one is nowhere a statement of this service. */
const zones: readonly Zone[] = ['utc', 'ist', 'local'];
/** So many lines that fit by their times alone are no accident. */
const leastByTime = 3;

type Rows = Parameters<typeof readStatement>[0];

/** The orders a statement could list: within its times, or named by it. */
export function ordersWithin(
  lines: readonly StatementLine[],
  orders: readonly OwnOrder[],
): readonly OwnOrder[] {
  const isNamed = namedIn(lines);
  const span = statementSpan(lines);
  const [from, to] = [span.from - nearMs, span.to + nearMs];
  return orders.filter((order) => (order.begunAt >= from && order.begunAt <= to) || isNamed(order));
}

/** Pairs that were found for their times are the same, but for two clocks. */
function fitting({ pairs }: Reconciliation): number {
  return pairs.filter(({ by }) => by === 'time').length;
}

/** A whole number of half hours between their times and ours, at least one. */
function isShift(offset: number): boolean {
  const steps = Math.round(offset / halfHour);
  return steps !== 0 && Math.abs(offset - steps * halfHour) <= nearMs;
}

/**
 * The zone in which the times of a statement agree with ours, where they are shifted by whole or half hours in the one
 * that was chosen; null where nothing is shifted or no zone mends it.
 * @param orders those around the statement's times, `mostShiftMs` to either side
 */
export function zoneThatFits(
  rows: Rows,
  columns: StatementColumns,
  orders: readonly OwnOrder[],
  chosen: Zone,
): Zone | null {
  const readIn = (zone: Zone): Reconciliation => {
    const { lines } = readStatement(rows, columns, zone);
    return reconcile(lines, ordersWithin(lines, orders));
  };
  const now = readIn(chosen);
  if (now.timeOffset !== null && !isShift(now.timeOffset)) return null;
  const fits = (zone: Zone): boolean => {
    const then = readIn(zone);
    // Found by order_id, the times tell; without, only many lines that suddenly fit do.
    return now.timeOffset === null
      ? fitting(then) >= Math.max(leastByTime, 2 * fitting(now) + 1)
      : then.timeOffset !== null && Math.abs(then.timeOffset) <= nearMs;
  };
  return zones.find((zone) => zone !== chosen && fits(zone)) ?? null;
}
