import * as vscode from 'vscode';
import { mayBePaid, owedBy } from '../../calls/orders/attention.ts';
import type { Erased, HeldElsewhere } from '../../calls/ports/erasurePorts.ts';
import type { OrderId } from '../../calls/ports/ids.ts';
import type { Ledger, OrderFilter, OrderSummary } from '../../calls/ports/ports.ts';
import { operationById } from '../../contract/operations.ts';
import { ordersOf } from '../asking/chosenOrders.ts';
import { askErasing } from '../asking/confirmErasing.ts';
import type { Services } from '../base/services.ts';
import { inputWords } from '../words/both/inputWords.ts';
import { countWords } from '../words/numberWords.ts';

/** Names the histories that were set aside: nobody can tell what they hold, so they are erased by choice. */
async function confirm(
  ledger: Ledger,
  question: string,
  detail: string,
  less: string | null,
): Promise<'erase' | 'all' | 'less' | null> {
  const erase = vscode.l10n.t('Erase');
  const all = vscode.l10n.t('Erase, and What Was Set Aside');
  const aside = await ledger.setAside();
  const named = vscode.l10n.t(
    'Order histories that could not be read were set aside: {0}. Their contents are unknown; they can only be erased as a whole.',
    aside.join(', '),
  );
  const answer = await askErasing(
    question,
    aside.length === 0 ? detail : `${detail}\n\n${named}`,
    erase,
    ...(less === null ? [] : [less]),
    ...(aside.length === 0 ? [] : [all]),
  );
  if (answer === undefined) return null;
  return answer === all ? 'all' : answer === less ? 'less' : 'erase';
}

/** Another choice than all that is asked about. */
interface Less {
  readonly word: string;
  readonly work: () => Promise<Erased>;
}

/** Asks, erases, and says what was erased. */
async function askAndErase(
  ledger: Ledger,
  question: string,
  detail: string,
  work: () => Promise<Erased>,
  less: Less | null = null,
): Promise<void> {
  const choice = await confirm(ledger, question, detail, less?.word ?? null);
  if (choice === null) return;
  const erased = await (choice === 'less' && less !== null ? less.work() : work());
  if (choice === 'all') await ledger.eraseSetAside();
  tell(erased);
}

const noTrace = (): string =>
  vscode.l10n.t(
    'Request, answer, kept documents, note, follow-up, what support sent and the row itself are removed from the file, and forms that hold the input are emptied. This cannot be undone.',
  );

function tell(erased: Erased): void {
  const done =
    erased.orders === 1
      ? vscode.l10n.t('1 order erased.')
      : vscode.l10n.t('{0} orders erased.', erased.orders);
  const left =
    erased.leftOpen === 1
      ? vscode.l10n.t('1 open order was kept: it may still be billed or answered.')
      : vscode.l10n.t('{0} open orders were kept: they may still be billed or answered.', erased.leftOpen);
  void vscode.window.showInformationMessage(erased.leftOpen === 0 ? done : `${done} ${left}`);
}

function erasureOf(orders: readonly OrderSummary[]): string {
  const [first] = orders;
  if (orders.length !== 1 || first === undefined) return vscode.l10n.t('Erase {0} orders?', orders.length);
  return first.maskedInput === ''
    ? vscode.l10n.t('Erase this order?')
    : vscode.l10n.t('Erase the order of {0}?', inputWords(first.maskedInput));
}

/** Of one order, which call it was: many inputs look alike once they are covered. */
function callOf(orders: readonly OrderSummary[]): string {
  const [first] = orders;
  if (orders.length !== 1 || first === undefined) return '';
  const when = new Date(first.begunAt).toLocaleString(vscode.env.language, {
    dateStyle: 'medium',
    timeStyle: 'medium',
  });
  return `${operationById(first.operation).title} · ${when}\n`;
}

/** Something has to be found out about it; what is under way is never erased. */
function isOpen(order: OrderSummary): boolean {
  return owedBy(order) !== null;
}

function underWayIn(orders: readonly OrderSummary[]): number {
  return orders.filter(({ state }) => state === 'in-flight').length;
}

/** What is left out, for an answer that was paid for may still come; '' = nothing. */
function keptWords(count: number): string {
  return count === 0 ? '' : vscode.l10n.t('Orders under way are kept: {0}.', count);
}

/** What they warn of, as long as they are there; '' = nothing. @param paid those of them that warn, see mayBePaid */
function warnsWords(orders: number, paid: number): string {
  if (paid === 0) return '';
  return orders === 1
    ? vscode.l10n.t('Without it the same input is sent with no warning.')
    : vscode.l10n.t(
        'Live and billed, or perhaps: {0}. Without them the same input is sent with no warning.',
        countWords(paid),
      );
}

function paidIn(orders: readonly OrderSummary[]): number {
  return orders.filter(mayBePaid).length;
}

export async function eraseOrders(services: Services, ids: readonly OrderId[]): Promise<void> {
  const ledger = await services.ledger();
  const orders = await ordersOf(ledger, ids);
  if (orders.every(({ state }) => state === 'in-flight')) {
    throw new Error(
      orders.length === 1
        ? vscode.l10n.t('This order is still under way. Erase it when it has ended.')
        : vscode.l10n.t('These orders are still under way. Erase them when they have ended.'),
    );
  }
  const open = orders.filter(isOpen);
  const owed =
    orders.length === 1
      ? vscode.l10n.t('It is still open or may have been billed.')
      : vscode.l10n.t('Still open, or may have been billed: {0} of them.', open.length);
  const details = [
    noTrace(),
    open.length === 0 ? '' : owed,
    warnsWords(orders.length, paidIn(orders)),
    keptWords(underWayIn(orders)),
  ];
  const said = details.filter((one) => one !== '').join(' ');
  await askAndErase(ledger, erasureOf(orders), callOf(orders) + said, () =>
    ledger.erase(orders.map(({ id }) => id)),
  );
}

