import { isDamaged } from '../calls/ports/damaged.ts';
import type { OrderEvent, OrderPayloads, OrderSummary } from '../calls/ports/ports.ts';

/** Of events at the same millisecond. */
const rank: Readonly<Record<OrderEvent['kind'], number>> = {
  begun: 0,
  sent: 1,
  'first-byte': 2,
  lost: 3,
  settled: 4,
  noted: 5,
  resolved: 6,
  'aadhaar-reduced': 7,
  'payloads-erased': 8,
};

/** When the request was on its way and the answer began, from the answer's own timing. */
function fromTiming(order: OrderSummary, payloads: OrderPayloads): OrderEvent[] {
  const answer = payloads.kind === 'open' || payloads.kind === 'damaged' ? payloads.answer : null;
  if (answer === null || isDamaged(answer) || order.settledAt === null) return [];
  const { connectedMs, firstByteMs, totalMs } = answer.timing;
  // The call starts when the order is on disk, which may take a moment after it was begun.
  const start = Math.max(order.begunAt, order.settledAt - totalMs);
  const events: OrderEvent[] = [];
  if (connectedMs !== null) events.push({ kind: 'sent', at: Math.round(start + connectedMs) });
  if (firstByteMs !== null) events.push({ kind: 'first-byte', at: Math.round(start + firstByteMs) });
  return events;
}

/** Everything that happened to an order, oldest first. */
export function timeline(
  order: OrderSummary,
  payloads: OrderPayloads,
  recorded: readonly OrderEvent[],
): readonly OrderEvent[] {
  const events: OrderEvent[] = [
    { kind: 'begun', at: order.begunAt },
    ...fromTiming(order, payloads),
    ...recorded,
  ];
  // Orders lost before version 2 have no such event: the deadline is when they were given up at the earliest.
  if (order.state === 'lost' && !recorded.some((event) => event.kind === 'lost'))
    events.push({ kind: 'lost', at: order.deadlineAt });
  if (order.settledAt !== null) events.push({ kind: 'settled', at: order.settledAt });
  if (order.aadhaarReducedAt !== null) events.push({ kind: 'aadhaar-reduced', at: order.aadhaarReducedAt });
  return events.sort((a, b) => a.at - b.at || rank[a.kind] - rank[b.kind]);
}
