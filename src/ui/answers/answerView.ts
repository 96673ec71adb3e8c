import { isLocalOrigin } from '../../calls/documents/keepDocument.ts';
import { costAsRecorded, estimated } from '../../calls/orders/orderCost.ts';
import type { AnswerHead, OrderSummary, SealedAnswer, Timing } from '../../calls/ports/ports.ts';
import { said } from '../../calls/usage/periods.ts';
import { messageCodeRow } from '../../contract/messageCodes.ts';
import { otherIdentifier } from '../../contract/otherIdentifier.ts';
import { outcomeBeside } from '../../contract/outcomeBeside.ts';
import { resultValues, withoutMissing } from '../../contract/resultValues.ts';
import { retryAfterOf } from '../../contract/retryAfter.ts';
import type { Operation, Reading, ResultValue, ResultValueGroup } from '../../contract/shapes.ts';
import type { Phrase } from '../../contract/words.ts';
import type { AnswerView, SignView } from '../../protocol/messages.ts';
import type { Drift, LearnedShape } from '../../shapes/model.ts';
import { inputIn } from '../words/both/inputIn.ts';
import { orderPlace } from '../words/both/orderPlace.ts';
import { bytesWord } from '../words/bytesWord.ts';
import { reducedNote } from '../words/reducedNote.ts';
import { AnswerContents } from './answerContents.ts';
import { driftsView } from './driftView.ts';
import { mendOf } from './mend.ts';
import { moneySign } from './moneySign.ts';
import { requestView } from './requestView.ts';
import { type Say, saidView } from './saidView.ts';
import type { RevealedPaths } from './valueGroups.ts';

export interface AnswerParts {
  readonly order: OrderSummary;
  readonly reading: Reading;
  /** Null when the payload is sealed with a key that is not here, or nothing came back. */
  readonly answer: SealedAnswer | null;
  /** Null where it is not kept or cannot be opened. */
  readonly requestBody: Uint8Array | null;
  readonly revealed: RevealedPaths;
  /** The order's, with the user's request fields. */
  readonly operation: Operation;
  readonly warning: Phrase | null;
  readonly now: number;
  /** Where it departs from what was learned; absent = nowhere. */
  readonly drifts?: readonly Drift[];
  /** What was learned of answers of its code; absent or null = nothing. */
  readonly learned?: LearnedShape | null;
  /** Made before for the same answer; without it, made anew. */
  readonly contents?: AnswerContents;
}

function transportSign({ order }: AnswerParts, say: Say): SignView {
  const label = say({ text: 'Transport' });
  const ms = Math.round(order.totalMs ?? 0);
  if (order.state === 'in-flight')
    return { label, value: say({ text: 'waiting for the answer' }), tone: 'neutral' };
  // Whether it left is as little known as how long it took.
  if (order.state === 'lost') return { label, value: say({ text: 'no answer kept' }), tone: 'bad' };
  if (order.failureCode === null && order.httpStatus !== null) {
    return {
      label,
      value: say({ text: 'answered, HTTP {0}, {1} ms', args: [order.httpStatus, ms] }),
      tone: 'neutral',
    };
  }
  if (order.outcome === 'not-sent')
    return { label, value: say({ text: 'not sent, {0} ms', args: [ms] }), tone: 'neutral' };
  if (order.httpStatus !== null) {
    return {
      label,
      value: say({ text: 'HTTP {0}, incomplete answer, {1} ms', args: [order.httpStatus, ms] }),
      tone: 'bad',
    };
  }
  return { label, value: say({ text: 'sent, no answer, {0} ms', args: [ms] }), tone: 'bad' };
}

const lookupTones: Record<OrderSummary['outcome'], SignView['tone']> = {
  verified: 'good',
  negative: 'neutral',
  pending: 'caution',
  held: 'caution',
  rejected: 'neutral',
  refused: 'neutral',
  throttled: 'neutral',
  refunded: 'neutral',
  failed: 'bad',
  'not-sent': 'neutral',
  unknown: 'caution',
};

const lookupWords: Record<OrderSummary['outcome'], string> = {
  verified: 'verified',
  negative: 'negative',
  pending: 'pending',
  held: 'held for manual review',
  rejected: 'not run: input rejected',
  refused: 'not run: refused',
  throttled: 'not run: throttled',
  refunded: 'failed, refunded',
  failed: 'failed',
  'not-sent': 'not run: not sent',
  unknown: 'unknown',
};

/** The service bills what the provider ran: of what is not said to be free nobody knows that it did not run. */
const unlessFree: Partial<Record<OrderSummary['outcome'], string>> = {
  rejected: 'rejected',
  refused: 'refused',
  throttled: 'throttled',
};

function lookupSign({ outcome, billing, state }: OrderSummary, say: Say): SignView {
  const label = say({ text: 'Lookup' });
  if (state === 'in-flight') return { label, value: say({ text: 'outcome not known yet' }), tone: 'neutral' };
  const lookup = outcomeBeside(outcome, billing);
  const word = (billing === 'free' ? undefined : unlessFree[lookup]) ?? lookupWords[lookup];
  return { label, value: say({ text: word }), tone: lookupTones[lookup] };
}

