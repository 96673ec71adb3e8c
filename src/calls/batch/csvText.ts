/** The cells of one line of CSV as `csvLine` writes it: quoted where needed, a quotation mark within twice. */
export function csvCells(line: string): readonly string[] {
  return cellsIn(line).cells;
}

/** Whether its last cell is one that a quotation mark opens and none closes. */
export function isOpen(line: string): boolean {
  return line.includes('"') && cellsIn(line).isOpen;
}

function cellsIn(line: string): { readonly cells: readonly string[]; readonly isOpen: boolean } {
  const cells: string[] = [];
  let at = 0;
  while (at <= line.length) {
    if (line[at] === '"') {
      let cell = '';
      at += 1;
      for (;;) {
        const end = line.indexOf('"', at);
        if (end === -1) return { cells: [...cells, cell + line.slice(at)], isOpen: true };
        cell += line.slice(at, end);
        at = end + 1;
        if (line[at] !== '"') break;
        cell += '"';
        at += 1;
      }
      cells.push(cell);
      at += 1;
    } else {
      const end = line.indexOf(',', at);
      cells.push(line.slice(at, end === -1 ? line.length : end));
      at = end === -1 ? line.length + 1 : end + 1;
    }
  }
  return { cells, isOpen: false };
}
