import { draftOfPage } from '../../calls/ports/ids.ts';
import type { OperationId } from '../../contract/words.ts';
import type { Services } from '../base/services.ts';
import type { LostPages } from '../shell/lostPages.ts';
import { type FormStart, formBroughtBack } from './formStart.ts';

/** The lost form of this operation that was opened last, as it was, under its own name: it is known by its calls. */
export async function formLost(
  services: Services,
  pages: Pick<LostPages, 'lost' | 'over'>,
  operation: OperationId,
): Promise<FormStart | null> {
  for (const page of await pages.lost(operation)) {
    const found = await formBroughtBack(services, { draftId: draftOfPage(page, 0), operation });
    if (found?.page === page) return found;
    await pages.over(operation, page);
    // What was erased, or cannot be opened, is said once.
    if (found !== null && found.problem !== null) return found;
  }
  return null;
}
