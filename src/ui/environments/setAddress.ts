import * as vscode from 'vscode';
import { withBaseUrl } from '../../calls/environments/editing.ts';
import { type Environment, mayBill, originOf, readBaseUrl } from '../../calls/environments/environments.ts';
import { commandIds } from '../../contributions.ts';
import { type Remark, showInputBoxWithButtons } from '../asking/inputBox.ts';
import type { Services } from '../base/services.ts';
import { type Ended, writeEdit } from './askAndWrite.ts';
import { afterUrl, type TypedUrl, urlPrompt, urlRemark } from './askUrl.ts';
import { tellSaved } from './editLines.ts';

const { Warning } = vscode.InputBoxValidationSeverity;

/** What another address changes, before it is written: keys and paid orders belong to the origin they were entered or sent for. */
function movedRemark(environment: Environment, text: string): Remark {
  const reading = readBaseUrl(text);
  if (!reading.ok || reading.origin === originOf(environment)) return null;
  const becomesLive = !mayBill(environment) && mayBill({ ...environment, baseUrl: reading.baseUrl });
  const moved = vscode.l10n.t(
    'A key entered for {0} is not sent to {1}; you will be asked for it again. What was paid for at one address does not count as paid at the other.',
    originOf(environment),
    reading.origin,
  );
  const live = vscode.l10n.t('Calls there can be billed: it is not a sandbox on this computer.');
  return { message: becomesLive ? `${moved} ${live}` : moved, severity: Warning };
}

/** Two remarks on one text, said one after the other. */
function both(first: Remark, second: Remark): Remark {
  if (first === null || second === null) return first ?? second;
  const severity = Math.max(first.severity, second.severity);
  return { message: `${first.message} ${second.message}`, severity };
}

/** A key stays with the origin it was entered for; that it is missing now is said, with the way to enter one. */
async function offerKey(services: Services, environment: Environment): Promise<void> {
  const state = await services.keys.state(environment, '');
  if (state.kind !== 'other-origin') return;
  const set = vscode.l10n.t('Set API Key…');
  const sentence = vscode.l10n.t(
    'The key of {0} was entered for {1} and is not sent to {2}.',
    environment.name,
    state.origin,
    originOf(environment),
  );
  const answer = await vscode.window.showInformationMessage(sentence, set);
  if (answer === set) await vscode.commands.executeCommand(commandIds.setApiKey, environment.name);
}

/** Writes another base URL. The key is left where it is: it is never sent to another origin than its own. */
export async function setAddressOf(services: Services, environment: Environment): Promise<Ended> {
  let typed: TypedUrl = { baseUrl: environment.baseUrl, offered: new Set() };
  let failed: { readonly text: string; readonly why: string } | null = null;
  const remark = (text: string): Remark => {
    if (failed?.text !== text) return both(urlRemark(text, typed), movedRemark(environment, text));
    const message = vscode.l10n.t('Not saved: {0} Press Enter to try again.', failed.why);
    return { message, severity: Warning };
  };
  for (;;) {
    const answer = await showInputBoxWithButtons({
      title: vscode.l10n.t('Base URL of {0}', environment.name),
      prompt: urlPrompt(),
      placeholder: 'https://api.example.in',
      value: failed?.text ?? typed.baseUrl,
      buttons: [vscode.QuickInputButtons.Back],
      remark,
    });
    if (answer === undefined) return 'gone';
    if (answer.kind === 'button') return 'back';
    failed = null;
    const next = afterUrl(typed, answer.text);
    typed = next.typed;
    if (!next.isSettled) continue;
    const moved = { ...environment, baseUrl: typed.baseUrl };
    try {
      await writeEdit(services, environment, withBaseUrl(typed.baseUrl));
    } catch (error) {
      failed = { text: answer.text, why: error instanceof Error ? error.message : String(error) };
      continue;
    }
    tellSaved(moved, vscode.l10n.t('Base URL'), moved.baseUrl);
    void offerKey(services, moved);
    return 'done';
  }
}
