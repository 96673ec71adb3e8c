import * as vscode from 'vscode';
import { billingAsRecorded, owedBy } from '../../../calls/orders/attention.ts';
import { costAsRecorded, estimated } from '../../../calls/orders/orderCost.ts';
import type { OrderSummary } from '../../../calls/ports/ports.ts';
import { moneyContradicted } from '../../../contract/charges.ts';
import { operationById } from '../../../contract/operations.ts';
import type { Billing } from '../../../contract/words.ts';
import { inputWords } from '../../words/both/inputWords.ts';
import { departsWord, dueWord, glanceWord, notedWord, shortInput } from '../../words/both/orderGlance.ts';
import { orderPlace } from '../../words/both/orderPlace.ts';
import {
  age,
  billingWord,
  cameToWord,
  driftWord,
  listedMoney,
  orderCode,
  resolvedWord,
  shownOrderId,
} from '../../words/both/orderWords.ts';
import { outcomeIcons, shortTitle, shownOutcome } from '../../words/both/outcomeLooks.ts';
import { say } from '../../words/both/translate.ts';

const orderScheme = 'verification-order';

function iconOf(order: OrderSummary): vscode.ThemeIcon {
  if (order.state === 'in-flight') return new vscode.ThemeIcon('loading~spin');
  const [icon, color] = outcomeIcons[shownOutcome(order)];
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
}

/** Instead of a billing: what is known of it contradicts the documents. */
const contradicted = 'contradicted';

type ShownMoney = Billing | typeof contradicted;

/** What a row shows of the money: '' while it is under way, else the billing as recorded. */
function moneyOf(order: OrderSummary): ShownMoney | '' {
  if (order.state === 'in-flight') return '';
  return moneyContradicted(order) ? contradicted : billingAsRecorded(order);
}

/** What the decoration provider reads back: the money of a row, of the sandbox or live. */
function rowUri(order: OrderSummary): vscode.Uri {
  return vscode.Uri.from({
    scheme: orderScheme,
    path: `/${order.id}`,
    query: moneyOf(order),
    fragment: order.kind,
  });
}

/** What the badge beside a row means, '' where there is none. */
function badgeWords(order: OrderSummary): string {
  const money = moneyOf(order);
  if (money === '') return '';
  if (order.kind === 'sandbox') return vscode.l10n.t('S: sandbox, simulated; nothing was billed.');
  const badges: Record<ShownMoney, string> = {
    contradicted: vscode.l10n.t('!: what the service says of the money contradicts the documents.'),
    billed: vscode.l10n.t('₹: billed.'),
    unknown: vscode.l10n.t('?: it may have been billed.'),
    refunded: vscode.l10n.t('↩: refunded.'),
    free: '',
  };
  return badges[money];
}

/** What came of it and of the money; of an order under way nothing yet. */
function cameTo(order: OrderSummary): string[] {
  return order.state === 'in-flight' ? [] : [cameToWord(order), listedMoney(order)];
}

/** With the code of a failure, by which it is asked about, where its words do not hold it. */
function exactCode({ failureCode }: OrderSummary, words: string): string {
  return failureCode === null || words.includes(failureCode) ? words : `${words} (${failureCode})`;
}

/** As estimated from the price the call left with; of the sandbox the badge's words say that nothing was billed. */
function costWords(order: OrderSummary): string[] {
  const cost = costAsRecorded(order);
  return cost === null ? [] : [say(estimated(cost))];
}

function tooltipOf(order: OrderSummary, title: string, now: number): vscode.MarkdownString {
  const code = orderCode(order);
  const http = order.httpStatus === null ? '' : `HTTP ${order.httpStatus}`;
  const lines = [
    `**${title}** · ${orderPlace(order, say)}`,
    [...cameTo(order), ...costWords(order), exactCode(order, code)].join(' · '),
    inputWords(order.maskedInput),
    new Date(order.begunAt).toLocaleString(vscode.env.language, { timeZoneName: 'short' }),
  ];
  if (order.orderId !== null) lines.push(`order_id ${shownOrderId(order)}`);
  if (http !== '' && http !== code) lines.push(http);
  if (order.totalMs !== null) lines.push(`${Math.round(order.totalMs)} ms`);
  if (order.resolved !== null) lines.push(vscode.l10n.t('recorded: {0}', resolvedWord(order.resolved)));
  if (order.followUp !== null) lines.push(vscode.l10n.t('follow-up: {0}', dueWord(order, now)));
  if (driftWord(order) !== '') lines.push(driftWord(order));
  if (badgeWords(order) !== '') lines.push(badgeWords(order));
  const tooltip = new vscode.MarkdownString();
  for (const line of lines) {
    // Bold is ours, everything from outside is plain text.
    if (line.startsWith('**')) tooltip.appendMarkdown(line);
    else tooltip.appendText(line);
    tooltip.appendMarkdown('\n\n');
  }
  return tooltip;
}

