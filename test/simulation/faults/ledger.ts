import type { Fault } from './fault.ts';

/** Faults that only the real ledger can have. */
export const ledgerFaults: readonly Fault[] = [];
