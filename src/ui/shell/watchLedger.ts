import type { Services } from '../base/services.ts';

/**
 * Looks after each change of the ledger, once for those that come together: a batch changes it many times a second.
 * @param quietMs what is shown follows once in this time
 * @returns ends it
 */
export function watchLedger(
  services: Pick<Services, 'ledger' | 'log'>,
  quietMs: number,
  look: () => Promise<void> | void,
): () => void {
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  let stop: () => void = () => undefined;
  const failed = (error: unknown): void => services.log.warn('order history', String(error));
  const begin = async (): Promise<void> => {
    const ledger = await services.ledger();
    if (ended) return;
    stop = ledger.onDidChange(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        Promise.resolve(look()).catch(failed);
      }, quietMs);
    });
  };
  begin().catch(failed);
  return () => {
    ended = true;
    clearTimeout(timer);
    stop();
  };
}
