import * as vscode from 'vscode';
import type { Settled } from '../../calls/sending/wanted.ts';
import { mask, resultMask } from '../../contract/masking.ts';
import { headline } from '../../contract/outcomes.ts';
import { resultValues } from '../../contract/resultValues.ts';
import type { Operation, ResultValue } from '../../contract/shapes.ts';
import { commandIds } from '../../contributions.ts';
import { billingWord } from '../orderWords.ts';
import { say } from '../translate.ts';

function described(value: ResultValue, operation: Operation): string {
  const kind = value.mask ?? (value.documented ? null : resultMask(operation, value.name));
  return kind === null ? value.text.slice(0, 80) : mask(kind, value.text);
}

/** Picks a value of the answer and copies it; the list shows personal values masked. */
async function copyValue(operation: Operation, done: Settled): Promise<void> {
  const body = new TextDecoder().decode(done.settlement.answer.body);
  const values = resultValues(operation.id, body).flatMap((group) => group.values);
  const filled = values.filter(
    (value) => value.text !== '' && value.kind !== 'missing' && value.kind !== 'null',
  );
  const items = filled.map((value) => ({
    label: value.name,
    description: described(value, operation),
    value: value.text,
  }));
  if (items.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('This answer has no value to copy.'));
    return;
  }
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Copy Value'),
    matchOnDescription: true,
  });
  if (picked === undefined) return;
  await vscode.env.clipboard.writeText(picked.value);
  vscode.window.setStatusBarMessage(vscode.l10n.t('Copied {0}', picked.label), 3000);
}

/** One line with what came of it, and what can be done next. Does not take the focus. */
export async function tellOutcome(operation: Operation, done: Settled): Promise<void> {
  const { settlement } = done;
  const words = [`${operation.title}: ${say(headline(settlement))}`, billingWord(settlement.billing)];
  if (settlement.messageCode !== null) words.push(settlement.messageCode);
  const open = vscode.l10n.t('Open');
  const copyId = vscode.l10n.t('Copy order_id');
  const copy = vscode.l10n.t('Copy Value…');
  const actions = settlement.orderId === null ? [open, copy] : [open, copyId, copy];
  const calm = settlement.outcome === 'verified' || settlement.outcome === 'negative';
  const show = calm ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  const answer = await show(words.join(' · '), ...actions);
  const { id } = done.order;
  if (answer === open) await vscode.commands.executeCommand(commandIds.openOrder, id);
  if (answer === copyId) await vscode.commands.executeCommand(commandIds.copyOrderId, id);
  if (answer === copy) await copyValue(operation, done);
}
