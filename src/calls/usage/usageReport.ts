import { operations } from '../../contract/operations.ts';
import type { OperationId, Outcome } from '../../contract/words.ts';
import type { Usage, UsageRow } from '../ports/usagePorts.ts';
import { type Percentiles, percentiles } from './usageLatency.ts';
import { type Bin, bins, type DaySpan } from './usagePeriods.ts';
import { costingAmong, rowsByOperation, type Share, share, tally, type UsageTally } from './usageTotals.ts';

/** A day (or a month) and what happened in it. */
export interface BinReport {
  readonly bin: Bin;
  /** Billed calls of each operation, in the order of `UsageReport.operations`. */
  readonly billed: readonly number[];
  readonly all: UsageTally;
}

/** What calls came to, by the service's code; null = an answer without one, or none at all. */
export interface CodeReport {
  readonly messageCode: string | null;
  readonly outcome: Outcome;
  readonly all: UsageTally;
}

/** Where billed calls went. Negatives and repeats overlap: a repeat may be negative too. */
export interface WasteReport {
  /** Null = all operations together. */
  readonly operation: OperationId | null;
  readonly all: UsageTally;
  readonly negatives: Share;
  readonly repeats: Share;
}

/** Everything the usage page says, as numbers. */
export interface UsageReport {
  readonly span: DaySpan;
  /** Operations that were called in the span, in the order of the documents. */
  readonly operations: readonly OperationId[];
  readonly all: UsageTally;
  readonly bins: readonly BinReport[];
  readonly codes: readonly CodeReport[];
  readonly latency: readonly Percentiles[];
  readonly waste: readonly WasteReport[];
}

/** What is reported of, with what of it costs money: the same for every part of it. */
interface Whole {
  readonly rows: readonly UsageRow[];
  readonly costs: (row: UsageRow) => boolean;
}

function binReports({ rows, costs }: Whole, span: DaySpan, shown: readonly OperationId[]): BinReport[] {
  const columns = bins(span);
  const byMonth = columns[0] !== undefined && columns[0].id.length === 7;
  const groups = Map.groupBy(rows, ({ day }) => (byMonth ? day.slice(0, 7) : day));
  return columns.map((bin) => {
    const own = groups.get(bin.id) ?? [];
    const operationsOf = rowsByOperation(own);
    const billed = shown.map((id) => tally(operationsOf.get(id) ?? []).billed);
    return { bin, billed, all: tally(own, costs) };
  });
}

function codeName({ messageCode, outcome }: Pick<UsageRow, 'messageCode' | 'outcome'>): string {
  return `${messageCode ?? ''}\n${outcome}`;
}

/** Most frequent first; equal ones by name, so that a snapshot never shuffles them. */
function codeReports({ rows, costs }: Whole): CodeReport[] {
  const groups = Map.groupBy(rows, codeName);
  const found = [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    return [{ messageCode: first.messageCode, outcome: first.outcome, all: tally(own, costs) }];
  });
  return found.sort((a, b) => b.all.calls - a.all.calls || (codeName(a) < codeName(b) ? -1 : 1));
}

function waste(operation: OperationId | null, { rows, costs }: Whole): WasteReport {
  return {
    operation,
    all: tally(rows, costs),
    negatives: share(rows, ({ outcome }) => outcome === 'negative', costs),
    repeats: share(rows, ({ repeat }) => repeat, costs),
  };
}

function wasteReports(whole: Whole, shown: readonly OperationId[]): WasteReport[] {
  const groups = rowsByOperation(whole.rows);
  const each = shown
    .map((id) => waste(id, { ...whole, rows: groups.get(id) ?? [] }))
    .filter(({ all }) => all.billed > 0);
  return each.length > 1 ? [waste(null, whole), ...each] : each;
}

/** Days of `usage` outside the span are left out. */
export function usageReport(usage: Usage, span: DaySpan): UsageReport {
  const rows = usage.rows.filter(({ day }) => day >= span.from && day <= span.to);
  const whole = { rows, costs: costingAmong(rows) };
  const called = new Set(rows.map(({ operation }) => operation));
  const shown = operations.map(({ id }) => id).filter((id) => called.has(id));
  const order = (id: OperationId): number => operations.findIndex((one) => one.id === id);
  return {
    span,
    operations: shown,
    all: tally(rows, whole.costs),
    bins: binReports(whole, span, shown),
    codes: codeReports(whole),
    latency: [...percentiles(usage.latency)].sort((a, b) => order(a.operation) - order(b.operation)),
    waste: wasteReports(whole, shown),
  };
}
