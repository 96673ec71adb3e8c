import type { Billing, Phrase } from '../../contract/words.ts';
import type { OrderSummary } from '../ports/ports.ts';
import { rupeesShown } from '../usage/rupees.ts';
import { billingAsRecorded } from './attention.ts';

type Priced = Pick<OrderSummary, 'state' | 'price'>;

/**
 * What an order cost, or may have, by the price it left with: prices change, so today's says nothing of it. Rupees in decimal
 * notation; null where none was set, it cost nothing, or it is under way.
 */
export function costOf({ state, price }: Priced, billing: Billing): string | null {
  return state !== 'in-flight' && (billing === 'billed' || billing === 'unknown') ? price : null;
}

/** The same as lists say it: of the money as its user recorded it. */
export function costAsRecorded(order: OrderSummary): string | null {
  return costOf(order, billingAsRecorded(order));
}

/** In the words used before sending. @param price rupees in decimal notation */
export function estimated(price: string): Phrase {
  return { text: '≈ {0} (estimated)', args: [`₹${rupeesShown(price)}`] };
}
