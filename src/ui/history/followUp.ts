import * as vscode from 'vscode';
import { dayFrom, readDay } from '../../calls/orders/followUps.ts';
import type { OrderId } from '../../calls/ports/ids.ts';
import { ordersOf } from '../asking/chosenOrders.ts';
import type { Services } from '../base/services.ts';
import { dayWord } from '../words/both/orderGlance.ts';

interface DayItem extends vscode.QuickPickItem {
  /** Null = none any more, undefined = one that is typed. */
  readonly day: string | null | undefined;
}

function items(now: number, hasDay: boolean): DayItem[] {
  const at = (label: string, days: number): DayItem => {
    const day = dayFrom(now, days);
    return { label, description: dayWord(day, now), day };
  };
  return [
    at(vscode.l10n.t('Tomorrow'), 1),
    at(vscode.l10n.t('In 3 days'), 3),
    at(vscode.l10n.t('In a week'), 7),
    { label: vscode.l10n.t('On a date…'), day: undefined },
    ...(hasDay ? [{ label: vscode.l10n.t('No follow-up'), day: null }] : []),
  ];
}

async function askDay(now: number): Promise<string | null> {
  const today = dayFrom(now, 0);
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Follow Up On'),
    prompt: vscode.l10n.t('The day on which to ask again.'),
    placeHolder: dayFrom(now, 14),
    ignoreFocusOut: true,
    validateInput: (value) => {
      const day = readDay(value);
      if (day === null)
        return vscode.l10n.t('Write the day as year-month-day, for example {0}.', dayFrom(now, 14));
      return day < today ? vscode.l10n.t('This day has passed.') : null;
    },
  });
  return typed === undefined ? null : readDay(typed);
}

function told(day: string | null, changed: number, left: number, now: number): string {
  const one = changed === 1;
  const none = one
    ? vscode.l10n.t('Follow-up removed.')
    : vscode.l10n.t('Follow-up removed from {0} orders.', changed);
  const on = day === null ? '' : dayWord(day, now);
  const set = one
    ? vscode.l10n.t('Follow-up on {0}.', on)
    : vscode.l10n.t('Follow-up on {0}: {1} orders.', on, changed);
  const done = day === null ? none : set;
  if (left === 0) return done;
  const skipped =
    left === 1
      ? vscode.l10n.t('1 is not open and was skipped.')
      : vscode.l10n.t('{0} are not open and were skipped.', left);
  return `${done} ${skipped}`;
}

/** A day on which to ask about open orders again. */
export async function followUp(services: Services, ids: readonly OrderId[]): Promise<void> {
  const ledger = await services.ledger();
  const orders = await ordersOf(ledger, ids);
  const now = services.now();
  const title =
    orders.length === 1
      ? vscode.l10n.t('Follow Up On')
      : vscode.l10n.t('Follow Up: {0} Orders', orders.length);
  const hasDay = orders.some((order) => order.followUp !== null);
  const picked = await vscode.window.showQuickPick(items(now, hasDay), { title, ignoreFocusOut: true });
  if (picked === undefined) return;
  const day = picked.day === undefined ? await askDay(now) : picked.day;
  if (picked.day === undefined && day === null) return;
  const changed = await ledger.followUps.set(
    orders.map((order) => order.id),
    day,
  );
  if (changed === 0) {
    throw new Error(vscode.l10n.t('None of the selected orders is open: only open orders take a follow-up.'));
  }
  vscode.window.setStatusBarMessage(told(day, changed, orders.length - changed, now), 4000);
}
