import { bulkField } from '../../contract/bulk.ts';
import { normalFields } from '../../contract/identifiers.ts';
import { own } from '../../contract/own.ts';
import type { Operation } from '../../contract/shapes.ts';
import { printOf } from '../inputs/compared.ts';
import type { BatchStore, NewBatchRow, RowFields, RowWhy, Twins } from '../ports/batchPorts.ts';
import type { BatchId, OrderId } from '../ports/ids.ts';
import type { Ledger } from '../ports/ports.ts';
import type { ColumnMap } from './columns.ts';
import { maxRows, type SourceRow, UnreadableRows } from './reading.ts';
import { bodyOfRows, entriesIn, fieldsOf, looksRight, maskedRow, repeatText } from './rows.ts';

export interface PlanMeans {
  readonly store: Pick<BatchStore, 'addRows' | 'firstRows' | 'twins'>;
  readonly fingerprint: Ledger['fingerprint'];
  readonly inputPrint: Ledger['inputPrint'];
}

export interface PlanOptions {
  readonly batch: BatchId;
  /** With the request fields that the batch keeps. */
  readonly operation: Operation;
  /** Where the rows would be sent, see Account.place: twins are looked up there. */
  readonly place: string;
  readonly map: ColumnMap;
  /** Cells a row has to have. */
  readonly width: number;
  /** Most rows of one call where the operation takes many. */
  readonly chunk: number;
  /** See hintsFor. Absent = true. */
  readonly bills?: boolean;
}

/** What the user said of a row before it was planned. */
export interface RowWish {
  /** They left it out: it is written with the reason, and never leaves. */
  readonly left?: { readonly why: RowWhy; readonly sameAs: number | null } | null;
  /** Open orders that they saw and did not pass: the row stays undecided, whatever became of them since. Absent = none. */
  readonly open?: readonly OrderId[];
  /** See RowInput. */
  readonly own?: readonly string[] | null;
}

/** A row as it was given. */
interface Given {
  readonly row: number;
  readonly source: SourceRow;
  readonly accepted: readonly OrderId[];
  readonly wish: RowWish;
}

/** A row that can leave. */
interface Fresh {
  readonly row: number;
  readonly line: number;
  readonly accepted: readonly OrderId[];
  readonly wish: RowWish;
  readonly fields: RowFields;
  readonly repeatKey: string;
}

/** One of which is known what the user may want to leave out; alike in all members of a call. */
interface Planned extends Fresh {
  readonly flawed: boolean;
  readonly paidTwins: readonly OrderId[];
  readonly openTwins: readonly OrderId[];
  /** See NewBatchRow. */
  readonly acceptedOver: readonly OrderId[];
  /** InputPrint.whole of a call of this row alone. */
  readonly whole: string;
}

interface Group {
  readonly call: number;
  readonly rows: Planned[];
  entries: number;
}

/** Rows that are looked at together; also what memory holds of a file at most, beside the unfinished calls. */
const pageRows = 200;

/** Calls that may wait for more rows; beyond, the oldest leaves as it is. */
export const mostOpenCalls = 20;

const utf8 = new TextEncoder();

/**
 * Turns rows into calls and writes them to the store page by page, so that memory does not grow with the file. A call
 * holds only rows that the user lets through or leaves out together: whether they look wrong, were paid before, have an
 * open order or were accepted all the same. So no choice changes the body of a call that leaves, and no row lends
 * another what was chosen for it.
 */
export class Planner {
  readonly #means: PlanMeans;
  readonly #options: PlanOptions;
  readonly #size: number;
  /** By `#alike`; the oldest first. */
  readonly #open = new Map<string, Group>();
  #closed: Group[] = [];
  /** Rows that never leave. */
  #rest: NewBatchRow[] = [];
  /** Rows that are not written yet, by what they say. */
  readonly #unwritten = new Map<string, number>();
  #page: Given[] = [];
  #rows = 0;
  #calls = 0;

  constructor(means: PlanMeans, options: PlanOptions) {
    this.#means = means;
    this.#options = options;
    this.#size = bulkField(options.operation) === null ? 1 : Math.max(1, options.chunk);
  }

  /**
   * @param accepted orders of the same input that do not keep this row from leaving; any other does
   * @throws UnreadableRows when there are too many
   */
  async add(source: SourceRow, accepted: readonly OrderId[] = [], wish: RowWish = {}): Promise<void> {
    if (this.#rows === maxRows) {
      throw new UnreadableRows({
        text: 'Line {0} exceeds the {1} rows of a batch. Split the file.',
        args: [source.line, maxRows],
      });
    }
    this.#page.push({ row: this.#rows, source, accepted, wish });
    this.#rows += 1;
    if (this.#page.length === pageRows) await this.#takePage();
  }

  /** How many rows there were; what they are like, the store counts. */
  async end(): Promise<number> {
    await this.#takePage();
    this.#closed.push(...this.#open.values());
    this.#open.clear();
    await this.#write();
    return this.#rows;
  }

  async #takePage(): Promise<void> {
    const fresh = await this.#withoutRepeats(await this.#readPage());
    const prints = await Promise.all(fresh.map(({ fields }) => this.#print([fields])));
    const twins = await this.#means.store.twins(this.#options.place, prints);
    for (const [index, one] of fresh.entries()) {
      const [print, twin] = [prints[index], twins[index]];
      if (print === undefined || twin === undefined)
        throw new Error('twins were not looked up for every row');
      this.#place(planned(this.#options, one, print.whole, twin));
    }
    await this.#write();
  }

  /** Rows of the page that have the cells they need. */
  async #readPage(): Promise<Fresh[]> {
    const { operation, map, width } = this.#options;
    const page = this.#page;
    this.#page = [];
    const fresh: Fresh[] = [];
    for (const { row, source, accepted, wish } of page) {
      const { line, cells } = source;
      const { left = null, own = null } = wish;
      const uneven = cells.length !== width;
      const fields = normalFields(operation, fieldsOf(cells, map));
      if (uneven || left !== null) {
        const masked = uneven ? '' : maskedRow(operation, fields);
        this.#rest.push(set({ row, line, ...(left ?? { why: 'uneven', sameAs: null }), masked, own }));
        continue;
      }
      const repeatKey = await this.#means.fingerprint(
        operation.id,
        utf8.encode(repeatText(operation, fields)),
      );
      fresh.push({ row, line, accepted, wish, fields, repeatKey });
    }
    return fresh;
  }

