import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  type ChartDataset,
  LinearScale,
  Tooltip,
} from 'chart.js';
import { visible } from '../../src/contract/visible.ts';
import type { ChartView, OrderScope } from '../../src/protocol/usage.ts';
import { type ChartColours, readLook } from './colours.ts';

// Only what is drawn: the rest of the library stays out of the bundle.
Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

/** Pixels a horizontal bar takes with its gap, and what axis and margin take. */
const barRoom = 24;
const axisRoom = 44;
const standingHeight = 260;

type Bars = Chart<'bar', number[], string>;

/** Draws the charts of a snapshot into their places; the only importer of the chart library. */
export class Charts {
  private readonly open: (filter: OrderScope) => void;
  private readonly drawn = new Map<string, { readonly chart: Bars; readonly canvas: HTMLCanvasElement }>();
  private views: readonly ChartView[] = [];

  constructor(open: (filter: OrderScope) => void) {
    this.open = open;
  }

  /** To be called after each render of the page. */
  draw(root: ParentNode, views: readonly ChartView[]): void {
    if (views === this.views && views.length === this.drawn.size) return;
    this.views = views;
    const places = new Map<string, HTMLElement>();
    for (const place of root.querySelectorAll<HTMLElement>('[data-chart]'))
      places.set(place.dataset.chart ?? '', place);
    for (const { chart } of this.drawn.values()) chart.destroy();
    this.drawn.clear();
    const look = readLook();
    for (const view of views) {
      const place = places.get(view.id);
      const canvas = place?.querySelector('canvas') ?? null;
      if (place === undefined || canvas === null) continue;
      place.style.height = `${heightOf(view)}px`;
      this.drawn.set(view.id, { chart: new Chart(canvas, this.configuration(view, look)), canvas });
    }
  }

  /** Takes the colours of a changed theme. */
  restyle(): void {
    const views = this.views;
    this.views = [];
    this.draw(document, views);
  }

  private configuration(view: ChartView, look: ChartColours): ChartConfiguration<'bar', number[], string> {
    return {
      type: 'bar',
      data: {
        labels: view.labels.map(visible),
        datasets: view.series.map((one, index) => dataset(one, look, index)),
      },
      options: {
        // Nothing moves: numbers are read, not watched.
        animation: false,
        responsive: true,
        maintainAspectRatio: false,
        locale: document.documentElement.lang,
        indexAxis: view.horizontal ? 'y' : 'x',
        color: look.text,
        font: { family: look.font, size: look.size },
        scales: scales(view, look),
        plugins: { tooltip: tooltip(view, look) },
        onClick: (_event, bars) => {
          const [bar] = bars;
          const filter = bar === undefined ? null : view.series[bar.datasetIndex]?.filters[bar.index];
          if (filter !== null && filter !== undefined) this.open(filter);
        },
        onHover: (event, bars) => {
          const { target } = event.native ?? {};
          if (target instanceof HTMLElement) target.style.cursor = bars.length > 0 ? 'pointer' : 'default';
        },
      },
    };
  }
}

function heightOf({ horizontal, labels, series }: ChartView): number {
  return horizontal ? labels.length * Math.max(1, series.length) * barRoom + axisRoom : standingHeight;
}

function dataset(
  series: ChartView['series'][number],
  look: ChartColours,
  index: number,
): ChartDataset<'bar', number[]> {
  const { fill, border, borderWidth } = look.paint(index);
  return {
    label: visible(series.name),
    // Nothing is no bar, not even a short one.
    data: series.values.map((value) => (value === 0 ? Number.NaN : value)),
    backgroundColor: fill,
    borderColor: border,
    borderWidth,
    maxBarThickness: 36,
    // A bar too short to hit with the mouse is no way to its orders.
    minBarLength: 2,
  };
}

function scales(
  { horizontal, stacked, unit }: ChartView,
  look: ChartColours,
): NonNullable<NonNullable<ChartConfiguration<'bar', number[], string>['options']>['scales']> {
  const font = { family: look.font, size: look.size };
  const names = {
    stacked,
    grid: { display: false },
    border: { color: look.line },
    ticks: { color: look.text, font, autoSkip: !horizontal, maxRotation: 0 },
  };
  const numbers = {
    stacked,
    beginAtZero: true,
    grid: { display: look.grid, color: look.line },
    border: { display: false },
    ticks: { color: look.text, font, precision: 0, maxTicksLimit: 6 },
    ...(unit === 'percent' ? { max: 100 } : {}),
    ...(unit === 'calls'
      ? {}
      : { title: { display: true, text: unit === 'ms' ? 'ms' : '%', color: look.text, font } }),
  };
  return horizontal ? { x: numbers, y: names } : { x: names, y: numbers };
}

function tooltip(view: ChartView, look: ChartColours): object {
  const { back, text, border } = look.tooltip;
  const font = { family: look.font, size: look.size };
  return {
    backgroundColor: back,
    titleColor: text,
    bodyColor: text,
    borderColor: border,
    borderWidth: 1,
    titleFont: font,
    bodyFont: font,
    displayColors: view.series.length > 1,
    callbacks: {
      label: ({ datasetIndex, dataIndex }: { readonly datasetIndex: number; readonly dataIndex: number }) => {
        const series = view.series[datasetIndex];
        const spoken = series?.spoken[dataIndex] ?? '';
        return visible(view.stacked ? `${series?.name ?? ''}: ${spoken}` : spoken);
      },
    },
  };
}
