import { type RowSource, type SourceRow, UnreadableRows } from '../calls/batch/reading.ts';
import { isJsonRecord, parseWithNumbers, SourceNumber } from '../contract/jsonNumbers.ts';
import { textOf } from './sniff.ts';

/** Characters; of longer ones numbers would not keep their digits, see parseWithNumbers. */
const longestLine = 1_000_000;

async function* linesOf(source: RowSource): AsyncIterable<readonly [line: number, text: string]> {
  let rest = '';
  let line = 0;
  for await (const piece of textOf(source)) {
    rest += piece;
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    if (line === 0 && lines[0] !== undefined) lines[0] = lines[0].replace(/^\ufeff/, '');
    for (const text of lines) {
      line += 1;
      if (text.length > longestLine) throw tooLong(source, line);
      if (text.trim() !== '') yield [line, text];
    }
    if (rest.length > longestLine) throw tooLong(source, line + 1);
  }
  if (rest.trim() !== '') yield [line + 1, line === 0 ? rest.replace(/^\ufeff/, '') : rest];
}

function tooLong(source: RowSource, line: number): UnreadableRows {
  return new UnreadableRows(
    {
      text: '{0}: line {1} is longer than 1 MB; JSON Lines has one object per line.',
      args: [source.name, line],
    },
    line,
  );
}

function objectOf(source: RowSource, line: number, text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = parseWithNumbers(text);
  } catch {
    value = undefined;
  }
  if (!isJsonRecord(value)) {
    throw new UnreadableRows(
      { text: '{0}: line {1} is not a JSON object.', args: [source.name, line] },
      line,
    );
  }
  return value;
}

/** Colons of a JSON text that stand in none of its texts. */
function colonsOutside(json: string): number {
  let count = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at];
    if (char === '"') isInText = !isInText;
    else if (isInText && char === '\\') at += 1;
    else if (!isInText && char === ':') count += 1;
  }
  return count;
}

/** Of an object of texts, numbers and truth values alone each member has one colon. */
function mustNameOnce(source: RowSource, line: number, text: string, names: number): void {
  if (colonsOutside(text) <= names) return;
  throw new UnreadableRows(
    {
      text: '{0}: line {1} has a name more than once; a batch takes one value per field.',
      args: [source.name, line],
    },
    line,
  );
}

function cellOf(source: RowSource, line: number, key: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value.trim();
  if (value instanceof SourceNumber) return value.text;
  if (typeof value === 'boolean') return String(value);
  // A number without its source, see parseWithNumbers: the line has a list or an object too deep to be read with it.
  throw new UnreadableRows(
    {
      text: '{0}: line {1} has a list or an object in {2}; a batch takes one value per field.',
      args: [source.name, line, JSON.stringify(key.slice(0, 60))],
    },
    line,
  );
}

/** More columns than anybody has: a file of ever new names is told before it fills the memory. */
const mostKeys = 1000;

/** Names alone: what is no object is told with its line when the rows are read. */
function namesIn(text: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonRecord(value) ? Object.keys(value) : [];
  } catch {
    return [];
  }
}

/** Names of the fields of all objects, in the order they come: one that leaves out what is empty may be the first. @throws UnreadableRows */
export async function keysOf(source: RowSource): Promise<readonly string[]> {
  const names = new Set<string>();
  for await (const [line, text] of linesOf(source)) {
    for (const name of namesIn(text)) names.add(name);
    if (names.size <= mostKeys) continue;
    throw new UnreadableRows(
      {
        text: '{0}: by line {1} there are more than {2} different names, the most columns a batch can have.',
        args: [source.name, line, mostKeys],
      },
      line,
    );
  }
  return [...names];
}

/** Rows of JSON Lines, cells by the keys; a key that is missing makes an empty cell. @throws UnreadableRows */
export async function* jsonRows(source: RowSource, keys: readonly string[]): AsyncIterable<SourceRow> {
  for await (const [line, text] of linesOf(source)) {
    const value = objectOf(source, line, text);
    const cells = keys.map((key) => cellOf(source, line, key, Object.hasOwn(value, key) ? value[key] : null));
    mustNameOnce(source, line, text, Object.keys(value).length);
    if (cells.some((cell) => cell !== '')) yield { line, cells };
  }
}
