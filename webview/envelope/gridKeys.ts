/** A cell by its row in view order and its column; row -1 is the header. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows that a page has. */
  readonly page: number;
}

/** Where a key moves to in a grid, as the ARIA pattern has it; null for keys that do not move. */
export function moved(
  { row, column }: CellPlace,
  key: string,
  isCtrl: boolean,
  size: GridSize,
): CellPlace | null {
  const last = size.rows - 1;
  const end = size.columns - 1;
  const at = (r: number, c: number): CellPlace => ({
    row: Math.max(-1, Math.min(last, r)),
    column: Math.max(0, Math.min(end, c)),
  });
  switch (key) {
    case 'ArrowUp':
      return at(row - 1, column);
    case 'ArrowDown':
      return at(row + 1, column);
    case 'ArrowLeft':
      return at(row, column - 1);
    case 'ArrowRight':
      return at(row, column + 1);
    case 'PageUp':
      return at(Math.max(0, row - size.page), column);
    case 'PageDown':
      return at(row + size.page, column);
    case 'Home':
      return isCtrl ? at(0, 0) : at(row, 0);
    case 'End':
      return isCtrl ? at(last, end) : at(row, end);
    default:
      return null;
  }
}
