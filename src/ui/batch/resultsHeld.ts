import {
  fixedOfHeader,
  orderIdColumn,
  orderIdOfLine,
  pathsOfHeader,
  pathsOfLine,
  rowOfLine,
} from '../../calls/batch/results.ts';
import type { OwnColumn, ResultsTarget } from '../../calls/ports/batchPorts.ts';
import type { Phrase } from '../../contract/words.ts';
import type { ResultsText } from './resultsText.ts';

/** What a results file holds already. */
export interface Held {
  readonly rows: Set<number>;
  /** Rows with the order_id that stands beside them, where it is not covered. */
  readonly ids: readonly (readonly [row: number, orderId: string])[];
  /** Of CSV: the paths of results that have a column, and those met in results. */
  readonly paths: readonly string[];
  readonly met: Set<string>;
  /** Of CSV: see ResultColumns. */
  readonly header: ReturnType<typeof fixedOfHeader>;
}

/** Without the mark that a spreadsheet writes before all. */
export async function* unmarked(lines: AsyncIterable<string>): AsyncIterable<string> {
  let isFirst = true;
  for await (const line of lines) {
    yield isFirst ? line.replace(/^\ufeff/, '') : line;
    isFirst = false;
  }
}

export async function heldIn(
  text: ResultsText,
  { format }: ResultsTarget,
  own: readonly OwnColumn[],
): Promise<Held> {
  const held = { rows: new Set<number>(), ids: [] as [number, string][], met: new Set<string>() };
  let paths: readonly string[] | null = null;
  let header: Held['header'];
  let idAt = -1;
  for await (const line of unmarked(text.lines())) {
    const row = rowOfLine(line, format === 'csv' ? own.length : 0);
    if (row !== null) {
      held.rows.add(row);
      const id = orderIdOfLine(line, idAt);
      if (id !== '') held.ids.push([row, id]);
    }
    if (format !== 'csv') continue;
    // The header comes first; anything else that is no row somebody left there.
    if (row === null && paths === null) {
      paths = pathsOfHeader(line, own);
      header = fixedOfHeader(line, own);
      if (header === undefined) throw new NotOurHeader();
      idAt = orderIdColumn(line, own.length);
    }
    if (row !== null) for (const path of pathsOfLine(line, header?.after)) held.met.add(path);
  }
  return { ...held, paths: paths ?? [], header };
}

/** Nobody knows which value would stand in which column. */
export class NotOurHeader extends Error {
  readonly why: Phrase = {
    text: 'The first line of the results file does not name its columns as they were written: put “row” to “result” back in their order, or move the file away.',
  };

  constructor() {
    super();
    this.message = this.why.text;
  }
}
