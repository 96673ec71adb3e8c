import * as vscode from 'vscode';
import { markdownCell } from '../../calls/orders/markdownCell.ts';
import type { Reconciliation } from '../../calls/statements/reconcile.ts';
import type { StatementReading } from '../../calls/statements/statement.ts';
import { coverData } from '../../contract/coverText.ts';
import { operationById } from '../../contract/operations.ts';

/** A statement's clock further away than this was probably read in the wrong zone. */
const oddOffsetMs = 20 * 60_000;

/** What was compared, for the heading. */
export interface Compared {
  readonly environment: string;
  readonly statement: string;
  /** Lines above its table. */
  readonly above: number;
  readonly reading: StatementReading;
  readonly result: Reconciliation;
  /**
   * From its first to its last time, and as far beside them as orders are compared, ms since the epoch; how many orders
   * billed or perhaps billed lie outside of that.
   * Null without times: nobody can say which orders the statement should list.
   */
  readonly span: { readonly from: number; readonly to: number; readonly outside: number } | null;
  /** What times without a zone were taken for; null = there were none. */
  readonly zone: string | null;
  /** Calls of the statement's days that have no order any more. */
  readonly erased: number;
}

/** Null = ''. */
export function when(at: number | null): string {
  if (at === null) return '';
  return new Date(at).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** @param line of the first, from 1 @param text what stands there */
function unreadWords(cells: number, line: number, text: string): string {
  return cells === 1
    ? vscode.l10n.t(
        '1 cell could not be read, in line {0}: {1}. Its line was compared without it.',
        line,
        text,
      )
    : vscode.l10n.t(
        '{0} cells could not be read, the first in line {1}: {2}. Their lines were compared without them.',
        cells,
        line,
        text,
      );
}

/** A call of many addresses may be charged for each, in lines of one order_id: what a call costs is not documented (docs/service.md, "Limits"). */
function isChargedApart({ pairs, onlyTheirs }: Reconciliation): boolean {
  const bulk = pairs.flatMap(({ order }) => (operationById(order.operation).bulk ? [order.orderId] : []));
  return onlyTheirs.some(({ why, line }) => why === 'repeated-order-id' && bulk.includes(line.orderId));
}

/** What to know of how it was compared, as a list. */
export function notes({ reading, result, span, zone, above, erased }: Compared): string[] {
  const found: string[] = [];
  if (span === null) {
    found.push(
      vscode.l10n.t(
        'The statement has no times: nothing was matched by time, and missing orders cannot be found.',
      ),
    );
  } else {
    if (zone !== null) found.push(vscode.l10n.t('Times without a zone were read as: {0}.', zone));
    found.push(
      vscode.l10n.t(
        'Compared: orders from {0} to {1}, and those that the statement names. Others that were billed or may have been: {2}.',
        when(span.from),
        when(span.to),
        span.outside,
      ),
    );
  }
  if (erased > 0) {
    found.push(
      vscode.l10n.t(
        'Calls of these days that were erased from the order history since, and cannot be compared: {0}.',
        erased,
      ),
    );
  }
  if (reading.dayFirst !== null) {
    found.push(
      vscode.l10n.t('Dates such as {0} were read with the day first.', markdownCell(reading.dayFirst)),
    );
  }
  if (reading.lines.some(({ day }) => day !== undefined)) {
    found.push(
      vscode.l10n.t(
        'Dates without a time of day: these lines were matched by order_id alone, and each stands for its whole day.',
      ),
    );
  }
  if (reading.minusTaken) {
    found.push(vscode.l10n.t('Amounts with a minus or in brackets were read as charges.'));
  }
  if (isChargedApart(result)) {
    found.push(
      vscode.l10n.t(
        'Several lines with the order_id of one bulk call may be one charge for each address: what a call costs is not documented.',
      ),
    );
  }
  const offset = result.timeOffset ?? 0;
  if (Math.abs(offset) > oddOffsetMs) {
    const hours = (offset / 3_600_000).toLocaleString(vscode.env.language, { maximumFractionDigits: 2 });
    found.push(
      Math.abs(offset) === 3_600_000
        ? vscode.l10n.t('The times of the statement are {0} hour from yours. Was another zone meant?', hours)
        : vscode.l10n.t(
            'The times of the statement are {0} hours from yours. Was another zone meant?',
            hours,
          ),
    );
  }
  if (reading.unreadable.length > 0) {
    const [first] = reading.unreadable;
    found.push(
      unreadWords(reading.unreadable.length, first?.row ?? 0, markdownCell(coverData(first?.text ?? ''))),
    );
  }
  if (above > 0) found.push(vscode.l10n.t('Lines above the table, left out: {0}.', above));
  if (reading.skipped.length > 0) {
    found.push(
      reading.skipped.length === 1
        ? vscode.l10n.t('1 line has neither an order_id nor a time and was left out.')
        : vscode.l10n.t(
            '{0} lines have neither an order_id nor a time and were left out.',
            reading.skipped.length,
          ),
    );
  }
  return found.map((words) => `- ${words}`);
}