function timingRows(timing: Timing, answer: SealedAnswer, say: Say): [string, string][] {
  const ms = (value: number | null): string =>
    value === null ? say({ text: 'not reached' }) : say({ text: '{0} ms', args: [Math.round(value)] });
  return [
    [say({ text: 'Connected after' }), ms(timing.connectedMs)],
    [say({ text: 'First byte after' }), ms(timing.firstByteMs)],
    [say({ text: 'Whole answer after' }), ms(timing.totalMs)],
    [say({ text: 'Size on the wire' }), bytesWord(answer.wireBytes, say)],
    [say({ text: 'Size of the body' }), bytesWord(answer.body.byteLength, say)],
  ];
}

function retryAfterRow(head: AnswerHead, receivedAt: number, now: number, say: Say): [string, string][] {
  const reading = retryAfterOf(head.headers, receivedAt);
  const label = say({ text: 'Retry-After' });
  switch (reading.kind) {
    case 'seconds':
      return [
        [
          label,
          reading.seconds === 1
            ? say({ text: 'wait 1 second (read as seconds; the unit is not documented)' })
            : say({
                text: 'wait {0} seconds (read as seconds; the unit is not documented)',
                args: [reading.seconds],
              }),
        ],
      ];
    case 'date': {
      // By our clock, which may differ from the service's.
      const until = said(receivedAt + reading.seconds * 1000, now);
      return [[label, say({ text: 'wait until {0}', args: [until] })]];
    }
    case 'unreadable':
      return [[label, say({ text: 'unreadable: neither seconds nor a date' })]];
    case 'absent':
      return head.status === 429 ? [[label, say({ text: 'absent, although documented for 429' })]] : [];
  }
}

/** Where the order left from and for, and what it cost; when is told by its timeline. Label, value pairs. The key's last four characters at most. */
function aboutRows(parts: AnswerParts, say: Say): [string, string][] {
  const { order } = parts;
  const rows: [string, string][] = [
    [say({ text: 'Environment' }), orderPlace(order, say)],
    [say({ text: 'Sent to' }), order.origin],
    [say({ text: 'Left from' }), order.machine],
    [say({ text: 'Input' }), inputIn(order.maskedInput, say)],
  ];
  if (order.keyTail !== null && order.keyTail !== '') rows.push([say({ text: 'Key' }), `…${order.keyTail}`]);
  const cost = costAsRecorded(order);
  if (cost !== null) {
    const words = estimated(cost);
    const shown = order.kind === 'sandbox' ? { text: '{0}, simulated', args: [words] } : words;
    rows.push([say({ text: 'Cost' }), say(shown)]);
  }
  return rows;
}

/** docs/service.md, "RC Details Advanced data.result": false in a billed 422. */
const falseInNegatives: ReadonlySet<string> = new Set(['financed', 'less_info', 'masked_name']);

/** What has to be known to read the values: who showed them, and which of them say nothing. */
function resultNote(parts: AnswerParts, fields: readonly ResultValueGroup[], say: Say): string {
  const { operation, order, reading } = parts;
  if (parts.answer === null || reading.shape !== 'envelope') return '';
  const words: string[] = [];
  if (operation.resultGroups === null) {
    words.push(
      say({
        text: 'The documents do not show the result fields of this operation; all fields below are shown as they came.',
      }),
    );
  }
  // Of an empty field everybody sees that it says nothing; a `false` is taken for a finding.
  const isFalse = ({ kind, text }: ResultValue): boolean => kind === 'boolean' && text === 'false';
  const denied = fields.flatMap(({ values }) => values).filter(isFalse);
  if (denied.length > 0 && (order.outcome === 'pending' || order.outcome === 'held'))
    words.push(say({ text: 'Ignore “false” below: this answer came before the lookup ended (assumed).' }));
  // Of other fields, those of response_metadata too, no document says what a negative answer holds.
  const told = denied.filter(({ name, documented }) => documented && falseInNegatives.has(name));
  const names = told.map(({ name }) => name);
  if (order.outcome === 'negative' && names.length > 0)
    words.push(
      say({
        text: 'Ignore “false” in {0}: a negative answer says it whatever the input.',
        args: [names.join(', ')],
      }),
    );
  return words.join(' ');
}

/** As read with the answer; of one that did not arrive whole, sometimes only its very end is missing. */
function fieldsOf({ operation, reading }: AnswerParts, answer: SealedAnswer): readonly ResultValueGroup[] {
  // Of an answer that did not come whole nothing is known to be absent.
  return reading.result ?? withoutMissing(resultValues(operation, new TextDecoder().decode(answer.body)));
}

