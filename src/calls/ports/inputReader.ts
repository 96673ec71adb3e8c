import type { Reading } from '../../contract/shapes.ts';
import type { OperationId } from '../../contract/words.ts';
import type { Observed } from '../../shapes/model.ts';
import type { AnswerHead } from './orders.ts';

/** A request and its whole answer, as they are kept. */
interface KeptAnswer {
  readonly operation: OperationId;
  readonly request: Uint8Array;
  readonly answer: Uint8Array;
  readonly headers: AnswerHead['headers'];
  /** How the answer was read. */
  readonly reading: Pick<Reading, 'shape' | 'messageCode'>;
  /** An Aadhaar number was reduced since: where the answer had it, nothing more is known. */
  readonly isReduced: boolean;
  /** Ms since the epoch. */
  readonly receivedAt: number;
}

/** What stands in a field for an identifier and looks like none: `test`, a year. In any other place it is a word like others. */
export interface FieldWord {
  /** See comparedValue. */
  readonly value: string;
  /** With the kind of the field. */
  readonly key: string;
  /** Of so many digits that it is somebody's wherever it is written down. */
  readonly isNumber: boolean;
}

/**
 * Knows what requests and drafts say; the ledger, which erases by it, knows no fields. All of it is pure and quick, as it
 * runs within a transaction.
 */
export interface InputReader {
  /** What tells a request's input from others wherever it is quoted: whole values of it, see NamedValues. Empty where there is none. */
  marks(operation: OperationId, body: string): readonly string[];
  /** The identifiers among its marks; what is none, as a person's name, is not. */
  names(operation: OperationId, body: string): readonly string[];
  /** What of its names is one by its field alone. @param said a request, or the fields of a form */
  words(operation: OperationId, said: string | Readonly<Record<string, string>>): readonly FieldWord[];
  /** Everything that stands in a text, within JSON too, in the one spelling in which values are looked for. */
  folded(text: string): string;
  /** What a settled order teaches, as it would have when it was settled. */
  observed(order: KeptAnswer): Observed;
  /** Requests that a draft would make. @param kept as a page saved it, whatever version wrote it */
  bodies(kept: string): readonly { readonly operation: OperationId; readonly body: string }[];
}
