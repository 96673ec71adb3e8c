import { Coalesced } from '../base/both/coalesced.ts';
import type { Services } from '../base/services.ts';

/**
 * Looks after each change of the ledger, once for those that come together: a batch changes it many times a second.
 * @param quietMs what is shown follows once in this time
 * @param first whether to look at once, too: what changed last may not have been seen yet
 * @returns ends it
 */
export function watchLedger(
  services: Pick<Services, 'ledger' | 'log'>,
  quietMs: number,
  look: () => Promise<void> | void,
  first?: 'at once',
): () => void {
  let ended = false;
  let stop: () => void = () => undefined;
  const failed = (error: unknown): void => services.log.warn('order history', String(error));
  const looks = new Coalesced(quietMs, () => void Promise.resolve(look()).catch(failed));
  const begin = async (): Promise<void> => {
    const ledger = await services.ledger();
    if (ended) return;
    stop = ledger.onDidChange(looks.ask);
    if (first !== undefined) looks.ask();
  };
  begin().catch(failed);
  return () => {
    ended = true;
    looks.dispose();
    stop();
  };
}
