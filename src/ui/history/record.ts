import * as vscode from 'vscode';
import type { OrderId } from '../../calls/ids.ts';
import type { Resolution } from '../../calls/ports.ts';
import { supportQuote } from '../../calls/supportQuote.ts';
import { readAnswer } from '../../contract/read.ts';
import { localTime } from '../panels/orderDetails.ts';
import type { Services } from '../services.ts';
import { gone } from './chosenOrders.ts';

/** The user's note on an order; an empty one removes it. */
export async function noteOrder(services: Services, id: OrderId): Promise<void> {
  const ledger = await services.ledger();
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Note on This Order'),
    prompt: vscode.l10n.t('Kept sealed, and found by Find Order. Leave it empty to remove the note.'),
    value: await ledger.readNote(id),
    ignoreFocusOut: true,
  });
  if (typed !== undefined) await ledger.note(id, typed.trim(), services.now());
}

export async function copySupportQuote(services: Services, id: OrderId): Promise<void> {
  const order = await (await services.ledger()).get(id);
  if (order === null) throw gone();
  await vscode.env.clipboard.writeText(supportQuote(order, localTime));
  vscode.window.setStatusBarMessage(
    vscode.l10n.t('Copied the support quote; it holds no personal data.'),
    4000,
  );
}

interface OutcomeItem extends vscode.QuickPickItem {
  readonly outcome: Resolution['outcome'];
}

/** JSON from the clipboard, if the user wants it kept as the answer. Undefined = gave up, null = none. */
async function pastedAnswer(title: string): Promise<Uint8Array | null | undefined> {
  const clipboard = await vscode.env.clipboard.readText();
  const none = { label: vscode.l10n.t('No answer to keep') };
  const paste = {
    label: vscode.l10n.t('Keep the JSON from the clipboard'),
    description: vscode.l10n.t('{0} characters; kept sealed beside the original answer', clipboard.length),
  };
  if (!/^\s*[{[]/.test(clipboard)) return null;
  const picked = await vscode.window.showQuickPick([none, paste], { title, ignoreFocusOut: true });
  if (picked === undefined) return undefined;
  return picked === paste ? new TextEncoder().encode(clipboard) : null;
}

/**
 * Writes down what an open order came to, as the user learned it elsewhere: the service documents no way to collect it.
 * The service's own answer stays as it was.
 */
export async function recordOutcome(services: Services, id: OrderId): Promise<void> {
  const ledger = await services.ledger();
  const order = await ledger.get(id);
  if (order === null) throw gone();
  const title = (step: number): string => vscode.l10n.t('Record Outcome ({0}/3)', step);
  const items: OutcomeItem[] = [
    { label: vscode.l10n.t('Verified'), description: vscode.l10n.t('a result came'), outcome: 'verified' },
    {
      label: vscode.l10n.t('Negative'),
      description: vscode.l10n.t('the lookup ran and found nothing, or did not verify'),
      outcome: 'negative',
    },
    {
      label: vscode.l10n.t('Refunded'),
      description: vscode.l10n.t('the wallet got the money back'),
      outcome: 'refunded',
    },
    {
      label: vscode.l10n.t('Still open'),
      description: vscode.l10n.t('asked, no outcome yet; it stays on top'),
      outcome: 'still-open',
    },
  ];
  const placeHolder = vscode.l10n.t('Order {0}: what did the service say?', order.orderId ?? '');
  const picked = await vscode.window.showQuickPick(items, {
    title: title(1),
    placeHolder,
    ignoreFocusOut: true,
  });
  if (picked === undefined) return;
  const pasted = await pastedAnswer(title(2));
  if (pasted === undefined) return;
  const note = await vscode.window.showInputBox({
    title: title(3),
    prompt: vscode.l10n.t('How do you know? For example: e-mail from support of 3 November. Optional.'),
    ignoreFocusOut: true,
  });
  if (note === undefined) return;
  await ledger.resolve(id, { at: services.now(), outcome: picked.outcome, note: note.trim(), pasted });
  if (pasted !== null && readAnswer(order.operation, { status: 200 }, pasted).shape !== 'envelope') {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('The pasted JSON is kept, but it is not an envelope as documented.'),
    );
  }
}
