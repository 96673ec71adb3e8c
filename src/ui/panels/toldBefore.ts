import { printOf } from '../../calls/inputs/compared.ts';
import type { InputPrint } from '../../calls/ports/guardPorts.ts';
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
  const left = await leftUnder(services, operation, id, body);
  return left === 'this' || left === 'unknown' ? body : null;
}

/** What was sent under this id, in whatever window: this body, however it is spelt, or another, or nothing. */
async function leftUnder(
  services: Services,
  operation: Operation,
  id: DraftId,
  body: string,
): Promise<'this' | 'another' | 'unknown' | null> {
  const ledger = await services.ledger();
  const sent = await ledger.sentUnder(id);
  if (sent === null) return null;
  if (sent === '') return 'unknown';
  return isOf(sent, await printOf(ledger, operation, body)) ? 'this' : 'another';
}

function isOf(print: string, { whole, alike = [] }: InputPrint): boolean {
  return print === whole || alike.includes(print);
}

/** Whether this is another text than what left with this turn, whose own calls would be refused as sent already. */
export async function isAnother(
  services: Services,
  operation: Operation,
  draft: Pick<FormDraft, 'id' | 'isSpent' | 'leftWith'>,
  body: string,
): Promise<boolean> {
  if (!draft.isSpent) return false;
  // By what it says: where little is kept no twin is left to ask about. First the form's own: it went along with corrected fields.
  const known = draft.leftWith(operation);
  if (known !== null && (await isSame(services, operation, known, body))) return false;
  return (await leftUnder(services, operation, draft.id, body)) !== 'this';
}

async function isSame(services: Services, operation: Operation, one: string, body: string): Promise<boolean> {
  const ledger = await services.ledger();
  const { whole } = await printOf(ledger, operation, one);
  return isOf(whole, await printOf(ledger, operation, body));
}

/**
 * A draft as it was kept, and whether what it would send was sent from there: its window may have ended before it could keep that. Where
 * another text was, this one has a turn of its own. A version before kept less: then its last order says it, where its request is kept.
 */
export async function withSent(services: Services, page: PageId, kept: KeptDraft): Promise<KeptDraft> {
  if (kept.spent === true) return kept;
  const operation = services.operation(kept.operation);
  // Corrected since, the fields have other names than those with which it left.
  const then = operationThen(operation, kept);
  const body = kept.pressed ?? bodyOfDraft(then, kept);
  const left = await leftUnder(services, then, draftOfPage(page, kept.turn), body);
  if (left === 'this' || left === 'unknown') return { ...kept, sent: true, spent: true };
  // Of one whose fields of then nobody knows it is not certain that it is another.
  const isOther = left === 'another' && then !== operation;
  const now = isOther ? { ...kept, turn: kept.turn + 1 } : kept;
  if (kept.told === true || kept.sent === true) return now;
  if (await leftBefore(services, then, draftOfPage(page, now.turn), body)) return { ...now, sent: true };
  const isSent = kept.told === undefined && (await lastSent(services, kept)) === body;
  return isSent ? { ...now, sent: true } : now;
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
