import * as vscode from 'vscode';
import type { OrderFilter } from '../../calls/ports/ports.ts';
import { type DaySpan, spanInTime } from '../../calls/usage/usagePeriods.ts';
import type { BinReport, CodeReport, UsageReport, WasteReport } from '../../calls/usage/usageReport.ts';
import { operationById } from '../../contract/operations.ts';
import type { CellView, ChartView, SeriesView, TableRowView } from '../../protocol/usage.ts';
import { outcomeWord, shownCode } from '../words/both/orderWords.ts';
import { moneyWords } from '../words/moneyWords.ts';
import { countWords, percentWords } from '../words/numberWords.ts';
import { binWords, msWords, shareWords } from './usageWords.ts';

/** Bars a chart shows at most; the table below it has all. */
const mostBars = 20;

/** Filters to the orders that a report counts. */
interface Scope {
  readonly environment: string | null;
  readonly span: DaySpan;
}

function filterOf({ environment, span }: Scope, more: OrderFilter): OrderFilter {
  return { ...(environment === null ? {} : { environments: [environment] }), ...spanInTime(span), ...more };
}

/** Nothing is opened where there is nothing. */
function where(count: number, filter: OrderFilter): OrderFilter | null {
  return count > 0 ? filter : null;
}

function textCell(text: string): CellView {
  return { text, filter: null };
}

function dayFilter(scope: Scope, { bin }: BinReport, more: OrderFilter): OrderFilter {
  return filterOf({ ...scope, span: bin }, more);
}

function daysChart(report: UsageReport, scope: Scope): ChartView {
  const series = report.operations.map((id, index): SeriesView => {
    const values = report.bins.map(({ billed }) => billed[index] ?? 0);
    return {
      name: operationById(id).title,
      values,
      spoken: values.map((value) => vscode.l10n.t('{0} billed', countWords(value))),
      filters: report.bins.map((one, place) =>
        where(values[place] ?? 0, dayFilter(scope, one, { operations: [id], billings: ['billed'] })),
      ),
    };
  });
  const rows = report.bins.map((one, place): TableRowView => {
    const { all, bin } = one;
    const maybe = dayFilter(scope, one, { billings: ['unknown'] });
    return {
      head: binWords(bin),
      filter: where(all.calls, dayFilter(scope, one, {})),
      cells: [
        ...series.map(({ values, filters }) => ({
          text: countWords(values[place] ?? 0),
          filter: filters[place] ?? null,
        })),
        { text: countWords(all.unknown), filter: where(all.unknown, maybe) },
        textCell(moneyWords(all.spent)),
      ],
    };
  });
  const byMonth = report.bins[0]?.bin.id.length === 7;
  return {
    id: 'days',
    title: byMonth ? vscode.l10n.t('Billed calls per month') : vscode.l10n.t('Billed calls per day'),
    explanation: vscode.l10n.t(
      'Billed calls, by the local day they left. Calls that may have been billed are in the table only.',
    ),
    stacked: true,
    horizontal: false,
    unit: 'calls',
    labels: report.bins.map(({ bin }) => binWords(bin)),
    series,
    table: {
      columns: [
        byMonth ? vscode.l10n.t('Month') : vscode.l10n.t('Day'),
        ...series.map(({ name }) => name),
        vscode.l10n.t('May be billed'),
        vscode.l10n.t('Money'),
      ],
      rows,
    },
  };
}

function codeName(report: CodeReport): string {
  const { messageCode, outcome } = report;
  return messageCode === null ? vscode.l10n.t('no code: {0}', outcomeWord(outcome)) : shownCode(report);
}

function codesChart(report: UsageReport, scope: Scope): ChartView {
  const filter = ({ messageCode, outcome }: CodeReport): OrderFilter =>
    filterOf(scope, { messageCodes: [messageCode ?? ''], outcomes: [outcome] });
  const shown = report.codes.slice(0, mostBars);
  const values = shown.map(({ all }) => all.calls);
  const rows = report.codes.map((one): TableRowView => {
    const { all, outcome } = one;
    const texts = [
      outcomeWord(outcome),
      ...[all.calls, all.billed, all.unknown, all.refunded, all.free].map(countWords),
    ];
    return {
      head: codeName(one),
      filter: where(all.calls, filter(one)),
      cells: texts.map(textCell),
    };
  });
  return {
    id: 'codes',
    title: vscode.l10n.t('Outcomes'),
    explanation:
      report.codes.length > mostBars
        ? vscode.l10n.t(
            'Calls by message_code: the {0} most frequent; the table has all {1}.',
            mostBars,
            report.codes.length,
          )
        : vscode.l10n.t('Calls by message_code.'),
    stacked: false,
    horizontal: true,
    unit: 'calls',
    labels: shown.map(codeName),
    series: [
      {
        name: vscode.l10n.t('Calls'),
        values,
        spoken: values.map((value) => vscode.l10n.t('{0} calls', countWords(value))),
        filters: shown.map((one) => where(one.all.calls, filter(one))),
      },
    ],
    table: {
      columns: [
        'message_code',
        vscode.l10n.t('Outcome'),
        vscode.l10n.t('Calls'),
        vscode.l10n.t('Billed'),
        vscode.l10n.t('May be billed'),
        vscode.l10n.t('Refunded'),
        vscode.l10n.t('Free'),
      ],
      rows,
    },
  };
}

