import type { OrderRowView, OrdersWindow } from '../../src/protocol/orders.ts';

/** Windows whose rows are held; of others only the ids are, and their rows are asked for again when they come into view. */
const heldWindows = 25;

/** A stretch of the list as the host gave it. */
interface Stretch {
  /** The place it starts after; null = the top. */
  readonly after: string | null;
  readonly next: string | null;
  readonly ids: readonly string[];
  /** Rows above which a heading stands. */
  readonly heads: readonly number[];
  readonly lastGroup: string;
  /** Null while they are not held. */
  readonly rows: readonly OrderRowView[] | null;
}

/** One line of the table. */
export type Line =
  | { readonly kind: 'head'; readonly text: string; readonly line: number }
  | { readonly kind: 'row'; readonly row: OrderRowView; readonly line: number; readonly index: number }
  /** Its rows are not held; they are being asked for. */
  | { readonly kind: 'waiting'; readonly line: number; readonly window: number };

function stretchOf(after: string | null, { rows, next }: OrdersWindow, groupBefore: string): Stretch {
  let group = groupBefore;
  const heads: number[] = [];
  rows.forEach((row, at) => {
    if (row.group !== group) heads.push(at);
    group = row.group;
  });
  return { after, next, ids: rows.map(({ id }) => id), heads, lastGroup: group, rows };
}

function linesOf({ ids, heads }: Stretch): number {
  return ids.length + heads.length;
}

/**
 * The part of the list that was read so far, window after window from the top. It never changes: each step makes another.
 * A row's `index` counts rows from the top, a `line` also counts headings.
 */
export class Windows {
  readonly #stretches: readonly Stretch[];

  constructor(stretches: readonly Stretch[]) {
    this.#stretches = stretches;
  }

  static from(first: OrdersWindow): Windows {
    return new Windows([stretchOf(null, first, '')]);
  }

  get rows(): number {
    return this.#stretches.reduce((sum, { ids }) => sum + ids.length, 0);
  }

  get lines(): number {
    return this.#stretches.reduce((sum, one) => sum + linesOf(one), 0);
  }

  /** Where the next window starts; null when the whole list was read. */
  get next(): string | null {
    return this.#stretches.at(-1)?.next ?? null;
  }

  /** Another window behind what was read. */
  with(next: OrdersWindow): Windows {
    const last = this.#stretches.at(-1);
    if (last === undefined) return Windows.from(next);
    return new Windows([...this.#stretches, stretchOf(last.next, next, last.lastGroup)]);
  }

  /**
   * A window read again. Where it ends elsewhere than before, what came behind it was read from another place and goes:
   * it is asked for again when it comes into view.
   */
  again(at: number, read: OrdersWindow): Windows {
    const before = this.#stretches[at];
    if (before === undefined) return this;
    const made = stretchOf(before.after, read, this.#stretches[at - 1]?.lastGroup ?? '');
    const isSame = made.next === before.next && made.ids.length === before.ids.length;
    const rest = isSame ? this.#stretches.slice(at + 1) : [];
    return new Windows([...this.#stretches.slice(0, at), made, ...rest]);
  }

  /**
   * The first window as it reads now, without the orders that are new at its top: those that are gone go, the others are
   * told anew, and nothing moves under the user's eyes. What fell behind the end of the new reading stays as it was.
   */
  refreshed({ rows }: OrdersWindow): Windows {
    const [first, ...rest] = this.#stretches;
    if (first === undefined || first.rows === null) return this;
    const now = new Map(rows.map((row) => [row.id, row]));
    const lastKnown = first.ids.findLastIndex((id) => now.has(id));
    const kept = first.rows.flatMap((row, at) => now.get(row.id) ?? (at > lastKnown ? [row] : []));
    return new Windows([stretchOf(first.after, { rows: kept, next: first.next }, ''), ...rest]);
  }

  /** The place a window starts after. */
  afterOf(at: number): string | null {
    return this.#stretches[at]?.after ?? null;
  }

  /** Windows that have a line between the two, inclusive. */
  between(from: number, to: number): readonly number[] {
    const found: number[] = [];
    let start = 0;
    this.#stretches.forEach((one, at) => {
      const end = start + linesOf(one);
      if (start <= to && end > from) found.push(at);
      start = end;
    });
    return found;
  }

  /** Lets go of the rows of windows far from those in view. */
  near(inView: readonly number[]): Windows {
    const held = this.#stretches.filter(({ rows }) => rows !== null).length;
    if (held <= heldWindows) return this;
    const [first = 0, last = 0] = [inView[0], inView.at(-1)];
    const reach = Math.floor(heldWindows / 2);
    return new Windows(
      this.#stretches.map((one, at) =>
        at >= first - reach && at <= last + reach ? one : { ...one, rows: null },
      ),
    );
  }

  /** The lines between two, the second exclusive. */
  show(from: number, to: number): readonly Line[] {
    const found: Line[] = [];
    let line = 0;
    let index = 0;
    for (const [window, one] of this.#stretches.entries()) {
      const size = linesOf(one);
      if (line + size > from && line < to) {
        found.push(
          ...linesIn(one, window, line, index).filter((each) => each.line >= from && each.line < to),
        );
      }
      line += size;
      index += one.ids.length;
    }
    return found;
  }

  idAt(index: number): string | null {
    let start = 0;
    for (const { ids } of this.#stretches) {
      if (index < start + ids.length) return ids[index - start] ?? null;
      start += ids.length;
    }
    return null;
  }

  /** -1 where it was not read, or is gone. */
  indexOf(id: string): number {
    let start = 0;
    for (const { ids } of this.#stretches) {
      const at = ids.indexOf(id);
      if (at >= 0) return start + at;
      start += ids.length;
    }
    return -1;
  }

  /** The line a row stands on. */
  lineOf(index: number): number {
    let line = 0;
    let start = 0;
    for (const one of this.#stretches) {
      if (index < start + one.ids.length) {
        return line + index - start + one.heads.filter((head) => head <= index - start).length;
      }
      line += linesOf(one);
      start += one.ids.length;
    }
    return line;
  }

  idsBetween(a: number, b: number): readonly string[] {
    const [from, to] = a < b ? [a, b] : [b, a];
    const found: string[] = [];
    let start = 0;
    for (const { ids } of this.#stretches) {
      found.push(...ids.slice(Math.max(0, from - start), Math.max(0, to - start + 1)));
      start += ids.length;
    }
    return found;
  }
}

function linesIn(one: Stretch, window: number, firstLine: number, firstIndex: number): Line[] {
  if (one.rows === null) {
    return Array.from({ length: linesOf(one) }, (_, at) => ({
      kind: 'waiting',
      line: firstLine + at,
      window,
    }));
  }
  const heads = new Set(one.heads);
  const found: Line[] = [];
  one.rows.forEach((row, at) => {
    if (heads.has(at)) found.push({ kind: 'head', text: row.group, line: firstLine + found.length });
    found.push({ kind: 'row', row, line: firstLine + found.length, index: firstIndex + at });
  });
  return found;
}
