import { type OperationId, operationIds } from '../contract/operationIds.ts';
import { emulations } from './emulation.ts';
import { magicCodes } from './magicCodes.ts';
import { magicFaults } from './magicFaults.ts';
import { magicGroups } from './magicGroups.ts';
import type { FaultId, MagicRow, MagicTokens } from './magicRow.ts';

/**
 * An input that makes the sandbox give one certain answer, as payment providers do with test cards. Pure data: the form
 * offers them. Every value is one that cannot exist: registration numbers of the state XX, PANs whose fourth letter
 * (the kind of holder) is X, Aadhaar numbers that start with 0 (with a right check digit), addresses under `.invalid`.
 */
export interface MagicInput {
  readonly id: string;
  readonly operations: readonly OperationId[];
  readonly label: string;
  /** English: what kind of answer it brings about. */
  readonly group: string;
  /** English, one sentence: what comes back and what the sandbox's books hold. */
  readonly description: string;
  /** The `message_code` a client reads in the answer; null when the answer carries none that can be read. */
  readonly messageCode: MagicRow['messageCode'];
  readonly fault: FaultId | null;
  /** A whole request body for the operation, in its assumed fields. */
  body(operation: OperationId): Record<string, unknown>;
}

function tokensOf(row: MagicRow): MagicTokens {
  return {
    registration: `XX00${row.letters}${row.digits}`,
    pan: `${row.letters}XXX${row.digits}X`,
    aadhaar: row.aadhaar,
    email: `${row.id}@magic.invalid`,
  };
}

const rows: readonly MagicRow[] = [...magicCodes, ...magicFaults];

/** Every magic input: first the sixteen message codes, then faults. */
export const magicInputs: readonly MagicInput[] = rows.map((row) => ({
  id: row.id,
  operations: operationIds,
  label: row.label,
  group: magicGroups[row.group],
  description: row.description,
  messageCode: row.messageCode,
  fault: row.fault,
  body: (operation) => emulations[operation].magicBody(tokensOf(row)),
}));

/** The magic values of each input, by its id. */
export const magicTokens: ReadonlyMap<string, MagicTokens> = new Map(
  rows.map((row) => [row.id, tokensOf(row)]),
);

function normal(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

const byToken: ReadonlyMap<string, MagicInput> = new Map(
  magicInputs.flatMap((input) =>
    Object.values(magicTokens.get(input.id) ?? {}).map((token) => [normal(String(token)), input] as const),
  ),
);

/** The magic input one of these strings stands for: the first that is one. Case, spaces and hyphens do not matter. */
export function findMagic(strings: readonly string[]): MagicInput | null {
  for (const text of strings) {
    const found = byToken.get(normal(text));
    if (found !== undefined) return found;
  }
  return null;
}
