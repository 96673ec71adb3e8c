import * as z from 'zod';
import { bodyFromFields } from '../../contract/draft.ts';
import type { OperationId } from '../../contract/words.ts';
import type { DraftInput } from '../../protocol/messages.ts';

const kept = z.object({
  v: z.literal(1),
  operation: z.enum(['rc-advanced', 'credit-report', 'aadhaar-pan-link', 'email-bulk']),
  turn: z.number().int().min(0),
  tab: z.enum(['form', 'json']),
  fields: z.record(z.string(), z.string()),
  json: z.string(),
  lastOrder: z.string().nullable(),
});

/** What a form holds while nobody looks at it. Kept sealed in the ledger: a draft may be personal data. */
export type KeptDraft = z.infer<typeof kept>;

/**
 * A draft's id is `page.turn`: the page stays, the turn grows with each call, so that pressing Send again is a new call
 * and a repeated message of the old one is not.
 */
export function draftId(page: string, turn: number): string {
  return `${page}.${turn}`;
}

export function pageOfDraft(id: string): string {
  const dot = id.lastIndexOf('.');
  return dot === -1 ? id : id.slice(0, dot);
}

export function emptyDraft(operation: OperationId): KeptDraft {
  return {
    v: 1,
    operation,
    turn: 0,
    tab: 'form',
    fields: {},
    json: bodyFromFields(operation, {}),
    lastOrder: null,
  };
}

export function encodeDraft(draft: KeptDraft): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(draft));
}

/** Null for anything that is not a draft of this version. */
export function decodeDraft(bytes: Uint8Array): KeptDraft | null {
  try {
    const read = kept.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** The text that leaves: the fields as JSON, or the JSON exactly as typed. */
export function bodyOf(operation: OperationId, draft: Pick<DraftInput, 'tab' | 'fields' | 'json'>): string {
  return draft.tab === 'form' ? bodyFromFields(operation, draft.fields) : draft.json;
}
