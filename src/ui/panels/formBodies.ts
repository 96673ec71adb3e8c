import type { PageId } from '../../calls/ports/ids.ts';
import { emptyInJson } from '../../contract/emptyFields.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { Services } from '../base/services.ts';
import { BodyEditors, type FormBody } from '../requests/bodyEditors.ts';
import { decodeDraft, draftFor } from './draft.ts';
import { FormDraft } from './formDraft.ts';
import type { FormEnd } from './formEnd.ts';
import type { RequestPage } from './requestPage.ts';
import { withSent } from './toldBefore.ts';

/** Editors for the bodies of these forms. */
export function openBodies(
  services: Services,
  forms: ReadonlySet<RequestPage>,
  ending: ReadonlySet<RequestPage>,
  over: ReadonlyMap<PageId, FormEnd>,
  moved: ReadonlyMap<PageId, PageId>,
): BodyEditors {
  return new BodyEditors(
    services,
    (page) => formBody(services, { forms, ending }, moved.get(page) ?? page),
    (page) => over.get(page) ?? null,
  );
}

interface Forms {
  readonly forms: ReadonlySet<RequestPage>;
  /** Closed: VS Code saves an editor, which closes with its form, a moment later. */
  readonly ending: ReadonlySet<RequestPage>;
}

/** A form that was not shown since the window was loaded has its draft alone. */
async function formBody(
  services: Services,
  { forms, ending }: Forms,
  page: PageId,
): Promise<FormBody | null> {
  const form = [...forms].find((one) => one.page === page);
  if (form !== undefined) return openBody(form);
  const closed = [...ending].find((one) => one.page === page);
  if (closed !== undefined) return closedBody(closed);
  const ledger = await services.ledger();
  // Before the text itself: what is erased between the two is refused when it is saved.
  const seen = await ledger.draftErasures(page);
  const bytes = await ledger.loadDraft(page);
  const kept = bytes instanceof Uint8Array ? decodeDraft(bytes) : null;
  if (kept === null) return null;
  const operation = (): Operation => services.operation(kept.operation);
  const draft = new FormDraft(page, draftFor(operation(), await withSent(services, page, kept)), operation());
  return {
    body: () => draft.body(operation()),
    fits: (json) => draft.fits(json),
    empty: (json) => emptyInJson(operation(), json),
    edited: async (json) => {
      if (json === draft.body(operation())) return;
      draft.edit(json);
      // Erased meanwhile, it is not kept, and its editor closes: to refuse would have VS Code keep the text, in clear.
      await ledger.saveDraft(page, draft.bytes(operation()), services.now(), seen);
    },
    send: null,
  };
}

function closedBody(form: RequestPage): FormBody {
  const { end } = form;
  const edited = async (text: string): Promise<void> => (end.isOver ? end.late(text) : form.edited(text));
  return { ...openBody(form), edited, send: null };
}

function openBody(form: RequestPage): FormBody {
  return {
    body: () => form.body(),
    fits: (json) => form.end.fits(json),
    empty: (json) => emptyInJson(form.operation, json),
    edited: async (text) => form.edited(text),
    send: (shown) => form.sendEdited(shown),
  };
}
