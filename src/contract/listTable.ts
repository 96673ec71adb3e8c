import { compactJson } from './compactJson.ts';
import { coverCode, coverId } from './coverText.ts';
import { isJsonRecord, numberText } from './jsonNumbers.ts';
import { type Column, cellValue, type ListColumn, listColumns } from './listColumns.ts';
import type { OwnInput } from './ownInput.ts';
import { maskKindByLook } from './personalText.ts';
import type { MaskKind, Operation } from './shapes.ts';
import type { TellApart } from './tellApart.ts';

/** How rows are looked at. Columns are counted from 0; -1 is the place in what was sent. */
export interface ListQuery {
  readonly sort: { readonly column: number; readonly down: boolean } | null;
  /** Rows that hold this text in any cell, whatever its case; '' = all. Looks behind the masks. */
  readonly filter: string;
  /** Rows with just this text in a column, or null. */
  readonly only: { readonly column: number; readonly text: string } | null;
}

/** What of a list is unmasked. Rows are counted from 0 in the order of the answer; cells are `row/column`. */
export interface ListReveal {
  readonly all: boolean;
  readonly rows: ReadonlySet<number>;
  readonly cells: ReadonlySet<string>;
}

export interface ListCell {
  readonly kind: 'text' | 'empty' | 'null' | 'missing' | 'boolean' | 'number' | 'list' | 'object';
  /** As it is to be shown; of a masked list or object how many parts it has. */
  readonly text: string;
  readonly masked: boolean;
  /** Masked unless revealed. */
  readonly sensitive: boolean;
}

export interface ListCount {
  readonly column: number;
  readonly values: readonly { readonly text: string; readonly count: number }[];
}

/** Values that differ more than this are no states to be counted. */
const mostStates = 6;
const longestState = 24;
const mostCounts = 4;
const stateName =
  /valid|status|state|result|verdict|deliver|exist|match|link|active|check|reason|risk|ok$|formed|disposable|blocked|type$/i;

/** A list of an answer as a table: columns from the keys of its items, cells masked like the rest of the answer. */
export class ListTable {
  readonly columns: readonly ListColumn[];
  /** Columns that were left out. */
  readonly moreColumns: number;
  readonly items: readonly unknown[];
  /** By row the place of what was sent that it plainly is about, from 0; null where nothing is joined. */
  private readonly joined: Int32Array | null;
  private readonly tell: TellApart;
  private readonly own: OwnInput | null;
  private last: { readonly key: string; readonly rows: Uint32Array } | null = null;

  /**
   * @param joins what a row is plainly about, see `placeIn`; null where nothing can be joined
   * @param own what was asked about: a cell that repeats it is masked whatever its column is called
   * @param usual columns that such lists have had
   */
  constructor(
    operation: Operation,
    path: readonly string[],
    items: readonly unknown[],
    tell: TellApart,
    joins: ((item: unknown) => number | null) | null,
    own: OwnInput | null = null,
    usual: readonly Column[] = [],
  ) {
    this.items = items;
    this.tell = tell;
    this.own = own;
    const { columns, more } = listColumns(operation, path, items, usual);
    this.columns = columns;
    this.moreColumns = more;
    this.joined = joins === null ? null : Int32Array.from(items, (item) => joins(item) ?? -1);
  }

  get isJoined(): boolean {
    return this.joined !== null;
  }

  /** The place in what was sent, from 0; null = none. */
  sentAt(row: number): number | null {
    const place = this.joined?.[row] ?? -1;
    return place < 0 ? null : place;
  }

  /** The places of what was sent that a row is about. */
  placesMet(): ReadonlySet<number> {
    return new Set(this.joined?.filter((place) => place >= 0));
  }

  /** Whether a first look finds anything to mask: by the columns' names, else in the first rows. */
  mayBeMasked(): boolean {
    if (this.columns.some(({ mask }) => mask !== null)) return true;
    return this.items.slice(0, 50).some((item) =>
      this.columns.some((column) => {
        const cell = plainCell(cellValue(item, column));
        return cell.sensitive || this.maskOf(column, cell) !== null;
      }),
    );
  }

  /** Numbers masks in the order of the rows, whatever of them is looked at first. */
  numberMasks(): void {
    for (const item of this.items) {
      for (const column of this.columns) this.shown(cellValue(item, column), column, false);
    }
  }

  cells(row: number, reveal: ListReveal): readonly ListCell[] {
    const item = this.items[row];
    const open = reveal.all || reveal.rows.has(row);
    return this.columns.map((column, index) =>
      this.shown(cellValue(item, column), column, open || reveal.cells.has(`${row}/${index}`)),
    );
  }

  /** The cells as texts for a file: masked ones as they are shown, lists and objects as JSON. */
  texts(row: number, reveal: ListReveal): readonly string[] {
    const item = this.items[row];
    return this.cells(row, reveal).map((cell, index) => {
      const column = this.columns[index];
      if (column === undefined || cell.masked) return cell.masked && isPart(cell) ? '••••••' : cell.text;
      return isPart(cell) ? compactJson(cellValue(item, column), 32_000) : cell.text;
    });
  }

  private shown(value: unknown, column: ListColumn, open: boolean): ListCell {
    const cell = plainCell(value);
    if (isPart(cell)) {
      return open ? { ...cell, text: compactJson(value, 2000), masked: false } : cell;
    }
    const kind = this.maskOf(column, cell);
    if (kind === null) return cell;
    const masked = this.tell.mask(kind, cell.text, column.path.join('.'));
    return open ? { ...cell, sensitive: true } : { ...cell, text: masked, masked: true, sensitive: true };
  }

