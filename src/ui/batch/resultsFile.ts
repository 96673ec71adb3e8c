import { createReadStream, createWriteStream, existsSync, type WriteStream } from 'node:fs';
import { stat, truncate } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { bodyOfCall } from '../../calls/batch/planned.ts';
import {
  isFinal,
  noResult,
  resultCells,
  resultHeader,
  resultLine,
  resultsOf,
  rowOfLine,
} from '../../calls/batch/results.ts';
import type { BatchCall, BatchRow, BatchStore, ResultsTarget, RowFields } from '../../calls/batchPorts.ts';
import type { BatchId, OrderId } from '../../calls/ids.ts';
import type { Ledger, Settlement } from '../../calls/ports.ts';
import { bulkEntries } from '../../contract/bulk.ts';
import type { Operation } from '../../contract/shapes.ts';

/** Rows read at a time when the file is completed. */
const step = 200;

/** Bytes up to and with the last line break: a line that broke off is written again. */
async function wholeLines(file: string): Promise<number> {
  let end = 0;
  let at = 0;
  for await (const chunk of createReadStream(file)) {
    if (!(chunk instanceof Uint8Array)) throw new Error('a file is read in bytes');
    const last = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).lastIndexOf(10);
    if (last !== -1) end = at + last + 1;
    at += chunk.byteLength;
  }
  return end;
}

/** Rows that a results file holds already. */
async function rowsIn(file: string): Promise<Set<number>> {
  const rows = new Set<number>();
  for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
    const row = rowOfLine(line);
    if (row !== null) rows.add(row);
  }
  return rows;
}

/** What a call asked and was told. */
interface Answer {
  /** Null when it is not kept, or there was none. */
  readonly body: string | null;
  /** Entries of a bulk call, those of rows written before or later among them. */
  readonly asked: readonly string[];
}

const noAnswer: Answer = { body: null, asked: [] };

/** What is at hand when a call has just come to an end. */
interface Known extends Answer {
  readonly inputs: ReadonlyMap<number, RowFields>;
}

function answerOf(settlement: Settlement): Partial<BatchRow> {
  const { outcome, billing, httpStatus, messageCode, failureCode, orderId, settledAt } = settlement;
  return { outcome, billing, httpStatus, messageCode, failureCode, orderId, settledAt };
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
  private readonly written: Set<number>;
  private readonly out: WriteStream;
  private failure: Error | null = null;
  private headed: boolean;
  private queue: Promise<unknown> = Promise.resolve();

  private constructor(
    ledger: Ledger,
    operation: Operation,
    batch: BatchId,
    target: ResultsTarget,
    written: Set<number>,
    headed: boolean,
  ) {
    this.ledger = ledger;
    this.operation = operation;
    this.batch = batch;
    this.target = target;
    this.written = written;
    this.headed = headed;
    this.out = createWriteStream(target.file, { flags: 'a', mode: 0o600 });
    this.out.on('error', (error) => {
      this.failure = error;
    });
  }

  /** @param fresh the user chose it just now: what was under this name goes */
  static async open(
    ledger: Ledger,
    operation: Operation,
    batch: BatchId,
    target: ResultsTarget,
    fresh: boolean,
  ): Promise<ResultsFile> {
    if (fresh || !existsSync(target.file)) {
      if (fresh && existsSync(target.file)) await truncate(target.file, 0);
      return new ResultsFile(ledger, operation, batch, target, new Set(), false);
    }
    const whole = await wholeLines(target.file);
    if ((await stat(target.file)).size > whole) await truncate(target.file, whole);
    return new ResultsFile(ledger, operation, batch, target, await rowsIn(target.file), whole > 0);
  }

  /** The rows of a call that has come to an end; from the answer at hand, for the user may keep none. */
  add(call: BatchCall, settlement: Settlement): Promise<void> {
    return this.inTurn(async () => {
      const rows = await this.store().callRows(this.batch, call.call);
      const inputs = new Map(call.rows.map(({ row, fields }) => [row, fields]));
      const answered = rows.map((row) => (row.outcome === null ? { ...row, ...answerOf(settlement) } : row));
      const body = new TextDecoder().decode(settlement.answer.body);
      const asked = bulkEntries(this.operation.id, bodyOfCall(this.operation, call));
      await this.write(answered, { inputs, body: settlement.failureCode === null ? body : null, asked });
    });
  }

  /** Every row that is final and not in the file yet. */
  complete(): Promise<void> {
    return this.inTurn(async () => {
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
    });
  }

  async close(): Promise<void> {
    await this.queue.catch(() => undefined);
    await new Promise<void>((resolve) => this.out.end(() => resolve()));
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
    const missing = rows.filter((row) => isFinal(row) && !this.written.has(row.row));
    if (missing.length === 0) return;
    const lines = await this.lines(missing, known);
    if (this.failure !== null) throw this.failure;
    await new Promise<void>((resolve, reject) => {
      this.out.write(lines, (error) => (error ? reject(error) : resolve()));
    });
    for (const { row } of missing) this.written.add(row);
  }

  private async lines(rows: readonly BatchRow[], known: Known | null): Promise<string> {
    const { format, masked } = this.target;
    const places = rows.map(({ row }) => row);
    const fields = known?.inputs ?? (await this.store().fields(this.batch, places));
    let text = '';
    for (const [order, members] of Map.groupBy(rows, (row) => (row.state === 'done' ? row.order : null))) {
      const { body, asked } = known ?? (await this.answer(order));
      const inputs = members.map(({ row }) => fields.get(row));
      const results = resultsOf(this.operation, inputs, body, masked, asked);
      for (const [index, row] of members.entries()) {
        const cells = resultCells(this.operation, row, inputs[index], results[index] ?? noResult, masked);
        if (!this.headed && format === 'csv') text += resultHeader(cells);
        this.headed = true;
        text += resultLine(format, cells);
      }
    }
    return text;
  }

  private async answer(order: OrderId | null): Promise<Answer> {
    if (order === null) return noAnswer;
    const payloads = await this.ledger.payloads(order);
    if (payloads.kind !== 'open' || payloads.answer === null) return noAnswer;
    const text = new TextDecoder();
    return {
      body: text.decode(payloads.answer.body),
      asked: bulkEntries(this.operation.id, text.decode(payloads.requestBody)),
    };
  }
}
