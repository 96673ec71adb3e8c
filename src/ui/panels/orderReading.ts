import { readExchange } from '../../calls/placeCall.ts';
import type { OrderSummary, SealedAnswer } from '../../calls/ports.ts';
import { readFailure } from '../../contract/read.ts';
import type { Reading } from '../../contract/shapes.ts';

/** What a kept order says, read again from its bytes; for one without bytes, from what its row still knows. */
export function readOrder(order: OrderSummary, answer: SealedAnswer | null): Reading {
  const { head } = answer ?? {};
  if (answer !== null && head && order.failureCode === null) {
    const exchange = { kind: 'answered', head, body: answer.body, wireBytes: answer.wireBytes, timing: answer.timing } as const;
    return readExchange(order.operation, exchange);
  }
  const reading = readFailure(order.outcome === 'not-sent' ? 'no' : 'maybe', order.failureCode ?? 'no-answer-kept');
  return { ...reading, messageCode: order.messageCode, orderId: order.orderId };
}
