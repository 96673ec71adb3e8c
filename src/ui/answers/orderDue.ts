import * as vscode from 'vscode';
import { mayBeLost } from '../../calls/keys/keyDoubt.ts';
import { isDamaged } from '../../calls/ports/damaged.ts';
import type { SupportText } from '../../calls/ports/listPorts.ts';
import type { Ledger, OrderSummary } from '../../calls/ports/ports.ts';
import { localDay } from '../../calls/usage/periods.ts';
import { coverCode, coverId } from '../../contract/coverText.ts';
import { operationById } from '../../contract/operations.ts';
import type { OwnInput } from '../../contract/ownInput.ts';
import { readAnswer } from '../../contract/read.ts';
import type { Operation, Reading } from '../../contract/shapes.ts';
import type { AnswerView, OrderDetailsView } from '../../protocol/messages.ts';
import { inputWords } from '../words/both/inputWords.ts';
import { dayWord, dueWord } from '../words/both/orderGlance.ts';
import { billingWord, cameToWord, resolvedWord } from '../words/both/orderWords.ts';
import { damagedWords } from '../words/damagedWords.ts';
import { momentWord } from '../words/momentWord.ts';
import { sealedWords } from '../words/sealedWords.ts';
import { documentViews } from './keptDocuments.ts';
import { askedAbout, readableBody } from './rawView.ts';
import type { ShownOrder } from './shownOrder.ts';

/** What an order's page shows unmasked for as long as it shows that order. */
export interface ShownParts {
  readonly input: boolean;
  readonly support: boolean;
}

/** Whether the user recorded what came of it, for good. */
function isRecorded({ resolved }: Pick<OrderSummary, 'resolved'>): boolean {
  return resolved !== null && resolved !== 'still-open';
}

/** "Recorded: verified (you, 21 Nov)" */
export function recordedHeadline(
  outcome: NonNullable<OrderSummary['resolved']>,
  at: number,
  now: number,
): string {
  return vscode.l10n.t('Recorded: {0} (you, {1})', resolvedWord(outcome), dayWord(localDay(at), now));
}

/** Said as long as it is true, and of nothing but answers that cost something. */
export function unprovenSentence({ order, answer }: ShownOrder, survived: boolean): string {
  if (answer === null || order.outcome === 'not-sent' || !mayBeLost(order, survived)) return '';
  return vscode.l10n.t(
    'This answer may be unreadable after a restart: the key that seals it has not survived one yet. Save it if you need it.',
  );
}

/** What was advised while the order was open is not what is to be done once its outcome is recorded; nor does it wait any more. */
export function withoutOldAdvice(answer: AnswerView, order: OrderSummary): AnswerView {
  if (!isRecorded(order)) return answer;
  const waited = answer.outcome === 'pending' || answer.outcome === 'held';
  return { ...answer, meaning: waited ? '' : answer.meaning, advice: '' };
}

/** The answer of a form, which has no place of its own for what was recorded of its order. */
export function asRecorded(answer: AnswerView, order: OrderSummary, now: number): AnswerView {
  const { resolved, resolvedAt } = order;
  if (resolved === null || resolvedAt === null) return answer;
  const headline = recordedHeadline(resolved, resolvedAt, now);
  return { ...withoutOldAdvice(answer, order), recorded: { headline, isClosed: isRecorded(order) } };
}

/** What support sent names an order_id, and not this one's. */
export function isOfAnother(order: Pick<OrderSummary, 'orderId'>, { orderId }: Reading): boolean {
  return orderId !== null && order.orderId !== null && orderId !== order.orderId;
}

/** What a text of support says as an answer; '' where it is none. */
function readingOf(order: OrderSummary, body: Uint8Array, own: OwnInput): string {
  const reading = readAnswer(operationById(order.operation), { status: order.httpStatus ?? 200 }, body);
  if (reading.shape !== 'envelope') return '';
  const words = [
    cameToWord(reading),
    coverCode(reading.messageCode ?? '', own),
    billingWord(reading.billing),
  ];
  if (isOfAnother(order, reading))
    words.push(vscode.l10n.t('of another order: {0}', coverId(reading.orderId ?? '', own)));
  return vscode.l10n.t('Reads as: {0}', words.filter((word) => word !== '').join(' · '));
}

function supportView(
  { at, body }: SupportText,
  order: OrderSummary,
  operation: Operation,
  own: OwnInput,
  shown: boolean,
): OrderDetailsView['support'][number] {
  const when = momentWord(at);
  const unread = { at, canEdit: false, when, reading: '', masked: false, shown: false };
  if (body === null) return { ...unread, text: sealedWords() };
  if (isDamaged(body)) return { ...unread, text: damagedWords.support() };
  const masked = readableBody(operation, body, true, own);
  const whole = readableBody(operation, body, false);
  return {
    at,
    canEdit: true,
    when,
    text: shown ? whole : masked,
    reading: readingOf(order, body, own),
    masked: masked !== whole,
    shown,
  };
}

/** What is kept beside an order. */
export interface Beside {
  readonly followUps: Pick<Ledger['followUps'], 'texts'>;
  readonly documents: Pick<Ledger['documents'], 'list'>;
}

/** What is due, what support sent, the documents that are kept, and the input the order was sent with. */
export async function dueDetails(
  ledger: Beside,
  { order, requestBody }: ShownOrder,
  operation: Operation,
  shown: ShownParts,
  now: number,
): Promise<Pick<OrderDetailsView, 'followUp' | 'support' | 'documents' | 'input'>> {
  const texts = await ledger.followUps.texts(order.id);
  const own = askedAbout(operation, requestBody);
  const input =
    shown.input && requestBody !== null
      ? readableBody(operation, requestBody, false)
      : inputWords(order.maskedInput);
  return {
    followUp: dueWord(order, now),
    documents: await documentViews(ledger, order.id),
    support: texts.map((text) => supportView(text, order, operation, own, shown.support)),
    input: requestBody === null ? null : { text: input, shown: shown.input },
  };
}
