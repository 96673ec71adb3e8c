import { coverCode } from '../../contract/coverText.ts';
import { isSimulatedIdentity } from '../environments/counting.ts';
import { csvLine } from '../orders/exportRows.ts';
import type { UsageRow } from '../ports/usagePorts.ts';
import type { UsageReport } from './usageReport.ts';

const columns = [
  'day',
  'environment',
  'operation',
  'message_code',
  'outcome',
  'billing',
  'price_estimated',
  'repeat',
  'calls',
  // As orders are exported: what a sandbox calls billed cost nothing, and an environment of one name may have been both.
  'kind',
] as const;

/** Counts by day as CSV, safe to open in a spreadsheet; the columns' names stay as they are, for scripts. */
export function usageCsv(rows: readonly UsageRow[]): string {
  const sorted = rows.toSorted((a, b) => a.day.localeCompare(b.day));
  const lines = sorted.map((row) =>
    csvLine([
      row.day,
      row.environment,
      row.operation,
      coverCode(row.messageCode ?? ''),
      row.outcome,
      row.billing,
      row.price ?? '',
      row.repeat ? 'true' : 'false',
      String(row.calls),
      isSimulatedIdentity(row.identity) ? 'sandbox' : 'live',
    ]),
  );
  return csvLine(columns) + lines.join('');
}

/** Percentiles as CSV, ms rounded. */
export function latencyCsv(report: Pick<UsageReport, 'latency'>): string {
  const lines = report.latency.map(({ operation, calls, p50, p90, p99 }) =>
    csvLine([operation, String(calls), ...[p50, p90, p99].map((ms) => String(Math.round(ms)))]),
  );
  return csvLine(['operation', 'answered_calls', 'p50_ms', 'p90_ms', 'p99_ms']) + lines.join('');
}
