import * as vscode from 'vscode';
import { type Destination, tailOf } from '../../calls/sending/destination.ts';
import type { Choice, Obstacle, Question } from '../../calls/sending/ports.ts';
import { say } from '../translate.ts';

/** Which key goes along; a key too short to show the end of is only said to be there. */
function keyLine({ key }: Destination): string {
  const tail = tailOf(key);
  if (tail === null) return vscode.l10n.t('Key: none');
  return tail === '' ? vscode.l10n.t('Key: set') : vscode.l10n.t('Key: …{0}', tail);
}

/** The question, by the hardest thing in the way. */
function headline({ operation, check, obstacles }: Question): string {
  const [first] = obstacles;
  const { title } = operation;
  switch (first?.kind) {
    case 'budget-stop':
      return vscode.l10n.t('{0} is not sent: the budget stops it.', title);
    case 'pending-twin':
      return vscode.l10n.t('Send {0} again? The same input is still open.', title);
    case 'paid-twin':
      return vscode.l10n.t('Send {0} again? The same input was already paid for, or may have been.', title);
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
    case 'lift':
      return vscode.l10n.t('Lift the Wait and Send');
    case 'pass-twin':
      return vscode.l10n.t('Send Anyway…');
    case 'send':
      if (choice.how === 'now') return vscode.l10n.t('Send Now (Lengthens the Wait)');
      return choice.how === 'anyway' ? vscode.l10n.t('Send Anyway') : vscode.l10n.t('Send');
  }
}

/** Twins of many addresses would fill the screen. */
const mostObstacles = 5;

function obstacleLines(obstacles: readonly Obstacle[]): string[] {
  const lines = obstacles.slice(0, mostObstacles).map(({ what }) => say(what));
  const more = obstacles.length - lines.length;
  return more === 0 ? lines : [...lines, vscode.l10n.t('… and {0} more.', more)];
}

function detail({ to, shownInput, check, obstacles, notes }: Question): string {
  const { environment, baseUrl } = to;
  const place = check.mayBill
    ? vscode.l10n.t('Environment: {0} (live), {1}', environment.name, baseUrl)
    : vscode.l10n.t('Environment: {0}, {1}', environment.name, baseUrl);
  const warning = check.warning === null ? [] : [check.warning];
  const inTheWay = [...obstacleLines(obstacles), ...[...warning, ...notes].map(say)];
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

/** The one question before a call leaves: where to, what it can cost, and all that stands in the way. Undefined = given up. */
export async function askAbout(about: Question): Promise<Choice | undefined> {
  const items = about.choices.map((choice) => ({ title: label(choice), choice }));
  const answer = await vscode.window.showWarningMessage(
    headline(about),
    { modal: true, detail: detail(about) },
    ...items,
  );
  return answer?.choice;
}
