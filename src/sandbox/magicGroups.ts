/** What kinds of answers the magic inputs bring about, in the order in which they are offered. */
export const magicGroups = {
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

export type MagicGroup = keyof typeof magicGroups;
