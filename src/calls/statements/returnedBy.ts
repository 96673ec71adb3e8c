import { Big } from 'big.js';
import type { OrderSummary } from '../ports/ports.ts';
import type { StatementLine } from './statement.ts';

export function byTheirTime(lines: readonly StatementLine[]): StatementLine[] {
  return lines.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0) || a.row - b.row);
}

/** The charges of some lines by the amount of the credit that gives back all of one, the earliest first. */
function chargesByCredit(lines: readonly StatementLine[]): ReadonlyMap<string, StatementLine[]> {
  const found = new Map<string, StatementLine[]>();
  for (const line of lines) {
    if (!line.charged || line.amount === null) continue;
    const credit = Big(line.amount).neg().toFixed();
    const same = found.get(credit);
    if (same === undefined) found.set(credit, [line]);
    else same.push(line);
  }
  return found;
}

/**
 * Credits by the charges they take back, where an order_id has more lines than orders: a refund is no order. One that no order of ours has
 * is one order's: an answer may come without it, or not at all, and the lines name each other all the same.
 */
export function returnedBy(
  lines: readonly StatementLine[],
  orders: readonly Pick<OrderSummary, 'orderId'>[],
): ReadonlyMap<StatementLine, StatementLine> {
  const ours = Map.groupBy(orders, ({ orderId }) => orderId);
  const found = new Map<StatementLine, StatementLine>();
  for (const [orderId, group] of Map.groupBy(byTheirTime(lines), (line) => line.orderId)) {
    if (orderId === null) continue;
    const count = ours.get(orderId)?.length ?? 1;
    const charges = group.filter(({ charged }) => charged).length;
    // What was charged too often is taken back first, and leaves the order as it is.
    let more = Math.min(group.length - count, group.length - charges - Math.max(0, charges - count));
    const taken = more > 0 ? chargesByCredit(group) : new Map<string, StatementLine[]>();
    for (const credit of group) {
      if (more <= 0 || credit.charged || credit.amount === null || Big(credit.amount).gte(0)) continue;
      const charge = taken.get(Big(credit.amount).toFixed())?.shift();
      if (charge === undefined) continue;
      found.set(charge, credit);
      more -= 1;
    }
  }
  return found;
}
