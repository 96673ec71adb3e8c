import type { OperationId } from '../contract/words.ts';

/** What is kept of a page, as it is looked through for an input. */
export interface KeptTexts {
  /** Requests that it would make. */
  readonly bodies: readonly { readonly operation: OperationId; readonly body: string }[];
  /** Everything that stands in it, see InputReader.fold. */
  readonly folded: string;
}

/**
 * Knows what requests and drafts say; the ledger, which erases by it, knows no fields. All of it is pure and quick, as it
 * runs within a transaction.
 */
export interface InputReader {
  /** What tells a request's input from others wherever it is quoted: its identifiers, folded. Empty where there is none. */
  marks(operation: OperationId, body: string): readonly string[];
  /** A text in the one spelling in which marks are looked for. */
  fold(text: string): string;
  /** @param kept as a page saved it, whatever version wrote it */
  draft(kept: string): KeptTexts;
}
