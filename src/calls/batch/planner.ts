import { bulkField } from '../../contract/bulk.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { BatchStore, NewBatchRow, RowFields } from '../batchPorts.ts';
import type { Ledger } from '../ports.ts';
import type { ColumnMap } from './columns.ts';
import { maxRows, type SourceRow, UnreadableRows } from './reading.ts';
import { bodyOf, fieldsOf, looksRight, maskedRow, repeatText } from './rows.ts';

export interface PlanMeans {
  readonly store: Pick<BatchStore, 'addRows' | 'firstRows' | 'twins'>;
  readonly fingerprint: Ledger['fingerprint'];
}

export interface PlanOptions {
  readonly batch: string;
  readonly operation: Operation;
  readonly environment: string;
  readonly map: ColumnMap;
  /** Cells a row has to have. */
  readonly width: number;
  /** Most rows of one call where the operation takes many. */
  readonly chunk: number;
}

/** Lines to name in sentences; how many rows there are of each sort, the store counts. */
export interface PlanNotes {
  readonly rows: number;
  readonly firstUneven: number | null;
  readonly firstFlawed: number | null;
}

/** A row that can leave, before its call is whole. */
interface Planned {
  readonly row: number;
  readonly line: number;
  readonly fields: RowFields;
  readonly repeatKey: string;
}

interface Group {
  readonly call: number;
  readonly flawed: boolean;
  readonly rows: Planned[];
}

/** Rows that are looked at together; also what memory holds of a file at most, beside one unfinished call or two. */
const pageRows = 200;

const utf8 = new TextEncoder();

/**
 * Turns rows into calls and writes them to the store page by page, so that memory does not grow with the file. Rows that
 * look wrong never share a call with others: they could spoil it, and the user may leave them out.
 */
export class Planner {
  readonly #means: PlanMeans;
  readonly #options: PlanOptions;
  readonly #size: number;
  readonly #open = new Map<boolean, Group>();
  #closed: Group[] = [];
  /** Rows that never leave. */
  #rest: NewBatchRow[] = [];
  /** Rows that are not written yet, by what they say. */
  readonly #unwritten = new Map<string, number>();
  #page: { readonly row: number; readonly source: SourceRow }[] = [];
  #rows = 0;
  #calls = 0;
  #firstUneven: number | null = null;
  #firstFlawed: number | null = null;

  constructor(means: PlanMeans, options: PlanOptions) {
    this.#means = means;
    this.#options = options;
    this.#size = bulkField(options.operation) === null ? 1 : Math.max(1, options.chunk);
  }

  /** @throws UnreadableRows when there are too many */
  async add(source: SourceRow): Promise<void> {
    if (this.#rows === maxRows) {
      throw new UnreadableRows({
        text: 'Line {0} is one row too many: a batch takes up to {1} rows. Split the file.',
        args: [source.line, maxRows],
      });
    }
    this.#page.push({ row: this.#rows, source });
    this.#rows += 1;
    if (this.#page.length === pageRows) await this.#takePage();
  }

  async end(): Promise<PlanNotes> {
    await this.#takePage();
    this.#closed.push(...this.#open.values());
    this.#open.clear();
    await this.#write();
    return { rows: this.#rows, firstUneven: this.#firstUneven, firstFlawed: this.#firstFlawed };
  }

  async #takePage(): Promise<void> {
    const { operation, batch, map, width } = this.#options;
    const planned: Planned[] = [];
    for (const { row, source } of this.#page) {
      if (source.cells.length !== width) {
        this.#firstUneven ??= source.line;
        this.#rest.push(set({ row, line: source.line, why: 'uneven', sameAs: null, masked: '' }));
        continue;
      }
      const fields = fieldsOf(source.cells, map);
      const repeatKey = await this.#means.fingerprint(
        operation.id,
        utf8.encode(repeatText(operation, fields)),
      );
      planned.push({ row, line: source.line, fields, repeatKey });
    }
    this.#page = [];
    const known = await this.#means.store.firstRows(
      batch,
      planned.map(({ repeatKey }) => repeatKey),
    );
    for (const one of planned) this.#place(one, known.get(one.repeatKey));
    await this.#write();
  }

  #place(one: Planned, written: number | undefined): void {
    const { operation } = this.#options;
    const earlier = written ?? this.#unwritten.get(one.repeatKey);
    if (earlier !== undefined) {
      const masked = maskedRow(operation, one.fields);
      this.#rest.push(set({ row: one.row, line: one.line, why: 'duplicate', sameAs: earlier, masked }));
      return;
    }
    this.#unwritten.set(one.repeatKey, one.row);
    const flawed = !looksRight(operation, one.fields);
    if (flawed) this.#firstFlawed ??= one.line;
    const group = this.#open.get(flawed) ?? this.#newGroup(flawed);
    group.rows.push(one);
    if (group.rows.length < this.#size) return;
    this.#open.delete(flawed);
    this.#closed.push(group);
  }

  #newGroup(flawed: boolean): Group {
    const group: Group = { call: this.#calls, flawed, rows: [] };
    this.#calls += 1;
    this.#open.set(flawed, group);
    return group;
  }

  /** Writes the calls that are whole. */
  async #write(): Promise<void> {
    const { operation, environment, batch } = this.#options;
    const groups = this.#closed;
    this.#closed = [];
    const fingerprints: string[] = [];
    for (const { rows } of groups) {
      const body = bodyOf(
        operation,
        rows.map(({ fields }) => fields),
      );
      fingerprints.push(await this.#means.fingerprint(operation.id, utf8.encode(body)));
    }
    const twins = await this.#means.store.twins(environment, fingerprints);
    const rows = groups.flatMap(({ call, flawed, rows: members }, index) =>
      members.map((one): NewBatchRow => {
        const pending = twins[index]?.pending ?? null;
        return {
          ...one,
          call,
          state: pending === null ? 'waiting' : 'undecided',
          why: pending === null ? null : 'pending',
          flawed,
          paidTwin: twins[index]?.paid ?? null,
          sameAs: null,
          masked: maskedRow(operation, one.fields),
          fingerprint: fingerprints[index] ?? null,
        };
      }),
    );
    const all = [...this.#rest, ...rows];
    this.#rest = [];
    if (all.length > 0) await this.#means.store.addRows(batch, all);
    for (const { repeatKey } of groups.flatMap((group) => group.rows)) this.#unwritten.delete(repeatKey);
  }
}

/** A row that never leaves. */
function set(one: Pick<NewBatchRow, 'row' | 'line' | 'why' | 'sameAs' | 'masked'>): NewBatchRow {
  return {
    ...one,
    call: null,
    state: 'skipped',
    flawed: false,
    paidTwin: null,
    repeatKey: null,
    fingerprint: null,
    fields: null,
  };
}
