import { isLocalOrigin } from '../../calls/documents/keepDocument.ts';
import type { Resolution } from '../../calls/ports/ports.ts';
import { readAnswer } from '../../contract/read.ts';
import type { Operation } from '../../contract/shapes.ts';
import { AnswerContents } from './answerContents.ts';
import { recordedSuffix } from './orderDetails.ts';
import type { ShownOrder } from './shownOrder.ts';

/** The lists and the text of the answer that the user pasted, under its id of its own; null where none was. */
export function recordedContents(
  { order, requestBody }: ShownOrder,
  resolution: Resolution | null,
  operation: Operation,
): { readonly id: string; readonly contents: AnswerContents } | null {
  const body = resolution?.pasted ?? null;
  if (body === null) return null;
  // What it holds does not depend on the status, which nobody pasted.
  const groups = readAnswer(operation, { status: order.httpStatus ?? 200 }, body).result ?? [];
  const contents = new AnswerContents({
    operation,
    body,
    requestBody,
    groups,
    local: isLocalOrigin(order.origin),
  });
  return { id: order.id + recordedSuffix, contents };
}
