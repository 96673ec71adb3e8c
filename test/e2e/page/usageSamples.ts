import type { ChartView, SeriesView, UsageState } from '../../../src/protocol/usage.ts';

/** Snapshots of the usage page as the host makes them; all invented. */

const filter = (words: string) => ({ environments: ['acme-prod'], messageCodes: [words], from: 1, to: 2 });

function series(name: string, values: readonly number[], unit: string): SeriesView {
  return {
    name,
    values,
    spoken: values.map((value) => `${value} ${unit}`),
    filters: values.map((value, index) => (value > 0 ? filter(`${name} ${index}`) : null)),
  };
}

function chart(
  given: Pick<ChartView, 'id' | 'title' | 'labels' | 'series' | 'unit'> & Partial<ChartView>,
): ChartView {
  const { labels, series: all, title, unit } = given;
  return {
    explanation: 'What is counted, and what is left out.',
    stacked: false,
    horizontal: false,
    table: {
      columns: [title, ...all.map(({ name }) => name), 'Money'],
      rows: labels.map((label, index) => ({
        head: label,
        filter: filter(label),
        cells: [
          ...all.map(({ values, filters }) => ({
            text: `${values[index] ?? 0} ${unit}`,
            filter: filters[index] ?? null,
          })),
          { text: '≈ ₹12,34,567.50 (estimated)', filter: null },
        ],
      })),
    },
    ...given,
  };
}

const operations = [
  'RC Details Advanced',
  'Credit Report',
  'Aadhaar PAN Link Check',
  'Bulk Email Validation',
];

function charts(days: number, codes: number): readonly ChartView[] {
  const labels = Array.from({ length: days }, (_, index) => `${index + 1} Nov`);
  const names = Array.from({ length: codes }, (_, index) =>
    index === 0 ? 'NO_RECORD_FOUND' : `CODE_${index}`,
  );
  const count = (seed: number) => labels.map((_, index) => (index * seed) % 7);
  return [
    chart({
      id: 'days',
      title: 'Billed calls per day',
      unit: 'calls',
      stacked: true,
      labels,
      series: operations.map((name, index) => series(name, count(index + 2), 'billed')),
    }),
    chart({
      id: 'codes',
      title: 'Outcomes',
      unit: 'calls',
      horizontal: true,
      labels: names,
      series: [
        series(
          'Calls',
          names.map((_, index) => 40 - index),
          'calls',
        ),
      ],
    }),
    chart({
      id: 'latency',
      title: 'Time to the whole answer',
      unit: 'ms',
      horizontal: true,
      labels: operations,
      series: [
        series('p50', [400, 900, 300, 1200], 'ms'),
        series('p90', [800, 2000, 500, 4000], 'ms'),
        series('p99', [900, 6000, 700, 9000], 'ms'),
      ],
    }),
    chart({
      id: 'waste',
      title: 'Spent on negative results and on repeats',
      unit: 'percent',
      horizontal: true,
      labels: ['All operations', ...operations],
      series: [
        series('Negative results', [20, 30, 10, 5, 0], '%'),
        series('Repeats', [10, 12, 1, 0, 40], '%'),
      ],
    }),
  ];
}

export function usage(changes: Partial<UsageState> = {}): UsageState {
  return {
    choice: { environment: 'acme-prod', period: 'days30', from: '2026-11-01', to: '2026-11-30' },
    choices: {
      environments: ['Sandbox', 'acme-prod'],
      periods: [
        { id: 'today', title: 'Today' },
        { id: 'days30', title: 'Last 30 days' },
        { id: 'custom', title: 'Chosen days' },
      ],
    },
    span: 'Nov 1 – 30, 2026',
    note: 'Money is estimated from the prices you set; the service shows none.',
    summary: [
      ['Calls', '342'],
      ['Billed', '280'],
      ['May be billed', '2 · ≈ ₹8.00 (estimated)'],
      ['Refunded', '3'],
      ['Free', '57'],
      ['Money', '≈ ₹1,120.00 (estimated)'],
    ],
    charts: charts(30, 6),
    l10n: {},
    ...changes,
  };
}

export const emptyUsage: UsageState = usage({
  note: '',
  charts: [],
  summary: [
    ['Calls', '0'],
    ['Money', 'no price set'],
  ],
});

export const customUsage: UsageState = usage({
  choice: { environment: null, period: 'custom', from: '2026-11-01', to: '2026-11-03' },
  charts: charts(3, 2),
});

export const hugeUsage: UsageState = usage({
  choice: {
    environment: `environment-${'x'.repeat(48)}`,
    period: 'days90',
    from: '2026-08-24',
    to: '2026-11-21',
  },
  charts: charts(100, 300).map((one) =>
    one.id === 'codes'
      ? {
          ...one,
          labels: one.labels.slice(0, 20).map((label) => `${label}_${'LONG_'.repeat(11)}`),
          series: one.series.map((each) => ({ ...each, values: each.values.slice(0, 20) })),
        }
      : one,
  ),
  summary: [['Money', '≈ ₹98,76,54,32,100.00 (estimated), 1,00,000 without a price']],
});
