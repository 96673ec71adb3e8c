import { mayBill, placeOf, placeOfOrigin } from '../../calls/environments/environments.ts';
import type { OrderSummary } from '../../calls/ports/ports.ts';
import type { OperationId } from '../../contract/words.ts';
import type { LearnedShape } from '../../shapes/model.ts';
import type { Services } from '../base/services.ts';

/**
 * What was learned of an operation at the service that an order went to, or else at that of the chosen environment, for code
 * that is copied; nothing of a sandbox, whose results are invented, nor where it cannot be read: the code is copied all the
 * same.
 */
export async function learnedHere(
  { environments, ledger, log }: Pick<Services, 'environments' | 'ledger' | 'log'>,
  operation: OperationId,
  order?: Pick<OrderSummary, 'kind' | 'origin'>,
): Promise<readonly LearnedShape[]> {
  const current = environments.current();
  if (order === undefined ? !mayBill(current) : order.kind === 'sandbox') return [];
  const place = order === undefined ? placeOf(current) : placeOfOrigin(order.origin);
  try {
    return await (await ledger()).learning.shapes({ operation, place });
  } catch (error) {
    log.warn('what was learned', error instanceof Error ? error.message : '');
    return [];
  }
}
