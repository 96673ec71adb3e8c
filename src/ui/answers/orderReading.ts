import type { AnswerHead, Exchange, OrderSummary, SealedAnswer } from '../../calls/ports/ports.ts';
import { readExchange } from '../../calls/sending/exchange.ts';
import { moneyContradicted } from '../../contract/charges.ts';
import { messageCodeRow } from '../../contract/messageCodes.ts';
import { operationById } from '../../contract/operations.ts';
import { unreadAnswer } from '../../contract/outcomes.ts';
import { explanation, readFailure } from '../../contract/read.ts';
import type { Reading } from '../../contract/shapes.ts';

const waiting = {
  meaning: { text: 'The call is under way; its answer is not recorded yet.' },
  advice: {
    text: 'Wait. If no answer is written before the deadline, the order becomes unknown: it may have been billed.',
  },
} as const;

/** What a kept order says, read again from its bytes; for one without bytes, from what its row still knows. */
export function readOrder(order: OrderSummary, answer: SealedAnswer | null): Reading {
  if (order.state !== 'in-flight' && answer !== null && answer.head !== null) {
    return readExchange(operationById(order.operation), exchangeOf(order, answer, answer.head));
  }
  const { outcome, billing, evidence, messageCode, orderId } = order;
  const row = messageCode === null ? undefined : messageCodeRow(messageCode);
  // A code without the outcome it is documented with, or beside a failure, stood in the part that came.
  const broken = order.failureCode !== null || (row !== undefined && outcome === 'unknown');
  const code = order.failureCode ?? (broken ? 'truncated' : 'no-answer-kept');
  const failure = readFailure(outcome === 'not-sent' ? 'no' : 'maybe', code);
  const fromPart = broken && (messageCode !== null || orderId !== null || evidence === 'stated');
  const contradictsCharge = moneyContradicted(order);
  const known = { ...failure, outcome, billing, evidence, messageCode, orderId, fromPart, contradictsCharge };
  if (order.state === 'in-flight') return { ...known, ...waiting };
  if (!broken && messageCode === null && order.httpStatus !== null)
    return { ...known, ...unreadAnswer(billing) };
  return broken || messageCode === null ? known : { ...known, ...explanation(messageCode, row, billing) };
}

/** What came, as it was when it came. */
function exchangeOf(order: OrderSummary, answer: SealedAnswer, head: AnswerHead): Exchange {
  const { body, wireBytes, timing, oddities } = answer;
  const { failureCode, outcome } = order;
  if (failureCode === null) {
    return {
      kind: 'answered',
      head,
      body,
      wireBytes,
      timing,
      ...(oddities === undefined ? {} : { oddities }),
    };
  }
  const what = answer.failure ?? { text: failureCode };
  const sent = outcome === 'not-sent' ? 'no' : 'maybe';
  return { kind: 'failed', sent, code: failureCode, what, cause: '', head, partialBody: body, timing };
}
