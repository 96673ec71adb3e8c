/** Behind the quotation mark that closes a cell, which is read from `from` on; -1 where none does. */
function closedAt(line: string, from: number): number {
  for (let at = from; ; ) {
    const end = line.indexOf('"', at);
    if (end === -1) return -1;
    if (line[end + 1] !== '"') return end + 1;
    at = end + 2;
  }
}

/** The cells of one line of CSV as they are written: quoted or not. Joined by commas they are the line. */
export function writtenCells(line: string): readonly string[] {
  const cells: string[] = [];
  for (let at = 0; ; ) {
    const behind = line[at] === '"' ? closedAt(line, at + 1) : at;
    const end = behind === -1 ? -1 : line.indexOf(',', behind);
    cells.push(line.slice(at, end === -1 ? line.length : end));
    if (end === -1) return cells;
    at = end + 1;
  }
}

/** What a cell says, as `csvCell` writes it: quoted where needed, a quotation mark within twice. */
export function cellText(written: string): string {
  if (!written.startsWith('"')) return written;
  const behind = closedAt(written, 1);
  const inner = written.slice(1, behind === -1 ? written.length : behind - 1);
  return `${inner.replaceAll('""', '"')}${behind === -1 ? '' : written.slice(behind)}`;
}

export function csvCells(line: string): readonly string[] {
  return writtenCells(line).map(cellText);
}

/** Whether a line leaves a cell that a quotation mark opened and none closed. @param within whether the line before left one */
export function leavesOpen(line: string, within = false): boolean {
  let at = within ? closedAt(line, 0) : line.startsWith('"') ? closedAt(line, 1) : 0;
  while (at !== -1) {
    const next = line.indexOf(',"', at);
    if (next === -1) return false;
    at = closedAt(line, next + 2);
  }
  return true;
}
