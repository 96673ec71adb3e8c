import { setImmediate as turn } from 'node:timers/promises';
import type { OrdersPart } from '../calls/ports/listPorts.ts';
import type { OrderFilter, OrderQuery, OrderSummary } from '../calls/ports/ports.ts';

/** Rows a scan holds at a time. */
const step = 500;

/** All orders that match, newest first; between two steps the host does other things. */
export async function* scan(
  list: (query: OrderQuery) => Promise<OrdersPart>,
  filter: OrderFilter,
): AsyncIterable<OrderSummary> {
  let after: string | null = null;
  do {
    const page: OrdersPart = await list({ group: 'all', filter, limit: step, after });
    yield* page.orders;
    after = page.next;
    await turn();
  } while (after !== null);
}
