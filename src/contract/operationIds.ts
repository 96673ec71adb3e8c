/**
 * The documented endpoints by the names we gave them, in the order of the documents (docs/service.md, "Endpoints"). All
 * that is known of one is its row in operations.ts. They stand apart, for lists of commands need nothing but them.
 */
export const operationIds = ['rc-advanced', 'credit-report', 'aadhaar-pan-link', 'email-bulk'] as const;

export type OperationId = (typeof operationIds)[number];

/** The operation that goes by a name from outside: kept by an earlier version, typed, handed over; undefined = none. */
export function operationIdOf(name: string): OperationId | undefined {
  return operationIds.find((id) => id === name);
}
