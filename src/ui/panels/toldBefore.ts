import { printOf } from '../../calls/inputs/compared.ts';
import {
  type DraftId,
  draftOfPage,
  orderId,
  type PageId,
  pageOfDraft,
  turnOfDraft,
} from '../../calls/ports/ids.ts';
import type { Operation } from '../../contract/shapes.ts';
import { loadOrder } from '../answers/shownOrder.ts';
import type { Services } from '../base/services.ts';
import { bodyOfDraft, type KeptDraft, operationThen } from './draft.ts';
import type { FormDraft } from './formDraft.ts';

/** This body where it was sent under this id, in whatever window, else null. Where nobody knows what was, this is taken for it. */
export async function sentAs(
  services: Services,
  operation: Operation,
  { id, isSpent }: Pick<FormDraft, 'id' | 'isSpent'>,
  body: string,
): Promise<string | null> {
  // What left with this turn was known when it came back.
  if (isSpent) return null;
  const ledger = await services.ledger();
  const sent = await ledger.sentUnder(id);
  if (sent === null) return null;
  return sent === '' || sent === (await printOf(ledger, operation, body)).whole ? body : null;
}

/**
 * A draft as it was kept, and whether what it would send was sent from there: its window may have ended before it could keep that. A
 * version before did not: then its last order says it, where its request is kept.
 */
export async function withSent(services: Services, page: PageId, kept: KeptDraft): Promise<KeptDraft> {
  if (kept.told === true || kept.sent === true || kept.spent === true) return kept;
  const operation = services.operation(kept.operation);
  // Corrected since, the fields have other names than those with which it left.
  const then = operationThen(operation, kept);
  const body = kept.pressed ?? bodyOfDraft(then, kept);
  const id = draftOfPage(page, kept.turn);
  if ((await sentAs(services, then, { id, isSpent: false }, body)) !== null)
    return { ...kept, sent: true, spent: true };
  if (await leftBefore(services, then, id, body)) return { ...kept, sent: true };
  const isSent = kept.told === undefined && (await lastSent(services, kept)) === body;
  return isSent ? { ...kept, sent: true } : kept;
}

/** Turns of a form that are looked at: each writing in its editor begins one. */
const mostTurns = 100;

/** Whether this body left from this form in an earlier turn: typed again, it is not lost with the form. */
export async function leftBefore(
  services: Services,
  operation: Operation,
  id: DraftId,
  body: string,
): Promise<boolean> {
  const ledger = await services.ledger();
  const { whole } = await printOf(ledger, operation, body);
  const page = pageOfDraft(id);
  const turn = turnOfDraft(id);
  for (let before = turn - 1; before >= Math.max(0, turn - mostTurns); before -= 1)
    if ((await ledger.sentUnder(draftOfPage(page, before))) === whole) return true;
  return false;
}

async function lastSent(services: Services, { lastOrder }: KeptDraft): Promise<string | null> {
  const last = lastOrder === null ? null : await loadOrder(services, orderId(lastOrder));
  const body = last?.requestBody ?? null;
  return body === null ? null : new TextDecoder().decode(body);
}
