import { readableOf } from '../ports/damaged.ts';
import type { OrderPayloads } from '../ports/ports.ts';

/** The request of an order where it can be read, be its answer damaged or not. */
export function keptRequestOf(payloads: OrderPayloads | null): Uint8Array | null {
  return payloads?.kind === 'open' || payloads?.kind === 'damaged' ? readableOf(payloads.requestBody) : null;
}
