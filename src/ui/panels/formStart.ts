import * as vscode from 'vscode';
import { isDamaged } from '../../calls/ports/damaged.ts';
import type { DraftStore } from '../../calls/ports/erasurePorts.ts';
import { closedForms, draftId, orderId, type PageId, pageId, pageOfDraft } from '../../calls/ports/ids.ts';
import { operationIdOf } from '../../contract/operationIds.ts';
import type { Operation } from '../../contract/shapes.ts';
import { loadOrder, type ShownOrder } from '../answers/shownOrder.ts';
import type { Services } from '../base/services.ts';
import { erasedWords } from '../words/erasedWords.ts';
import { decodeDraft, draftFor, emptyDraft, type KeptDraft } from './draft.ts';

/** What a form starts with. */
export interface FormStart {
  readonly page: PageId;
  /** Erasures known of what is kept of it. */
  readonly seen: number;
  readonly draft: KeptDraft;
  /** The order whose answer stands below. */
  readonly last: ShownOrder | null;
  readonly problem: string | null;
  /** Whether `problem` says that it is not empty, which its user may not want. */
  readonly canStartEmpty?: boolean;
}

export function newForm(services: Services, draft: KeptDraft, problem: string | null): FormStart {
  return { page: pageId(services.newId()), seen: 0, draft, last: null, problem };
}

/** As it was before the window was loaded anew; null for what this version does not know. */
export async function formBroughtBack(
  services: Services,
  left: { readonly draftId: string; readonly operation: string },
): Promise<FormStart | null> {
  const page = pageOfDraft(draftId(left.draftId));
  const ledger = await services.ledger();
  // Before the draft itself: what is erased between the two is refused when it is saved.
  const seen = await ledger.draftErasures(page);
  const bytes = await ledger.loadDraft(page);
  const draft = bytes instanceof Uint8Array ? decodeDraft(bytes) : null;
  if (draft === null) {
    const empty = emptyDraftFor(services, left.operation);
    // Under another name: calls of this page may be known by its turns, which are forgotten with the draft.
    return empty === null ? null : newForm(services, empty, whyAnew(bytes, seen));
  }
  const last = draft.lastOrder === null ? null : await loadOrder(services, orderId(draft.lastOrder));
  return { page, seen, draft: draftFor(services.operation(draft.operation), draft), last, problem: null };
}

/**
 * What was typed in the form of this operation that was closed last, in whatever window, and taken from there: under a name of its
 * own, so that no call of the closed form is known by its turns. Null where there is nothing that can be opened.
 */
export async function formClosedBefore(services: Services, operation: Operation): Promise<FormStart | null> {
  const ledger = await services.ledger();
  const closed = await ledger.pagesBeginning(closedForms(operation.id));
  for (const [newer, one] of closed.entries()) {
    const bytes = await ledger.loadDraft(one);
    const kept = bytes instanceof Uint8Array ? decodeDraft(bytes) : null;
    const page = pageId(services.newId());
    // Another window may have taken it, or its input may have been erased meanwhile.
    if (kept === null || !(await ledger.keepDraftAs(one, page))) continue;
    const draft = { ...draftFor(operation, kept), turn: 0, lastOrder: null };
    const problem = backWords(closed.length - newer - 1);
    return { page, seen: 0, draft, last: null, problem, canStartEmpty: true };
  }
  return null;
}

/** @param older how many forms were closed before that are still to be found */
function backWords(older: number): string {
  return older === 0
    ? vscode.l10n.t('What was typed in a closed form is back. It was not sent from there.')
    : vscode.l10n.t(
        'What was typed in the form closed last is back. It was not sent from there. Older closed forms: {0}.',
        older,
      );
}

type Kept = Awaited<ReturnType<DraftStore['loadDraft']>>;

/** What was kept and cannot be opened stays where it is, under its own name. Null = nothing was kept. */
function whyAnew(kept: Kept, erasures: number): string | null {
  if (isDamaged(kept)) {
    return vscode.l10n.t(
      'What was typed here is damaged in the order history’s file and cannot be read: the form starts anew.',
    );
  }
  if (kept === 'key-gone') {
    return vscode.l10n.t(
      'What was typed here cannot be opened: the key that sealed it is gone. The form starts anew.',
    );
  }
  return erasures > 0 ? erasedWords.form() : null;
}

/** As a new form is. */
export function isEmpty(services: Services, draft: KeptDraft): boolean {
  const empty = emptyDraft(services.operation(draft.operation));
  return JSON.stringify(draft) === JSON.stringify(empty);
}

function emptyDraftFor(services: Services, operation: string): KeptDraft | null {
  const id = operationIdOf(operation);
  return id === undefined ? null : emptyDraft(services.operation(id));
}
