import { documentedPaths, flatten } from '../../calls/batch/flatten.ts';
import { bodyOfCall } from '../../calls/batch/planned.ts';
import {
  type ColumnOrder,
  csvResultLine,
  damagedResult,
  emptyResult,
  isFinal,
  maskedCells,
  mostPaths,
  ndjsonResultLine,
  orderOf,
  ownCells,
  pathsIn,
  type ResultColumns,
  type ResultLine,
  resultCells,
  resultHeader,
  resultsOf,
  widened,
} from '../../calls/batch/results.ts';
import { maskedRow } from '../../calls/batch/rows.ts';
import { keptRequestOf } from '../../calls/orders/payloadParts.ts';
import type {
  BatchCall,
  BatchRow,
  BatchStore,
  OwnColumn,
  ResultsTarget,
  RowFields,
  RowInput,
} from '../../calls/ports/batchPorts.ts';
import { isDamaged } from '../../calls/ports/damaged.ts';
import type { BatchId, OrderId } from '../../calls/ports/ids.ts';
import type { Ledger, Settlement } from '../../calls/ports/ports.ts';
import { bulkEntries } from '../../contract/bulk.ts';
import type { Operation } from '../../contract/shapes.ts';
import { trimmedEnd } from '../../contract/trimming.ts';
import { type Held, heldIn, isRowOf, recordsOf, unmarked } from './resultsHeld.ts';
import { ResultsOnDisk, type ResultsText } from './resultsText.ts';

/** Rows read at a time when the file is completed. */
const step = 200;

/** What a call asked and was told. */
interface Answer {
  /** Null when it is not kept, or there was none. */
  readonly body: string | null;
  /** Entries of a bulk call, those of rows written before or later among them. */
  readonly asked: readonly string[];
  /** It was answered, and what is kept of that is damaged. */
  readonly damaged?: true;
}

const noAnswer: Answer = { body: null, asked: [] };

/** What is at hand when a call has just come to an end. */
interface Known extends Answer {
  readonly inputs: ReadonlyMap<number, RowInput>;
}

/** Done, though the ledger could not take the answer yet: later it may keep nothing of it. Not so what is to be decided about. */
function answerOf(settlement: Settlement): Partial<BatchRow> {
  const { outcome, billing, httpStatus, messageCode, failureCode, orderId, settledAt } = settlement;
  const state = outcome === 'unknown' ? 'undecided' : 'done';
  return { state, why: null, outcome, billing, httpStatus, messageCode, failureCode, orderId, settledAt };
}

/** What results are of. */
export interface ResultsOf {
  readonly operation: Operation;
  readonly batch: BatchId;
  /** The columns of the user's own file, empty where they are not carried along. */
  readonly own: readonly OwnColumn[];
}

/**
 * The results file of a batch: one line a row, only ever added to, each row once. What a window that ended left out is
 * added from the ledger.
 */
export class ResultsFile {
  private readonly ledger: Ledger;
  private readonly operation: Operation;
  private readonly batch: BatchId;
  private readonly target: ResultsTarget;
  private readonly own: readonly OwnColumn[];
  /** As it was opened it was found to be given to another batch since: nothing is to be added to it. */
  isOfAnother = false;
  private written = new Set<number>();
  /** Of CSV: null until the header is written; and every path met in a result. */
  private order: ColumnOrder | null = null;
  private readonly met = new Set<string>();
  /** False from when it had to be looked at until that came to an end. */
  private isSeen = false;
  /** Calls whose rows are to be written: of an answer that the user keeps nothing of, this is all there is. */
  private owed: { readonly call: BatchCall; readonly settlement: Settlement }[] = [];
  private readonly text: ResultsText;
  private queue: Promise<unknown> = Promise.resolve();

  private constructor(
    ledger: Ledger,
    { operation, batch, own }: ResultsOf,
    target: ResultsTarget,
    text: ResultsText,
  ) {
    this.ledger = ledger;
    this.operation = operation;
    this.batch = batch;
    this.target = target;
    this.own = own;
    this.text = text;
  }

  /**
   * @param fresh the user chose it just now: what was under this name goes
   * @param text where it is kept
   */
  static async open(
    ledger: Ledger,
    { operation, batch, own = [] }: Omit<ResultsOf, 'own'> & { readonly own?: readonly OwnColumn[] },
    target: ResultsTarget,
    fresh: boolean,
    text: ResultsText = new ResultsOnDisk(target.file),
  ): Promise<ResultsFile> {
    const file = new ResultsFile(ledger, { operation, batch, own }, target, text);
    const ids = await file.look(await text.open(fresh));
    const rows = [...file.written];
    file.isOfAnother = rows.length > 0 && !(await ledger.batches.wrote(batch, rows, ids));
    return file;
  }

