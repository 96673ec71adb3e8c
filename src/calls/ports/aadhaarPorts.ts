import type { Operation } from '../../contract/shapes.ts';

/** `untilSettled`: a full Aadhaar number is kept until its order is settled and not open. `asOtherData`: like the rest. */
export type KeepAadhaar = 'untilSettled' | 'asOtherData';

/** Of an order that is about to be written. */
export interface HoldsAadhaar {
  /** The full Aadhaar numbers in its request, twelve digits each; kept sealed beside it until they are reduced. */
  readonly aadhaar: readonly string[];
}

/** Of an order as it is kept. */
export interface AadhaarReduced {
  /** When its Aadhaar numbers were reduced to their last four digits, ms; null = it has none, or has them whole. */
  readonly aadhaarReducedAt: number | null;
}

/** How far looking through older orders has come. */
export interface OldOrdersProgress {
  readonly looked: number;
  readonly of: number;
  readonly reduced: number;
}

/** Reduces Aadhaar numbers to their last four digits, in request and answer, where the user's setting says so. */
export interface AadhaarStore {
  /**
   * What is owed: orders that were closed without it, batches that are over, and old forms in the file's log. Little work
   * when nothing is owed. Returns how many orders and rows were reduced.
   */
  keepUp(now: number): Promise<number>;
  /**
   * How many closed orders of these operations were written before numbers were reduced, when nobody was asked about them
   * yet, here or in another window of late; null otherwise. Whoever is told asks.
   */
  claimOffer(operations: readonly Operation[], now: number): Promise<number | null>;
  /** What the user said: `keep` for ever as they are, `later` = to be asked again. */
  answerOffer(answer: 'keep' | 'later'): Promise<void>;
  /**
   * Reduces them in small steps; cancelled, it goes on from there when it is asked again. Backups of earlier versions,
   * which hold the same numbers, go with the last step.
   */
  reduceOld(
    operations: readonly Operation[],
    now: number,
    step: (progress: OldOrdersProgress) => void,
    cancelled: () => boolean,
  ): Promise<OldOrdersProgress>;
}

export interface KeepsAadhaar {
  readonly aadhaar: AadhaarStore;
}
