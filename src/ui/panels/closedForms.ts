import * as vscode from 'vscode';
import { closedForms, type PageId, pageOfClosed } from '../../calls/ports/ids.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { OperationId } from '../../contract/words.ts';
import type { Services } from '../base/services.ts';
import { decodeDraft, type KeptDraft, unsentOf } from './draft.ts';
import type { FormDraft } from './formDraft.ts';
import type { FormSays } from './formSays.ts';
import { withSent } from './toldBefore.ts';

/** Of one operation. Each erasure opens all of them; nobody looks for the twenty-first. */
const most = 20;

/** What a new form has of one that was closed. */
export interface FormBack {
  /** Null = it cannot be had now. */
  readonly draft: KeptDraft | null;
  readonly problem: string;
  /** The page it was until its extension host was gone; absent = it was closed as it should be. */
  readonly from?: PageId;
}

/**
 * What was typed in the form of this operation that was closed last, in whatever window, and is kept as this page's from now on. It has a
 * name of its own, so that no call of the closed form is known by its turns. Null where there is nothing that can be opened.
 * @param page of which nothing is kept yet
 * @param lost pages that were closed and could not be put aside
 * @param isHeld names of closed forms whose call may leave yet
 */
export async function formClosedBefore(
  services: Services,
  operation: Operation,
  page: PageId,
  lost: readonly PageId[],
  isHeld: (closed: PageId) => boolean,
): Promise<FormBack | null> {
  const ledger = await services.ledger();
  const closed: { readonly name: PageId; readonly draft: KeptDraft }[] = [];
  const read = async (page: PageId, name: PageId): Promise<KeptDraft | null> => {
    const bytes = await ledger.loadDraft(page);
    const kept = bytes instanceof Uint8Array ? decodeDraft(bytes) : null;
    // What was sent since it was put aside is to go from there, and may have been kept from that.
    const left = kept === null ? null : await withSent(services, pageOfClosed(operation.id, name), kept);
    return left === null ? null : unsentOf(operation, left);
  };
  const aside = (await ledger.pagesBeginning(closedForms(operation.id))).slice(0, most);
  for (const name of [...lost, ...aside]) {
    const draft = isHeld(name) ? null : await read(name, name);
    if (draft !== null) closed.push({ name, draft });
  }
  for (const [newer, { name, draft }] of closed.entries()) {
    try {
      // Another window may have taken it, or its input may have been erased meanwhile.
      if (!(await ledger.keepDraftAs(name, page, 'briefly'))) continue;
    } catch (error) {
      services.log.warn('closed forms', error instanceof Error ? error.message : '');
      return notBackYet();
    }
    // An editor of its body may have been saved since it was read.
    const taken = (await read(page, name)) ?? draft;
    const from = lost.includes(name) ? { from: name } : {};
    return { draft: taken, problem: backWords(closed.length - newer - 1), ...from };
  }
  return null;
}

/** Puts it into a form whose page was told nothing yet. Whether there is anything. */
export async function takeBack(
  coming: Promise<FormBack | null> | undefined,
  draft: FormDraft,
  says: FormSays,
): Promise<boolean> {
  const back = await coming;
  if (back === undefined || back === null) return false;
  if (back.draft !== null) draft.bringBack(back.draft);
  says.cameBack(back.problem, back.draft !== null);
  return back.draft !== null;
}

/** The oldest closed forms of an operation go. */
export async function dropOldest(services: Services, operation: OperationId): Promise<void> {
  const ledger = await services.ledger();
  const closed = await ledger.pagesBeginning(closedForms(operation));
  for (const name of closed.slice(most)) await ledger.deleteDraft(name);
}

/** Another program writes to the history: a form is not held up by that, and what was typed waits for the next one. */
export function notBackYet(): FormBack {
  const problem = vscode.l10n.t(
    'What was typed in a closed form is not here yet: the order history is busy. Close this form and open it again.',
  );
  return { draft: null, problem };
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
