import type { PageId } from '../../calls/ports/ids.ts';
import { holdsDraft } from '../../contract/draftLength.ts';
import { emptyInJson } from '../../contract/emptyFields.ts';
import type { Services } from '../base/services.ts';
import { BodyEditors, type FormBody } from '../requests/bodyEditors.ts';
import { bodyOfDraft, decodeDraft, draftFor, encodeDraft, followedOf, type KeptDraft } from './draft.ts';
import type { RequestPage } from './requestPage.ts';

/** Editors for the bodies of these forms. */
export function openBodies(services: Services, forms: ReadonlySet<RequestPage>): BodyEditors {
  return new BodyEditors(services, (page) => formBody(services, forms, page));
}

/** A form that was not shown since the window was loaded has its draft alone. */
async function formBody(
  services: Services,
  forms: ReadonlySet<RequestPage>,
  page: PageId,
): Promise<FormBody | null> {
  const form = [...forms].find((one) => one.page === page);
  if (form !== undefined) return openBody(form);
  const ledger = await services.ledger();
  // Before the text itself: what is erased between the two is refused when it is saved.
  const seen = await ledger.draftErasures(page);
  const bytes = await ledger.loadDraft(page);
  const kept = bytes instanceof Uint8Array ? decodeDraft(bytes) : null;
  if (kept === null) return null;
  const operation = services.operation(kept.operation);
  const draft: KeptDraft = { ...draftFor(operation, kept), of: followedOf(operation) };
  return {
    body: () => bodyOfDraft(services.operation(draft.operation), draft),
    fits: (json) => holdsDraft({ ...draft, json }),
    empty: (json) => emptyInJson(services.operation(draft.operation), json),
    edited: async (json) => {
      const next: KeptDraft = { ...draft, tab: 'json', json, turn: draft.turn + 1 };
      // Erased meanwhile, it is not kept, and its editor closes: to refuse would have VS Code keep the text, in clear.
      await ledger.saveDraft(page, encodeDraft(next), services.now(), seen);
    },
    send: null,
  };
}

function openBody(form: RequestPage): FormBody {
  return {
    body: () => form.body(),
    fits: (json) => form.fits(json),
    empty: (json) => emptyInJson(form.operation, json),
    edited: async (text) => form.edited(text),
    send: (shown) => form.sendEdited(shown),
  };
}
