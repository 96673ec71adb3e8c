import { orderId } from '../../calls/ports/ids.ts';
import type { Operation } from '../../contract/shapes.ts';
import { loadOrder } from '../answers/shownOrder.ts';
import type { Services } from '../base/services.ts';
import { bodyOfDraft, draftFor, type KeptDraft } from './draft.ts';

/** Whether what is kept stands elsewhere, too. A version before did not say: then its last order does, where its request is kept. */
export async function isTold(services: Services, operation: Operation, kept: KeptDraft): Promise<boolean> {
  if (kept.told !== undefined) return kept.told;
  if (kept.lastOrder === null) return false;
  const last = await loadOrder(services, orderId(kept.lastOrder));
  if (last === null || last.requestBody === null) return false;
  return new TextDecoder().decode(last.requestBody) === bodyOfDraft(operation, draftFor(operation, kept));
}
