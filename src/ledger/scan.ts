import { setImmediate as turn } from 'node:timers/promises';
import type { OrderPage } from '../calls/listPorts.ts';
import type { Ledger, OrderFilter, OrderSummary } from '../calls/ports.ts';

/** Rows a scan holds at a time. */
const scanStep = 500;

/** See Ledger.scan. */
export async function* scanOrders(
  ledger: Pick<Ledger, 'list'>,
  filter: OrderFilter,
): AsyncIterable<OrderSummary> {
  let after: string | null = null;
  do {
    const page: OrderPage = await ledger.list({ group: 'all', filter, limit: scanStep, after });
    yield* page.orders;
    after = page.next;
    await turn();
  } while (after !== null);
}
