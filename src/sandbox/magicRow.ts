import type { MessageCode } from '../contract/documentedCodes.ts';
import type { MagicGroup } from './magicGroups.ts';

/** What a magic input does to the answer beyond naming a code. */
export type FaultId =
  | 'short-429'
  | 'retry-after-date'
  | 'retry-after-unreadable'
  | 'retry-after-absent'
  | 'slow'
  | 'no-answer'
  | 'reset-before'
  | 'reset-during'
  | 'truncated'
  | 'html-502'
  | 'broken-json'
  | 'empty-body'
  | 'null-body'
  | 'array-body'
  | 'text-around'
  | 'enormous'
  | 'deep'
  | 'gzip'
  | 'redirect'
  | 'unknown-code'
  | 'charged-missing'
  | 'deviations'
  | 'exact-text';

/** The magic values of an input, one for each kind of identifier. Any of them works on any operation. */
export interface MagicTokens {
  readonly registration: string;
  readonly pan: string;
  readonly aadhaar: string;
  readonly email: string;
}

/** What the sandbox answers where a client is to meet a code that no document names. */
export const undocumentedCode = 'NOT_IN_THE_DOCUMENTS';

/** A magic input as it is written down; magic.ts makes its values from letters, digits and the Aadhaar number. */
export interface MagicRow {
  readonly id: string;
  /** Two letters and four digits that name the input in a registration number and a PAN. */
  readonly letters: string;
  readonly digits: string;
  /** Starts with 0, which is never issued; its last digit is the Verhoeff check digit. */
  readonly aadhaar: string;
  readonly label: string;
  readonly description: string;
  readonly group: MagicGroup;
  /** The one a client reads; null when the answer carries none that can be read. */
  readonly messageCode: MessageCode | typeof undocumentedCode | null;
  readonly fault: FaultId | null;
}
