import type { Billing, Outcome, Phrase } from './words.ts';

/** What nearly certainly comes of the next call after this refusal, free of charge, and what helps. */
export interface Refusal {
  readonly repair: 'set-key' | 'recharge' | 'subscribe';
  /** True when a key entered since says nothing about it any more. */
  readonly endsWithKey: boolean;
  /** True when it says nothing about other operations. */
  readonly oneOperation: boolean;
  readonly what: Phrase;
}

/** A row of the documented `message_code` table. Source: service-interface, "message_code table", "Error body shapes". */
export interface CodeRow {
  readonly code: string;
  readonly charged: boolean;
  readonly http: number;
  readonly status: 'SUCCESS' | 'FAILED' | 'PENDING';
  readonly outcome: Outcome;
  readonly billing: Billing;
  /** What a person reads in a second; null = what the outcome says, see headline. */
  readonly headline: Phrase | null;
  /** One sentence: what happened. */
  readonly meaning: Phrase;
  /** One or two sentences: what to do next. */
  readonly advice: Phrase;
  /** The advice for somebody's own code, where ours speaks of the form. */
  readonly adviceInCode?: string;
  /** The end of a quick lookup's line, where it has to say more than outcome and billing do. */
  readonly next?: Phrase;
  /** Null = says nothing of the next call. */
  readonly refusal: Refusal | null;
  /** Whether the documents let this answer carry order_id and data: always, never, or not said. */
  readonly order: 'present' | 'absent' | 'not-said';
  /** The fixed message text, where shown. */
  readonly message: string | null;
}

