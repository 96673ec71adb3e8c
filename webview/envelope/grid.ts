import { render } from 'lit/html.js';
import type { ListQuery } from '../../src/contract/listTable.ts';
import type { RowView, TableParams } from '../../src/protocol/contents.ts';
import { bringIntoView } from '../intoView.ts';
import { allMasked } from '../pieces.ts';
import { gridColumns } from './gridColumns.ts';
import { type CellPlace, moved } from './gridKeys.ts';
import { type GridInput, gridView, type TableActs } from './gridView.ts';
import { RowStore } from './rowStore.ts';
import { type Drawn, drawn, scrollTopFor } from './virtual.ts';

/** How long typing rests before rows are looked for, ms. */
const QUIET_MS = 150;
/** Until the first row was measured, px. */
const someRow = 26;

/**
 * A list as a grid of which only the rows in view are drawn. It holds what belongs to the view alone: where it is
 * scrolled, which cell has the focus, the rows that came. Everything else is the page's.
 */
export class VerificationGrid extends HTMLElement implements TableActs {
  #input: GridInput | null = null;
  #store: RowStore | null = null;
  /** Rows as they were looked at before, shown until the first new ones come. */
  #earlier: RowStore | null = null;
  #version = '';
  #rowHeight = someRow;
  /** By column the longest text that was drawn, in characters. */
  #longest: number[] = [];
  #place: CellPlace = { row: -1, column: 0 };
  #focusWanted = false;
  #typing: number | null = null;
  #resized: ResizeObserver | null = null;

  set input(input: GridInput) {
    const isOther = this.#input?.answerId !== input.answerId || this.#input.table.path !== input.table.path;
    this.#input = input;
    const { answerId, table, query, reveal } = input;
    const version = JSON.stringify([answerId, table.path, table.rows, table.columns, query, reveal]);
    if (version !== this.#version) this.#lookAnew(version, isOther);
    this.#draw();
  }

  connectedCallback(): void {
    this.#resized = new ResizeObserver(() => this.#draw());
    this.#resized.observe(this);
  }

  disconnectedCallback(): void {
    this.#resized?.disconnect();
  }

  #lookAnew(version: string, isOther: boolean): void {
    const input = this.#input;
    if (input === null) return;
    this.#version = version;
    const { pieces, table } = input;
    if (this.#store?.isFilled) this.#earlier = isOther ? null : this.#store;
    const params = this.#params();
    const store: RowStore = new RowStore(
      isOther ? table.rows : (this.#store?.total ?? table.rows),
      (from, count) => pieces.rows({ ...params, from, count }),
      () => {
        if (store !== this.#store) return;
        if (store.isFilled) this.#earlier = null;
        this.#place = { ...this.#place, row: Math.min(this.#place.row, store.total - 1) };
        this.#draw();
      },
    );
    this.#store = store;
    if (!isOther) return;
    this.#place = { row: -1, column: 0 };
    this.#longest = [];
  }

  #params(): TableParams {
    const input = this.#input;
    if (input === null) throw new Error('A grid without its list.');
    const { answerId, table, query, reveal } = input;
    return { orderId: answerId, path: table.path, query, reveal };
  }

  get #scroller(): HTMLElement | null {
    return this.querySelector('.grid-scroller');
  }

  get #header(): number {
    return this.querySelector<HTMLElement>('.grid-head')?.offsetHeight ?? this.#rowHeight;
  }

