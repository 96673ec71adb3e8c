import type { Billing, Outcome } from './words.ts';

/**
 * What the documents say of a `message_code`, and what it comes to (docs/service.md, "message_code table" and
 * "Error body shapes"; docs/design.md, "Outcome and billing"). Our words for it are in messageCodes.ts, the sandbox's in sandbox/magicCodes.ts: the bundle that
 * starts with VS Code and the sandbox's need neither. Each of the three does not compile without every code.
 */
export interface CodeFacts {
  readonly code: string;
  readonly charged: boolean;
  readonly http: number;
  readonly status: 'SUCCESS' | 'FAILED' | 'PENDING';
  readonly outcome: Outcome;
  readonly billing: Billing;
  /** Whether the documents let this answer carry order_id and data: always, never, or not said. */
  readonly order: 'present' | 'absent' | 'not-said';
  /** The fixed message text, where shown. */
  readonly message: string | null;
}

/** The provider was asked, and the call is paid for. */
const billed = { charged: true, billing: 'billed', order: 'present', message: null } as const;
/** Nothing came of the call. */
const free = { charged: false, status: 'FAILED', billing: 'free', order: 'absent' } as const;
const notSaid = { order: 'not-said', message: null } as const;

const rows = [
  { code: 'OK', http: 200, status: 'SUCCESS', outcome: 'verified', ...billed },
  { code: 'ACCEPTED', http: 202, status: 'PENDING', outcome: 'pending', ...billed },
  { code: 'PROVIDER_NO_RESPONSE', http: 202, status: 'PENDING', outcome: 'held', ...billed },
  { code: 'VERIFICATION_FAILED', http: 422, status: 'SUCCESS', outcome: 'negative', ...billed },
  { code: 'NO_RECORD_FOUND', http: 422, status: 'SUCCESS', outcome: 'negative', ...billed },
  { code: 'SOURCE_UNAVAILABLE', http: 422, status: 'SUCCESS', outcome: 'negative', ...billed },
  {
    code: 'INVALID_INPUT',
    http: 422,
    outcome: 'rejected',
    ...free,
    message: 'The request could not be accepted. Check the parameters and try again.',
  },
  { code: 'REQUEST_FAILED', http: 400, outcome: 'refunded', ...free, ...notSaid, billing: 'refunded' },
  { code: 'MISSING_API_KEY', http: 401, outcome: 'refused', ...free, message: 'API key is required.' },
  {
    code: 'INVALID_API_KEY',
    http: 401,
    outcome: 'refused',
    ...free,
    message: 'Invalid, expired, or IP-restricted API key.',
  },
  {
    code: 'INSUFFICIENT_BALANCE',
    http: 402,
    outcome: 'refused',
    ...free,
    message: 'Insufficient balance. Please recharge your account.',
  },
  {
    code: 'NO_API_ACCESS',
    http: 403,
    outcome: 'refused',
    ...free,
    message: 'You do not have access to this API service.',
  },
  { code: 'NOT_FOUND', http: 404, outcome: 'refused', ...free, ...notSaid },
  {
    code: 'RATE_LIMITED',
    http: 429,
    outcome: 'throttled',
    ...free,
    message: 'Rate limit exceeded. Please try again later.',
  },
  { code: 'INTERNAL_ERROR', http: 500, outcome: 'failed', ...free, ...notSaid },
  {
    code: 'PROVIDER_UNAVAILABLE',
    http: 503,
    outcome: 'failed',
    ...free,
    message: 'Service temporarily unavailable.',
  },
] as const satisfies readonly CodeFacts[];

/** One of the documented codes. */
export type MessageCode = (typeof rows)[number]['code'];

/** Those with a certain outcome: who has a word of its own for each asks the compiler whether one is missing. */
export type CodeOf<Came extends Outcome> = Extract<(typeof rows)[number], { readonly outcome: Came }>['code'];

export interface DocumentedCode extends CodeFacts {
  readonly code: MessageCode;
}

/** The documented table, all rows in its order. */
export const documentedCodes: readonly DocumentedCode[] = rows;

const byCode: ReadonlyMap<string, DocumentedCode> = new Map(documentedCodes.map((row) => [row.code, row]));

/** The row of a `message_code`, or undefined when the documents do not list it. Codes are compared exactly. */
export function documentedCode(code: MessageCode): DocumentedCode;
export function documentedCode(code: string): DocumentedCode | undefined;
export function documentedCode(code: string): DocumentedCode | undefined {
  return byCode.get(code);
}
