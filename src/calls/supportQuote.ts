import { operationById } from '../contract/operations.ts';
import type { OrderSummary } from './ports.ts';

function answerWords({ httpStatus, failureCode }: OrderSummary): string {
  if (httpStatus === null) return 'none was received';
  return failureCode === null ? `HTTP ${httpStatus}` : `HTTP ${httpStatus}, received in part`;
}

/**
 * What to send to the service about an order: enough to find it, nothing personal. English on purpose: the service
 * reads it, not the user.
 */
export function supportQuote(order: OrderSummary, localTime: (at: number) => string): string {
  const operation = operationById(order.operation);
  const lines = [
    `order_id: ${order.orderId ?? 'none was received'}`,
    `operation: ${operation.title} (${operation.method} ${operation.path})`,
    `sent at: ${localTime(order.begunAt)} (${new Date(order.begunAt).toISOString()})`,
    `answer: ${answerWords(order)}`,
    `message_code: ${order.messageCode ?? 'none'}`,
  ];
  if (order.failureCode !== null) lines.push(`connection: ${order.failureCode}`);
  lines.push(`billed according to the answer: ${order.billing === 'unknown' ? 'not known' : order.billing}`);
  return lines.join('\n');
}
