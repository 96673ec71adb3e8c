import { coverCode, coverData, coverId } from '../../contract/coverText.ts';
import { csvLine } from '../orders/exportRows.ts';
import type { OwnOrder, Reconciliation } from './reconcile.ts';
import type { StatementLine } from './statement.ts';

const columns = [
  ...['where', 'findings', 'matched_by', 'statement_line', 'statement_order_id', 'statement_time'],
  ...['statement_amount', 'statement_charged', 'id', 'order_id', 'begun_at', 'operation', 'message_code'],
  ...['billing', 'price_estimated', 'statement_credit_line', 'kind'],
];

function iso(at: number | null | undefined): string {
  return at === null || at === undefined ? '' : new Date(at).toISOString();
}

function row(
  where: string,
  findings: readonly string[],
  by: string,
  line: StatementLine | null,
  order: OwnOrder | null,
  credit: StatementLine | null = null,
): string {
  return csvLine([
    where,
    findings.join(' '),
    by,
    line === null ? '' : String(line.row),
    line !== null && line.orderId === order?.orderId
      ? coverId(line.orderId ?? '')
      : coverData(line?.orderId ?? ''),
    line?.day ?? iso(line?.at),
    line?.amount ?? '',
    line === null ? '' : String(line.charged),
    order?.id ?? '',
    coverId(order?.orderId ?? ''),
    iso(order?.begunAt),
    order?.operation ?? line?.operation ?? '',
    coverCode(order?.messageCode ?? ''),
    order?.billing ?? '',
    order?.price ?? '',
    credit === null ? '' : String(credit.row),
    // As orders are exported.
    order === null ? '' : order.simulated ? 'sandbox' : 'live',
  ]);
}

/** Everything that was compared as CSV, safe to open in a spreadsheet; times in UTC. Names stay as they are, for scripts. */
export function reconcileCsv({ pairs, onlyTheirs, onlyOurs }: Reconciliation): string {
  return [
    csvLine(columns),
    ...pairs.map(({ line, returned, order, by, findings }) =>
      row('both', findings, by, line, order, returned),
    ),
    ...onlyTheirs.map(({ line, why }) => row('only-statement', why === 'none' ? [] : [why], '', line, null)),
    ...onlyOurs.map((order) => row('only-history', [], '', null, order)),
  ].join('');
}
