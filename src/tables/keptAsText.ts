/** `="00123"`, as a spreadsheet keeps text that looks like a number; within quotes each quotation mark is written twice. */
const formula = /^="((?:[^"]|"")*)"$/;

/** What a cell holds that is a formula of nothing but a text. */
export function textOfCell(cell: string): string {
  const [, text] = formula.exec(cell) ?? [];
  return text === undefined ? cell : text.replaceAll('""', '"').trim();
}

/** More spaces before a cell are nobody's: a file of nothing else is not kept to be looked at. */
const mostSpaces = 64;

/** Where the end of a text begins that may be the beginning of such a cell. */
function heldBack(text: string): number {
  let at = text.endsWith('=') ? text.length - 1 : text.length;
  const least = Math.max(0, at - mostSpaces);
  while (at > least && text[at - 1] === ' ') at -= 1;
  return at;
}

/**
 * CSV in which a cell that begins with `="` without quotes of its own begins with the quotation mark: a parser of CSV takes no
 * mark within a bare cell.
 */
export async function* withoutBareFormulas(
  pieces: AsyncIterable<string>,
  delimiter: string,
): AsyncIterable<string> {
  const ends = new Set([delimiter, '\n', '\r', '\ufeff', '']);
  let quoted = false;
  let before = '';
  let held = '';
  for await (const piece of pieces) {
    const parts = (held + piece).split('"');
    held = '';
    for (const [index, part] of parts.entries()) {
      const isLast = index === parts.length - 1;
      const at = quoted ? part.length : heldBack(part);
      before = at > 0 ? (part[at - 1] ?? '') : before;
      const rest = part.slice(at);
      if (isLast) {
        parts[index] = part.slice(0, at);
        held = rest;
        break;
      }
      if (rest.endsWith('=') && ends.has(before)) parts[index] = part.slice(0, -1);
      quoted = !quoted;
      before = '"';
    }
    yield parts.join('"');
  }
  yield held;
}
