import type { ChartView } from '../../src/protocol/usage.ts';

/** Where a bar stands, in pixels of the chart. */
export interface Bar {
  readonly series: number;
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  /** The place for bars, between the axes. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly bars: readonly Bar[];
  /** Round values from 0 on, each with its place along the axis of values. */
  readonly ticks: readonly { readonly value: number; readonly at: number }[];
  /** The middle of each label's band along the other axis; labels without room are left out. */
  readonly names: readonly { readonly index: number; readonly at: number }[];
}

export interface Room {
  readonly width: number;
  readonly height: number;
  /** Pixels a line of text takes. */
  readonly line: number;
  /** The width of a text in pixels. */
  readonly measure: (text: string) => number;
  /** A tick as it is written. */
  readonly say: (value: number) => string;
}

const mostSteps = 5;
const gap = 8;
/** Of its band, what the bars of a name take together, and of that each bar. */
const share = 0.8 * 0.9;
const mostThick = 36;
/** A bar too short to hit with the mouse is no way to its orders. */
const leastLong = 2;
/** Names beside bars take this much of the width at most. */
const mostForNames = 0.5;

/** Whole steps of 1, 2 or 5 times a power of ten, so that at most five of them reach `most`. */
export function stepFor(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most / mostSteps)));
  const step = [1, 2, 5, 10].find((times) => power * times * mostSteps >= most) ?? 10;
  return power * step;
}

/** What the longest bar comes to: of a stack, all its parts. */
function longest({ series, labels, stacked, unit }: ChartView): number {
  if (unit === 'percent') return 100;
  const at = labels.map((_, index) => {
    const values = series.map(({ values }) => values[index] ?? 0);
    return stacked ? values.reduce((all, value) => all + value, 0) : Math.max(0, ...values);
  });
  return Math.max(1, ...at);
}

function frame(
  view: ChartView,
  room: Room,
  ticks: readonly number[],
): Omit<Layout, 'bars' | 'ticks' | 'names'> {
  const named = view.unit === 'calls' ? 0 : room.line + gap / 2;
  const texts = view.lying ? view.labels : ticks.map(room.say);
  const widest = Math.max(0, ...texts.map(room.measure)) + gap;
  const last = ticks.at(-1);
  return {
    left: view.lying ? Math.min(widest, room.width * mostForNames) : widest + named,
    top: view.lying ? 0 : room.line / 2,
    right: room.width - (view.lying && last !== undefined ? room.measure(room.say(last)) / 2 + 1 : 1),
    bottom: room.height - room.line - gap - (view.lying ? named : 0),
  };
}

/** Lays a chart out: bars from 0 on, round ticks, names where there is room for them. */
export function layOut(view: ChartView, room: Room): Layout {
  const most = longest(view);
  const step = stepFor(most);
  const end = Math.ceil(most / step) * step;
  const values = Array.from({ length: Math.round(end / step) + 1 }, (_, index) => index * step);
  const edges = frame(view, room, values);
  const { left, top, right, bottom } = edges;
  const along = (value: number): number =>
    view.lying ? left + (value / end) * (right - left) : bottom - (value / end) * (bottom - top);
  const start = view.lying ? top : left;
  const band = ((view.lying ? bottom - top : right - left) || 1) / Math.max(1, view.labels.length);
  const middle = (index: number): number => start + (index + 0.5) * band;
  const widest = Math.max(1, ...view.labels.map(room.measure)) + gap;
  const every = view.lying ? 1 : Math.max(1, Math.ceil(widest / band));
  return {
    ...edges,
    bars: barsOf(view, band, middle, along),
    ticks: values.map((value) => ({ value, at: along(value) })),
    names: view.labels
      .map((_, index) => ({ index, at: middle(index) }))
      .filter(({ index }) => index % every === 0),
  };
}

function barsOf(
  { series, labels, stacked, lying }: ChartView,
  band: number,
  middle: (index: number) => number,
  along: (value: number) => number,
): readonly Bar[] {
  const beside = stacked ? 1 : Math.max(1, series.length);
  const thick = Math.min(mostThick, (band * share) / beside);
  const slot = Math.min(thick / 0.9, (band * 0.8) / beside);
  return labels.flatMap((_, index) => {
    let from = 0;
    return series.flatMap(({ values }, place) => {
      const value = values[index] ?? 0;
      // Nothing is no bar, not even a short one.
      if (!(value > 0)) return [];
      const [low, high] = [along(from), along(from + value)];
      if (stacked) from += value;
      const long = Math.max(leastLong, Math.abs(high - low));
      const across = middle(index) + (stacked ? 0 : (place - (beside - 1) / 2) * slot) - thick / 2;
      return lying
        ? [{ series: place, index, x: low, y: across, width: long, height: thick }]
        : [{ series: place, index, x: across, y: low - long, width: thick, height: long }];
    });
  });
}

/** The bar under a point; of bars that meet there, the one drawn last. */
export function barAt({ bars }: Layout, x: number, y: number): Bar | null {
  return (
    bars.findLast((bar) => x >= bar.x && x <= bar.x + bar.width && y >= bar.y && y <= bar.y + bar.height) ??
    null
  );
}
