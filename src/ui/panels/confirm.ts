import * as vscode from 'vscode';
import { type Choice, choicesFor } from '../../calls/guard/choices.ts';
import type { Obstacle } from '../../calls/guard/obstacles.ts';
import type { Operation } from '../../contract/shapes.ts';
import { settings } from '../adapters/settings.ts';
import { say } from '../translate.ts';
import { type Check, type Destination, tailOf } from './callPlan.ts';

/** Confirmed in this session: operation and environment, as the setting allows, and budget warnings that were seen. */
const confirmed = new Set<string>();

/** Which key goes along; a key too short to show the end of is only said to be there. */
function keyLine({ key }: Destination): string {
  const tail = tailOf(key);
  if (tail === null) return vscode.l10n.t('Key: none');
  return tail === '' ? vscode.l10n.t('Key: set') : vscode.l10n.t('Key: …{0}', tail);
}

/** The question, by the hardest thing in the way. */
function question(operation: Operation, check: Check, obstacles: readonly Obstacle[]): string {
  const [first] = obstacles;
  const { title } = operation;
  switch (first?.kind) {
    case 'budget-stop':
      return vscode.l10n.t('{0} is not sent: the budget stops it.', title);
    case 'pending-twin':
      return vscode.l10n.t('Send {0} again? The same input is still open.', title);
    case 'paid-twin':
      return vscode.l10n.t('Send {0} again? The same input was already paid for.', title);
    case 'cool-down':
      return vscode.l10n.t('Send {0}? The service asked to wait.', title);
    case 'meter':
      return vscode.l10n.t('Send {0}? Its limit is reached.', title);
    default:
      return check.mayBill
        ? vscode.l10n.t('Send {0}? The call can be billed.', title)
        : vscode.l10n.t('Send {0}? This is a rehearsal: nothing is billed.', title);
  }
}

function label(choice: Choice): string {
  switch (choice.kind) {
    case 'open-order':
      return choice.paid ? vscode.l10n.t('Open the Paid Answer') : vscode.l10n.t('Open the Order');
    case 'open-settings':
      return vscode.l10n.t('Open Settings');
    case 'repair':
      return choice.repair === 'set-key'
        ? vscode.l10n.t('Set API Key…')
        : vscode.l10n.t('Open Documentation');
    case 'wait':
      return vscode.l10n.t('Wait and Send');
    case 'pass-twin':
      return vscode.l10n.t('Send Anyway…');
    case 'send':
      if (choice.how === 'now') return vscode.l10n.t('Send Now (Lengthens the Wait)');
      return choice.how === 'anyway' ? vscode.l10n.t('Send Anyway') : vscode.l10n.t('Send');
  }
}

function detail(to: Destination, shownInput: string, check: Check, obstacles: readonly Obstacle[]): string {
  const { environment, baseUrl } = to;
  const place = check.mayBill
    ? vscode.l10n.t('Environment: {0} (live), {1}', environment.name, baseUrl)
    : vscode.l10n.t('Environment: {0}, {1}', environment.name, baseUrl);
  const warning = check.warning === null ? [] : [check.warning];
  const inTheWay = [...obstacles.map(({ what }) => what), ...warning].map(say);
  return [
    ...inTheWay,
    ...(inTheWay.length === 0 ? [] : ['']),
    place,
    keyLine(to),
    vscode.l10n.t('Input: {0}', shownInput),
    say(check.headline),
    ...check.details.map(say),
  ].join('\n');
}

function onceKey(operation: Operation, { environment }: Destination): string {
  return `${operation.id} ${environment.name.toLowerCase()} ${environment.baseUrl}`;
}

function warningKey({ environment }: Destination, { id }: Obstacle): string {
  return `${environment.name.toLowerCase()} ${id}`;
}

/** Whether an earlier confirmation of this session answers the question: only where nothing new stands in the way. */
export function isConfirmed(
  operation: Operation,
  to: Destination,
  check: Check,
  alwaysAsk: boolean,
): boolean {
  if (alwaysAsk || settings.confirmLiveCalls() !== 'oncePerSession' || check.warning !== null) return false;
  const isKnown = check.obstacles.every(
    (one) => one.kind === 'budget-warning' && confirmed.has(warningKey(to, one)),
  );
  return isKnown && confirmed.has(onceKey(operation, to));
}

/**
 * The one question before a call leaves: where to, what it can cost, and all that stands in the way, with the choices
 * that fit. Undefined = given up.
 * @param obstacles those the user has not passed yet
 */
export async function askAbout(
  operation: Operation,
  to: Destination,
  shownInput: string,
  check: Check,
  obstacles: readonly Obstacle[],
): Promise<Choice | undefined> {
  const items = choicesFor(obstacles).map((choice) => ({ title: label(choice), choice }));
  const answer = await vscode.window.showWarningMessage(
    question(operation, check, obstacles),
    { modal: true, detail: detail(to, shownInput, check, obstacles) },
    ...items,
  );
  return answer?.choice;
}

/** Remembers a confirmation for the rest of the session, and the budget warnings that were read with it. */
export function rememberConfirmed(operation: Operation, to: Destination, check: Check): void {
  confirmed.add(onceKey(operation, to));
  for (const one of check.obstacles) {
    if (one.kind === 'budget-warning') confirmed.add(warningKey(to, one));
  }
}
