import { coverCode, coverId } from '../../contract/coverText.ts';
import { operationById } from '../../contract/operations.ts';
import type { OwnInput } from '../../contract/ownInput.ts';
import type { OrderSummary } from '../ports/ports.ts';

function answerWords({ httpStatus, failureCode }: OrderSummary): string {
  if (httpStatus === null) return 'none was received';
  return failureCode === null ? `HTTP ${httpStatus}` : `HTTP ${httpStatus}, received in part`;
}

/** How the order_id and the code leave: as the service gave them, for it must find the order by them; or as a page may show them. */
export type QuoteAs =
  | { readonly kind: 'exact' }
  | { readonly kind: 'covered'; readonly own: OwnInput | null };

/**
 * Whether the service put into the order_id or the code what looks like personal data, or what was asked about.
 * @param own null = not known
 */
export function quoteIsPersonal(
  { orderId, messageCode }: Pick<OrderSummary, 'orderId' | 'messageCode'>,
  own: OwnInput | null,
): boolean {
  const [id, code] = [orderId ?? '', messageCode ?? ''];
  return coverId(id, own) !== id || coverCode(code, own) !== code;
}

/**
 * What to send to the service about an order: enough to find it, nothing personal but what the service itself put into its
 * order_id or code. English on purpose: the service
 * reads it, not the user.
 */
export function supportQuote(
  order: OrderSummary,
  localTime: (at: number) => string,
  as: QuoteAs = { kind: 'exact' },
): string {
  const isExact = as.kind === 'exact';
  const own = isExact ? null : as.own;
  const id = order.orderId === null || isExact ? order.orderId : coverId(order.orderId, own);
  const code = order.messageCode === null || isExact ? order.messageCode : coverCode(order.messageCode, own);
  const operation = operationById(order.operation);
  const lines = [
    `order_id: ${id ?? 'none was received'}`,
    `operation: ${operation.title} (${operation.method} ${operation.path})`,
    `sent at: ${localTime(order.begunAt)} (${new Date(order.begunAt).toISOString()})`,
    `answer: ${answerWords(order)}`,
    `message_code: ${code ?? 'none'}`,
  ];
  if (order.failureCode !== null) lines.push(`connection: ${order.failureCode}`);
  // What we conclude of a short 429, or of a call that never left, no answer has said.
  lines.push(`billed according to the answer: ${order.evidence === 'stated' ? order.billing : 'not known'}`);
  return lines.join('\n');
}
