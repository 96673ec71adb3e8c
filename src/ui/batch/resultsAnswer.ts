import { keptRequestOf } from '../../calls/orders/payloadParts.ts';
import type { BatchRow } from '../../calls/ports/batchPorts.ts';
import { isDamaged } from '../../calls/ports/damaged.ts';
import type { OrderId } from '../../calls/ports/ids.ts';
import {
  asLedgerRefusal,
  type Ledger,
  type OrderPayloads,
  type Settlement,
} from '../../calls/ports/ports.ts';
import { bulkEntries } from '../../contract/bulk.ts';
import type { Operation } from '../../contract/shapes.ts';

/** Why nobody can read an answer any more. */
export type Lack = 'not-kept' | 'sealed' | 'damaged';

/** What a call asked and was told. */
export interface AnswerOfCall {
  /** Null when it is not kept, or there was none. */
  readonly body: string | null;
  /** Entries of a bulk call, those of rows written before or later among them. */
  readonly asked: readonly string[];
  /** Of an answer, if there was one: see `mayLack`. */
  readonly lacks?: Lack;
}

const noAnswer: AnswerOfCall = { body: null, asked: [] };

/** Done, though the ledger could not take the answer yet: later it may keep nothing of it. Not so what is to be decided about. */
export function endedBy(settlement: Settlement): Partial<BatchRow> {
  const { outcome, billing, httpStatus, messageCode, failureCode, orderId, settledAt } = settlement;
  const state = outcome === 'unknown' ? 'undecided' : 'done';
  return { state, why: null, outcome, billing, httpStatus, messageCode, failureCode, orderId, settledAt };
}

/** It was answered; or nobody can tell, as its order was erased. */
export function mayLack({ httpStatus, outcome }: BatchRow): boolean {
  return httpStatus !== null || outcome === null;
}

/** Of an order that was erased since there is as little as of one whose answer was: its row says `erased`. */
async function payloadsIn(ledger: Pick<Ledger, 'payloads'>, order: OrderId): Promise<OrderPayloads> {
  try {
    return await ledger.payloads(order);
  } catch (error) {
    if (asLedgerRefusal(error)?.reason === 'order-gone') return { kind: 'not-kept' };
    throw error;
  }
}

/** As the ledger keeps it. */
export async function answerIn(
  ledger: Pick<Ledger, 'payloads'>,
  operation: Operation,
  order: OrderId | null,
): Promise<AnswerOfCall> {
  if (order === null) return noAnswer;
  const payloads = await payloadsIn(ledger, order);
  if (payloads.kind !== 'open' && payloads.kind !== 'damaged') return { ...noAnswer, lacks: payloads.kind };
  const { answer } = payloads;
  if (answer === null) return noAnswer;
  if (isDamaged(answer)) return { ...noAnswer, lacks: 'damaged' };
  const text = new TextDecoder();
  const request = keptRequestOf(payloads);
  return {
    body: text.decode(answer.body),
    asked: request === null ? [] : bulkEntries(operation.id, text.decode(request)),
  };
}
