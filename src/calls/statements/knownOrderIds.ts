import type { Ledger } from '../ports/ports.ts';
import { foldedId } from './orderIds.ts';
import { readOrderId } from './statementCells.ts';

/** Lines whose cells are looked for, and orders that are asked for. */
const lookedAt = 50;
const mostOrders = 200;

/** In how many of the first lines each column, counted from 0, has an order_id of the history; only columns that have one. */
export type KnownOrderIds = ReadonlyMap<number, number>;

/** A header may call anything an id, and only the history knows which column has those of its orders. */
export async function knownOrderIds(
  ledger: Pick<Ledger, 'find'>,
  rows: readonly { readonly cells: readonly string[] }[],
): Promise<KnownOrderIds> {
  const first = rows
    .slice(0, lookedAt)
    .map(({ cells }) => cells.map((cell) => readOrderId(cell.trim()) ?? ''));
  // Of other cells none is an order_id, and a word such as OK would find every order of that code.
  const asked = first.flat().filter((cell) => /\d/.test(cell) && !/\s/.test(cell));
  const orders = await ledger.find(asked.join('\n'), mostOrders);
  const ids = new Set(orders.map(({ orderId }) => foldedId(orderId ?? '')));
  const counts = new Map<number, number>();
  for (const [at, cell] of first.flatMap((cells) => [...cells.entries()])) {
    if (cell !== '' && ids.has(foldedId(cell))) counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  return counts;
}

/** The column with the most of them, the first of several; null = none has any. */
export function mostKnown(known: KnownOrderIds): number | null {
  const [first] = [...known].sort(([a, some], [b, others]) => others - some || a - b);
  return first?.[0] ?? null;
}
