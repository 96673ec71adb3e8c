import type { OrderSummary } from '../../calls/ports/ports.ts';
import { coverHeaders } from '../../contract/coverHeaders.ts';
import { coverCode, coverDeviation, coverId, coverText } from '../../contract/coverText.ts';
import { headline } from '../../contract/outcomes.ts';
import type { OwnInput } from '../../contract/ownInput.ts';
import type { Reading } from '../../contract/shapes.ts';
import type { Phrase } from '../../contract/words.ts';
import type { AnswerView } from '../../protocol/messages.ts';

export type Say = (phrase: Phrase) => string;

export type Said = Pick<
  AnswerView,
  | 'messageCode'
  | 'orderId'
  | 'message'
  | 'headers'
  | 'saidCovered'
  | 'wordsCovered'
  | 'headline'
  | 'deviations'
>;

export interface SaidParts {
  readonly order: OrderSummary;
  readonly reading: Reading;
  readonly headers: AnswerView['headers'];
  readonly own: OwnInput;
  readonly revealed: boolean;
}

/** More of a sentence or an id nobody reads on a page; the raw text holds it whole. */
const longestShown = 2000;

function shortened(words: Pick<Said, 'messageCode' | 'orderId' | 'message'>): typeof words {
  const cut = (text: string): string =>
    text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  const { messageCode, orderId, message } = words;
  return { messageCode: cut(messageCode), orderId: cut(orderId), message: cut(message) };
}

/** An order under way has come to nothing yet, so not to an unknown outcome either: it waits, as in every list. */
function headlineOf(order: OrderSummary, messageCode: string | null): Phrase {
  return order.state === 'in-flight'
    ? { text: 'Waiting for the answer' }
    : headline({ ...order, messageCode });
}

/**
 * What the service says beside the result, by the rule for its texts; exact once revealed. Our own sentences that quote it
 * stay covered, for they are read aloud and stand in places that nobody reveals.
 */
export function saidView({ order, reading, headers, own, revealed }: SaidParts, say: Say): Said {
  const exact = {
    messageCode: order.messageCode ?? '',
    orderId: order.orderId ?? '',
    message: reading.message ?? '',
  };
  const covered = {
    messageCode: coverCode(exact.messageCode, own),
    orderId: coverId(exact.orderId, own),
    message: coverText(exact.message, own),
  };
  const shownHeaders = coverHeaders(headers, own, revealed);
  const isCovered = JSON.stringify(covered) !== JSON.stringify(exact);
  // Those that let somebody in stay covered; they are no reason to offer a reveal.
  const revealable = JSON.stringify(coverHeaders(headers, own, true)) !== JSON.stringify(shownHeaders);
  const code = order.messageCode === null ? null : covered.messageCode;
  return {
    ...shortened(revealed ? exact : covered),
    headers: shownHeaders,
    saidCovered: !revealed && (isCovered || revealable),
    wordsCovered: !revealed && isCovered,
    headline: say(headlineOf(order, code)),
    deviations: reading.deviations.map((one) => ({
      kind: one.kind,
      text: say(coverDeviation(one, own).what),
    })),
  };
}
