import * as vscode from 'vscode';
import { dueOf } from '../../calls/orders/followUps.ts';
import { costAsRecorded } from '../../calls/orders/orderCost.ts';
import type { OrderSortBy } from '../../calls/ports/listPorts.ts';
import type { OrderSummary } from '../../calls/ports/ports.ts';
import { rupees } from '../../calls/usage/money.ts';
import { localDay } from '../../calls/usage/periods.ts';
import { operationById } from '../../contract/operations.ts';
import type { Outcome } from '../../contract/words.ts';
import type { OrderColumnId, OrderRowView, OrdersColumnView, OrdersGrouping } from '../../protocol/orders.ts';
import { inputWords } from '../words/both/inputWords.ts';
import { dueWord, glanceWord } from '../words/both/orderGlance.ts';
import { driftWord, failureWord, listedMoney, shownCode, shownOrderId } from '../words/both/orderWords.ts';
import { outcomeIcons, shortTitle, shownOutcome } from '../words/both/outcomeLooks.ts';

/** Every column there is, in the order in which they stand. */
export const orderColumnIds = [
  'due',
  'came',
  'input',
  'operation',
  'environment',
  'billing',
  'cost',
  'code',
  'orderId',
  'http',
  'time',
  'note',
  'when',
] as const satisfies readonly OrderColumnId[];

export const firstColumns: readonly OrderColumnId[] = [
  'due',
  'came',
  'input',
  'operation',
  'billing',
  'code',
  'orderId',
  'when',
];

/** By what a column sorts; the others are kept in no order that a million rows could be read in. */
const sorts: Readonly<Partial<Record<OrderColumnId, OrderSortBy>>> = {
  due: 'due',
  came: 'outcome',
  input: 'input',
  operation: 'operation',
  environment: 'environment',
  billing: 'billing',
  code: 'code',
  when: 'when',
};

export function columnTitle(id: OrderColumnId): string {
  const titles: Record<OrderColumnId, string> = {
    due: vscode.l10n.t('Due'),
    came: vscode.l10n.t('What came of it'),
    input: vscode.l10n.t('Input'),
    operation: vscode.l10n.t('Operation'),
    environment: vscode.l10n.t('Environment'),
    billing: vscode.l10n.t('Billing'),
    cost: vscode.l10n.t('Cost (estimated)'),
    code: vscode.l10n.t('Code'),
    orderId: 'order_id',
    http: 'HTTP',
    time: vscode.l10n.t('Took'),
    note: vscode.l10n.t('Note'),
    when: vscode.l10n.t('When'),
  };
  return titles[id];
}

export function columnViews(ids: readonly OrderColumnId[]): OrdersColumnView[] {
  return ids.map((id) => ({ id, title: columnTitle(id), sort: sorts[id] ?? null }));
}

/** Simulated money stands in one list with real money, and says so. */
function billingCell(order: OrderSummary): string {
  if (order.state === 'in-flight') return '';
  const word = listedMoney(order);
  return order.kind === 'sandbox' ? vscode.l10n.t('{0}, simulated', word) : word;
}

/** A number alone, so that all of them stand digit below digit; that it is an estimate says its heading. */
function costCell(order: OrderSummary): string {
  const cost = costAsRecorded(order);
  return cost === null ? '' : rupees(cost);
}

/** What makes texts of a row: formats are made once, for a window has hundreds of rows. */
export class RowWords {
  readonly #now: number;
  readonly #today: string;
  readonly #yesterday: string;
  readonly #date = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'full' });
  readonly #moment: Intl.DateTimeFormat;
  readonly #olderMoment: Intl.DateTimeFormat;

  constructor(now: number) {
    this.#now = now;
    this.#today = localDay(now);
    const midnight = new Date(now).setHours(0, 0, 0, 0);
    this.#yesterday = localDay(midnight - 1);
    const short = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
    this.#moment = new Intl.DateTimeFormat(vscode.env.language, short);
    this.#olderMoment = new Intl.DateTimeFormat(vscode.env.language, { ...short, year: 'numeric' });
  }

  #when(at: number): string {
    const minutes = Math.floor((this.#now - at) / 60_000);
    if (minutes < 1) return vscode.l10n.t('now');
    if (minutes < 60) return vscode.l10n.t('{0} min', minutes);
    if (minutes < 24 * 60) return vscode.l10n.t('{0} h', Math.floor(minutes / 60));
    const isThisYear = new Date(at).getFullYear() === new Date(this.#now).getFullYear();
    return (isThisYear ? this.#moment : this.#olderMoment).format(at);
  }

  #group(order: OrderSummary, by: OrdersGrouping): string {
    if (by === 'none') return '';
    if (by === 'operation') return operationById(order.operation).title;
    const day = localDay(order.begunAt);
    if (day === this.#today) return vscode.l10n.t('Today');
    if (day === this.#yesterday) return vscode.l10n.t('Yesterday');
    return this.#date.format(order.begunAt);
  }

  #cell(order: OrderSummary, column: OrderColumnId): string {
    switch (column) {
      case 'due':
        return dueWord(order, this.#now);
      case 'came':
        return glanceWord(order);
      case 'input':
        return inputWords(order.maskedInput);
      case 'operation':
        return shortTitle(order.operation);
      case 'environment':
        return order.environment;
      case 'billing':
        return billingCell(order);
      case 'cost':
        return costCell(order);
      case 'code':
        if (order.messageCode !== null) return shownCode(order);
        return order.failureCode === null ? '' : failureWord(order.failureCode);
      case 'orderId':
        return shownOrderId(order);
      case 'http':
        return order.httpStatus === null ? '' : String(order.httpStatus);
      case 'time':
        return order.totalMs === null ? '' : vscode.l10n.t('{0} ms', Math.round(order.totalMs));
      case 'note':
        return order.hasNote ? vscode.l10n.t('noted') : '';
      case 'when':
        return this.#when(order.begunAt);
    }
  }

  row(order: OrderSummary, columns: readonly OrderColumnId[], group: OrdersGrouping): OrderRowView {
    const due = dueOf(order, this.#today);
    return {
      id: order.id,
      cells: columns.map((column) => this.#cell(order, column)),
      group: this.#group(order, group),
      ...lookOf(order),
      drift: order.drift === null ? null : { grade: order.drift, words: driftWord(order) },
      isDue: due === 'today' || due === 'overdue',
      isSimulated: order.kind === 'sandbox',
    };
  }
}

const tones: Readonly<Record<Outcome, OrderRowView['tone']>> = {
  verified: 'good',
  negative: 'calm',
  pending: 'caution',
  held: 'caution',
  rejected: 'quiet',
  refused: 'quiet',
  throttled: 'quiet',
  refunded: 'quiet',
  failed: 'bad',
  'not-sent': 'quiet',
  unknown: 'caution',
};

/** The same icons and colours as in the tree. */
function lookOf(order: OrderSummary): Pick<OrderRowView, 'icon' | 'tone'> {
  if (order.state === 'in-flight') return { icon: 'sync', tone: 'quiet' };
  const outcome = shownOutcome(order);
  return { icon: outcomeIcons[outcome][0], tone: tones[outcome] };
}
