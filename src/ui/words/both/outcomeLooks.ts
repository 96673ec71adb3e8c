import * as vscode from 'vscode';
import { isRecorded } from '../../../calls/orders/attention.ts';
import type { OrderSummary } from '../../../calls/ports/ports.ts';
import { operationById } from '../../../contract/operations.ts';
import { outcomeBeside } from '../../../contract/outcomeBeside.ts';
import type { Outcome } from '../../../contract/words.ts';

/** The colours say what they say on the page: blue is calm news, the warning colour an order that is still open. */
export const outcomeIcons: Record<Outcome, readonly [icon: string, color: string]> = {
  verified: ['pass', 'charts.green'],
  negative: ['circle-slash', 'charts.blue'],
  pending: ['clock', 'list.warningForeground'],
  held: ['watch', 'list.warningForeground'],
  rejected: ['edit', 'descriptionForeground'],
  refused: ['lock', 'descriptionForeground'],
  throttled: ['dashboard', 'descriptionForeground'],
  refunded: ['discard', 'descriptionForeground'],
  failed: ['error', 'charts.red'],
  'not-sent': ['debug-disconnect', 'descriptionForeground'],
  unknown: ['question', 'list.warningForeground'],
};

/** What the user recorded stands before what the service left open; what only they have a word for looks like its kin. */
export function shownOutcome({ outcome, billing, resolved }: OrderSummary): Outcome {
  if (!isRecorded(resolved)) return outcomeBeside(outcome, billing);
  if (resolved === 'no-result') return 'failed';
  return resolved === 'not-billed' ? 'refunded' : resolved;
}

/** Room in the side bar is for what came of a call. The whole title is in tooltip and label. */
export function shortTitle(id: OrderSummary['operation']): string {
  const operation = operationById(id);
  return vscode.l10n.t(operation.shortTitle);
}