function latencyChart({ latency }: UsageReport, scope: Scope): ChartView {
  const filters = latency.map(({ operation }) => filterOf(scope, { operations: [operation] }));
  const series = (['p50', 'p90', 'p99'] as const).map((name): SeriesView => {
    const values = latency.map((one) => one[name]);
    return { name, values, spoken: values.map((value) => `${name}: ${msWords(value)}`), filters };
  });
  const rows = latency.map(
    ({ operation, calls, p50, p90, p99 }, index): TableRowView => ({
      head: operationById(operation).title,
      filter: filters[index] ?? null,
      cells: [countWords(calls), ...[p50, p90, p99].map(msWords)].map(textCell),
    }),
  );
  return {
    id: 'latency',
    title: vscode.l10n.t('Time to the whole answer'),
    explanation: vscode.l10n.t(
      'Half of the calls were answered within p50, nine of ten within p90, 99 of 100 within p99. Calls without a whole answer are not counted.',
    ),
    stacked: false,
    horizontal: true,
    unit: 'ms',
    labels: latency.map(({ operation }) => operationById(operation).title),
    series,
    table: {
      columns: [vscode.l10n.t('Operation'), vscode.l10n.t('Answered calls'), 'p50', 'p90', 'p99'],
      rows,
    },
  };
}

function wasteName({ operation }: WasteReport): string {
  return operation === null ? vscode.l10n.t('All operations') : operationById(operation).title;
}

function wasteChart({ waste }: UsageReport, scope: Scope): ChartView {
  const isPriced = ({ negatives }: WasteReport): boolean => negatives.ofMoney !== null;
  // Of an operation that was only simulated beside real ones no price is missed.
  const costs = ({ all }: WasteReport): boolean => all.spent.priced + all.spent.unpriced > 0;
  const byMoney = waste.some(isPriced) && waste.every((one) => isPriced(one) || !costs(one));
  const filter = ({ operation }: WasteReport, more: OrderFilter): OrderFilter =>
    filterOf(scope, {
      ...(operation === null ? {} : { operations: [operation] }),
      billings: ['billed'],
      ...more,
    });
  const line = (name: string, of: 'negatives' | 'repeats', more: OrderFilter): SeriesView => {
    const shares = waste.map((one) => (byMoney ? one[of].ofMoney : one[of].ofCalls) ?? 0);
    return {
      name,
      values: shares.map((share) => share * 100),
      spoken: shares.map((share) => `${name}: ${percentWords(share)}`),
      filters: waste.map((one) => where(one[of].calls, filter(one, more))),
    };
  };
  const series = [
    line(vscode.l10n.t('Negative results'), 'negatives', { outcomes: ['negative'] }),
    line(vscode.l10n.t('Repeats'), 'repeats', {}),
  ];
  const rows = waste.map(
    (one, index): TableRowView => ({
      head: wasteName(one),
      filter: where(one.all.billed, filter(one, {})),
      cells: [
        textCell(countWords(one.all.billed)),
        { text: shareWords(one.negatives), filter: series[0]?.filters[index] ?? null },
        textCell(shareWords(one.repeats)),
      ],
    }),
  );
  const share = byMoney
    ? vscode.l10n.t('Share of the money spent (estimated).')
    : vscode.l10n.t('Share of the calls billed: not every operation has a price.');
  return {
    id: 'waste',
    title: vscode.l10n.t('Spent on negative results and on repeats'),
    explanation: `${share} ${vscode.l10n.t('A repeat has the same input as an order billed before, and may be negative too. The bar of repeats opens all billed orders of its operation.')}`,
    stacked: false,
    horizontal: true,
    unit: 'percent',
    labels: waste.map(wasteName),
    series,
    table: {
      columns: [
        vscode.l10n.t('Operation'),
        vscode.l10n.t('Billed'),
        vscode.l10n.t('Negative results'),
        vscode.l10n.t('Repeats'),
      ],
      rows,
    },
  };
}

/** The charts of a report; those without anything to show are left out. */
export function usageCharts(report: UsageReport, environment: string | null): readonly ChartView[] {
  if (report.all.calls === 0) return [];
  const scope: Scope = { environment, span: report.span };
  return [
    daysChart(report, scope),
    codesChart(report, scope),
    ...(report.latency.length === 0 ? [] : [latencyChart(report, scope)]),
    ...(report.waste.length === 0 ? [] : [wasteChart(report, scope)]),
  ];
}
