import * as vscode from 'vscode';
import { tailOf } from '../../calls/sending/destination.ts';
import type { Destination } from '../../calls/sending/ports.ts';

/** Which key goes along, the sandbox's as its form calls it; a key too short to show the end of is only said to be there. */
export function keyWords({ key }: Pick<Destination, 'key'>): string {
  if (key.kind === 'simulated') return vscode.l10n.t('Key: simulated');
  const tail = tailOf(key);
  if (tail === null) return vscode.l10n.t('Key: none');
  return tail === '' ? vscode.l10n.t('Key: set') : vscode.l10n.t('Key: …{0}', tail);
}
