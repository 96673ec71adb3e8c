import { type CodeFacts, type DocumentedCode, documentedCodes, type MessageCode } from './documentedCodes.ts';
import type { Phrase } from './words.ts';

/** What nearly certainly comes of the next call after this refusal, free of charge, and what helps. */
export interface Refusal {
  readonly repair: 'set-key' | 'recharge' | 'subscribe';
  /** True when a key entered since says nothing about it any more. */
  readonly endsWithKey: boolean;
  /** True when it says nothing about other operations. */
  readonly oneOperation: boolean;
  readonly what: Phrase;
}

/** What we say of a code. */
interface CodeWords {
  /** One sentence: what happened. */
  readonly meaning: Phrase;
  /** One or two sentences: what to do next. */
  readonly advice: Phrase;
  /** The advice where every request field is stated, and in somebody's own code; absent = the same. */
  readonly adviceWhenStated?: Phrase;
  /** The end of a quick lookup's line, where it has to say more than outcome and billing do. */
  readonly next?: Phrase;
}

interface RareWords {
  /** What a person reads in a second; null = what the outcome says, see headline. */
  readonly headline: Phrase | null;
  /** Null = says nothing of the next call. */
  readonly refusal: Refusal | null;
}

/** A code with all that is known and said of it. */
export type CodeRow = CodeFacts & CodeWords & RareWords;

export type MessageCodeRow = DocumentedCode & CodeRow;

/** Every code; one that is missing does not compile. */
const words: Readonly<Record<MessageCode, CodeWords & Partial<RareWords>>> = {
  OK: {
    meaning: { text: 'The provider ran the lookup and returned a result.' },
    advice: { text: 'Use the result.' },
  },
  ACCEPTED: {
    meaning: { text: 'The call was accepted and is queued at the provider; the result is not here yet.' },
    advice: {
      text: 'Keep the order_id and quote it to the service; how to collect a pending result is not documented. Do not send the call again: it would be billed again.',
    },
  },
  PROVIDER_NO_RESPONSE: {
    meaning: { text: 'The provider did not respond in time; the order is held for manual review.' },
    advice: {
      text: 'Quote the order_id to the service: there is no automatic refund. Do not send the call again: it would be billed again.',
    },
  },
  VERIFICATION_FAILED: {
    headline: { text: 'Did not verify' },
    meaning: { text: 'The lookup ran, and the details did not verify.' },
    advice: { text: 'This is a final answer, not a failure. The same input would be billed again.' },
  },
  NO_RECORD_FOUND: {
    headline: { text: 'No record found' },
    meaning: { text: 'The lookup ran, and there is no matching record.' },
    advice: { text: 'This is a final answer, not a failure. The same input would be billed again.' },
  },
  SOURCE_UNAVAILABLE: {
    headline: { text: 'Record source was down' },
    meaning: { text: 'The provider ran the lookup, but its record source was down.' },
    advice: { text: 'Try again shortly. Each further attempt is also billed.' },
    next: { text: 'a retry is billed too' },
  },
  INVALID_INPUT: {
    meaning: { text: 'The parameters were rejected before any lookup was placed.' },
    advice: {
      text: 'Correct the request and send it again. The request fields are assumed, so their names may be wrong.',
    },
    adviceWhenStated: { text: 'Correct the request and send it again.' },
  },
  REQUEST_FAILED: {
    meaning: { text: 'The call was placed and failed definitively; the wallet is refunded automatically.' },
    advice: { text: 'You can send it again, as a new call that could be billed.' },
  },
  MISSING_API_KEY: {
    headline: { text: 'API key is missing' },
    meaning: { text: 'The request carried no API key.' },
    advice: { text: 'Set the API key of this environment, then send again.' },
  },
  INVALID_API_KEY: {
    headline: { text: 'API key was refused' },
    meaning: {
      text: 'The API key is invalid or expired, or may not be used from the IP address the call came from.',
    },
    advice: {
      text: 'Replace the key of this environment. If the key is right, check the IP addresses it is restricted to.',
    },
    refusal: {
      repair: 'set-key',
      endsWithKey: true,
      oneOperation: false,
      what: {
        text: 'The last answer was INVALID_API_KEY: with this key, or from this address, the call will probably be refused, free of charge.',
      },
    },
  },
  INSUFFICIENT_BALANCE: {
    headline: { text: 'Wallet balance is too low' },
    meaning: { text: 'The wallet balance is below the price of the call.' },
    advice: { text: 'Recharge the wallet, then send again.' },
    refusal: {
      repair: 'recharge',
      endsWithKey: false,
      oneOperation: false,
      what: {
        text: 'The last answer was INSUFFICIENT_BALANCE: unless the wallet was recharged, the call will probably be refused, free of charge.',
      },
    },
  },
  NO_API_ACCESS: {
    headline: { text: 'No access to this API' },
    meaning: { text: 'The key is valid, but its account is not subscribed to this API.' },
    advice: { text: 'Subscribe the account to this API, or use a key of a subscribed account.' },
    refusal: {
      repair: 'subscribe',
      endsWithKey: false,
      oneOperation: true,
      what: {
        text: 'The last answer was NO_API_ACCESS: unless the account was subscribed to this API, the call will probably be refused, free of charge.',
      },
    },
  },
  NOT_FOUND: {
    headline: { text: 'No such endpoint' },
    meaning: { text: 'There is no such endpoint at this address.' },
    advice: { text: 'Check the base URL of the environment, path prefix included.' },
  },
  RATE_LIMITED: {
    meaning: { text: 'The one-minute limit of this key for this service was exceeded.' },
    advice: { text: 'Wait for the time in the Retry-After header. Sending earlier lengthens the wait.' },
  },
  INTERNAL_ERROR: {
    headline: { text: 'Error inside the service' },
    meaning: { text: 'The service had an unexpected error.' },
    advice: { text: 'Try again later.' },
  },
  PROVIDER_UNAVAILABLE: {
    headline: { text: 'Provider could not be reached' },
    meaning: { text: 'The provider could not be reached.' },
    advice: { text: 'Try again later.' },
  },
};

/** The documented table with our words, all rows in its order. */
export const messageCodes: readonly MessageCodeRow[] = documentedCodes.map((row) => ({
  ...row,
  headline: null,
  refusal: null,
  ...words[row.code],
}));

const byCode: ReadonlyMap<string, MessageCodeRow> = new Map(messageCodes.map((row) => [row.code, row]));

/** The row of a `message_code`, or undefined when the documents do not list it. Codes are compared exactly. */
export function messageCodeRow(code: string): MessageCodeRow | undefined {
  return byCode.get(code);
}
