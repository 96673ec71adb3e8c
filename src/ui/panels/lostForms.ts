import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { draftOfPage, type PageId, pageId } from '../../calls/ports/ids.ts';
import type { OperationId } from '../../contract/words.ts';
import type { Services } from '../base/services.ts';
import { type FormStart, formBroughtBack } from './formStart.ts';

/** Of the forms of one window, until it is loaded anew. Its folder is told apart, too: some servers give all their windows one session's id. */
function notes(operation: OperationId): string {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  const folders = [workspaceFile, ...workspaceFolders.map(({ uri }) => uri)].map(String).join('\n');
  const window = createHash('sha256')
    .update(`${vscode.env.sessionId}\n${folders}`)
    .digest('hex')
    .slice(0, 16);
  return `open-${window}-${operation}.`;
}

function noteOf({ page, draft }: FormStart): PageId {
  return pageId(notes(draft.operation) + page);
}

/** Something must be kept of a page for its name to be found. */
const mark = new TextEncoder().encode('{}');

/**
 * Which forms are open is noted beside their drafts. VS Code starts a crashed extension host anew and leaves it the tabs of the last
 * one, but not their pages: what was typed in one is found by its note.
 */
export class LostForms {
  readonly #services: Services;
  /** Opened in this extension host, so none of these is lost; notes of them may be late. */
  readonly #ours = new Set<PageId>();

  constructor(services: Services) {
    this.#services = services;
  }

  async noteOpen(form: FormStart): Promise<void> {
    this.#ours.add(form.page);
    await (await this.#services.ledger()).saveDraft(noteOf(form), mark, this.#services.now());
  }

  async noteClosed(form: FormStart): Promise<void> {
    await (await this.#services.ledger()).deleteDraft(noteOf(form));
  }

  /** The one of this operation that was opened last, as it was, under its own name: it is known by its calls. */
  async before(operation: OperationId): Promise<FormStart | null> {
    const ledger = await this.#services.ledger();
    const start = notes(operation);
    for (const note of await ledger.pagesBeginning(start)) {
      const page = pageId(note.slice(start.length));
      if (this.#ours.has(page)) continue;
      await ledger.deleteDraft(note);
      const found = await formBroughtBack(this.#services, { draftId: draftOfPage(page, 0), operation });
      if (found?.page === page) return found;
    }
    return null;
  }
}
