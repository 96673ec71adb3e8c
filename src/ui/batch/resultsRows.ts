import { documentedPaths, flatten } from '../../calls/batch/flatten.ts';
import {
  type ColumnOrder,
  csvResultLine,
  damagedResult,
  emptyResult,
  maskedCells,
  mostPaths,
  ndjsonResultLine,
  orderOf,
  ownCells,
  type ResultColumns,
  type ResultLine,
  resultCells,
  resultHeader,
  resultsOf,
} from '../../calls/batch/results.ts';
import type {
  BatchRow,
  OwnColumn,
  ResultsTarget,
  RowFields,
  RowInput,
} from '../../calls/ports/batchPorts.ts';
import type { BatchId } from '../../calls/ports/ids.ts';
import type { Ledger } from '../../calls/ports/ports.ts';
import type { Operation } from '../../contract/shapes.ts';
import { type AnswerOfCall, answerIn, type Lack, mayLack } from './resultsAnswer.ts';

/** What is at hand when a call has just come to an end. */
export interface KnownAnswer extends AnswerOfCall {
  readonly inputs: ReadonlyMap<number, RowInput>;
}

/** What results are of. */
export interface ResultsOf {
  readonly operation: Operation;
  readonly batch: BatchId;
  /** The columns of the user's own file, empty where they are not carried along. */
  readonly own: readonly OwnColumn[];
}

/** Rows of a batch as the lines of a results file. */
export class ResultRows {
  /** Of CSV: null until the header is written; and every path met in a result. */
  order: ColumnOrder | null = null;
  readonly met = new Set<string>();
  /** Rows without a result whose answers nobody can read any more. */
  readonly lacking = new Map<number, Lack>();
  private readonly ledger: Ledger;
  private readonly of: ResultsOf;
  private readonly target: ResultsTarget;

  constructor(ledger: Ledger, of: ResultsOf, target: ResultsTarget) {
    this.ledger = ledger;
    this.of = of;
    this.target = target;
  }

  /** With the header, where it is not written yet. */
  async lines(rows: readonly BatchRow[], known: KnownAnswer | null): Promise<string> {
    const { operation, batch, own } = this.of;
    const { format, masked } = this.target;
    const places = rows.map(({ row }) => row);
    const kept = known?.inputs ?? (await this.ledger.batches.inputs(batch, places));
    const found = new Map<BatchRow, ResultLine>();
    for (const [order, members] of Map.groupBy(rows, (row) => (row.state === 'done' ? row.order : null))) {
      const { body, asked, lacks } = known ?? (await answerIn(this.ledger, operation, order));
      const inputs = members.map(({ row }) => kept.get(row)?.fields ?? undefined);
      const results =
        lacks === 'damaged'
          ? members.map(() => damagedResult)
          : resultsOf(operation, inputs, body, masked, asked);
      for (const [index, row] of members.entries()) {
        if (lacks !== undefined && mayLack(row)) this.lacking.set(row.row, lacks);
        const cells = resultCells(operation, row, inputs[index], results[index] ?? emptyResult, masked);
        const given = kept.get(row.row)?.own ?? null;
        found.set(row, { cells, own: given === null ? null : this.ownOf(row, inputs[index], given) });
      }
    }
    const lines = rows.flatMap((row) => found.get(row) ?? []);
    return format === 'csv' ? this.csv(lines) : lines.map((line) => ndjsonResultLine(own, line)).join('');
  }

  private ownOf(row: BatchRow, fields: RowFields | undefined, given: readonly string[]): readonly string[] {
    const { operation, own } = this.of;
    return this.target.masked ? maskedCells(operation, row, fields, own, given) : ownCells(own, given);
  }

  private csv(lines: readonly ResultLine[]): string {
    for (const { cells } of lines) {
      for (const path of flatten(cells.at(-1)?.[1] ?? '').keys()) this.met.add(path);
    }
    const [first] = lines;
    if (first === undefined) return '';
    const isHeaded = this.order !== null;
    const paths = [...new Set([...documentedPaths(this.of.operation), ...this.met])].slice(0, mostPaths);
    const columns: ResultColumns = { own: this.of.own, paths };
    const order = this.order ?? orderOf(columns, first.cells);
    this.order = order;
    const header = isHeaded ? '' : resultHeader(columns, first.cells);
    return header + lines.map((line) => csvResultLine({ ...columns, order }, line)).join('');
  }
}
