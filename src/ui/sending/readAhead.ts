import * as vscode from 'vscode';
import type { Services } from '../base/services.ts';

/**
 * Loads what a call leaves by, and the calendar that the title of its order is written with, while its user still reads or types,
 * once what stands before them is shown. Nothing leaves, and where it cannot be loaded the call itself says so.
 */
export function readAhead({ transport, log }: Pick<Services, 'transport' | 'log'>): void {
  setImmediate(() => {
    transport().catch((error: unknown) => log.warn('client', error instanceof Error ? error.message : ''));
  });
  // The first time of a process takes 25 ms, in which a tab would wait to open.
  setImmediate(() => new Intl.DateTimeFormat(vscode.env.language, { timeStyle: 'medium' }).format(0));
}
