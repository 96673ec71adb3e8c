import { billingAsRecorded, outcomeAsRecorded } from '../orders/attention.ts';
import type { BatchRow } from '../ports/batchPorts.ts';

/** What came of a row as its user recorded it: as the page of its batch counts it, and *Re-run Failed* takes it. */
export function asRecordedRow({
  outcome,
  billing,
  resolved,
}: BatchRow): Pick<BatchRow, 'outcome' | 'billing'> {
  if (outcome === null || billing === null) return { outcome, billing };
  const cameTo = { outcome, billing, resolved };
  return { outcome: outcomeAsRecorded(cameTo), billing: billingAsRecorded(cameTo) };
}
