import { holdsReduced, lastFours, withoutReduced } from '../../contract/aadhaar/reduced.ts';
import type { RowInput } from '../batchPorts.ts';

/** Whether a kept row lacks its full Aadhaar number: what is left of it must not be sent. */
export function lacksNumber({ fields }: Pick<RowInput, 'fields'>): boolean {
  return Object.values(fields ?? {}).some(holdsReduced);
}

/** The one number of the cells that ends so; null where there is none, or more than one. */
function numberEnding(cells: readonly string[], lastFour: string): string | null {
  const found = new Set(
    cells
      .map((cell) => (cell.length > 100 ? '' : cell.replace(/[^\p{L}\p{N}]+/gu, '')))
      .filter((digits) => /^[2-9]\d{11}$/.test(digits) && digits.endsWith(lastFour)),
  );
  const [only, another] = found;
  return only === undefined || another !== undefined ? null : only;
}

/**
 * A kept row with the number that the user's file has in the row it came from; null where the file has none that fits.
 * Whether it is the very number only the row's print can tell.
 * @param cells of the file's row at the same line
 */
export function withNumber(kept: RowInput, cells: readonly string[]): RowInput | null {
  let isWhole = true;
  const full = (text: string): string => {
    const [lastFour = '', another] = lastFours(text);
    const found = another === undefined ? numberEnding(cells, lastFour) : null;
    if (found === null) isWhole = false;
    return found === null ? text : withoutReduced(text, () => found);
  };
  const fields = Object.entries(kept.fields ?? {}).map(
    ([name, value]) => [name, holdsReduced(value) ? full(value) : value] as const,
  );
  const own = kept.own?.map((cell, at) => (holdsReduced(cell) ? (cells[at] ?? cell) : cell)) ?? null;
  return isWhole ? { ...kept, fields: Object.fromEntries(fields), own } : null;
}