  /** The rows of a call that has come to an end; from the answer at hand, for the user may keep none. */
  add(call: BatchCall, settlement: Settlement): Promise<void> {
    return this.inTurn(async () => {
      this.owed.push({ call, settlement });
      await this.writeOwed();
    });
  }

  /** What was refused before comes first. */
  private async writeOwed(): Promise<void> {
    for (let [first] = this.owed; first !== undefined; [first] = this.owed) {
      await this.writeCall(first.call, first.settlement);
      this.owed = this.owed.slice(1);
    }
  }

  private async writeCall(call: BatchCall, settlement: Settlement): Promise<void> {
    const rows = await this.store().callRows(this.batch, call.call);
    const inputs = new Map(call.rows.map(({ row, fields, own = null }) => [row, { fields, own }]));
    const isUntold = ({ state, outcome }: BatchRow): boolean => state === 'sent' || outcome === null;
    // Where nothing settled is kept, the order has taken along what was shown of the row.
    const masked = (row: BatchRow): string =>
      row.masked || maskedRow(this.operation, inputs.get(row.row)?.fields ?? {});
    const answered = rows.map((row) =>
      isUntold(row) ? { ...row, ...answerOf(settlement), masked: masked(row) } : row,
    );
    const body = new TextDecoder().decode(settlement.answer.body);
    const asked = bulkEntries(this.operation.id, bodyOfCall(this.operation, call));
    await this.write(answered, { inputs, body: settlement.failureCode === null ? body : null, asked });
  }

  /** Every row that is final and not in the file yet. */
  complete(): Promise<void> {
    return this.inTurn(async () => {
      await this.lookAgain(true);
      await this.writeOwed();
      let after: number | null = null;
      do {
        const page: Awaited<ReturnType<BatchStore['rows']>> = await this.store().rows(
          this.batch,
          after,
          step,
        );
        await this.write(page.rows);
        after = page.next;
      } while (after !== null);
      await this.text.save();
      // What never leaves stands in the file now; nobody asks for it again.
      await this.store().forgetLeft(this.batch);
    });
  }

  /** What was added stands in the file. @param due only where it is time again to write it */
  save(due: boolean): Promise<void> {
    return this.inTurn(() => this.text.save(due));
  }

  /** Nothing more is written; of CSV, result fields that came after its header get their columns. @param taken by another window, which sees to that */
  async close(taken = false): Promise<void> {
    await this.queue.catch(() => undefined);
    try {
      if (this.isSeen && !taken) await this.lookAgain(true);
    } finally {
      // What was refused stays as its user saved it.
      if (taken || !this.isSeen) await this.text.leave();
    }
    if (!taken && this.isSeen && (await this.text.end())) await this.widen();
  }

  /** The file is exchanged as a whole: until then, and if that fails, it holds every result in its last column. */
  private async widen(): Promise<void> {
    const { order, own } = this;
    if (order === null) return;
    const paths = pathsIn(order);
    const more = [...this.met].filter((path) => !paths.includes(path)).slice(0, mostPaths - paths.length);
    if (more.length === 0) return;
    await this.text.exchange(this.widenedLines({ own, paths, order }, { own, paths: [...paths, ...more] }));
    this.order = null;
  }

  private async *widenedLines(from: ResultColumns, to: ResultColumns): AsyncIterable<string> {
    const { order = [] } = from;
    const lines = recordsOf(unmarked(this.text.lines()), (line) => isRowOf(order, line));
    for await (const line of lines) yield widened(line, from, to);
  }

  private store(): BatchStore {
    return this.ledger.batches;
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const mine = this.queue.then(work);
    this.queue = mine.catch(() => undefined);
    return mine;
  }

  private async write(rows: readonly BatchRow[], known: Known | null = null): Promise<void> {
    await this.lookAgain();
    const missing = rows.filter((row) => isFinal(row) && !this.written.has(row.row));
    if (missing.length === 0) return;
    const { order } = this;
    const lines = await this.lines(missing, known);
    try {
      await this.text.append(lines);
    } catch (error) {
      // A header that came with these rows does not stand there either.
      this.order = order;
      throw error;
    }
    for (const { row } of missing) this.written.add(row);
  }

