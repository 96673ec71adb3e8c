import * as vscode from 'vscode';
import { owedBy } from '../../calls/orders/attention.ts';
import { supportQuote } from '../../calls/orders/supportQuote.ts';
import { orderId as asOrderId } from '../../calls/ports/ids.ts';
import type { OrderEvent, OrderSummary, Resolution } from '../../calls/ports/ports.ts';
import { readAnswer } from '../../contract/read.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { AnswerView, OrderDetailsView } from '../../protocol/messages.ts';
import { age, resolvedWord } from '../words/both/orderWords.ts';
import { say } from '../words/both/translate.ts';
import { damagedWords } from '../words/damagedWords.ts';
import { momentWord } from '../words/momentWord.ts';
import { answerView } from './answerView.ts';
import { recordedHeadline } from './orderDue.ts';
import { askedAbout } from './rawView.ts';
import type { ShownOrder } from './shownOrder.ts';
import type { RevealedPaths } from './valueGroups.ts';

/** The recorded answer is shown like any other, under an id of its own. */
export const recordedSuffix = '#recorded';

function timeIn(language: string, at: number): string {
  return new Date(at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'long' });
}

/** The same for whoever reads a support quote, which is in English whatever this VS Code speaks. */
export function quotedTime(at: number): string {
  return timeIn('en', at);
}

/** What was noted with a recorded outcome, and what of it cannot be read any more. */
function recordedNote({ resolution, damaged }: Extract<OrderEvent, { kind: 'resolved' }>): string {
  const words = [
    damaged?.note ? damagedWords.note() : resolution.note,
    damaged?.pasted ? damagedWords.pasted() : '',
  ];
  return words.filter((word) => word !== '').join(' ');
}

function eventLine(event: OrderEvent): OrderDetailsView['timeline'][number] {
  const when = timeIn(vscode.env.language, event.at);
  switch (event.kind) {
    case 'begun':
      return {
        when,
        what: vscode.l10n.t('Begun'),
        detail: vscode.l10n.t('written to the order history before anything left'),
      };
    case 'sent':
      return { when, what: vscode.l10n.t('Sent'), detail: '' };
    case 'first-byte':
      return { when, what: vscode.l10n.t('Answered'), detail: vscode.l10n.t('first byte of the answer') };
    case 'settled':
      return { when, what: vscode.l10n.t('Settled'), detail: vscode.l10n.t('written to the order history') };
    case 'lost':
      return {
        when,
        what: vscode.l10n.t('Left without an answer'),
        detail: vscode.l10n.t('unknown: may have been billed'),
      };
    case 'noted':
      return {
        when,
        what: vscode.l10n.t('Noted'),
        detail: event.damaged?.note ? damagedWords.note() : event.text,
      };
    case 'resolved':
      return {
        when,
        what: vscode.l10n.t('Recorded: {0}', resolvedWord(event.resolution.outcome)),
        detail: recordedNote(event),
      };
    case 'aadhaar-reduced':
      return {
        when,
        what: vscode.l10n.t('Aadhaar number reduced'),
        detail: vscode.l10n.t('to its last four digits, in request and answer; as the settings say'),
      };
    case 'payloads-erased':
      return {
        when,
        what: vscode.l10n.t('Request and answer erased'),
        detail: vscode.l10n.t('as the settings say'),
      };
  }
}

function unknownSentence({ billing }: OrderSummary): string {
  if (billing === 'billed') {
    return vscode.l10n.t('The service says it was billed; what came of it is not known: ask the service.');
  }
  if (billing === 'unknown') {
    return vscode.l10n.t('Whether it was billed is not known: compare with the wallet, or ask the service.');
  }
  return vscode.l10n.t('The service says it was not billed; what came of it is not known: ask the service.');
}

/** Of an order that waits at the provider; the documents bill each, but an answer may say otherwise, or nothing. */
function waitingSentence({ billing }: OrderSummary): string {
  return billing === 'billed'
    ? vscode.l10n.t(
        'Billed. The service documents no way to collect the outcome; it says to quote the order_id.',
      )
    : vscode.l10n.t('The service documents no way to collect the outcome; it says to quote the order_id.');
}

/** From a day on an age is a date, which stands there already. */
function openSince(at: number, now: number): string {
  const since = now - at;
  if (since < 60_000) return vscode.l10n.t('Open for less than a minute.');
  return since < 24 * 3_600_000
    ? vscode.l10n.t('Open since {0} ({1}).', momentWord(at), age(at, now))
    : vscode.l10n.t('Open since {0}.', momentWord(at));
}

