import type { Services } from '../base/services.ts';

/**
 * Loads what a call leaves by while its user still reads or types, once what stands before them is shown. Nothing leaves, and
 * where it cannot be loaded the call itself says so.
 */
export function readAhead({ transport, log }: Pick<Services, 'transport' | 'log'>): void {
  setImmediate(() => {
    transport().catch((error: unknown) => log.warn('client', error instanceof Error ? error.message : ''));
  });
}
