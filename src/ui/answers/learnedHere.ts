import { mayBill, placeOf } from '../../calls/environments/environments.ts';
import type { OperationId } from '../../contract/words.ts';
import type { LearnedShape } from '../../shapes/model.ts';
import type { Services } from '../base/services.ts';

/**
 * What was learned of an operation at the chosen environment's service, for code that is copied; nothing of a sandbox, whose
 * results are invented, nor where it cannot be read: the code is copied all the same.
 */
export async function learnedHere(
  { environments, ledger, log }: Pick<Services, 'environments' | 'ledger' | 'log'>,
  operation: OperationId,
): Promise<readonly LearnedShape[]> {
  const current = environments.current();
  if (!mayBill(current)) return [];
  try {
    return await (await ledger()).learning.shapes({ operation, place: placeOf(current) });
  } catch (error) {
    log.warn('what was learned', error instanceof Error ? error.message : '');
    return [];
  }
}
