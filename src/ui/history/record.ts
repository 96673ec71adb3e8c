import * as vscode from 'vscode';
import { owedBy } from '../../calls/orders/attention.ts';
import { type Damaged, isDamaged } from '../../calls/ports/damaged.ts';
import type { OrderId } from '../../calls/ports/ids.ts';
import type { Ledger, OrderSummary, Resolution } from '../../calls/ports/ports.ts';
import { operationById } from '../../contract/operations.ts';
import { readAnswer } from '../../contract/read.ts';
import { ordersLeft, ordersOf } from '../asking/chosenOrders.ts';
import type { Services } from '../base/services.ts';
import { inputWords } from '../words/both/inputWords.ts';
import { shownOrderId } from '../words/both/orderWords.ts';
import { ownOf, readsAs, stillSent } from './support.ts';

/** Null where the note is there, or there is none. */
function whyUnread(note: string | Damaged | null): string | null {
  if (note === null) {
    return vscode.l10n.t(
      'The note cannot be opened: the key that sealed it is gone. What you write takes its place.',
    );
  }
  return isDamaged(note)
    ? vscode.l10n.t(
        'The note is damaged in the order history’s file and cannot be read. What you write takes its place.',
      )
    : null;
}

/** The user's note; an empty one removes it. On several orders it takes the place of the notes they have. */
export async function noteOrders(services: Services, ids: readonly OrderId[]): Promise<void> {
  const ledger = await services.ledger();
  const orders = await ordersOf(ledger, ids);
  const [only] = orders;
  const several = orders.length > 1;
  const noted = orders.filter((order) => order.hasNote).length;
  // Empty where there is none, where there are several, and where nobody can read it any more: that one is replaced or stays.
  const before = several || only === undefined ? '' : await ledger.readNote(only.id);
  const unread = whyUnread(before);
  const replaced = several && noted > 0 ? ` ${vscode.l10n.t('Notes it replaces: {0}.', noted)}` : '';
  const typed = await vscode.window.showInputBox({
    title:
      several || only === undefined
        ? vscode.l10n.t('Note on {0} Orders', orders.length)
        : vscode.l10n.t(
            'Note on Order {0} · {1}',
            inputWords(only.maskedInput),
            operationById(only.operation).title,
          ),
    prompt: several
      ? vscode.l10n.t('Kept sealed with each of them, and found by “Find Order…”.') + replaced
      : (unread ??
        vscode.l10n.t('Kept sealed, and found by “Find Order…”. Leave it empty to remove the note.')),
    value: unread === null ? String(before) : '',
    ignoreFocusOut: true,
    validateInput: (value) =>
      several && value.trim() === '' ? vscode.l10n.t('Write the note for all of them.') : null,
  });
  if (typed === undefined || (unread !== null && typed.trim() === '')) return;
  // One that was erased while this was typed keeps the others from nothing.
  const left = await ordersLeft(ledger, ids, typed.trim());
  for (const { id } of left) await ledger.note(id, typed.trim(), services.now());
  if (several) vscode.window.setStatusBarMessage(notedWords(left.length), 4000);
}

function notedWords(count: number): string {
  return count === 1 ? vscode.l10n.t('1 order noted.') : vscode.l10n.t('{0} orders noted.', count);
}

interface OutcomeItem extends vscode.QuickPickItem {
  readonly outcome: Resolution['outcome'];
}

