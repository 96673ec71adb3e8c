import type { OrderId } from '../../calls/ports/ids.ts';
import type { OrderSummary, SealedAnswer } from '../../calls/ports/ports.ts';
import type { Settled } from '../../calls/sending/wanted.ts';
import type { Reading } from '../../contract/shapes.ts';
import type { Phrase } from '../../contract/words.ts';
import type { Services } from '../services.ts';
import { readOrder } from './orderReading.ts';

/** An order on a page: its row, what it says, and its payload where that can be opened. */
export interface ShownOrder {
  readonly order: OrderSummary;
  readonly reading: Reading;
  readonly answer: SealedAnswer | null;
  readonly requestBody: Uint8Array | null;
  readonly warning: Phrase | null;
}

/** Straight from the call that just settled, without reading it back. */
export function justSettled(result: Settled): ShownOrder {
  const { settlement } = result;
  const { requestBody, aadhaar: _, ...row } = result.order;
  const order: OrderSummary = {
    ...row,
    state: 'settled',
    settledAt: settlement.settledAt,
    outcome: settlement.outcome,
    billing: settlement.billing,
    evidence: settlement.evidence,
    httpStatus: settlement.httpStatus,
    messageCode: settlement.messageCode,
    orderId: settlement.orderId,
    failureCode: settlement.failureCode,
    totalMs: settlement.totalMs,
    hasNote: false,
    resolved: null,
    resolvedAt: null,
    payloadsKept: true,
    followUp: null,
    aadhaarReducedAt: null,
  };
  return {
    order,
    reading: result.reading,
    answer: settlement.answer,
    requestBody,
    warning: result.unsettled,
  };
}

/** From the ledger; null when there is no such order. */
export async function loadOrder(services: Services, id: OrderId): Promise<ShownOrder | null> {
  const ledger = await services.ledger();
  const order = await ledger.get(id);
  if (order === null) return null;
  const payloads = await ledger.payloads(id);
  if (payloads.kind === 'sealed') {
    const warning: Phrase = {
      text: 'The request and the answer are sealed with a key this system no longer has. What is shown is what is kept in clear.',
    };
    return { order, reading: readOrder(order, null), answer: null, requestBody: null, warning };
  }
  if (payloads.kind === 'not-kept') {
    const warning: Phrase = {
      text: 'Request and answer of this order are no longer kept, as the settings say. What is shown is what was kept in clear.',
    };
    return { order, reading: readOrder(order, null), answer: null, requestBody: null, warning };
  }
  const { answer, requestBody } = payloads;
  return { order, reading: readOrder(order, answer), answer, requestBody, warning: null };
}
