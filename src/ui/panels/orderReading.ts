import type { OrderSummary, SealedAnswer } from '../../calls/ports.ts';
import { readExchange } from '../../calls/sending/exchange.ts';
import { messageCodeRow } from '../../contract/messageCodes.ts';
import { readFailure } from '../../contract/read.ts';
import type { Reading } from '../../contract/shapes.ts';

const waiting = {
  meaning: { text: 'The call is out; its answer has not been written yet.' },
  advice: {
    text: 'Wait. If no answer is written before the deadline, the order becomes unknown: it may have been billed.',
  },
} as const;

/** What a kept order says, read again from its bytes; for one without bytes, from what its row still knows. */
export function readOrder(order: OrderSummary, answer: SealedAnswer | null): Reading {
  const head = answer?.head ?? null;
  if (answer !== null && head !== null && order.failureCode === null) {
    const { body, wireBytes, timing } = answer;
    return readExchange(order.operation, { kind: 'answered', head, body, wireBytes, timing });
  }
  const { outcome, billing, evidence, messageCode, orderId } = order;
  const row = messageCode === null ? undefined : messageCodeRow(messageCode);
  const failure = readFailure(outcome === 'not-sent' ? 'no' : 'maybe', order.failureCode ?? 'no-answer-kept');
  const known = { ...failure, outcome, billing, evidence, messageCode, orderId };
  if (order.state === 'in-flight') return { ...known, ...waiting };
  return row === undefined ? known : { ...known, meaning: row.meaning, advice: row.advice };
}
