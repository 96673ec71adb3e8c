/** What the service's document says, written down once more: nothing here is taken from `src`. */
import type { Billing, OperationId, Outcome } from '../../../src/contract/words.ts';

/** Source: docs/service.md, "Endpoints" and "Limits". */
export const endpoints: Readonly<Record<string, OperationId>> = {
  '/api/v1/rc/advanced': 'rc-advanced',
  '/api/v1/credit-report/fetch': 'credit-report',
  '/api/v1/aadhaar/aadhaar_pan_link_check': 'aadhaar-pan-link',
  '/api/v1/email/validate/bulk': 'email-bulk',
};

export const documentedLimits: Readonly<Record<OperationId, { minute: number | null; day: number | null }>> =
  {
    'rc-advanced': { minute: null, day: null },
    'credit-report': { minute: null, day: null },
    'aadhaar-pan-link': { minute: 5, day: 100 },
    'email-bulk': { minute: 100, day: 5000 },
  };

export interface CodeRow {
  readonly charged: boolean;
  readonly http: number;
  readonly status: string;
  readonly outcome: Outcome;
  readonly billing: Billing;
}

function row(
  charged: boolean,
  http: number,
  status: string,
  outcome: Outcome,
  billing: Billing = charged ? 'billed' : 'free',
): CodeRow {
  return { charged, http, status, outcome, billing };
}

/** Source: docs/service.md, "message_code table"; outcomes: docs/design.md, "Outcome and billing". */
export const codes = {
  OK: row(true, 200, 'SUCCESS', 'verified'),
  ACCEPTED: row(true, 202, 'PENDING', 'pending'),
  PROVIDER_NO_RESPONSE: row(true, 202, 'PENDING', 'held'),
  VERIFICATION_FAILED: row(true, 422, 'SUCCESS', 'negative'),
  NO_RECORD_FOUND: row(true, 422, 'SUCCESS', 'negative'),
  SOURCE_UNAVAILABLE: row(true, 422, 'SUCCESS', 'negative'),
  INVALID_INPUT: row(false, 422, 'FAILED', 'rejected'),
  REQUEST_FAILED: row(false, 400, 'FAILED', 'refunded', 'refunded'),
  MISSING_API_KEY: row(false, 401, 'FAILED', 'refused'),
  INVALID_API_KEY: row(false, 401, 'FAILED', 'refused'),
  INSUFFICIENT_BALANCE: row(false, 402, 'FAILED', 'refused'),
  NO_API_ACCESS: row(false, 403, 'FAILED', 'refused'),
  NOT_FOUND: row(false, 404, 'FAILED', 'refused'),
  RATE_LIMITED: row(false, 429, 'FAILED', 'throttled'),
  INTERNAL_ERROR: row(false, 500, 'FAILED', 'failed'),
  PROVIDER_UNAVAILABLE: row(false, 503, 'FAILED', 'failed'),
} as const satisfies Record<string, CodeRow>;

export type Code = keyof typeof codes;
