/** Taller than this no browser lays an element out; the scroll bar then stands for more than it measures. */
const tallest = 12_000_000;
/** Rows drawn above and below what is in view, so that a small scroll finds them there. */
const over = 8;

export interface Scrolled {
  /** Of the scroller, px. */
  readonly top: number;
  /** Height of what is seen of it, px. */
  readonly view: number;
  /** Of every row, px. */
  readonly row: number;
  readonly rows: number;
}

/** The rows to be drawn: from which on, how many, how far from the top (px), and how tall all of them are (px). */
export interface Drawn {
  readonly from: number;
  readonly count: number;
  readonly offset: number;
  readonly height: number;
}

/** Where the first row in view begins, in rows. */
function firstRow({ top, view, row, rows }: Scrolled, height: number): number {
  if (height === rows * row) return top / row;
  const range = height - view;
  return range <= 0 ? 0 : (Math.min(top, range) / range) * Math.max(0, rows - view / row);
}

/** Rows of one height in a scroller, of whatever number. */
export function drawn(scrolled: Scrolled): Drawn {
  const { top, view, row, rows } = scrolled;
  const height = Math.min(rows * row, tallest);
  const first = Math.min(firstRow(scrolled, height), Math.max(0, rows - 1));
  const from = Math.max(0, Math.floor(first) - over);
  const count = Math.min(rows - from, Math.ceil(view / row) + 2 * over + 1);
  return { from, count: Math.max(0, count), offset: Math.max(0, top - (first - from) * row), height };
}

/** Where to scroll so that a row is in view; the place it is at where it is so already. */
export function scrollTopFor(wanted: number, scrolled: Scrolled, covered: number): number {
  const { top, view, row, rows } = scrolled;
  const height = Math.min(rows * row, tallest);
  const first = firstRow(scrolled, height);
  const fits = Math.max(1, (view - covered) / row);
  if (wanted >= first && wanted + 1 <= first + fits) return top;
  const target = wanted < first ? wanted : wanted + 1 - fits;
  if (height === rows * row) return Math.max(0, target * row);
  return (Math.max(0, target) / Math.max(1, rows - view / row)) * (height - view);
}
