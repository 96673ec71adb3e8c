import type { Ledger } from '../../../src/calls/ports/ports.ts';

/** What of a ledger a run makes use of: the real one has it, and the model of it. */
export type Backend = Pick<
  Ledger,
  | 'begin'
  | 'guard'
  | 'settle'
  | 'get'
  | 'payloads'
  | 'recover'
  | 'saveDraft'
  | 'loadDraft'
  | 'deleteDraft'
  | 'draftErasures'
  | 'inputPrint'
  | 'keyHash'
  | 'liftCoolDown'
  | 'sameInput'
  | 'resolve'
  | 'erase'
  | 'eraseInput'
  | 'applyPolicy'
  | 'batches'
  | 'close'
>;

/** The history of a computer, opened by each window for itself. */
export interface History {
  open(): Promise<Backend>;
  /** The clock of the computer was set. */
  clockSet(ms: number): void;
  /** Everything is removed. */
  end(): Promise<void>;
}
