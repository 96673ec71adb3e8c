import type { OperationId } from '../../contract/words.ts';
import type { Drift, LearnedShape } from '../../shapes/model.ts';
import type { OrderId } from './ids.ts';

/** Which shapes; absent = all. */
export interface ShapeQuery {
  readonly operation?: OperationId;
  readonly place?: string;
  readonly side?: LearnedShape['side'];
  readonly code?: string;
  /** As they were known then, ms: what was first seen later is left out. Counts are today's. */
  readonly asOf?: number;
}

/** Of what something was learned, without what it was: cheap to ask, however much that is. */
export interface LearnedHead extends Pick<LearnedShape, 'operation' | 'place' | 'side' | 'code'> {
  /** Different inputs, and when the first was seen, ms since the epoch. */
  readonly inputs: number;
  readonly since: number;
}

/** Different inputs over several codes, each once; of those whose orders are erased as many as there are at least. */
export interface LearnedInputs {
  readonly inputs: number;
  /** Those that had it, by its path as pathText writes it; absent = none. */
  readonly at: ReadonlyMap<string, number>;
}

/** How far older answers were looked at. */
export interface LearnedOld {
  readonly looked: number;
  readonly of: number;
  /** Orders that taught something; the others are sealed with a lost key, not kept, or had no answer. */
  readonly learned: number;
}

/** What the ledger has learned of requests and answers; it outlives erased orders and holds nothing of an input. */
export interface Learning {
  shapes(query: ShapeQuery): Promise<readonly LearnedShape[]>;
  /** The same shapes by name and count alone. */
  heads(query: Pick<ShapeQuery, 'operation' | 'place'>): Promise<readonly LearnedHead[]>;
  /** @param codes absent = all */
  inputs(query: Omit<ShapeQuery, 'code' | 'asOf'>, codes?: readonly string[]): Promise<LearnedInputs>;
  /** What departed when this order was settled; `[]` = nothing, or too little was known. Goes with the order. */
  drifts(id: OrderId): Promise<readonly Drift[]>;
  /** Settled orders nothing was learned from yet. */
  unlearned(): Promise<number>;
  /** Learns from them, oldest first, in steps between which others may write. Looks for no drift. */
  learnOld(progress: (done: LearnedOld) => void, stop: () => boolean): Promise<LearnedOld>;
  /** Forgets all that was learned of an operation, at all places. Orders stay; what they taught is learned again only if asked. */
  forget(operation: OperationId): Promise<void>;
}
