import * as vscode from 'vscode';
import type { Choice, Obstacle, Question, TwinShare } from '../../calls/sending/ports.ts';
import { askUntilRead } from '../asking/pressedUnread.ts';
import { inputWords } from '../words/both/inputWords.ts';
import { resolvedWord } from '../words/both/orderWords.ts';
import { say } from '../words/both/translate.ts';
import { keyWords } from '../words/keyWords.ts';

/** Some of the addresses were sent before: the input is another one, and its answer is nowhere yet. */
function partlyKnown({ shownInput, check }: Question, place: string, { all, fresh }: TwinShare): string {
  const isPaid = check.obstacles.every((one) => !isTwin(one) || (one.kind === 'paid-twin' && one.billed));
  const words = [inputWords(shownInput), place, all - fresh, all, fresh] as const;
  return isPaid
    ? vscode.l10n.t('Send {0} to {1}? Already paid for: {2} of {3} addresses. New: {4}.', ...words)
    : vscode.l10n.t('Send {0} to {1}? Sent before: {2} of {3} addresses. New: {4}.', ...words);
}

type PaidTwin = Extract<Obstacle, { kind: 'paid-twin' }>;

/** Nothing is said to be without cost while another order of the same input may have been paid for. */
function sentBefore({ obstacles }: Question, input: string, place: string, first: PaidTwin): string {
  if (first.billed)
    return vscode.l10n.t('Send {0} to {1} again? The same input was already paid for.', input, place);
  if (first.costless === undefined || obstacles.some(mayHaveCost))
    return vscode.l10n.t('Send {0} to {1} again? The same input may have been paid for.', input, place);
  return vscode.l10n.t(
    'Send {0} to {1} again? The same input was sent before, recorded as {2}.',
    input,
    place,
    resolvedWord(first.costless),
  );
}

function mayHaveCost(one: Obstacle): boolean {
  return one.kind === 'paid-twin' && one.costless === undefined;
}

/** What is sent where, and the hardest thing in the way. */
function headline(about: Question): string {
  const { to, shownInput, check, obstacles } = about;
  const [first] = obstacles;
  const input = inputWords(shownInput);
  const { name } = to.environment;
  const place = check.mayBill ? vscode.l10n.t('{0} (LIVE)', name) : name;
  const share = first?.kind === 'pending-twin' || first?.kind === 'paid-twin' ? first.share : undefined;
  if (share !== undefined) return partlyKnown(about, place, share);
  switch (first?.kind) {
    case 'budget-stop':
      return vscode.l10n.t('Not sent to {0}: {1}. The budget stops it.', place, input);
    case 'pending-twin':
      return vscode.l10n.t('Send {0} to {1} again? The same input is still open.', input, place);
    case 'paid-twin':
      return sentBefore(about, input, place, first);
    case 'cool-down':
      return vscode.l10n.t('Send {0} to {1}? The service asked to wait.', input, place);
    case 'meter':
      return vscode.l10n.t('Send {0} to {1}? Its limit is reached.', input, place);
    default:
      return check.mayBill
        ? vscode.l10n.t('Send {0} to {1}?', input, place)
        : vscode.l10n.t('Send {0} to {1}? This is a rehearsal: nothing is billed.', input, place);
  }
}

/** The button that leads there. */
export function choiceLabel(choice: Choice): string {
  switch (choice.kind) {
    case 'open-order':
      return choice.paid ? vscode.l10n.t('Open the Paid Answer') : vscode.l10n.t('Open the Order');
    case 'change-budget':
      if (choice.cure === 'settings') return vscode.l10n.t('Open Settings');
      return choice.cure === 'price' ? vscode.l10n.t('Set Price…') : vscode.l10n.t('Set Budget…');
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

/** Twins of many addresses would fill the screen; of anything else each is said. */
const mostTwins = 5;

function isTwin({ kind }: Obstacle): boolean {
  return kind === 'pending-twin' || kind === 'paid-twin';
}

function obstacleLines(obstacles: readonly Obstacle[]): string[] {
  const twins = obstacles.filter(isTwin);
  const others = obstacles.filter((one) => !isTwin(one));
  const left = twins.length - mostTwins;
  return [
    ...twins.slice(0, mostTwins).map(({ what }) => say(what)),
    ...(left > 1 ? [vscode.l10n.t('… and {0} more orders with these inputs.', left)] : []),
    ...(left === 1 ? [vscode.l10n.t('… and 1 more order with these inputs.')] : []),
    ...others.map(({ what }) => say(what)),
  ];
}

/** What is unusual first, each on its own line; then operation, price, spend and limits; then address and key. */
function detail({ operation, to, check, obstacles, doubts, notes }: Question): string {
  const warning = check.warning === null ? [] : [check.warning];
  const inTheWay = [...obstacleLines(obstacles), ...[...warning, ...doubts, ...notes].map(say)];
  return [
    ...inTheWay,
    ...(inTheWay.length === 0 ? [] : ['']),
    [operation.title, ...check.details.map(say)].join(' · '),
    say(check.headline),
    `${to.baseUrl} · ${keyWords(to)}`,
  ].join('\n');
}

const sends: ReadonlySet<Choice['kind']> = new Set(['send', 'pass-twin', 'wait', 'lift']);

/** The one question before a call leaves: where to, what it can cost, and all that stands in the way. Undefined = given up. */
export async function askAbout(about: Question): Promise<Choice | undefined> {
  const items = about.choices.map((choice) => ({ title: choiceLabel(choice), choice }));
  const answer = await askUntilRead(
    (beside) =>
      vscode.window.showWarningMessage(
        headline(about),
        { modal: true, detail: [...beside, detail(about)].join('\n') },
        ...items,
      ),
    ({ choice }) => sends.has(choice.kind),
    about.proven ? 'double' : 'held',
  );
  return answer?.choice;
}
