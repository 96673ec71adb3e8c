import type { OrderSummary } from '../../src/calls/ports/ports.ts';
import { commandIds } from '../../src/contributions.ts';
import type { Services } from '../../src/ui/services.ts';
import { type Ran, run } from './everyCommand.ts';

/** Every order of the history, newest first. */
export async function allOrders(services: Services): Promise<readonly OrderSummary[]> {
  const ledger = await services.ledger();
  const found: OrderSummary[] = [];
  for await (const order of ledger.scan({})) found.push(order);
  return found;
}

/** *Erase Everything About This Input* for each input of these orders, as a user goes from row to row. */
export async function eraseInputs(
  services: Services,
  orders: readonly OrderSummary[],
): Promise<readonly Ran[]> {
  const ledger = await services.ledger();
  const ran: Ran[] = [];
  for (const { id } of orders) {
    // One input has many orders: they went with the first.
    if ((await ledger.get(id)) !== null) ran.push(await run(commandIds.eraseInput, id));
  }
  return ran;
}