  #drawn(total: number): Drawn {
    const scroller = this.#scroller;
    return drawn({
      top: scroller?.scrollTop ?? 0,
      view: scroller?.clientHeight ?? 400,
      row: this.#rowHeight,
      rows: total,
    });
  }

  #row(place: number): RowView | null {
    return this.#store?.at(place) ?? this.#earlier?.at(place) ?? null;
  }

  #draw(): void {
    const [input, store] = [this.#input, this.#store];
    if (input === null || store === null) return;
    const part = this.#drawn(store.total);
    const rows = Array.from({ length: part.count }, (_, index) => this.#row(part.from + index));
    this.#widen(rows);
    const { total, isFilled } = store;
    const own = { total, longest: this.#longest, place: this.#place, isWaiting: !isFilled };
    render(gridView({ ...input, part, rows, ...own }, this), this);
    this.#measure();
    store.want(part.from, part.count).catch((error: unknown) => input.pieces.fail(error));
    if (this.#focusWanted) this.#focus();
  }

  /** Columns grow with what was seen in them and never shrink, or scrolling would make them jump. */
  #widen(rows: readonly (RowView | null)[]): void {
    for (const row of rows) {
      for (const [column, { text }] of (row?.cells ?? []).entries()) {
        this.#longest[column] = Math.max(this.#longest[column] ?? 0, text.length);
      }
    }
  }

  /** The height of a row is the theme's and the user's; drawn anew once it is known. */
  #measure(): void {
    const row = this.querySelector('.grid-row');
    // Not by its place: millions of pixels down, that is rounded.
    const height = row === null ? 0 : Number.parseFloat(getComputedStyle(row).height);
    if (!(height >= 1) || Math.abs(height - this.#rowHeight) < 0.01) return;
    this.#rowHeight = height;
    this.#draw();
  }

  /** The focused cell may have to be drawn first. */
  #focus(): void {
    const { row, column } = this.#place;
    const cell = this.querySelector<HTMLElement>(`[data-place="${row}/${column}"]`);
    if (cell === null) return;
    this.#focusWanted = false;
    (cell.querySelector<HTMLElement>('button.whole') ?? cell).focus({ preventScroll: true });
  }

  scrolled(): void {
    this.#store?.again();
    this.#draw();
  }

  filter(text: string): void {
    if (this.#typing !== null) clearTimeout(this.#typing);
    this.#typing = window.setTimeout(() => {
      this.#typing = null;
      this.#query({ filter: text });
    }, QUIET_MS);
  }

  #query(part: Partial<ListQuery>): void {
    const input = this.#input;
    if (input === null) return;
    this.#scroller?.scrollTo({ top: 0 });
    input.pieces.lookAt(input.answerId, input.table.path, { ...input.query, ...part });
  }

  /** Up, then down, then as it came. Column -1 is the place in what was sent. */
  sort(column: number): void {
    const sort = this.#input?.query.sort ?? null;
    if (sort?.column !== column) this.#query({ sort: { column, down: false } });
    else this.#query({ sort: sort.down ? null : { column, down: true } });
  }

  /** The rows of one state; once more, all of them. */
  only(column: number, text: string): void {
    const only = this.#input?.query.only ?? null;
    const isOn = only !== null && only.column === column && only.text === text;
    this.#query({ only: isOn ? null : { column, text } });
  }

  revealAll(all: boolean): void {
    const input = this.#input;
    input?.pieces.reveal(input.answerId, input.table.path, { ...allMasked, all });
  }

  revealRow(row: number): void {
    const input = this.#input;
    if (input === null || input.reveal.all) return;
    const { rows } = input.reveal;
    const next = rows.includes(row) ? rows.filter((one) => one !== row) : [...rows, row];
    // A cell of the row that was revealed by itself is hidden with it.
    const cells = input.reveal.cells.filter((cell) => !cell.startsWith(`${row}/`));
    input.pieces.reveal(input.answerId, input.table.path, { ...input.reveal, rows: next, cells });
  }

  revealCell(row: number, column: number): void {
    const input = this.#input;
    if (input === null || input.reveal.all || input.reveal.rows.includes(row)) return;
    const { cells } = input.reveal;
    const name = `${row}/${column}`;
    const next = cells.includes(name) ? cells.filter((one) => one !== name) : [...cells, name];
    input.pieces.reveal(input.answerId, input.table.path, { ...input.reveal, cells: next });
  }

  copyTable(): void {
    this.#input?.pieces.copy({ ...this.#params(), what: 'table' });
  }

  copyRow(row: number): void {
    const { orderId, path, reveal } = this.#params();
    this.#input?.pieces.copy({ orderId, path, reveal, what: 'row', row });
  }

  save(to: 'file' | 'editor'): void {
    this.#input?.pieces.saveTable(this.#params(), to);
  }

  /** A cell was clicked or otherwise focused: the arrows go on from there. */
  entered(place: CellPlace): void {
    if (place.row === this.#place.row && place.column === this.#place.column) return;
    this.#place = place;
    this.#draw();
  }

  key(event: KeyboardEvent): void {
    const [input, store] = [this.#input, this.#store];
    if (input === null || store === null || event.altKey || event.shiftKey) return;
    const isCtrl = event.ctrlKey || event.metaKey;
    const scroller = this.#scroller;
    const view = scroller?.clientHeight ?? 400;
    const page = Math.max(1, Math.floor((view - this.#header) / this.#rowHeight) - 1);
    const size = { rows: store.total, columns: gridColumns(input.table).length, page };
    const next = moved(this.#place, event.key, isCtrl, size);
    if (next !== null) {
      event.preventDefault();
      this.#moveTo(next, view);
    } else if (event.key === 'c' && isCtrl) this.#copyCell(event);
    else if ((event.key === 'Enter' || event.key === ' ') && !isCtrl) this.#press(event);
  }

  #moveTo(place: CellPlace, view: number): void {
    const scroller = this.#scroller;
    const [row, rows] = [this.#rowHeight, this.#store?.total ?? 0];
    if (scroller !== null && place.row >= 0) {
      const { scrollTop: top } = scroller;
      scroller.scrollTop = scrollTopFor(place.row, { top, view, row, rows }, this.#header);
    }
    this.#place = place;
    this.#focusWanted = true;
    this.#draw();
    const cell = this.querySelector(`[data-place="${place.row}/${place.column}"]`);
    if (cell !== null) bringIntoView(cell, 'nearest');
  }

  /** The column of the table in which the focus is; null = none of them. */
  get #column(): number | null {
    const table = this.#input?.table;
    const at = table === undefined ? undefined : gridColumns(table)[this.#place.column];
    return at?.kind === 'value' ? at.column : null;
  }

  #copyCell(event: KeyboardEvent): void {
    const row = this.#row(this.#place.row);
    const column = this.#column;
    // Text that is marked is what the user means to copy.
    if (row === null || column === null || !(document.getSelection()?.isCollapsed ?? true)) return;
    event.preventDefault();
    const { orderId, path, reveal } = this.#params();
    this.#input?.pieces.copy({ orderId, path, reveal, what: 'cell', row: row.row, column });
  }

  #press(event: KeyboardEvent): void {
    // A button presses itself.
    if (event.target instanceof HTMLButtonElement) return;
    const row = this.#row(this.#place.row);
    const column = this.#column;
    if (row === null || column === null || !row.cells[column]?.sensitive) return;
    event.preventDefault();
    this.revealCell(row.row, column);
  }
}

customElements.define('verification-grid', VerificationGrid);
