import { csvLine } from '../../calls/orders/exportRows.ts';
import { coverName } from '../../contract/coverText.ts';
import type { Column } from '../../contract/listColumns.ts';
import { type ListCell, ListTable } from '../../contract/listTable.ts';
import { mask } from '../../contract/masking.ts';
import type { OwnInput } from '../../contract/ownInput.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { TellApart } from '../../contract/tellApart.ts';
import type { RowsParams, RowsView, TableParams, TableReveal, TableView } from '../../protocol/contents.ts';
import type { SentEntries } from './sentEntries.ts';

/** Cells numbered before any is shown; of longer lists each is when it is first looked at, or opening them would take seconds. */
const mostNumbered = 100_000;
/** Entries that no row is about, of which so many are named. */
const mostUnmet = 100;

/** A cell shows one line; copied or saved it is whole. */
const longestCell = 300;

function shortened(cell: ListCell): ListCell {
  return cell.text.length <= longestCell ? cell : { ...cell, text: `${cell.text.slice(0, longestCell)}…` };
}

/** Sets are looked into for every cell; arrays cross to the page. */
function revealOf({ all, rows, cells }: TableReveal) {
  return { all, rows: new Set(rows), cells: new Set(cells) };
}

/** The columns that the list at these keys usually has. */
type Usual = (keys: readonly string[]) => readonly Column[];

/** The lists of one answer as tables, by their paths. */
export class AnswerLists {
  private readonly operation: Operation;
  private readonly tell: TellApart;
  private readonly sent: SentEntries;
  private readonly own: OwnInput | null;
  private readonly usual: Usual;
  private readonly tables = new Map<string, ListTable>();
  private numbered = false;
  private made: readonly TableView[] | null = null;

  constructor(
    operation: Operation,
    tell: TellApart,
    sent: SentEntries,
    own: OwnInput | null = null,
    usual: Usual = () => [],
  ) {
    this.operation = operation;
    this.usual = usual;
    this.own = own;
    this.tell = tell;
    this.sent = sent;
  }

  /** @param keys that lead to the list from the root of the body */
  add(path: string, keys: readonly string[], items: readonly unknown[]): void {
    if (this.tables.has(path)) return;
    const joins = this.sent.entries.length === 0 ? null : this.sent.placing();
    const usual = this.usual(keys);
    const tableOf = (join: typeof joins): ListTable =>
      new ListTable(this.operation, keys, items, this.tell, join, this.own, usual);
    const table = tableOf(joins);
    // A list that names nothing that was sent is about something else.
    const idle = joins !== null && table.placesMet().size === 0;
    const shown = idle ? tableOf(null) : table;
    this.tables.set(path, shown);
  }

  views(): readonly TableView[] {
    if (this.made?.length !== this.tables.size) this.made = this.make();
    return this.made;
  }

  /** A list's path without anything personal, for a file's name, which everybody reads. */
  plainName(path: string): string {
    return coverName(path, this.own, () => '');
  }

  private make(): readonly TableView[] {
    return [...this.tables].map(([path, table]) => ({
      path,
      // Without what stands before every field of a result.
      name: coverName(path.replace(/^data\.result\./, ''), this.own),
      columns: table.columns.map(({ name }) => coverName(name, this.own)),
      moreColumns: table.moreColumns,
      rows: table.items.length,
      counts: table.counts(),
      sensitive: table.mayBeMasked(),
      sent: table.isJoined ? this.unmet(table) : null,
    }));
  }

  private unmet(table: ListTable): TableView['sent'] {
    const { entries } = this.sent;
    // A row about an address is about it however often it was sent: a service may answer for repeated ones once.
    const met = new Set([...table.placesMet()].map((place) => entries[place]?.key));
    const unmet = entries.flatMap(({ key }, place) =>
      met.has(key) ? [] : [[place + 1, mask('email', key)] as const],
    );
    return {
      entries: entries.length,
      unmet: unmet.length,
      unmetShown: unmet.slice(0, mostUnmet),
    };
  }

  /** Null when the answer has no such list. */
  table(path: string): ListTable | null {
    const found = this.tables.get(path) ?? null;
    if (found !== null && !this.numbered) {
      // In the order of the answer, whichever list and row is looked at first.
      this.numbered = true;
      let room = mostNumbered;
      for (const table of this.tables.values()) {
        room -= table.items.length * table.columns.length;
        if (room >= 0) table.numberMasks();
      }
    }
    return found;
  }

  rows(params: Omit<RowsParams, 'orderId'>): RowsView | null {
    const table = this.table(params.path);
    if (table === null) return null;
    const found = table.rows(params.query);
    const reveal = revealOf(params.reveal);
    const rows = [...found.subarray(params.from, params.from + params.count)];
    return {
      total: found.length,
      from: params.from,
      rows: rows.map((row) => ({
        row,
        sent: table.sentAt(row),
        cells: table.cells(row, reveal).map(shortened),
      })),
    };
  }

  /** The cells of a row as texts; null when there is no such row. */
  rowTexts(path: string, row: number, reveal: TableReveal): readonly string[] | null {
    const table = this.table(path);
    return table === null || row >= table.items.length ? null : table.texts(row, revealOf(reveal));
  }

  /** Paths of the lists in the order in which they were met. */
  get paths(): readonly string[] {
    return [...this.tables.keys()];
  }

  /** The table as CSV, a line at a time: names, then the rows that the query lets through, in its order. */
  *csv({ path, query, reveal }: Omit<TableParams, 'orderId'>): Generator<string> {
    const table = this.table(path);
    if (table === null) return;
    const shown = revealOf(reveal);
    const joined = table.isJoined ? ['sent'] : [];
    yield csvLine([
      'row',
      ...joined,
      ...table.columns.map(({ name }) => (name === '' ? 'value' : coverName(name, this.own))),
    ]);
    for (const row of table.rows(query)) {
      const place = table.sentAt(row);
      const sent = table.isJoined ? [place === null ? '' : String(place + 1)] : [];
      yield csvLine([String(row + 1), ...sent, ...table.texts(row, shown)]);
    }
  }
}
