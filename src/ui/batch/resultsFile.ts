import { ourColumns } from '../../calls/batch/ourColumns.ts';
import { bodyOfCall } from '../../calls/batch/planned.ts';
import { isFinal, mostPaths, pathsIn } from '../../calls/batch/results.ts';
import { maskedRow } from '../../calls/batch/rows.ts';
import type {
  BatchCall,
  BatchRow,
  BatchStore,
  OwnColumn,
  ResultsTarget,
} from '../../calls/ports/batchPorts.ts';
import type { BatchId } from '../../calls/ports/ids.ts';
import type { Ledger, Settlement } from '../../calls/ports/ports.ts';
import { bulkEntries } from '../../contract/bulk.ts';
import type { Operation } from '../../contract/shapes.ts';
import { trimmedEnd } from '../../contract/trimming.ts';
import { endedBy, type Lack } from './resultsAnswer.ts';
import { type Held, heldIn, ofAnotherBatch, writtenAllTheTime } from './resultsHeld.ts';
import { areInOrder, inOrder, placesIn } from './resultsOrder.ts';
import { type KnownAnswer, ResultRows, type ResultsOf } from './resultsRows.ts';
import { ResultsOnDisk, type ResultsText, WrittenMeanwhile } from './resultsText.ts';

/** Rows read at a time when the file is completed. */
const step = 200;

/**
 * The results file of a batch: one line a row, only added to until it is closed, each row once. What a window that ended left
 * out is added from the ledger.
 */
