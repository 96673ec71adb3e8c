import type { OrderSummary, SealedAnswer } from '../../calls/ports/ports.ts';
import type { Reading } from '../../contract/shapes.ts';
import type { AnswerView } from '../../protocol/messages.ts';

/** What a form leads to beside the advice: a key of the service's refusal, or the address where something else answered. */
export function mendOf(
  { messageCode, failureCode }: OrderSummary,
  { shape, orderId, fromPart }: Reading,
  answer: SealedAnswer | null,
): Pick<AnswerView, 'mend'> {
  if (messageCode === 'INVALID_API_KEY' || messageCode === 'MISSING_API_KEY') return { mend: 'key' };
  const isAnswered = answer !== null && answer.head !== null && failureCode === null;
  const isOther = isAnswered && shape === 'not-an-envelope' && orderId === null && !fromPart;
  return isOther ? { mend: 'address' } : {};
}
