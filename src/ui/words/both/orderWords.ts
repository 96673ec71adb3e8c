import * as vscode from 'vscode';
import { billingAsRecorded } from '../../../calls/orders/attention.ts';
import type { EnvironmentKind, FailureCode } from '../../../calls/ports/orders.ts';
import type { OrderSummary, Resolution } from '../../../calls/ports/ports.ts';
import { type KnownMoney, moneyContradicted } from '../../../contract/charges.ts';
import { coverCode, coverId } from '../../../contract/coverText.ts';
import { outcomeBeside } from '../../../contract/outcomeBeside.ts';
import type { Billing, Outcome } from '../../../contract/words.ts';

/** Billing in one word, for rows and signs. */
export function billingWord(billing: Billing): string {
  switch (billing) {
    case 'billed':
      return vscode.l10n.t('billed');
    case 'free':
      return vscode.l10n.t('free');
    case 'refunded':
      return vscode.l10n.t('refunded');
    case 'unknown':
      return vscode.l10n.t('may be billed');
  }
}

/** The billing of an order, with a word of warning where it contradicts the documents. */
function moneyWord(order: KnownMoney): string {
  const word = billingWord(order.billing);
  return moneyContradicted(order) ? vscode.l10n.t('{0}, against the documents', word) : word;
}

/** The same of an order in a list: as its user recorded it, of which the documents say nothing. */
export function listedMoney(order: KnownMoney & Pick<OrderSummary, 'outcome' | 'resolved'>): string {
  const billing = billingAsRecorded(order);
  return billing === order.billing ? moneyWord(order) : billingWord(billing);
}

/** The same where nothing else says that it came from a sandbox, whose `billed` costs nothing. */
export function moneyOfCall(order: KnownMoney, kind: EnvironmentKind, word = moneyWord(order)): string {
  return kind === 'sandbox' ? vscode.l10n.t('{0} (simulated)', word) : word;
}

/** What an order came to, in a word that its billing does not contradict. */
export function cameToWord({ outcome, billing }: Pick<OrderSummary, 'outcome' | 'billing'>): string {
  return outcomeWord(outcomeBeside(outcome, billing));
}

export function outcomeWord(outcome: Outcome): string {
  const words: Record<Outcome, string> = {
    verified: vscode.l10n.t('verified'),
    negative: vscode.l10n.t('negative'),
    pending: vscode.l10n.t('pending'),
    held: vscode.l10n.t('held for manual review'),
    rejected: vscode.l10n.t('rejected'),
    refused: vscode.l10n.t('refused'),
    throttled: vscode.l10n.t('throttled'),
    refunded: vscode.l10n.t('refunded'),
    failed: vscode.l10n.t('failed'),
    'not-sent': vscode.l10n.t('not sent'),
    unknown: vscode.l10n.t('unknown'),
  };
  return words[outcome];
}

/** What the user recorded, in one word. */
export function resolvedWord(outcome: Resolution['outcome']): string {
  switch (outcome) {
    case 'still-open':
      return vscode.l10n.t('still open');
    case 'no-result':
      return vscode.l10n.t('billed, no result');
    case 'not-billed':
      return vscode.l10n.t('not billed');
    default:
      return outcomeWord(outcome);
  }
}

/** The service's code as lists show it; '' without one. The exact one stands in the answer. */
export function shownCode({ messageCode }: Pick<OrderSummary, 'messageCode'>): string {
  return messageCode === null ? '' : coverCode(messageCode);
}

/**
 * What happened instead of a whole answer, among outcomes and codes of the service, which say "refused" and "cancelled" of
 * other things. Exports have the code itself.
 */
export function failureWord(code: FailureCode): string {
  const words: Record<FailureCode, string> = {
    dns: vscode.l10n.t('host not found'),
    refused: vscode.l10n.t('connection refused'),
    unreachable: vscode.l10n.t('host unreachable'),
    'connect-timeout': vscode.l10n.t('connecting timed out'),
    tls: vscode.l10n.t('secure connection failed'),
    certificates: vscode.l10n.t('CA certificate unreadable'),
    proxy: vscode.l10n.t('proxy failed'),
    'invalid-request': vscode.l10n.t('request not valid'),
    deadline: vscode.l10n.t('no answer in time'),
    cancelled: vscode.l10n.t('cancelled by you'),
    reset: vscode.l10n.t('connection reset'),
    truncated: vscode.l10n.t('answer broke off'),
    'too-large': vscode.l10n.t('answer too large'),
    malformed: vscode.l10n.t('answer not readable'),
    encoding: vscode.l10n.t('answer not decodable'),
    closed: vscode.l10n.t('client closed'),
    other: vscode.l10n.t('other failure'),
  };
  return words[code];
}

/** The order_id as lists show it; '' without one. Copying copies the exact one. */
export function shownOrderId({ orderId }: Pick<OrderSummary, 'orderId'>): string {
  return orderId === null ? '' : coverId(orderId);
}

/** The code an order is known by in lists: the service's, or what happened instead of a whole answer. */
export function orderCode(order: OrderSummary): string {
  if (order.messageCode !== null) {
    const code = shownCode(order);
    return order.failureCode === null ? code : `${code} (${failureWord(order.failureCode)})`;
  }
  if (order.state === 'in-flight') return vscode.l10n.t('waiting for the answer');
  if (order.state === 'lost') return vscode.l10n.t('no answer kept');
  if (order.outcome === 'throttled') return '429';
  if (order.failureCode !== null) return failureWord(order.failureCode);
  // What it came to stands beside it; twice, it says nothing of the answer.
  return order.httpStatus === null ? outcomeWord(order.outcome) : `HTTP ${order.httpStatus}`;
}

/** "now", "3 min", "5 h", then the date. */
export function age(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return vscode.l10n.t('now');
  if (minutes < 60) return vscode.l10n.t('{0} min', minutes);
  if (minutes < 24 * 60) return vscode.l10n.t('{0} h', Math.floor(minutes / 60));
  return new Date(at).toLocaleDateString(vscode.env.language);
}

/** That the answer departs from what was learned, and how gravely; '' where it does not. */
export function driftWord({ drift }: Pick<OrderSummary, 'drift'>): string {
  switch (drift) {
    case 'breaking':
      return vscode.l10n.t('departs from what was learned: breaking');
    case 'notable':
      return vscode.l10n.t('departs from what was learned: notable');
    case 'new':
      return vscode.l10n.t('departs from what was learned: new');
    case null:
      return '';
  }
}
