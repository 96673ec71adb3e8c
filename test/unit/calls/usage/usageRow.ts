import type { UsageRow } from '../../../../src/calls/ports/usagePorts.ts';

/** Billed and verified, at ₹4, unless told otherwise. */
export function aUsageRow(changes: Partial<UsageRow> = {}): UsageRow {
  return {
    day: '2026-11-21',
    environment: 'acme-prod',
    identity: 'name:acme-prod',
    operation: 'rc-advanced',
    messageCode: 'OK',
    outcome: 'verified',
    billing: 'billed',
    price: '4',
    repeat: false,
    calls: 1,
    ...changes,
  };
}
