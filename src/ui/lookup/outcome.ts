import * as vscode from 'vscode';
import type { ObstacleKind } from '../../calls/guard/obstacles.ts';
import { mask, resultMask } from '../../contract/masking.ts';
import { headline } from '../../contract/outcomes.ts';
import { resultValues } from '../../contract/resultValues.ts';
import type { Operation, ResultValue } from '../../contract/shapes.ts';
import type { Billing, Evidence, OperationId, Outcome } from '../../contract/words.ts';
import { commandIds } from '../../contributions.ts';
import { moneyWord } from '../orderWords.ts';
import type { GuardedResult } from '../panels/guardedCall.ts';
import { say } from '../translate.ts';

/** What other extensions and tasks get back. Nothing personal: the answer itself is opened by its id. */
export interface LookupOutcome {
  /** Our id of the order, for `verificationExplorer.openOrder`; null when nothing was sent. */
  readonly id: string | null;
  readonly operation: OperationId;
  readonly outcome: Outcome;
  readonly billing: Billing;
  readonly evidence: Evidence;
  readonly messageCode: string | null;
  readonly orderId: string | null;
  readonly httpStatus: number | null;
  /** What stood in the way of a call that was not sent; null when it was sent, or when the user just gave up. */
  readonly stoppedBy: ObstacleKind | null;
}

export function outcomeOf(operation: OperationId, done: GuardedResult): LookupOutcome {
  if (done.kind !== 'settled') {
    return {
      id: null,
      operation,
      outcome: 'not-sent',
      billing: 'free',
      evidence: 'inferred',
      messageCode: null,
      orderId: null,
      httpStatus: null,
      stoppedBy: done.kind === 'declined' ? done.stoppedBy : null,
    };
  }
  const { outcome, billing, evidence, messageCode, orderId, httpStatus } = done.result.settlement;
  return {
    id: done.call.order.id,
    operation,
    outcome,
    billing,
    evidence,
    messageCode,
    orderId,
    httpStatus,
    stoppedBy: null,
  };
}

type Settled = Extract<GuardedResult, { kind: 'settled' }>;

function described(value: ResultValue, operation: Operation): string {
  const kind = value.mask ?? (value.documented ? null : resultMask(operation, value.name));
  return kind === null ? value.text.slice(0, 80) : mask(kind, value.text);
}

/** Picks a value of the answer and copies it; the list shows personal values masked. */
async function copyValue(operation: Operation, done: Settled): Promise<void> {
  const body = new TextDecoder().decode(done.result.settlement.answer.body);
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
  const { settlement } = done.result;
  const words = [`${operation.title}: ${say(headline(settlement))}`, moneyWord(settlement)];
  if (settlement.messageCode !== null) words.push(settlement.messageCode);
  const open = vscode.l10n.t('Open');
  const copyId = vscode.l10n.t('Copy order_id');
  const copy = vscode.l10n.t('Copy Value…');
  const actions = settlement.orderId === null ? [open, copy] : [open, copyId, copy];
  const calm = settlement.outcome === 'verified' || settlement.outcome === 'negative';
  const show = calm ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  const answer = await show(words.join(' · '), ...actions);
  const { id } = done.call.order;
  if (answer === open) await vscode.commands.executeCommand(commandIds.openOrder, id);
  if (answer === copyId) await vscode.commands.executeCommand(commandIds.copyOrderId, id);
  if (answer === copy) await copyValue(operation, done);
}
