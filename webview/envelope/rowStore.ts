import type { RowsView, RowView } from '../../src/protocol/contents.ts';

/** Rows asked for at once. */
const chunk = 100;
/** Chunks kept; those farthest from what is in view are dropped. */
const mostChunks = 30;

/** Rows of one table as they come from the host, a chunk at a time, for one way of looking at it. */
export class RowStore {
  total: number;
  private readonly ask: (from: number, count: number) => Promise<RowsView>;
  private readonly changed: () => void;
  private readonly chunks = new Map<number, readonly RowView[]>();
  private readonly waiting = new Set<number>();
  /** What could not be had: what goes wrong is said, which draws the table anew, which would ask for it without end. */
  private readonly failed = new Set<number>();

  /**
   * @param total rows there are as far as is known
   * @param changed called when rows have come, or could not be had
   */
  constructor(total: number, ask: (from: number, count: number) => Promise<RowsView>, changed: () => void) {
    this.total = total;
    this.ask = ask;
    this.changed = changed;
  }

  /** True once anything has come. */
  get isFilled(): boolean {
    return this.chunks.size > 0;
  }

  /** By its place in the order shown; null while it is on its way. */
  at(place: number): RowView | null {
    return this.chunks.get(Math.floor(place / chunk))?.[place % chunk] ?? null;
  }

  /** Asks for what is not here yet of these rows; rejects where the host does. */
  async want(from: number, count: number): Promise<void> {
    const first = Math.floor(from / chunk);
    const last = Math.floor(Math.max(from, from + count - 1) / chunk);
    const missing: number[] = [];
    for (let one = first; one <= last; one += 1) {
      if (![this.chunks, this.waiting, this.failed].some((known) => known.has(one))) missing.push(one);
    }
    await Promise.all(missing.map((one) => this.fetch(one)));
    this.drop(first);
  }

  /** What could not be had may be asked for once more. */
  again(): void {
    this.failed.clear();
  }

  private async fetch(one: number): Promise<void> {
    this.waiting.add(one);
    try {
      const { rows, total } = await this.ask(one * chunk, chunk);
      this.chunks.set(one, rows);
      this.total = total;
    } catch (error) {
      this.failed.add(one);
      throw error;
    } finally {
      this.waiting.delete(one);
      this.changed();
    }
  }

  private drop(near: number): void {
    if (this.chunks.size <= mostChunks) return;
    const far = [...this.chunks.keys()].sort((a, b) => Math.abs(b - near) - Math.abs(a - near));
    for (const one of far.slice(0, this.chunks.size - mostChunks)) this.chunks.delete(one);
  }
}