export class ResultsFile {
  private readonly ledger: Ledger;
  private readonly operation: Operation;
  private readonly batch: BatchId;
  private readonly target: ResultsTarget;
  private readonly own: readonly OwnColumn[];
  private readonly ours: readonly string[];
  /** As it was opened it was found to be given to another batch since: nothing is to be added to it. */
  isOfAnother = false;
  private readonly rows: ResultRows;
  private written = new Set<number>();
  /** See Held. */
  private open: Held['open'] = new Map();
  /** Of a line, as its user saved them or as we write them. */
  private end = '';
  /** The run is over: what has not come to an end is written, too. */
  private isEnded = false;
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
    this.rows = new ResultRows(ledger, { operation, batch, own }, target);
    this.own = own;
    this.ours = ourColumns(operation, target.masked);
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
    file.isOfAnother = await file.isOthers(await file.look(await text.open(fresh)));
    return file;
  }

  /** Rows without a result whose answers nobody can read any more. */
  get lacking(): ReadonlyMap<number, Lack> {
    return this.rows.lacking;
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
      isUntold(row) ? { ...row, ...endedBy(settlement), masked: masked(row) } : row,
    );
    const body = new TextDecoder().decode(settlement.answer.body);
    const asked = bulkEntries(this.operation.id, bodyOfCall(this.operation, call));
    await this.write(answered, { inputs, body: settlement.failureCode === null ? body : null, asked });
  }

  /**
   * Every row that is final and not in the file yet.
   * @param last nobody asks again for what never leaves, once it stands there
   * @param ended no row comes to an end any more: the others are written in the state that they are in
   */
  complete(last = true, ended = false): Promise<void> {
    return this.inTurn(async () => {
      await this.writeOwed();
      this.isEnded = ended;
      await this.addMissing();
      if (last) await this.store().forgetLeft(this.batch);
    });
  }

  private async addMissing(): Promise<void> {
    for await (const rows of this.pages()) await this.write(rows);
    await this.stand();
  }

  private async *pages(): AsyncIterable<readonly BatchRow[]> {
    let after: number | null = null;
    do {
      const page: Awaited<ReturnType<BatchStore['rows']>> = await this.store().rows(this.batch, after, step);
      yield page.rows;
      after = page.next;
    } while (after !== null);
  }

  /** What was added stands in the file. @param due only where it is time again to write it */
  save(due: boolean): Promise<void> {
    return this.inTurn(() => this.stand(due));
  }

  private async stand(due = false): Promise<void> {
    await this.unlessChanged(
      () => this.text.save(due),
      () => this.addMissing(),
    );
  }

  /** @param again where others wrote to it: what theirs lacks is added to it */
  private async unlessChanged(work: () => Promise<void>, again: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof WrittenMeanwhile)) throw error;
      await again();
    }
  }

  /** Nothing more is written: the rows are put in the order of the input, and of CSV, result fields that came after its header get their columns. @param taken by another window, which sees to that */
  async close(taken = false): Promise<void> {
    await this.queue.catch(() => undefined);
    try {
      if (this.isSeen && !taken) await this.finish();
    } finally {
      // What was refused stays as its user saved it.
      if (taken || !this.isSeen) await this.text.leave();
    }
  }

  private async finish(): Promise<void> {
    for (let tries = 0; tries < 3; tries += 1) {
      await this.lookAgain();
      let isChanged = false;
      const end = async (): Promise<void> => ((await this.text.end()) ? this.arrange() : undefined);
      await this.unlessChanged(end, async () => {
        isChanged = true;
        await this.addMissing();
      });
      if (!isChanged) return;
    }
    await this.text.leave();
    throw writtenAllTheTime();
  }

  /** The file is exchanged as a whole: until then, and if that fails, it holds every row as it came, with the whole result in its last column. */
  private async arrange(): Promise<void> {
    const { own } = this;
    const { order } = this.rows;
    const paths = pathsIn(order ?? []);
    const met = order === null ? [] : [...this.rows.met];
    const more = met.filter((path) => !paths.includes(path)).slice(0, mostPaths - paths.length);
    const places = await placesIn(this.text, order);
    if (more.length === 0 && areInOrder(places)) return;
    const to = { own, paths: [...paths, ...more] };
    const widening = order === null || more.length === 0 ? null : { from: { own, paths, order }, to };
    await this.text.exchange(inOrder(this.text, places, this.end, widening));
    this.rows.order = null;
  }

  private store(): BatchStore {
    return this.ledger.batches;
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const mine = this.queue.then(work);
    this.queue = mine.catch(() => undefined);
    return mine;
  }

  private async write(rows: readonly BatchRow[], known: KnownAnswer | null = null): Promise<void> {
    await this.lookAgain();
    await this.takeOut(rows);
    const missing = rows.filter((row) => (this.isEnded || isFinal(row)) && !this.written.has(row.row));
    if (missing.length === 0) return;
    const { order } = this.rows;
    const written = await this.rows.lines(missing, known);
    // Ours have no line break within.
    const lines = written.replaceAll('\r\n', this.end);
    const append = async (): Promise<void> => {
      try {
        await this.text.append(lines);
      } catch (error) {
        // A header that came with these rows does not stand there either.
        this.rows.order = order;
        throw error;
      }
      for (const { row } of missing) this.written.add(row);
    };
    await this.unlessChanged(append, () => this.write(missing, known));
  }

  /** Whether the line of a row says what is so no more, or, of one that waits, will not be for long. */
  private isOutdated(row: BatchRow): boolean {
    const told = this.open.get(row.row);
    if (told === undefined) return false;
    // What has come to an end may be the only place that has its answer.
    if (told === '') return !isFinal(row);
    return told !== row.state || (told === 'waiting' && !this.isEnded);
  }

  /** Where one of these is outdated all that are go at once, for the file is exchanged as a whole: no row ever stands there twice. */
  private async takeOut(rows: readonly BatchRow[]): Promise<void> {
    const gone = rows.filter((row) => this.isOutdated(row)).map(({ row }) => row);
    if (gone.length === 0) return;
    for await (const page of this.pages())
      gone.push(...page.filter((row) => this.isOutdated(row)).map(({ row }) => row));
    const { order } = this.rows;
    const places = await placesIn(this.text, order, new Set(gone));
    await this.text.leave();
    const exchange = async (): Promise<void> => {
      try {
        await this.text.exchange(inOrder(this.text, places, this.end, null));
      } finally {
        await this.lookAnew(await this.text.open(false));
      }
    };
    await this.unlessChanged(exchange, () => this.takeOut(rows));
  }

  private async lookAgain(): Promise<void> {
    const holds = this.isSeen ? await this.text.again() : await this.text.open(false);
    if (holds !== null) await this.lookAnew(holds);
  }

  private async lookAnew(holds: boolean): Promise<void> {
    if (!(await this.isOthers(await this.look(holds)))) return;
    this.isSeen = false;
    throw ofAnotherBatch();
  }

  /** @param ids order_ids beside the rows that stand there */
  private async isOthers(ids: Held['ids']): Promise<boolean> {
    // A row that the file itself calls open is nobody's result.
    const rows = [...this.written].filter((row) => !this.open.get(row));
    return rows.length > 0 && !(await this.store().wrote(this.batch, rows, ids));
  }

  /** @throws ResultsRefused, and nothing is written until it is as it was. @returns the order_ids beside the rows */
  private async look(holds: boolean): Promise<Held['ids']> {
    this.isSeen = false;
    const held = holds ? await heldIn(this.text, this.target, this.own, this.ours) : null;
    const { rows = new Set<number>(), order = null, met = [], unended = null, ids = [] } = held ?? {};
    this.open = held?.open ?? new Map();
    this.rows.order = order;
    this.end = held?.end || (this.target.format === 'csv' ? '\r\n' : '\n');
    for (const path of met) this.rows.met.add(path);
    if (unended !== null && (await this.brokeOff(unended))) {
      this.text.cut();
      rows.delete(unended.row);
    }
    this.written = rows;
    this.isSeen = true;
    return ids.filter(([row]) => rows.has(row) && !this.open.get(row));
  }

  /**
   * Cut within its last cell a line of CSV has all its cells, and is the beginning of the one that we would write. Where we would write another, as
   * where the user keeps no answers, it stays: a spreadsheet or an editor saved it so, or nobody has more of it.
   */
  private async brokeOff({ row, line }: NonNullable<Held['unended']>): Promise<boolean> {
    const [found] = (await this.store().rows(this.batch, row - 1, 1)).rows;
    if (found?.row !== row || !isFinal(found)) return false;
    const ours = await this.rows.lines([found], null);
    // Half a character is read as a whole one that stands for it.
    return ours.length > line.length + 2 && ours.startsWith(trimmedEnd(line, (unit) => unit === '\ufffd'));
  }
}
