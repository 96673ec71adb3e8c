import type { OrderSummary, SealedAnswer } from '../../calls/ports/ports.ts';
import type { Reading } from '../../contract/shapes.ts';
import type { AnswerView } from '../../protocol/messages.ts';

/** A 404 without a code says the same as the code of one. */
function isNowhere({ messageCode, httpStatus }: OrderSummary): boolean {
  return messageCode === 'NOT_FOUND' || (messageCode === null && httpStatus === 404);
}

/**
 * What a form leads to beside the advice: a key of the service's refusal, or the address where something else answered, or where
 * nothing of that name is.
 */
export function mendOf(
  order: OrderSummary,
  { shape, orderId, fromPart }: Reading,
  answer: SealedAnswer | null,
): Pick<AnswerView, 'mend'> {
  const { messageCode, failureCode } = order;
  if (messageCode === 'INVALID_API_KEY' || messageCode === 'MISSING_API_KEY') return { mend: 'key' };
  const isAnswered = answer !== null && answer.head !== null && failureCode === null;
  const isOther = shape === 'not-an-envelope' && orderId === null && !fromPart;
  return isAnswered && (isOther || isNowhere(order)) ? { mend: 'address' } : {};
}
