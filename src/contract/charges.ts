import { type DocumentedCode, documentedCode } from './documentedCodes.ts';
import { fault } from './findings.ts';
import type { Billing, Deviation } from './words.ts';

/** docs/service.md, "HTTP statuses", column Charged; of 422 it says "depends on `charged`", of others nothing. */
export const chargedByHttp: ReadonlyMap<number, boolean> = new Map([
  [200, true],
  [202, true],
  ...[400, 401, 402, 403, 404, 429, 500, 503].map((status) => [status, false] as const),
]);

/** docs/service.md, "States and transitions". */
const chargedByStatus: ReadonlyMap<unknown, boolean> = new Map([
  ['SUCCESS', true],
  ['PENDING', true],
  ['FAILED', false],
]);

export function isDocumentedStatus(status: string): boolean {
  return chargedByStatus.has(status);
}

/**
 * Where a stated `charged` departs from the documents: from the row of its code; without a documented code, from the
 * tables of HTTP statuses and of `status`. A departure of those two from the row is one of its own.
 * @param http the HTTP status
 */
export function chargeContradictions(
  http: number,
  { charged, status }: Readonly<Record<string, unknown>>,
  row: DocumentedCode | undefined,
): Deviation[] {
  if (typeof charged !== 'boolean') return [];
  const at = { path: 'charged', expected: !charged, found: charged };
  if (row !== undefined) {
    if (row.charged === charged) return [];
    return [
      fault(at, '{0} is documented with charged {1}, not {2}.', row.code, String(!charged), String(charged)),
    ];
  }
  const found: Deviation[] = [];
  if (chargedByHttp.get(http) === !charged) {
    found.push(
      fault(at, 'HTTP {0} is documented with charged {1}, not {2}.', http, String(!charged), String(charged)),
    );
  }
  if (chargedByStatus.get(status) === !charged) {
    found.push(
      fault(
        at,
        'The status {0} is documented with charged {1}, not {2}.',
        String(status),
        String(!charged),
        String(charged),
      ),
    );
  }
  return found;
}

/** What a list knows of an answer's money. */
export interface KnownMoney {
  readonly messageCode: string | null;
  readonly billing: Billing;
  /** Null when no answer came. */
  readonly httpStatus: number | null;
}

/**
 * Whether what is known of the money contradicts the documents, for rows without the answer itself. The answer may say
 * more, see Reading.contradictsCharge.
 */
export function moneyContradicted({ messageCode, billing, httpStatus }: KnownMoney): boolean {
  if (billing === 'unknown') return false;
  const documented =
    (messageCode === null ? undefined : documentedCode(messageCode)?.charged) ??
    (httpStatus === null ? undefined : chargedByHttp.get(httpStatus));
  return documented !== undefined && documented !== (billing === 'billed');
}
