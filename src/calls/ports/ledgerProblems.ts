import type { Phrase } from '../../contract/words.ts';

/** Something the user should know about the store, with what can be offered against it. */
export interface LedgerProblem extends Phrase {
  /** The system may forget secrets: offer to keep the sealing key in a file of the owner's. */
  readonly offer?: 'keep-key';
}