/** What is known of an order the service left open; nothing here is guessed. */
function openSentences(order: OrderSummary, now: number): readonly string[] {
  const sentences = [openSince(order.begunAt, now)];
  const waits = order.outcome === 'pending' || order.outcome === 'held';
  if (waits) sentences.push(waitingSentence(order));
  if (order.billing === 'unknown' && order.outcome !== 'unknown') {
    sentences.push(
      vscode.l10n.t(
        'The answer does not say clearly whether it was billed: compare with the wallet, or ask the service, and record what you find.',
      ),
    );
  }
  if (order.outcome === 'unknown' || (waits && order.billing === 'free')) {
    sentences.push(unknownSentence(order));
  }
  // Beside a pending or held answer, its own advice says so.
  if (!waits) {
    sentences.push(
      vscode.l10n.t('Sending the same input again would be a new call and may be billed again.'),
    );
  }
  return sentences;
}

function openHeadline(order: OrderSummary): string {
  if (order.outcome === 'held') return vscode.l10n.t('Held for manual review');
  if (order.outcome === 'pending') return vscode.l10n.t('Pending at the provider');
  if (owedBy(order) === 'billing') return vscode.l10n.t('Billing is not clear');
  if (order.failureCode !== null && order.totalMs !== null) {
    const seconds = (order.totalMs / 1000).toLocaleString(vscode.env.language, {
      maximumFractionDigits: order.totalMs < 1000 ? 2 : 1,
    });
    return vscode.l10n.t('No whole answer: {0} after {1} s', order.failureCode, seconds);
  }
  return vscode.l10n.t('Outcome unknown');
}

/** A pasted answer has no HTTP status of its own: the one it states is taken, so that none is invented. */
function statedStatus(pasted: Uint8Array, fallback: number): number {
  const stated = /"status_code"\s*:\s*(\d{3})\b/.exec(new TextDecoder().decode(pasted))?.[1];
  return stated === undefined ? fallback : Number(stated);
}

/** The JSON a user pasted as the outcome, read like any envelope. */
export function recordedAnswer(
  shown: ShownOrder,
  resolution: Resolution,
  operation: Operation,
  revealed: RevealedPaths,
  now: number,
): AnswerView | null {
  if (resolution.pasted === null) return null;
  const { order } = shown;
  const status = statedStatus(resolution.pasted, order.httpStatus ?? 200);
  const reading = readAnswer(operation, { status }, resolution.pasted);
  const timing = { connectedMs: null, firstByteMs: null, totalMs: 0 };
  const answer = {
    head: null,
    timing,
    wireBytes: resolution.pasted.byteLength,
    body: resolution.pasted,
    failure: null,
  };
  const { outcome, billing, evidence, messageCode, orderId } = reading;
  const row: OrderSummary = {
    ...order,
    id: asOrderId(order.id + recordedSuffix),
    // What was pasted came whole, whatever became of the call's own answer.
    httpStatus: status,
    failureCode: null,
    outcome,
    billing,
    evidence,
    messageCode,
    orderId,
  };
  const requestBody = shown.requestBody;
  const view = answerView(
    { order: row, reading, answer, requestBody, operation, revealed, warning: null, now },
    say,
  );
  // It is what support sent, not what came back to the request.
  return { ...view, request: null };
}

function lastResolved(events: readonly OrderEvent[]): Extract<OrderEvent, { kind: 'resolved' }> | null {
  const found = events.findLast((event) => event.kind === 'resolved');
  return found?.kind === 'resolved' ? found : null;
}

export function lastResolution(events: readonly OrderEvent[]): Resolution | null {
  return lastResolved(events)?.resolution ?? null;
}

export function orderDetails(
  shown: ShownOrder,
  operation: Operation,
  events: readonly OrderEvent[],
  note: string,
  due: Pick<OrderDetailsView, 'followUp' | 'support' | 'writing' | 'documents' | 'input' | 'unproven'>,
  now: number,
): OrderDetailsView {
  const { order } = shown;
  const resolved = lastResolved(events);
  return {
    timeline: events.map(eventLine),
    open:
      owedBy(order) !== null
        ? {
            headline: openHeadline(order),
            sentences: openSentences(order, now),
            quote: supportQuote(order, quotedTime, {
              kind: 'covered',
              own: askedAbout(operation, shown.requestBody),
            }),
          }
        : null,
    note,
    ...due,
    recorded:
      resolved === null
        ? null
        : {
            headline: recordedHeadline(resolved.resolution.outcome, resolved.at, now),
            note: recordedNote(resolved),
            answer: recordedAnswer(shown, resolved.resolution, operation, new Set(), now),
          },
  };
}
