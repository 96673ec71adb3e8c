import * as vscode from 'vscode';
import { isDamaged } from '../../calls/ports/damaged.ts';
import type { DraftStore } from '../../calls/ports/erasurePorts.ts';
import { closedForm, draftId, orderId, type PageId, pageId, pageOfDraft } from '../../calls/ports/ids.ts';
import { operationIdOf } from '../../contract/operationIds.ts';
import { loadOrder, type ShownOrder } from '../answers/shownOrder.ts';
import type { Services } from '../base/services.ts';
import { erasedWords } from '../words/erasedWords.ts';
import { type FormBack, notBackYet } from './closedForms.ts';
import { decodeDraft, draftFor, emptyDraft, type KeptDraft } from './draft.ts';
import { withSent } from './toldBefore.ts';

/** What a form starts with. */
export interface FormStart {
  readonly page: PageId;
  /** Erasures known of what is kept of it. */
  readonly seen: number;
  readonly draft: KeptDraft;
  /** The order whose answer stands below. */
  readonly last: ShownOrder | null;
  readonly problem: string | null;
  /** What comes of a closed form before the page is told anything; never fails. */
  readonly back?: Promise<FormBack | null>;
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
  const id = operationIdOf(left.operation);
  // Its window was killed before VS Code had noted that this tab was closed: what was typed was put aside by then.
  const missing = id === undefined ? null : await notTaken(services, closedForm(id, page), page);
  // Before the draft itself: what is erased between the two is refused when it is saved.
  const seen = await ledger.draftErasures(page);
  const bytes = await ledger.loadDraft(page);
  const draft = bytes instanceof Uint8Array ? decodeDraft(bytes) : null;
  if (draft === null) {
    const empty = emptyDraftFor(services, left.operation);
    // Under another name: calls of this page may be known by its turns, which are forgotten with the draft.
    return empty === null ? null : newForm(services, empty, missing ?? whyAnew(bytes, seen));
  }
  const last = draft.lastOrder === null ? null : await loadOrder(services, orderId(draft.lastOrder));
  const operation = services.operation(draft.operation);
  return {
    page,
    seen,
    draft: draftFor(operation, await withSent(services, page, draft)),
    last,
    problem: null,
  };
}

/** A sentence where another program keeps us from it: the tab has its form all the same. */
async function notTaken(services: Services, closed: PageId, page: PageId): Promise<string | null> {
  try {
    await (await services.ledger()).keepDraftAs(closed, page, 'briefly');
    return null;
  } catch (error) {
    services.log.warn('closed forms', error instanceof Error ? error.message : '');
    return notBackYet().problem;
  }
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
