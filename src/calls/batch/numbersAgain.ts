import { holdsReduced, lastFours, withoutReduced } from '../../contract/aadhaar/reduced.ts';
import { aadhaarGivenOut } from '../../contract/identifierPatterns.ts';
import type { Operation } from '../../contract/shapes.ts';
import { printOf } from '../inputs/compared.ts';
import type { RowInput } from '../ports/batchPorts.ts';
import type { Ledger } from '../ports/ports.ts';
import { bodyOfRows } from './rows.ts';

type Prints = Pick<Ledger, 'inputPrint'>;

/** Whether a row makes the very body that its print was made of. */
async function isAsSent(ledger: Prints, operation: Operation, { fields, print }: RowInput): Promise<boolean> {
  const { whole } = await printOf(ledger, operation, bodyOfRows(operation, [fields ?? {}]));
  return whole === print;
}

/**
 * Whether a kept row lacks its full Aadhaar number: what is left of it must not be sent. A row in which the user typed X
 * has the print of just that, and lacks nothing.
 * @param operation as its batch was planned with it
 */
export async function lacksNumber(ledger: Prints, operation: Operation, kept: RowInput): Promise<boolean> {
  const looksSo = Object.values(kept.fields ?? {}).some(holdsReduced);
  return looksSo && !(await isAsSent(ledger, operation, kept));
}

/** A row with its number from the user's file, where its print says that it is the very same; null otherwise. */
export async function wholeAgain(
  ledger: Prints,
  operation: Operation,
  kept: RowInput,
  cells: readonly string[],
): Promise<RowInput | null> {
  const whole = withNumber(kept, cells);
  return whole !== null && (await isAsSent(ledger, operation, whole)) ? whole : null;
}

/** A row without what is left of its number: a review shows it as one that lacks a value, and takes it there. */
export function emptied(kept: RowInput): RowInput {
  const fields = Object.entries(kept.fields ?? {}).map(
    ([name, value]) => [name, withoutReduced(value)] as const,
  );
  return { ...kept, fields: Object.fromEntries(fields) };
}

/** The one number of the cells that ends so; null where there is none, or more than one. */
function numberEnding(cells: readonly string[], lastFour: string): string | null {
  const found = new Set(
    cells
      .map((cell) => (cell.length > 100 ? '' : cell.replace(/[^\p{L}\p{N}]+/gu, '')))
      .filter((digits) => aadhaarGivenOut.test(digits) && digits.endsWith(lastFour)),
  );
  const [only, another] = found;
  return only === undefined || another !== undefined ? null : only;
}

/**
 * A kept row with the number that the user's file has in the row it came from; null where the file has none that fits.
 * @param cells of the file's row at the same line
 */
function withNumber(kept: RowInput, cells: readonly string[]): RowInput | null {
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