  /** @param now see ResultsText */
  private async lookAgain(now = false): Promise<void> {
    const holds = this.isSeen ? await this.text.again(now) : await this.text.open(false);
    if (holds !== null) await this.look(holds);
  }

  /** @throws NotOurHeader, and nothing is written until it is a header of ours. @returns the order_ids beside the rows */
  private async look(holds: boolean): Promise<Held['ids']> {
    this.isSeen = false;
    const held = holds ? await heldIn(this.text, this.target, this.own) : null;
    const { rows = new Set<number>(), order = null, met = [], unended = null, ids = [] } = held ?? {};
    this.order = order;
    for (const path of met) this.met.add(path);
    if (unended !== null && (await this.brokeOff(unended))) {
      this.text.cut();
      rows.delete(unended.row);
    }
    this.written = rows;
    this.isSeen = true;
    return ids.filter(([row]) => rows.has(row));
  }

  /**
   * Cut within its last cell a line of CSV has all its cells, and is the beginning of the one that we would write. Where we would write another, as
   * where the user keeps no answers, it stays: a spreadsheet or an editor saved it so, or nobody has more of it.
   */
  private async brokeOff({ row, line }: NonNullable<Held['unended']>): Promise<boolean> {
    const [found] = (await this.store().rows(this.batch, row - 1, 1)).rows;
    if (found?.row !== row || !isFinal(found)) return false;
    const ours = await this.lines([found], null);
    // Half a character is read as a whole one that stands for it.
    return ours.length > line.length + 2 && ours.startsWith(trimmedEnd(line, (unit) => unit === '\ufffd'));
  }

  private async lines(rows: readonly BatchRow[], known: Known | null): Promise<string> {
    const { format, masked } = this.target;
    const places = rows.map(({ row }) => row);
    const kept = known?.inputs ?? (await this.store().inputs(this.batch, places));
    const found: ResultLine[] = [];
    for (const [order, members] of Map.groupBy(rows, (row) => (row.state === 'done' ? row.order : null))) {
      const { body, asked, damaged } = known ?? (await this.answer(order));
      const inputs = members.map(({ row }) => kept.get(row)?.fields ?? undefined);
      const results = damaged
        ? members.map(() => damagedResult)
        : resultsOf(this.operation, inputs, body, masked, asked);
      for (const [index, row] of members.entries()) {
        const cells = resultCells(this.operation, row, inputs[index], results[index] ?? emptyResult, masked);
        const own = kept.get(row.row)?.own ?? null;
        found.push({ cells, own: own === null ? null : this.ownOf(row, inputs[index], own) });
      }
    }
    return format === 'csv'
      ? this.csv(found)
      : found.map((line) => ndjsonResultLine(this.own, line)).join('');
  }

  private ownOf(row: BatchRow, fields: RowFields | undefined, own: readonly string[]): readonly string[] {
    return this.target.masked
      ? maskedCells(this.operation, row, fields, this.own, own)
      : ownCells(this.own, own);
  }

  private csv(lines: readonly ResultLine[]): string {
    for (const { cells } of lines) {
      for (const path of flatten(cells.at(-1)?.[1] ?? '').keys()) this.met.add(path);
    }
    const [first] = lines;
    if (first === undefined) return '';
    const isHeaded = this.order !== null;
    const paths = [...new Set([...documentedPaths(this.operation), ...this.met])].slice(0, mostPaths);
    const columns: ResultColumns = { own: this.own, paths };
    const order = this.order ?? orderOf(columns, first.cells);
    this.order = order;
    const header = isHeaded ? '' : resultHeader(columns, first.cells);
    return header + lines.map((line) => csvResultLine({ ...columns, order }, line)).join('');
  }

  private async answer(order: OrderId | null): Promise<Answer> {
    if (order === null) return noAnswer;
    const payloads = await this.ledger.payloads(order);
    if (payloads.kind !== 'open' && payloads.kind !== 'damaged') return noAnswer;
    const { answer } = payloads;
    if (answer === null) return noAnswer;
    if (isDamaged(answer)) return { ...noAnswer, damaged: true };
    const text = new TextDecoder();
    const request = keptRequestOf(payloads);
    return {
      body: text.decode(answer.body),
      asked: request === null ? [] : bulkEntries(this.operation.id, text.decode(request)),
    };
  }
}
