import type { Phrase } from '../../contract/words.ts';

/** Most rows of one batch, and most bytes of a file. Ours, so that a wrong file is told before it is read for minutes. */
export const maxRows = 100_000;
export const maxFileBytes = 64 * 1024 * 1024;

/** A row as it stands in the file; cells without the space around them. */
export interface SourceRow {
  /** From 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** What the first lines of a source say about it. */
export interface SourceShape {
  readonly format: 'csv' | 'json-lines';
  /** Between cells; empty for JSON Lines. */
  readonly delimiter: string;
  /** The first rows as they stand, a header among them. */
  readonly first: readonly SourceRow[];
  /** Names of a JSON Lines file's fields, from all of its lines; null for CSV. */
  readonly keys: readonly string[] | null;
}

/** Where rows come from; can be opened any number of times. */
export interface RowSource {
  /** For people: a file's name, or what was selected. */
  readonly name: string;
  readonly format: 'csv' | 'json-lines';
  /** The file it is, if it is one: a path of this machine, or an address. Nothing may be written over it. */
  readonly file?: string | null;
  /** Bytes in any pieces. */
  open(): AsyncIterable<Uint8Array>;
}

/** A file that cannot be read as rows: one sentence, with the line. */
export class UnreadableRows extends Error {
  readonly what: Phrase;
  /** Where its user may look, from 1; null where no line is at fault. */
  readonly line: number | null;
  constructor(what: Phrase, line: number | null = null) {
    super(what.text);
    this.name = 'UnreadableRows';
    this.what = what;
    this.line = line;
  }
}

/** One made in another bundle is recognised by its shape. */
export function asUnreadableRows(error: unknown): UnreadableRows | null {
  if (error instanceof UnreadableRows) return error;
  if (!(error instanceof Error) || error.name !== 'UnreadableRows' || !('what' in error)) return null;
  return error as UnreadableRows;
}

/** The reader of sources, loaded at its first use. */
export interface BatchReader {
  /** @param titled lines of text may stand above the table @throws UnreadableRows */
  look(source: RowSource, titled?: boolean): Promise<SourceShape>;
  /** Every row in order, a header included. @throws UnreadableRows */
  rows(source: RowSource, shape: SourceShape): AsyncIterable<SourceRow>;
}