/** Everything that is known of a code but the sandbox's words (sandbox/magicCodes.ts): they belong to its bundle. */
const rows = [
  {
    code: 'OK',
    charged: true,
    http: 200,
    status: 'SUCCESS',
    outcome: 'verified',
    billing: 'billed',
    headline: null,
    meaning: { text: 'The provider ran the lookup and returned a result.' },
    advice: { text: 'Use the result.' },
    refusal: null,
    order: 'present',
    message: null,
  },
  {
    code: 'ACCEPTED',
    charged: true,
    http: 202,
    status: 'PENDING',
    outcome: 'pending',
    billing: 'billed',
    headline: null,
    meaning: { text: 'The call was accepted and is queued at the provider; the result is not here yet.' },
    advice: {
      text: 'Keep the order_id and quote it to the service; how a pending result is collected is not documented. Do not send the call again: it would be billed again.',
    },
    refusal: null,
    order: 'present',
    message: null,
  },
  {
    code: 'PROVIDER_NO_RESPONSE',
    charged: true,
    http: 202,
    status: 'PENDING',
    outcome: 'held',
    billing: 'billed',
    headline: null,
    meaning: { text: 'The provider did not respond in time; the order is held for manual review.' },
    advice: {
      text: 'Quote the order_id to the service: there is no automatic refund. Do not send the call again: it would be billed again.',
    },
    refusal: null,
    order: 'present',
    message: null,
  },
  {
    code: 'VERIFICATION_FAILED',
    charged: true,
    http: 422,
    status: 'SUCCESS',
    outcome: 'negative',
    billing: 'billed',
    headline: { text: 'Did not verify' },
    meaning: { text: 'The lookup ran, and the details did not verify.' },
    advice: { text: 'This is a final answer, not a failure. The same input would be billed again.' },
    refusal: null,
    order: 'present',
    message: null,
  },
  {
    code: 'NO_RECORD_FOUND',
    charged: true,
    http: 422,
    status: 'SUCCESS',
    outcome: 'negative',
    billing: 'billed',
    headline: { text: 'No record found' },
    meaning: { text: 'The lookup ran, and there is no matching record.' },
    advice: { text: 'This is a final answer, not a failure. The same input would be billed again.' },
    refusal: null,
    order: 'present',
    message: null,
  },
  {
    code: 'SOURCE_UNAVAILABLE',
    charged: true,
    http: 422,
    status: 'SUCCESS',
    outcome: 'negative',
    billing: 'billed',
    headline: { text: 'Record source was down' },
    meaning: { text: 'The provider ran the lookup, but its record source was down.' },
    advice: { text: 'Try again shortly. Each further try is billed, too.' },
    next: { text: 'a retry is billed too' },
    refusal: null,
    order: 'present',
    message: null,
  },
  {
    code: 'INVALID_INPUT',
    charged: false,
    http: 422,
    status: 'FAILED',
    outcome: 'rejected',
    billing: 'free',
    headline: null,
    meaning: { text: 'The parameters were rejected before any lookup was placed.' },
    advice: {
      text: 'Correct the request and send it again. The request fields shown here are assumed, so their names may be what is wrong.',
    },
    adviceInCode: 'Correct the request and send it again.',
    refusal: null,
    order: 'absent',
    message: 'The request could not be accepted. Check the parameters and try again.',
  },
  {
    code: 'REQUEST_FAILED',
    charged: false,
    http: 400,
    status: 'FAILED',
    outcome: 'refunded',
    billing: 'refunded',
    headline: null,
    meaning: { text: 'The call was placed and failed definitively; the wallet is refunded automatically.' },
    advice: { text: 'It may be sent again; that is a new call with a price of its own.' },
    refusal: null,
    order: 'not-said',
    message: null,
  },
  {
    code: 'MISSING_API_KEY',
    charged: false,
    http: 401,
    status: 'FAILED',
    outcome: 'refused',
    billing: 'free',
    headline: { text: 'API key is missing' },
    meaning: { text: 'The request carried no API key.' },
    advice: { text: 'Set the API key of this environment, then send again.' },
    refusal: null,
    order: 'absent',
    message: 'API key is required.',
  },
  {
    code: 'INVALID_API_KEY',
    charged: false,
    http: 401,
    status: 'FAILED',
    outcome: 'refused',
    billing: 'free',
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
    order: 'absent',
    message: 'Invalid, expired, or IP-restricted API key.',
  },
  {
    code: 'INSUFFICIENT_BALANCE',
    charged: false,
    http: 402,
    status: 'FAILED',
    outcome: 'refused',
    billing: 'free',
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
    order: 'absent',
    message: 'Insufficient balance. Please recharge your account.',
  },
  {
    code: 'NO_API_ACCESS',
    charged: false,
    http: 403,
    status: 'FAILED',
    outcome: 'refused',
    billing: 'free',
    headline: { text: 'No access to this API' },
    meaning: { text: 'The key is valid, but its account is not subscribed to this API.' },
    advice: { text: 'Subscribe the account to this API, or use a key whose account is.' },
    refusal: {
      repair: 'subscribe',
      endsWithKey: false,
      oneOperation: true,
      what: {
        text: 'The last answer was NO_API_ACCESS: unless the account was subscribed to this API, the call will probably be refused, free of charge.',
      },
    },
    order: 'absent',
    message: 'You do not have access to this API service.',
  },
  {
    code: 'NOT_FOUND',
    charged: false,
    http: 404,
    status: 'FAILED',
    outcome: 'refused',
    billing: 'free',
    headline: { text: 'No such endpoint' },
    meaning: { text: 'There is no such endpoint at this address.' },
    advice: { text: 'Check the base URL of the environment, path prefix included.' },
    refusal: null,
    order: 'not-said',
    message: null,
  },
  {
    code: 'RATE_LIMITED',
    charged: false,
    http: 429,
    status: 'FAILED',
    outcome: 'throttled',
    billing: 'free',
    headline: null,
    meaning: { text: 'The one-minute limit of this key for this service was exceeded.' },
    advice: { text: 'Wait for the time in the Retry-After header. Sending earlier lengthens the wait.' },
    refusal: null,
    order: 'absent',
    message: 'Rate limit exceeded. Please try again later.',
  },
  {
    code: 'INTERNAL_ERROR',
    charged: false,
    http: 500,
    status: 'FAILED',
    outcome: 'failed',
    billing: 'free',
    headline: { text: 'Error inside the service' },
    meaning: { text: 'An unexpected error happened on the side of the service.' },
    advice: { text: 'Try again later.' },
    refusal: null,
    order: 'not-said',
    message: null,
  },
  {
    code: 'PROVIDER_UNAVAILABLE',
    charged: false,
    http: 503,
    status: 'FAILED',
    outcome: 'failed',
    billing: 'free',
    headline: { text: 'Provider could not be reached' },
    meaning: { text: 'The provider could not be reached, so no lookup ran.' },
    advice: { text: 'Try again later.' },
    refusal: null,
    order: 'absent',
    message: 'Service temporarily unavailable.',
  },
] as const satisfies readonly CodeRow[];

/** One of the sixteen documented codes. */
export type MessageCode = (typeof rows)[number]['code'];

/** Those with a certain outcome: who has a word of its own for each asks the compiler whether one is missing. */
export type CodeOf<Came extends Outcome> = Extract<(typeof rows)[number], { readonly outcome: Came }>['code'];

export interface MessageCodeRow extends CodeRow {
  readonly code: MessageCode;
}

/** The documented table, all rows in its order. */
export const messageCodes: readonly MessageCodeRow[] = rows;

const byCode: ReadonlyMap<string, MessageCodeRow> = new Map(messageCodes.map((row) => [row.code, row]));

/** The row of a `message_code`, or undefined when the documents do not list it. Codes are compared exactly. */
export function messageCodeRow(code: MessageCode): MessageCodeRow;
export function messageCodeRow(code: string): MessageCodeRow | undefined;
export function messageCodeRow(code: string): MessageCodeRow | undefined {
  return byCode.get(code);
}
