/** One measured quantity. */
export interface Row {
  readonly what: string;
  readonly unit: 'ms' | 'MiB' | 'kB' | '%';
  readonly values: readonly number[];
  /** What we aim at, in the same unit; absent where there is no aim. */
  readonly aim?: number;
  /** The best figure of comparable extensions, measured the same way. */
  readonly toBeat?: number;
}

/** The middle value, or the mean of the two in the middle; NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (upper + lower) / 2;
}

/** With the digits that matter. */
export function shown(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function cells(row: Row): string[] {
  const { what, unit, values, aim, toBeat } = row;
  const range = values.length < 2 ? '' : `${shown(Math.min(...values))}-${shown(Math.max(...values))}`;
  return [
    what,
    shown(median(values)),
    unit,
    range,
    String(values.length),
    aim === undefined ? '' : shown(aim),
    toBeat === undefined ? '' : shown(toBeat),
  ];
}

/** Rows as an aligned table: the first column to the left, figures to the right. */
export function table(title: string, rows: readonly Row[]): string {
  const lines = [['', 'median', '', 'min-max', 'n', 'aim', 'to beat'], ...rows.map(cells)];
  const widths =
    lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  const laid = lines.map((line) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  return [title, ...laid].join('\n');
}
