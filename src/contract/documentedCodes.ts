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

const rows = [
  {
    code: 'OK',
    charged: true,
    http: 200,
    status: 'SUCCESS',
    outcome: 'verified',
    billing: 'billed',
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
    order: 'absent',
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
