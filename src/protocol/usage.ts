import type { OrderFilter } from '../calls/ports/ports.ts';
import type { UsagePeriodId } from '../calls/usage/usagePeriods.ts';

/** Which orders a bar or a row counts, as the order history filters them. */
export type OrderScope = OrderFilter;

/** What crosses between the host and the usage page; the same rules as in messages.ts. */
export interface UsageRequests {
  /** First message of the page, and again after each time it was hidden. */
  'page/ready': { params: null; result: UsageState };
  /** Other days or another environment; a snapshot follows. */
  'usage/choose': { params: UsageChoice; result: null };
  /** The orders behind a bar or a row, in the order history. */
  'usage/showOrders': { params: { readonly filter: OrderScope }; result: null };
  /** The host asks where to. */
  'usage/exportCsv': { params: null; result: null };
  'usage/reconcile': { params: null; result: null };
}

export interface UsageChoice {
  /** Null = all. */
  readonly environment: string | null;
  readonly period: UsagePeriodId;
  /** Local days of the period `custom`, both inclusive; otherwise ignored. */
  readonly from: string;
  readonly to: string;
}

interface UsageChoices {
  readonly environments: readonly string[];
  readonly periods: readonly { readonly id: UsagePeriodId; readonly title: string }[];
}

/** One column of bars, or one part of each stack. */
export interface SeriesView {
  readonly name: string;
  /** One for each label. */
  readonly values: readonly number[];
  /** The same in words, for the tooltip. */
  readonly spoken: readonly string[];
  /** The orders behind each bar; null = none to show. */
  readonly filters: readonly (OrderScope | null)[];
}

export interface CellView {
  readonly text: string;
  /** What it opens, or null. */
  readonly filter: OrderScope | null;
}

export interface TableRowView {
  readonly head: string;
  readonly filter: OrderScope | null;
  readonly cells: readonly CellView[];
}

export interface ChartView {
  readonly id: 'days' | 'codes' | 'latency' | 'waste';
  readonly title: string;
  /** What is counted and what is left out. */
  readonly explanation: string;
  readonly stacked: boolean;
  /** Bars that lie, with their names beside them. */
  readonly horizontal: boolean;
  readonly unit: 'calls' | 'ms' | 'percent';
  readonly labels: readonly string[];
  readonly series: readonly SeriesView[];
  readonly table: {
    readonly columns: readonly string[];
    readonly rows: readonly TableRowView[];
  };
}

export interface UsageState {
  readonly choice: UsageChoice;
  readonly choices: UsageChoices;
  /** "1 Nov – 21 Nov 2026". */
  readonly span: string;
  /** Sandbox or estimated money, in a sentence; '' = nothing to add. */
  readonly note: string;
  readonly summary: readonly (readonly [label: string, value: string])[];
  /** Empty when there was no call. */
  readonly charts: readonly ChartView[];
  readonly l10n: Readonly<Record<string, string>>;
}
