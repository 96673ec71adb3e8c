import type { Services } from '../services.ts';

/** A batch changes the ledger many times a second; what is shown of it follows once in this time. */
const quietMs = 1000;

/** Looks after each change of the ledger, once for those that come together. @returns ends it */
export function watchLedger(services: Services, look: () => Promise<void>): () => void {
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  let stop: () => void = () => undefined;
  const failed = (error: unknown): void => services.log.warn('notice', String(error));
  const begin = async (): Promise<void> => {
    const ledger = await services.ledger();
    if (ended) return;
    stop = ledger.onDidChange(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        look().catch(failed);
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
