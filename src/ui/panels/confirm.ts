import * as vscode from 'vscode';
import type { Preflight } from '../../calls/preflight.ts';
import type { Operation } from '../../contract/shapes.ts';
import { settings } from '../adapters/settings.ts';
import { say } from '../translate.ts';
import { type Destination, tailOf, warningsOf } from './callPlan.ts';

/** Confirmed once per session: operation and environment, as the setting allows. */
const confirmed = new Set<string>();

/** Which key goes along; a key too short to show the end of is only said to be there. */
function keyLine({ key }: Destination): string {
  const tail = tailOf(key);
  if (tail === null) return vscode.l10n.t('Key: none');
  return tail === '' ? vscode.l10n.t('Key: set') : vscode.l10n.t('Key: …{0}', tail);
}

/**
 * The one question before a call that may be billed leaves. The sandbox never asks. True = send.
 * A warning (no key, limit reached) is asked about even where the session's confirmation holds.
 */
export async function confirmCall(
  operation: Operation,
  to: Destination,
  shownInput: string,
  check: Preflight,
  alwaysAsk: boolean,
): Promise<boolean> {
  if (!check.mayBill) return true;
  const { environment } = to;
  const once = `${operation.id} ${environment.name.toLowerCase()} ${environment.baseUrl}`;
  const warnings = warningsOf(check);
  const mayPass = settings.confirmLiveCalls() === 'oncePerSession' && !alwaysAsk && warnings.length === 0;
  if (mayPass && confirmed.has(once)) return true;
  const lines = [
    vscode.l10n.t('Environment: {0} (live), {1}', environment.name, environment.baseUrl),
    keyLine(to),
    vscode.l10n.t('Input: {0}', shownInput),
    say(check.headline),
    ...[...check.details, ...warnings].map(say),
  ];
  const send = vscode.l10n.t('Send');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Send {0}? The call can be billed.', operation.title),
    { modal: true, detail: lines.join('\n') },
    send,
  );
  if (answer !== send) return false;
  if (!alwaysAsk) confirmed.add(once);
  return true;
}
