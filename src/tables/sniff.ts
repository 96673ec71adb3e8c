import { maxFileBytes, type RowSource, UnreadableRows } from '../calls/batch/reading.ts';

const marks = [',', ';', '\t', '|'];

/** How often each delimiter stands outside quotes, by lines. */
function* marksOfLines(start: string): Iterable<readonly number[]> {
  let counts = marks.map(() => 0);
  let quoted = false;
  for (const char of start.trimStart()) {
    if (char === '"') quoted = !quoted;
    if (quoted) continue;
    if (char === '\n' || char === '\r') {
      yield counts;
      counts = marks.map(() => 0);
    }
    const mark = marks.indexOf(char);
    if (mark >= 0) counts[mark] = (counts[mark] ?? 0) + 1;
  }
  yield counts;
}

/** How many lines a mark parts alike, and of two with as many, in how many columns. */
function likeness(lines: readonly (readonly number[])[], mark: number): number {
  const alike = Map.groupBy(lines, (counts) => counts[mark] ?? 0);
  return Math.max(...[...alike].map(([count, those]) => (count === 0 ? 0 : those.length + count / 1e4)));
}

/** The delimiter of the first line that is not blank; of a table below titles, that of the lines that are alike. A comma where there is none. */
export function delimiterOf(start: string, titled = false): string {
  const all = [...marksOfLines(start)];
  const lines = titled ? all : all.slice(0, 1);
  const scores = marks.map((_, mark) => likeness(lines, mark));
  return marks[scores.indexOf(Math.max(...scores))] ?? ',';
}

function lineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Line breaks before what is no UTF-8 in a piece. */
function breaksBeforeFault(piece: Uint8Array): number {
  const text = new TextDecoder().decode(piece);
  const fault = text.search(/[\ufffd\0]/);
  return lineBreaks(fault === -1 ? text : text.slice(0, fault));
}

/** The text of a source in pieces. @throws UnreadableRows */
export async function* textOf(source: RowSource): AsyncIterable<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let bytes = 0;
  let line = 1;
  for await (const piece of source.open()) {
    bytes += piece.byteLength;
    if (bytes > maxFileBytes) {
      throw new UnreadableRows({
        text: '{0} is larger than {1} MB, the most that a batch reads. Split it.',
        args: [source.name, maxFileBytes / 1024 / 1024],
      });
    }
    const text = decoded(() => decoder.decode(piece, { stream: true }));
    if (text === null || text.includes('\0')) throw noText(source, line + breaksBeforeFault(piece));
    line += lineBreaks(text);
    yield text;
  }
  const rest = decoded(() => decoder.decode());
  if (rest === null) throw noText(source, line);
  yield rest;
}

/** Null for what is no UTF-8. */
function decoded(decode: () => string): string | null {
  try {
    return decode();
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function noText(source: RowSource, line: number): UnreadableRows {
  return new UnreadableRows(
    {
      text: '{0} is not text in UTF-8 (line {1}). Save it as UTF-8 and try again.',
      args: [source.name, line],
    },
    line,
  );
}