/** What the answer repeats of the request, where that is not what was asked. */
function otherText(parts: AnswerParts, groups: readonly ResultValueGroup[], say: Say): string | null {
  if (parts.requestBody === null) return null;
  const other = otherIdentifier(parts.operation, new TextDecoder().decode(parts.requestBody), groups);
  if (other === null) return null;
  return other.alike
    ? say({
        text: 'Answered for another input: {0} was asked; the answer names one that looks the same while masked.',
        args: [other.asked],
      })
    : say({
        text: 'Answered for another input: asked {0}, answered {1}.',
        args: [other.asked, other.answered],
      });
}

/** Of a result that is not here nothing can be used, which is all that its code advises. */
function usesNothing({ order, reading, answer }: AnswerParts): boolean {
  return answer === null && order.outcome === 'verified' && reading.advice === messageCodeRow('OK')?.advice;
}

/** What to do; the advice of its code alone would be wrong of an answer for another input, or of a free 429 that names no time. */
function adviceOf({ order, reading, answer, now, operation }: AnswerParts, isOther: boolean): Phrase {
  if (isOther && (order.outcome === 'verified' || order.outcome === 'negative')) {
    return { text: 'It is not about the input you sent: do not use it before the service has explained it.' };
  }
  const row = messageCodeRow(reading.messageCode ?? '');
  if (row?.adviceWhenStated !== undefined && row.advice === reading.advice) {
    const isStated = operation.requestFields.every(({ assumed }) => assumed === 'stated-by-user');
    return isStated ? row.adviceWhenStated : row.advice;
  }
  const isThrottled = order.outcome === 'throttled' && order.billing === 'free';
  if (!isThrottled || answer === null || answer.head === null) return reading.advice;
  return 'seconds' in retryAfterOf(answer.head.headers, order.settledAt ?? now)
    ? reading.advice
    : { text: 'Wait one minute (assumed): the answer has no readable Retry-After.' };
}

/** The values, lists and text of an order's answer. */
export function contentsOf(parts: AnswerParts): AnswerContents {
  const { operation, answer, requestBody = null } = parts;
  return new AnswerContents({
    operation,
    body: answer?.body ?? new Uint8Array(),
    requestBody,
    groups: answer === null ? [] : fieldsOf(parts, answer),
    learned: parts.learned ?? null,
    local: isLocalOrigin(parts.order.origin),
  });
}

function isRawFirst({ reading, answer }: AnswerParts, groups: AnswerView['groups']): boolean {
  return reading.shape === 'not-an-envelope' && (answer?.body.byteLength ?? 0) > 0 && groups.length === 0;
}

/** One order as the page shows it. Pure: same parts, same view. */
export function answerView(parts: AnswerParts, say: Say): AnswerView {
  const { order, reading, answer } = parts;
  const contents = parts.contents ?? contentsOf(parts);
  contents.prepare();
  const head = answer?.head ?? null;
  const retryAfter = head === null ? [] : retryAfterRow(head, order.settledAt ?? parts.now, parts.now, say);
  const fields = answer === null ? [] : fieldsOf(parts, answer);
  const other = otherText(parts, fields, say);
  const { own } = contents;
  const revealed = parts.revealed === 'all';
  const drift = driftsView(parts.drifts ?? [], own, say);
  const groups = contents.values(parts.revealed, say);
  return {
    ...saidView({ order, reading, headers: head?.headers ?? [], own, revealed }, say),
    id: order.id,
    environment: order.environment,
    kind: order.kind,
    input: inputIn(order.maskedInput, say),
    at: order.begunAt,
    ...(order.state === 'in-flight' ? { underWay: true } : {}),
    ...(answer === null && order.state === 'settled' ? { unread: true } : {}),
    otherIdentifier: other,
    outcome: order.outcome,
    billing: order.billing,
    evidence: order.evidence,
    contradictsCharge: reading.contradictsCharge,
    fromPart: reading.fromPart,
    whole: order.httpStatus !== null && order.failureCode === null && !reading.fromPart,
    signs: {
      transport: transportSign(parts, say),
      lookup: lookupSign(order, say),
      money: moneySign(order, reading, say),
    },
    // What stood in the way is known where nothing was sent.
    meaning: say((order.outcome === 'not-sent' ? answer?.failure : null) ?? reading.meaning),
    advice: usesNothing(parts) ? '' : say(adviceOf(parts, other !== null)),
    ...mendOf(order, reading, answer),
    ...(isRawFirst(parts, groups) ? { rawFirst: true } : {}),
    retryAfter: retryAfter.map((row) => row.join(': ')).join(),
    ...(drift === undefined ? {} : { drift }),
    groups,
    tables: contents.lists.views(),
    request: requestView(order, parts.operation, parts.requestBody, revealed, say),
    resultNote: resultNote(parts, fields, say),
    raw: contents.raw(revealed),
    timing: answer === null ? [] : [...timingRows(answer.timing, answer, say), ...retryAfter],
    about: aboutRows(parts, say),
    reduced: order.aadhaarReducedAt === null ? null : say(reducedNote),
    warning: parts.warning === null ? null : say(parts.warning),
  };
}