/** Whether a text may be an answer to keep. */
function looksLikeJson(text: string): boolean {
  return /^\s*[{[]/.test(text);
}

/** What somebody copied last may be anything: only a whole JSON object or list is taken for an answer. */
function isWholeJson(text: string): boolean {
  try {
    // A byte order mark goes with the space around it.
    JSON.parse(text.trim());
    return looksLikeJson(text);
  } catch {
    return false;
  }
}

/** JSON that may be the answer, and what it is taken for: it may be of another order. */
interface MayBeAnswer extends vscode.QuickPickItem {
  readonly body: Uint8Array;
  /** When support sent it; null = it is on the clipboard. */
  readonly sentAt: number | null;
}

/** What support sent of the order, the newest, and what is on the clipboard, as far as they may be an answer. */
async function mayBeAnswers(
  services: Services,
  ledger: Ledger,
  order: OrderSummary,
  clipboard: string,
): Promise<readonly MayBeAnswer[]> {
  const sent = (await ledger.followUps.texts(order.id))
    .flatMap(({ at, body }) => (body === null || isDamaged(body) ? [] : [{ body, sentAt: at }]))
    .findLast(({ body }) => looksLikeJson(new TextDecoder().decode(body)));
  const copied = isWholeJson(clipboard)
    ? { body: new TextEncoder().encode(clipboard), sentAt: null }
    : undefined;
  if (sent === undefined && copied === undefined) return [];
  const own = await ownOf(services, ledger, order);
  const item = (label: string, text: typeof sent | typeof copied): readonly MayBeAnswer[] =>
    text === undefined
      ? []
      : [{ label, ...text, description: readsAs(order, new TextDecoder().decode(text.body), own) }];
  return [
    ...item(vscode.l10n.t('Keep what support sent'), sent),
    ...item(vscode.l10n.t('Keep the JSON from the clipboard'), copied),
  ];
}

/** One of them, if the user wants it kept as the answer. Undefined = gave up, null = none. */
async function keptAnswer(
  answers: readonly MayBeAnswer[],
  title: string,
): Promise<MayBeAnswer | null | undefined> {
  const none = { label: vscode.l10n.t('No answer to keep'), body: null };
  const placeHolder = vscode.l10n.t('Kept sealed with the order, and erased with it');
  const picked = await vscode.window.showQuickPick([none, ...answers], {
    title,
    placeHolder,
    ignoreFocusOut: true,
  });
  return picked?.body === null ? null : picked;
}

function outcomeItems(): OutcomeItem[] {
  return [
    { label: vscode.l10n.t('Verified'), description: vscode.l10n.t('a result came'), outcome: 'verified' },
    {
      label: vscode.l10n.t('Negative'),
      description: vscode.l10n.t('the lookup ran and found nothing, or did not verify'),
      outcome: 'negative',
    },
    {
      label: vscode.l10n.t('Billed, no result'),
      description: vscode.l10n.t('the wallet shows the charge, and no result will come'),
      outcome: 'no-result',
    },
    {
      label: vscode.l10n.t('Not billed'),
      description: vscode.l10n.t('the wallet shows no charge'),
      outcome: 'not-billed',
    },
    {
      label: vscode.l10n.t('Refunded'),
      description: vscode.l10n.t('the wallet got the money back'),
      outcome: 'refunded',
    },
    {
      label: vscode.l10n.t('Still open'),
      description: vscode.l10n.t('asked, no outcome yet; stays on top'),
      outcome: 'still-open',
    },
  ];
}

/** Whether the service left it open: what it settled for good is not recorded over. */
function isLeftOpen(order: OrderSummary): boolean {
  return owedBy({ ...order, resolved: null }) !== null;
}

function askHow(title: string): Thenable<string | undefined> {
  const prompt = vscode.l10n.t('How do you know? For example: e-mail from support of 3 November. Optional.');
  const counted = vscode.l10n.t(
    'Spend and budgets count the order as you record it, where the answer leaves that open.',
  );
  return vscode.window.showInputBox({ title, prompt: `${prompt} ${counted}`, ignoreFocusOut: true });
}

/** @throws where none is */
function leftOpen(orders: readonly OrderSummary[]): readonly OrderSummary[] {
  const open = orders.filter(isLeftOpen);
  if (open.length > 0) return open;
  throw new Error(vscode.l10n.t('All selected orders are settled: there is no outcome to record.'));
}

/** One outcome for all of them; an answer belongs to one order, so none is kept. */
async function recordForAll(services: Services, orders: readonly OrderSummary[]): Promise<void> {
  const ledger = await services.ledger();
  const open = leftOpen(orders);
  const left = orders.length - open.length;
  const title = (step: number): string =>
    open.length === 1
      ? vscode.l10n.t('Record Outcome of 1 Order ({0}/2)', step)
      : vscode.l10n.t('Record Outcome of {0} Orders ({1}/2)', open.length, step);
  const placeHolder =
    left === 0
      ? vscode.l10n.t('What did the service say of all of them?')
      : left === 1
        ? vscode.l10n.t('1 selected order is already settled and is skipped.')
        : vscode.l10n.t('{0} selected orders are already settled and are skipped.', left);
  const picked = await vscode.window.showQuickPick(outcomeItems(), {
    title: title(1),
    placeHolder,
    ignoreFocusOut: true,
  });
  if (picked === undefined) return;
  const note = await askHow(title(2));
  if (note === undefined) return;
  const at = services.now();
  // One that was erased, or settled after all, while this was asked keeps the others from nothing.
  const ids = open.map(({ id }) => id);
  const still = leftOpen(await ordersLeft(ledger, ids, note.trim()));
  for (const { id } of still) {
    await ledger.resolve(id, { at, outcome: picked.outcome, note: note.trim(), pasted: null });
  }
  const recorded =
    still.length === 1
      ? vscode.l10n.t('Outcome recorded on 1 order.')
      : vscode.l10n.t('Outcome recorded on {0} orders.', still.length);
  vscode.window.setStatusBarMessage(recorded, 4000);
}

/**
 * Writes down what open orders came to, as the user learned it elsewhere: the service documents no way to collect it.
 * The service's own answer stays as it was; Spend and budgets count the order as recorded.
 */
export async function recordOutcome(services: Services, ids: readonly OrderId[]): Promise<void> {
  const orders = await ordersOf(await services.ledger(), ids);
  const [order] = orders;
  if (orders.length > 1) await recordForAll(services, orders);
  else if (order !== undefined) await recordForOne(services, order);
}

/** Said before anything is asked, and in these words: the ledger would refuse it in the end. */
function mustBeOpen(order: OrderSummary): void {
  if (isLeftOpen(order)) return;
  throw new Error(
    order.state === 'in-flight'
      ? vscode.l10n.t('This order is still under way: its outcome is recorded when it ends.')
      : vscode.l10n.t('This order is settled: there is no outcome to record.'),
  );
}

async function recordForOne(services: Services, order: OrderSummary): Promise<void> {
  mustBeOpen(order);
  const ledger = await services.ledger();
  const clipboard = await vscode.env.clipboard.readText();
  const answers = await mayBeAnswers(services, ledger, order, clipboard);
  const steps = answers.length > 0 ? 3 : 2;
  const title = (step: number): string => vscode.l10n.t('Record Outcome ({0}/{1})', step, steps);
  // One of unknown outcome has no order_id.
  const known = shownOrderId(order) || inputWords(order.maskedInput);
  const asked = [vscode.l10n.t('Order {0}: what did the service say?', known)];
  if (!isWholeJson(clipboard))
    asked.push(vscode.l10n.t('To keep its answer, too, copy its JSON and run this again.'));
  const picked = await vscode.window.showQuickPick(outcomeItems(), {
    title: title(1),
    // A placeholder is cut at the edge of its box, after an order_id of usual length.
    prompt: asked.join(' '),
    ignoreFocusOut: true,
  });
  if (picked === undefined) return;
  const answer = answers.length > 0 ? await keptAnswer(answers, title(2)) : null;
  if (answer === undefined) return;
  const note = await askHow(title(steps));
  if (note === undefined) return;
  for (const now of await ordersLeft(ledger, [order.id], note.trim())) mustBeOpen(now);
  const sentAt = answer?.sentAt ?? null;
  const pasted = sentAt === null ? (answer?.body ?? null) : await stillSent(ledger, order.id, sentAt);
  const resolution = { at: services.now(), outcome: picked.outcome, note: note.trim(), pasted };
  await ledger.resolve(order.id, resolution);
  if (
    pasted !== null &&
    readAnswer(operationById(order.operation), { status: 200 }, pasted).shape !== 'envelope'
  ) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('The pasted JSON is kept, but it is not an envelope as documented.'),
    );
  }
}