  private maskOf(column: ListColumn, { kind, text }: ListCell): MaskKind | null {
    if (kind !== 'text' && kind !== 'number') return null;
    if (column.open) return this.maskOfEnvelope(column, text);
    return column.mask ?? maskKindByLook(text) ?? this.own?.kindIn(text) ?? null;
  }

  /** Its words, codes and ids are shown unless there is more in one, as in the text of the answer. */
  private maskOfEnvelope({ path }: ListColumn, text: string): MaskKind | null {
    const cover = path.at(-1) === 'order_id' ? coverId : coverCode;
    return cover(text, this.own) === text ? null : (maskKindByLook(text) ?? 'all');
  }

  /** Rows in the order of the query, by their places in the answer. */
  rows(query: ListQuery): Uint32Array {
    const key = JSON.stringify(query);
    if (this.last?.key !== key) this.last = { key, rows: this.ordered(query) };
    return this.last.rows;
  }

  private ordered({ filter, only, sort }: ListQuery): Uint32Array {
    const wanted = filter.trim().toLowerCase();
    const kept: number[] = [];
    for (let row = 0; row < this.items.length; row += 1) {
      if (only !== null && this.plain(row, only.column) !== only.text) continue;
      if (wanted === '' || this.holds(row, wanted)) kept.push(row);
    }
    if (sort === null) return Uint32Array.from(kept);
    const keyed = kept.map((row) => ({ row, ...sortKey(this.plain(row, sort.column)) }));
    return Uint32Array.from(
      keyed.sort((a, b) => compare(a, b, sort.down)),
      ({ row }) => row,
    );
  }

  private plain(row: number, column: number): string {
    if (column === -1) {
      const place = this.sentAt(row);
      return place === null ? '' : String(place + 1);
    }
    const at = this.columns[column];
    return at === undefined ? '' : plainText(cellValue(this.items[row], at));
  }

  private holds(row: number, wanted: string): boolean {
    const item = this.items[row];
    return this.columns.some((column) => plainText(cellValue(item, column)).toLowerCase().includes(wanted));
  }

  /** How often each state occurs, of columns that hold states: true and false, or a few short words. */
  counts(): readonly ListCount[] {
    const found = this.columns.flatMap((column, index) => {
      const values = column.mask === null ? this.states(column) : null;
      return values === null ? [] : [{ column: index, values }];
    });
    return found.slice(0, mostCounts);
  }

  private states(column: ListColumn): ListCount['values'] | null {
    const counts = new Map<string, number>();
    let hasTruths = false;
    let texts = 0;
    for (const item of this.items) {
      const value = cellValue(item, column);
      if (typeof value === 'boolean') hasTruths = true;
      else if (typeof value === 'string' && value !== '' && value.length <= longestState) texts += 1;
      else if (value !== undefined && value !== null && value !== '') return null;
      else continue;
      const text = String(value);
      counts.set(text, (counts.get(text) ?? 0) + 1);
      if (counts.size > mostStates) return null;
    }
    // What a cell would cover stands in no count either.
    const isCovered = (text: string): boolean => this.maskOf(column, plainCell(text)) !== null;
    if (texts > 0 && [...counts.keys()].some(isCovered)) return null;
    const isState = hasTruths || (stateName.test(column.name) && texts > 0);
    const repeats = counts.size > 1 && counts.size * 2 <= texts;
    if (!isState && !repeats) return null;
    const sorted = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    return sorted.map(([text, count]) => ({ text, count }));
  }
}

function isPart({ kind }: ListCell): boolean {
  return kind === 'list' || kind === 'object';
}

function plainCell(value: unknown): ListCell {
  const base = { masked: false, sensitive: false };
  if (value === undefined) return { ...base, kind: 'missing', text: '' };
  if (value === null) return { ...base, kind: 'null', text: '' };
  if (value === '') return { ...base, kind: 'empty', text: '' };
  if (typeof value === 'string') return { ...base, kind: 'text', text: value };
  if (typeof value === 'boolean') return { ...base, kind: 'boolean', text: String(value) };
  const number = numberText(value);
  if (number !== null) return { ...base, kind: 'number', text: number };
  // What is in it may be personal: until it is asked for only its size is told.
  const isList = Array.isArray(value);
  const count = isList ? value.length : isJsonRecord(value) ? Object.keys(value).length : 0;
  const hidden = count > 0;
  return { kind: isList ? 'list' : 'object', text: String(count), masked: hidden, sensitive: hidden };
}

/** What a cell says, for finding and sorting. */
function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (value === undefined || value === null) return '';
  return numberText(value) ?? compactJson(value, 2000);
}

type SortKey = { readonly text: string; readonly number: number };

function sortKey(text: string): SortKey {
  const number = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return { text: text.toLowerCase(), number };
}

/** What is empty comes last, in either direction. */
function compare(a: SortKey, b: SortKey, down: boolean): number {
  if (a.text === '' || b.text === '') return Number(a.text === '') - Number(b.text === '');
  return down ? compareFilled(b, a) : compareFilled(a, b);
}

/** Numbers go by size, before words. */
function compareFilled(a: SortKey, b: SortKey): number {
  const words = Number(Number.isNaN(a.number)) - Number(Number.isNaN(b.number));
  if (words !== 0) return words;
  if (!Number.isNaN(a.number)) return a.number - b.number;
  return Number(a.text > b.text) - Number(a.text < b.text);
}