  async #withoutRepeats(rows: readonly Fresh[]): Promise<readonly Fresh[]> {
    const { operation, batch } = this.#options;
    const keys = rows.map(({ repeatKey }) => repeatKey);
    const written = await this.#means.store.firstRows(batch, keys);
    return rows.filter(({ row, line, wish, fields, repeatKey }) => {
      const sameAs = written.get(repeatKey) ?? this.#unwritten.get(repeatKey);
      if (sameAs === undefined) this.#unwritten.set(repeatKey, row);
      else {
        const masked = maskedRow(operation, fields);
        this.#rest.push(set({ row, line, why: 'duplicate', sameAs, masked, own: wish.own ?? null }));
      }
      return sameAs === undefined;
    });
  }

  #place(one: Planned): void {
    const alike = this.#alike(one);
    const entries = entriesIn(bulkField(this.#options.operation), one.fields);
    const open = this.#open.get(alike);
    if (open !== undefined && open.entries + entries > this.#size) this.#close(alike, open);
    const group = this.#open.get(alike) ?? this.#newGroup(alike);
    group.rows.push(one);
    group.entries += entries;
    if (group.entries >= this.#size) this.#close(alike, group);
  }

  #close(alike: string, group: Group): void {
    this.#open.delete(alike);
    this.#closed.push(group);
  }

  /** Equal for rows that may share a call. A call has one value of every other field than its list. */
  #alike({ flawed, paidTwins, openTwins, accepted, fields }: Planned): string {
    const { operation } = this.#options;
    const list = bulkField(operation);
    const others = operation.requestFields.flatMap(({ name }) => (name === list ? [] : [own(fields, name)]));
    const choices = [flawed, paidTwins.length > 0, openTwins.length > 0, accepted.length > 0];
    return JSON.stringify([choices, others]);
  }

  #newGroup(alike: string): Group {
    const [oldest] = this.#open;
    if (oldest !== undefined && this.#open.size >= mostOpenCalls) {
      this.#close(...oldest);
    }
    const group: Group = { call: this.#calls, rows: [], entries: 0 };
    this.#calls += 1;
    this.#open.set(alike, group);
    return group;
  }

  #print(rows: readonly RowFields[]): ReturnType<Ledger['inputPrint']> {
    const { operation } = this.#options;
    return printOf(this.#means, operation, bodyOfRows(operation, rows));
  }

  /** Writes the calls that are whole, and the rows that never leave. */
  async #write(): Promise<void> {
    const { operation, batch } = this.#options;
    const groups = this.#closed;
    this.#closed = [];
    const rows = this.#rest;
    this.#rest = [];
    for (const { call, rows: members } of groups) {
      const [first, second] = members;
      const alone = second === undefined ? first?.whole : undefined;
      const whole = alone ?? (await this.#print(members.map(({ fields }) => fields))).whole;
      rows.push(...members.map((one) => leaving(operation, call, one, whole)));
    }
    if (rows.length > 0) await this.#means.store.addRows(batch, rows);
    for (const { repeatKey } of groups.flatMap((group) => group.rows)) this.#unwritten.delete(repeatKey);
  }
}

function planned({ operation, bills }: PlanOptions, one: Fresh, whole: string, twins: Twins): Planned {
  // One that is accepted stands in nobody's way; `accepted` names it.
  const unlessAccepted = (found: readonly OrderId[]): readonly OrderId[] =>
    found.filter((twin) => !one.accepted.includes(twin));
  return {
    ...one,
    flawed: !looksRight(operation, one.fields, bills),
    paidTwins: unlessAccepted(twins.paid),
    openTwins: [...new Set([...unlessAccepted(twins.pending), ...(one.wish.open ?? [])])],
    acceptedOver: one.accepted.filter((order) => !twins.pending.includes(order)),
    whole,
  };
}

/** A row of a call, as it is written. @param fingerprint of the whole call */
function leaving(
  operation: Operation,
  call: number,
  { whole: _, wish, ...one }: Planned,
  fingerprint: string,
): NewBatchRow {
  const undecided = one.openTwins.length > 0;
  return {
    ...one,
    call,
    state: undecided ? 'undecided' : 'waiting',
    why: undecided ? 'pending' : null,
    sameAs: null,
    masked: maskedRow(operation, one.fields),
    fingerprint,
    own: wish.own ?? null,
  };
}

/** A row that never leaves. */
function set(one: Pick<NewBatchRow, 'row' | 'line' | 'why' | 'sameAs' | 'masked' | 'own'>): NewBatchRow {
  return {
    ...one,
    call: null,
    state: 'skipped',
    flawed: false,
    paidTwins: [],
    openTwins: [],
    accepted: [],
    repeatKey: null,
    fingerprint: null,
    fields: null,
  };
}
