import type { DraftInput } from '../src/protocol/messages.ts';

/** Whether a request tells the host what stands in the form: all do so that carry its draft, whatever else they ask for. */
export function isDraft(params: unknown): params is DraftInput {
  return typeof params === 'object' && params !== null && 'fields' in params && 'json' in params;
}

/**
 * What to save once more for a draft whose saving was lost: what the page has told since of the same turn. The host takes
 * texts in the order in which it hears them, so the older one would be put over the newer.
 */
export function toldSince(lost: DraftInput, newest: DraftInput | null): DraftInput {
  if (newest === null || newest.draftId !== lost.draftId) return lost;
  const { draftId, tab, fields, json, asTyped } = newest;
  return asTyped === undefined ? { draftId, tab, fields, json } : { draftId, tab, fields, json, asTyped };
}