/** Words the menus look for. */
function contextWords(order: OrderSummary): string {
  const words = ['order', order.outcome];
  if (order.orderId !== null) words.push('hasOrderId');
  if (owedBy(order) !== null) words.push('open');
  return words.join(' ');
}

/**
 * What the row is about, and what of it stands behind all else, for a narrow side bar shows some fourteen letters: the input, covered, of
 * two fields the first; of many entries how many; where nothing of it may be seen, the operation tells rows apart.
 */
function labelOf(order: OrderSummary): readonly [label: string, rest: string] {
  const input = shortInput(inputWords(order.maskedInput));
  const short = shortTitle(order.operation);
  const count = /^(\d+) e-mail address(?:es)?$/.exec(order.maskedInput)?.[1];
  if (count !== undefined) return [`${short} (${count})`, input];
  if (!/[^•\s]/.test(input)) return [`${short} ${input}`.trim(), ''];
  const [first = '', ...others] = input.split(' · ');
  return [first, others.join(' · ')];
}

/** In one glance: what came of it, what is due, how old; the rest where there is room. */
function glanceOf(order: OrderSummary, rest: string, now: number): string {
  // A narrow side bar cuts off the end: an icon alone does not say what came of it.
  const words = [glanceWord(order), dueWord(order, now), age(order.begunAt, now)];
  const money = moneyOf(order);
  if (money === 'unknown' || money === contradicted) words.push(listedMoney(order));
  if (order.drift !== null) words.push(departsWord());
  if (order.hasNote) words.push(notedWord());
  words.push(rest, shortTitle(order.operation));
  return words.filter((word) => word !== '').join(' · ');
}

/** Everything a screen reader says of a row: as it stands in lists elsewhere, nothing cut short. */
function spokenOf(order: OrderSummary, title: string, now: number): string {
  const [came = '', money = ''] = cameTo(order);
  const words = [title, came, orderCode(order), money];
  words.push(inputWords(order.maskedInput), age(order.begunAt, now), dueWord(order, now));
  if (order.resolved !== null) words.push(vscode.l10n.t('recorded: {0}', resolvedWord(order.resolved)));
  if (order.drift !== null) words.push(driftWord(order));
  if (order.hasNote) words.push(notedWord());
  if (order.kind === 'sandbox') words.push(vscode.l10n.t('simulated'));
  return words.filter((word) => word !== '').join(', ');
}

/** One order as a row of the history: icon and colour by outcome, billing by decoration. */
export function orderItem(order: OrderSummary, now: number): vscode.TreeItem {
  const title = operationById(order.operation).title;
  const [label, rest] = labelOf(order);
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.None);
  item.id = order.id;
  item.description = glanceOf(order, rest, now);
  item.iconPath = iconOf(order);
  item.resourceUri = rowUri(order);
  item.tooltip = tooltipOf(order, title, now);
  item.contextValue = contextWords(order);
  item.accessibilityInformation = { label: spokenOf(order, title, now) };
  return item;
}

/** A colour would take the whole row; billed is no warning, and most orders are. */
const decorations: Record<ShownMoney, readonly [badge: string, color: string | null] | null> = {
  contradicted: ['!', 'list.warningForeground'],
  billed: ['₹', null],
  unknown: ['?', 'list.warningForeground'],
  refunded: ['↩', 'descriptionForeground'],
  free: null,
};

function isMoney(text: string): text is ShownMoney {
  return text in decorations;
}

/** Billing beside the row: a badge and a word, colour never alone. Orders of the sandbox cost nothing: an S, no ₹. */
export const billingDecorations: vscode.FileDecorationProvider = {
  provideFileDecoration({ scheme, query, fragment }) {
    if (scheme !== orderScheme || !isMoney(query)) return undefined;
    if (fragment === 'sandbox')
      return new vscode.FileDecoration('S', vscode.l10n.t('sandbox: simulated, nothing was billed'));
    const found = decorations[query];
    if (found === null) return undefined;
    const [badge, color] = found;
    const words =
      query === contradicted
        ? vscode.l10n.t('what the service says of the money contradicts the documents')
        : billingWord(query);
    return new vscode.FileDecoration(badge, words, color === null ? undefined : new vscode.ThemeColor(color));
  },
};
