import { Readable } from 'node:stream';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { type RowSource, type SourceRow, UnreadableRows } from '../calls/batch/reading.ts';
import { textOfCell, withoutBareFormulas } from './keptAsText.ts';
import { textOf } from './sniff.ts';

interface Parsed {
  readonly record: readonly string[];
  readonly info: InfoRecord;
}

const misplacedQuote: ReadonlySet<string> = new Set([
  'CSV_INVALID_CLOSING_QUOTE',
  'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE',
  'INVALID_OPENING_QUOTE',
]);

/** One sentence for what the parser found, with the line. @param twice line ends it has counted twice so far */
function asSentence(error: unknown, name: string, twice: number): unknown {
  if (!(error instanceof CsvError)) return error;
  const line = typeof error.lines === 'number' ? error.lines - twice : 0;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return new UnreadableRows(
      {
        text: '{0}: the quotation mark opened in or before line {1} is never closed.',
        args: [name, line],
      },
      line,
    );
  }
  if (misplacedQuote.has(error.code)) {
    return new UnreadableRows(
      { text: '{0}: line {1} has a stray quotation mark. Inside quotes, double it.', args: [name, line] },
      line,
    );
  }
  return new UnreadableRows(
    { text: '{0}: line {1} cannot be read as CSV ({2}).', args: [name, line, error.code] },
    line,
  );
}

/** Rows of CSV as they come; blank lines are left out, rows may be uneven. @throws UnreadableRows */
export async function* csvRows(source: RowSource, delimiter: string): AsyncIterable<SourceRow> {
  // In quotes the parser counts a CR and its LF as two lines. It is ahead of whoever reads its records.
  let twice = 0;
  const twiceBy = new Map<unknown, number>();
  const note = (item: unknown): void => {
    const { record } = item as Parsed;
    twice += record.reduce((sum, cell) => sum + cell.split('\r\n').length - 1, 0);
    twiceBy.set(item, twice);
  };
  const parser = parse({
    bom: true,
    on_record: (item) => {
      note(item);
      return item;
    },
    delimiter,
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
    max_record_size: 1024 * 1024,
  });
  const input = Readable.from(withoutBareFormulas(textOf(source), delimiter), { objectMode: true });
  input.once('error', (error) => parser.destroy(error));
  input.pipe(parser);
  let before = 0;
  try {
    for await (const item of parser) {
      const { record, info } = item as Parsed;
      // The parser says where a record ends; one in quotes may have begun lines before.
      const inside = record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
      const end = info.lines - (twiceBy.get(item) ?? 0);
      twiceBy.delete(item);
      const line = Math.max(before + 1, end - inside);
      before = end;
      yield { line, cells: record.map(textOfCell) };
    }
  } catch (error) {
    throw asSentence(error, source.name, twice);
  } finally {
    input.destroy();
  }
}