/** Counted so far before they are erased; of a history of more all are erased the same. */
const mostCounted = 1_000_000;

function readDate(typed: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed.trim());
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(year, month - 1, day);
  return date.getMonth() === month - 1 && date.getDate() === day ? date.getTime() : null;
}

export async function eraseBefore(services: Services): Promise<void> {
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Erase Settled Orders Before'),
    prompt: vscode.l10n.t(
      'Erases settled orders from before this day. Open orders, and those that do not say whether they were billed, stay.',
    ),
    placeHolder: '2026-01-31',
    ignoreFocusOut: true,
    validateInput: (value) =>
      readDate(value) === null
        ? vscode.l10n.t('Write the day as year-month-day, for example 2026-01-31.')
        : null,
  });
  const before = readDate(typed ?? '');
  if (typed === undefined || before === null) return;
  const question = vscode.l10n.t('Erase all settled orders before {0}?', typed.trim());
  const ledger = await services.ledger();
  // What wants no attention is settled, or under way, as hardly any is that began before today.
  const countOf = (filter: OrderFilter): Promise<number> =>
    ledger.countUpTo({ group: 'rest', filter: { to: before, ...filter } }, mostCounted);
  const count = await countOf({});
  const paid = await countOf({ kind: 'live', billings: ['billed', 'unknown'] });
  const counted = count === 1 ? vscode.l10n.t('1 order') : vscode.l10n.t('{0} orders', countWords(count));
  const said = `${counted}\n${noTrace()} ${warnsWords(count, paid)}`.trimEnd();
  await askAndErase(ledger, question, said, () => ledger.eraseSettledBefore(before));
}

/** In the status bar, as a history of very many orders takes its seconds to be read through. */
function inView<T>(title: string, work: () => Promise<T>): Thenable<T> {
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, work);
}

/** What the question says beside its count. @param orders with the very inputs */
function detailsOf(orders: readonly OrderSummary[], held: HeldElsewhere): string {
  const sentences = [
    noTrace(),
    orders.some(isOpen) || held.open > 0 ? vscode.l10n.t('Open ones are erased too.') : '',
    held.orders === 0
      ? ''
      : vscode.l10n.t(
          'Among them are orders of other requests that hold the same number or address: {0}. Only the Same Request leaves those, and whatever else holds it.',
          countWords(held.orders),
        ),
    warnsWords(orders.length + held.orders, paidIn(orders) + held.paid),
    held.waiting === 0
      ? ''
      : vscode.l10n.t(
          'Rows of batches that wait are never sent then, with the other rows of their calls: {0}.',
          countWords(held.waiting),
        ),
    keptWords(underWayIn(orders) + held.underWay),
    held.shared === 0
      ? ''
      : vscode.l10n.t(
          'Calls that ask about others as well are kept, with what they hold of it: {0}.',
          countWords(held.shared),
        ),
    held.untold === 0
      ? ''
      : vscode.l10n.t(
          'Orders that look the same are kept where what they asked is no longer known: {0}.',
          countWords(held.untold),
        ),
    held.quotes === 0
      ? ''
      : vscode.l10n.t(
          'Notes and texts of support of other orders that quote the input are erased too: {0}.',
          held.quotes,
        ),
  ];
  return sentences.filter((one) => one !== '').join(' ');
}

/** Everything about their inputs: found by the keyed hash of an order that has it, so that nobody types it again. */
export async function eraseInputs(services: Services, ids: readonly OrderId[]): Promise<void> {
  const ledger = await services.ledger();
  const orders = await ordersOf(ledger, ids);
  const prints = new Set(orders.map((order) => order.fingerprint));
  if (prints.has(null)) {
    throw new Error(
      orders.length === 1
        ? vscode.l10n.t('This order has no fingerprint of its input. Use Erase Order… instead.')
        : vscode.l10n.t(
            'Some of these orders have no fingerprint of their input. Use Erase Order… for those.',
          ),
    );
  }
  const inputs = [...prints].filter((print) => print !== null);
  const all: OrderSummary[] = [];
  for (const print of inputs) all.push(...(await ledger.sameInput(print, 100_000)));
  const held = await inView(vscode.l10n.t('Searching the order history'), () => ledger.heldElsewhere(inputs));
  const count = all.length + held.orders;
  const input = inputWords(orders[0]?.maskedInput ?? '');
  const question =
    count === 1
      ? vscode.l10n.t('Erase the only order with the input {0}?', input)
      : inputs.length === 1
        ? vscode.l10n.t('Erase all {0} orders with the input {1}?', count, input)
        : vscode.l10n.t('Erase all {0} orders with these {1} inputs?', count, inputs.length);
  const erasing = (work: () => Promise<Erased>) => () =>
    Promise.resolve(inView(vscode.l10n.t('Erasing'), work));
  const less = {
    word: vscode.l10n.t('Only the Same Request'),
    work: erasing(() => ledger.eraseRequest(...inputs)),
  };
  await askAndErase(
    ledger,
    question,
    detailsOf(all, held),
    erasing(() => ledger.eraseInput(...inputs)),
    held.orders === 0 ? null : less,
  );
}
