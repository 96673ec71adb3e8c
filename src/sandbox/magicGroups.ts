import type { MagicRow } from './magicRow.ts';

/** What kinds of answers the magic inputs bring about, in the order in which they are offered. */
const magicGroups = {
  result: 'A result',
  negative: 'Negative, billed',
  pending: 'Pending, billed',
  refused: 'Refused, free',
  failed: 'Failed or refunded',
  limit: 'Limits (429)',
  lost: 'Answer lost on the way',
  unreadable: 'Answer not readable',
  odd: 'Large or unusual answer',
  deviating: 'Against the documents',
} as const;

type Group = keyof typeof magicGroups;

const byCode: Readonly<Record<string, Group>> = {
  OK: 'result',
  VERIFICATION_FAILED: 'negative',
  NO_RECORD_FOUND: 'negative',
  SOURCE_UNAVAILABLE: 'negative',
  ACCEPTED: 'pending',
  PROVIDER_NO_RESPONSE: 'pending',
  REQUEST_FAILED: 'failed',
  INTERNAL_ERROR: 'failed',
  PROVIDER_UNAVAILABLE: 'failed',
  RATE_LIMITED: 'limit',
};

const byFault: Readonly<Record<NonNullable<MagicRow['fault']>, Group>> = {
  'short-429': 'limit',
  'retry-after-date': 'limit',
  'retry-after-unreadable': 'limit',
  'retry-after-absent': 'limit',
  slow: 'odd',
  'no-answer': 'lost',
  'reset-before': 'lost',
  'reset-during': 'lost',
  truncated: 'lost',
  'html-502': 'unreadable',
  'broken-json': 'unreadable',
  'empty-body': 'unreadable',
  'null-body': 'unreadable',
  'array-body': 'unreadable',
  enormous: 'odd',
  deep: 'odd',
  gzip: 'odd',
  redirect: 'unreadable',
  'unknown-code': 'deviating',
  'charged-missing': 'deviating',
  deviations: 'deviating',
  'exact-text': 'odd',
};

export function magicGroup({ fault, messageCode }: Pick<MagicRow, 'fault' | 'messageCode'>): string {
  const group = fault === null ? (byCode[messageCode ?? ''] ?? 'refused') : byFault[fault];
  return magicGroups[group];
}
