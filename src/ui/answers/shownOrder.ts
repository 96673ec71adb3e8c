import { isEmbedded, placeOfOrigin } from '../../calls/environments/environments.ts';
import { readableOf } from '../../calls/ports/damaged.ts';
import { embeddedPlace } from '../../calls/ports/guardPorts.ts';
import type { OrderId } from '../../calls/ports/ids.ts';
import type { NewOrder, OrderSummary, SealedAnswer } from '../../calls/ports/ports.ts';
import type { Settled } from '../../calls/sending/wanted.ts';
import type { Reading } from '../../contract/shapes.ts';
import type { Phrase } from '../../contract/words.ts';
import { type Drift, driftGrades, type LearnedShape } from '../../shapes/model.ts';
import { gone } from '../asking/chosenOrders.ts';
import type { RuntimeServices, Services } from '../base/services.ts';
import { damagedPhrase } from '../words/damagedWords.ts';
import { heldCall, holdNotKept } from './notKept.ts';
import { readOrder } from './orderReading.ts';

const notKept: Phrase = {
  text: 'Not kept, as the settings say: save what you need of it before this window closes.',
};

/** An order on a page: its row, what it says, and its payload where that can be opened. */
export interface ShownOrder {
  readonly order: OrderSummary;
  readonly reading: Reading;
  readonly answer: SealedAnswer | null;
  readonly requestBody: Uint8Array | null;
  readonly warning: Phrase | null;
  /** Where the answer departs from what was learned before it. */
  readonly drifts: readonly Drift[];
  /** What was learned of answers of its code; absent or null = nothing, or it was not asked for. */
  readonly learned?: LearnedShape | null;
}

/** As an order is written: nothing came of it yet, and its user said nothing of it. */
const untouched = {
  settledAt: null,
  outcome: 'unknown',
  billing: 'unknown',
  evidence: 'not-known',
  httpStatus: null,
  messageCode: null,
  orderId: null,
  failureCode: null,
  totalMs: null,
  hasNote: false,
  resolved: null,
  resolvedAt: null,
  followUp: null,
  aadhaarReducedAt: null,
  // What departed is judged while it is settled: `learning.drifts` tells it.
  drift: null,
} as const;

/** Straight from the call that leaves, without reading it back. */
export function begunHere({ requestBody, aadhaar: _, ...row }: NewOrder): ShownOrder {
  const order: OrderSummary = { ...row, ...untouched, state: 'in-flight', payloadsKept: false };
  const reading = readOrder(order, null);
  return { order, reading, answer: null, requestBody, warning: null, drifts: [], learned: null };
}

/** Straight from the call that just settled, without reading it back. */
function justSettled(result: Settled): ShownOrder {
  const { settlement } = result;
  const { requestBody, aadhaar: _, ...row } = result.order;
  const order: OrderSummary = {
    ...row,
    ...untouched,
    state: 'settled',
    settledAt: settlement.settledAt,
    outcome: settlement.outcome,
    billing: settlement.billing,
    evidence: settlement.evidence,
    httpStatus: settlement.httpStatus,
    messageCode: settlement.messageCode,
    orderId: settlement.orderId,
    failureCode: settlement.failureCode,
    totalMs: settlement.totalMs,
    payloadsKept: true,
  };
  return {
    order,
    reading: result.reading,
    answer: settlement.answer,
    requestBody,
    warning: result.unsettled,
    drifts: [],
  };
}

/** What the ledger learned of answers like an order's, and where its own departs from it. */
type LearnedOfOrder = Required<Pick<ShownOrder, 'drifts' | 'learned'>>;

type Learns = Pick<Services, 'environments' | 'ledger' | 'log'>;

/** Where it was sent; that of the embedded sandbox is another origin each time. */
function placeOfOrder({ environments }: Learns, { environment, origin }: OrderSummary): string {
  const isOurs = environments.all().some((one) => isEmbedded(one) && one.name === environment);
  return isOurs ? embeddedPlace : placeOfOrigin(origin);
}

/** Said in the log where it cannot be read: the answer is shown all the same. */
async function learnedOf(services: Learns, order: OrderSummary): Promise<LearnedOfOrder> {
  try {
    const { learning } = await services.ledger();
    const drifts = await learning.drifts(order.id);
    if (order.messageCode === null) return { drifts, learned: null };
    const place = placeOfOrder(services, order);
    const { operation, messageCode: code } = order;
    const [learned] = await learning.shapes({ operation, place, side: 'answer', code });
    return { drifts, learned: learned ?? null };
  } catch (error) {
    services.log.warn('what was learned', error instanceof Error ? error.message : '');
    return { drifts: [], learned: null };
  }
}

/** The call that just settled, with what the ledger knows of answers like it. */
export async function settledHere(
  services: Learns & Pick<RuntimeServices, 'sending'>,
  result: Settled,
): Promise<ShownOrder> {
  const isHeld = await holdNotKept(services, result);
  const shown = justSettled(result);
  const learned = await learnedOf(services, shown.order);
  const drift = driftGrades.find((grade) => learned.drifts.some((one) => one.grade === grade)) ?? null;
  const warning = shown.warning ?? (isHeld ? notKept : null);
  return { ...shown, ...learned, warning, order: { ...shown.order, drift } };
}

/**
 * From the ledger.
 * @throws when there is no such order any more
 */
export async function keptOrder(services: Services, id: OrderId): Promise<ShownOrder> {
  const shown = await loadOrder(services, id);
  if (shown === null) throw gone();
  return shown;
}

/** What was read of the same bytes before, for reading 10 MB stops the host for a tenth of a second; else null. */
function readBefore(
  before: ShownOrder | null,
  order: OrderSummary,
  answer: SealedAnswer | null,
): Reading | null {
  if (before === null || before.answer === null || answer === null) return null;
  if (before.order.id !== order.id || before.order.state !== order.state) return null;
  return Buffer.compare(before.answer.body, answer.body) === 0 ? before.reading : null;
}

/**
 * From the ledger, or what this window holds of a call that is not kept; null when there is no such order.
 * @param before the same order as it was shown, if it was
 */
export async function loadOrder(
  services: Services,
  id: OrderId,
  before: ShownOrder | null = null,
): Promise<ShownOrder | null> {
  const ledger = await services.ledger();
  const order = await ledger.get(id);
  const call = heldCall(ledger, id);
  if (order === null) return call === undefined ? null : { ...justSettled(call), warning: notKept };
  const payloads = await ledger.payloads(id);
  const learned = await learnedOf(services, order);
  if (payloads.kind === 'sealed') {
    const warning: Phrase = {
      text: 'The request and the answer are sealed with a key this system no longer has; the rest is shown.',
    };
    return { order, reading: readOrder(order, null), answer: null, requestBody: null, warning, ...learned };
  }
  if (payloads.kind === 'not-kept' && call !== undefined) {
    // Nothing of what is held was reduced.
    const row = { ...order, aadhaarReducedAt: null };
    return { ...justSettled(call), order: row, warning: notKept, ...learned };
  }
  if (payloads.kind === 'not-kept') {
    const warning: Phrase = {
      text: 'The request and the answer are no longer kept, as the settings say; the rest is shown.',
    };
    return { order, reading: readOrder(order, null), answer: null, requestBody: null, warning, ...learned };
  }
  const answer = readableOf(payloads.answer);
  const requestBody = readableOf(payloads.requestBody);
  const warning = damagedPhrase(payloads);
  const reading = readBefore(before, order, answer) ?? readOrder(order, answer);
  return { order, reading, answer, requestBody, warning, ...learned };
}
