import { coverCode } from './coverText.ts';
import { messageCodeRow } from './messageCodes.ts';
import { outcomeBeside } from './outcomeBeside.ts';
import type { Billing, Outcome, Phrase } from './words.ts';

const byOutcome: Readonly<Record<Outcome, string>> = {
  verified: 'Verified',
  negative: 'Negative result',
  pending: 'Pending at the provider',
  held: 'Held for manual review',
  rejected: 'Input was rejected',
  refused: 'Refused',
  throttled: 'Rate limit exceeded',
  refunded: 'Failed and refunded',
  failed: 'Failed',
  'not-sent': 'Not sent',
  unknown: 'Outcome unknown',
};

/** What a headline is made of; an order's row and a settlement have all of it. */
export interface Headlined {
  readonly outcome: Outcome;
  readonly billing: Billing;
  readonly messageCode: string | null;
  /** Set when there was no whole answer. */
  readonly failureCode: string | null;
}

/**
 * What a person reads in a second. The code is looked at only where the outcome is one the code can have, so that an
 * order without an answer never borrows the headline of a code.
 */
export function headline({ outcome, billing, messageCode, failureCode }: Headlined): Phrase {
  if (outcome === 'unknown' && messageCode !== null) {
    // A documented code without its outcome stood in the part of an answer that came.
    return failureCode !== null || messageCodeRow(messageCode) !== undefined
      ? { text: 'Incomplete answer' }
      : { text: 'Unknown code {0}', args: [coverCode(messageCode).slice(0, 60)] };
  }
  if (outcomeBeside(outcome, billing) !== outcome) {
    return { text: billing === 'billed' ? 'Failed, yet charged' : 'Failed, refund not stated' };
  }
  const special = outcome === 'unknown' || outcome === 'not-sent' ? null : messageCode;
  const own = special === null ? null : messageCodeRow(special)?.headline;
  return own ?? { text: byOutcome[outcome] };
}

/** What happened and what to do next, for answers and failures that no `message_code` explains. */
export interface Explanation {
  readonly meaning: Phrase;
  readonly advice: Phrase;
}

/** The shorter 429 body (docs/service.md, "Error body shapes" 4). Neither code nor `charged`: both are inferred. */
export const short429 = {
  outcome: 'throttled',
  billing: 'free',
  evidence: 'inferred',
  message: 'Rate limit exceeded. Please try again later.',
  meaning: {
    text: 'The limit of this key for this service was exceeded. This short answer does not say whether it was charged; HTTP 429 is documented as free.',
  },
  advice: { text: 'Wait for the time in the Retry-After header. Sending earlier lengthens the wait.' },
} as const;

/** What came in place of an envelope; a page is mostly that of a gateway or of another address. */
export type Instead = 'page' | 'nothing' | 'other';

const insteadOfEnvelope: Readonly<Record<Instead, string>> = {
  page: 'HTTP {0} came with an HTML or XML page instead of JSON, so neither the outcome nor the billing is known.',
  nothing: 'HTTP {0} came without a body, so neither the outcome nor the billing is known.',
  other:
    'HTTP {0} came with something other than the documented JSON, so neither the outcome nor the billing is known.',
};

export function notAnEnvelope(status: number, instead: Instead): Explanation {
  return {
    meaning: { text: insteadOfEnvelope[instead], args: [status] },
    advice: {
      text: 'It may have been billed: check the wallet, or ask the service, before sending it again. A gateway or a wrong base URL can be the cause.',
    },
  };
}

/** Advice in place of that where its order_id could be read. */
export const askWithOrderId: Phrase = {
  text: 'It may have been billed: ask the service what came of it, with the order_id, before sending it again.',
};

export const unknownCode: Explanation = {
  meaning: { text: 'The documents do not list this message_code, so its meaning is not known.' },
  advice: { text: 'Read the message, and ask the service what the code means before sending again.' },
};

export const missingCode: Explanation = {
  meaning: { text: 'The answer has no message_code, so its meaning is unknown.' },
  advice: { text: 'Ask the service what came of the call before sending it again.' },
};

/** Which of them is meant the answer does not say. */
export const doubledCode: Explanation = {
  meaning: { text: 'The answer has more than one message_code, so its meaning is unknown.' },
  advice: missingCode.advice,
};

/** In place of the meaning of REQUEST_FAILED where the answer does not say that the call was free. */
export const notRefunded: Phrase = { text: 'The call was placed and failed definitively.' };

/** Advice in place of the documented one where `charged` contradicts it or is not readable. */
export const contradictedCharge = {
  billed: {
    text: 'The service says it charged this call, although {0} is documented as not charged. Keep the answer and ask the service before sending it again.',
  },
  free: {
    text: 'The service says it did not charge this call, although {0} is documented as charged. Check the wallet, and ask the service before sending it again.',
  },
  unknown: {
    text: 'The answer does not say clearly whether it was charged. Check the wallet, or ask the service, before sending it again.',
  },
} as const;

export const notSent: Explanation = {
  meaning: { text: 'The request never left this computer: the service did not see it.' },
  advice: { text: 'Repair the connection and send again; nothing was billed.' },
};

/** By the stable code of a failure after which the service may have seen the request. */
const lost: Readonly<Record<string, string>> = {
  deadline: 'No whole answer came within the deadline. The service may have run the lookup.',
  cancelled: 'The call was cancelled after it may have been sent. The service may still have run the lookup.',
  reset: 'The connection was cut before the answer arrived. The service may have run the lookup.',
  truncated: 'The answer broke off before its end. The service has most likely seen the call.',
  'too-large': 'The answer was larger than the limit and was not read to the end.',
  malformed: 'What came back is not readable as HTTP. The service may have run the lookup.',
  encoding: 'The answer could not be decompressed. The service may have run the lookup.',
  'no-answer-kept':
    'No answer was kept: the window closed or VS Code ended before one came. The service may have run the lookup.',
};

/** An answer came, but nobody can read what was kept of it; what is known of the order was kept apart. */
export function unreadAnswer(billing: Billing): Explanation {
  const meaning = {
    text: 'The service answered, but what was kept of the answer cannot be read here. What is known of the order was kept apart from it.',
  };
  const isFree = billing === 'free' || billing === 'refunded';
  return { meaning, advice: isFree ? { text: '' } : lostCall('', billing === 'billed').advice };
}

/** @param billed the part of the answer that came says so */
export function lostCall(code: string, billed = false): Explanation {
  const known = Object.hasOwn(lost, code) ? lost[code] : undefined;
  return {
    meaning: {
      text:
        known ??
        'The connection failed after the call may have been sent. The service may have run the lookup.',
    },
    advice: {
      text: billed
        ? 'It was billed: ask the service what came of it, with the order_id or the time of the call, before sending it again.'
        : 'It may have been billed: check the wallet, or ask the service with the time of the call, before sending it again.',
    },
  };
}
