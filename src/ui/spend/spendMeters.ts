import * as vscode from 'vscode';
import type { Meter, OperationLimits } from '../../calls/sending/overview.ts';
import { shortTitle } from '../words/both/outcomeLooks.ts';
import { node } from './spendRows.ts';
import type { SpendNode } from './start/spendTree.ts';

export const minuteMs = 60_000;

function meterWords({ ms, most, count }: Meter): string {
  if (ms === minuteMs) {
    return most === null
      ? vscode.l10n.t('{0} this minute', count)
      : vscode.l10n.t('{0} of {1} this minute', count, most);
  }
  return most === null
    ? vscode.l10n.t('{0} in 24 hours', count)
    : vscode.l10n.t('{0} of {1} in 24 hours', count, most);
}

/** What is known of a limit that is neither documented nor set. */
function learnedWords({ meters, seenPerMinute }: OperationLimits): string {
  const unknown = meters.some(({ ms, most }) => ms === minuteMs && most === null);
  if (seenPerMinute !== null) return vscode.l10n.t('limit seen: {0} per minute', seenPerMinute);
  return unknown ? vscode.l10n.t('limit not known') : '';
}

function isFull({ most, count }: Meter): boolean {
  return most !== null && count >= most;
}

function meterNode(limits: OperationLimits): SpendNode {
  const { operation, meters, learned, isOwn } = limits;
  const counts = meters.map(meterWords);
  const known = learnedWords(limits);
  const full = meters.some(isFull);
  const own = isOwn ? vscode.l10n.t('limits as you set them') : '';
  const words = [...counts, known, own].filter((word) => word !== '');
  const when =
    learned === null
      ? ''
      : `\n${vscode.l10n.t('The 429 came on {0}.', new Date(learned.at).toLocaleString(vscode.env.language))}`;
  return node({
    id: `meter/${operation.id}`,
    label: shortTitle(operation.id),
    // The rest stands below: a side bar is narrow.
    description: counts[0] ?? '',
    children: words.slice(1).map((label, index) => node({ id: `meter/${operation.id}/${index}`, label })),
    spoken: `${operation.title}, ${words.join(', ')}`,
    tooltip: `${operation.title}: ${words.join(', ')}${when}`,
    icon: full ? 'dashboard' : operation.icon,
    color: full ? 'list.warningForeground' : '',
  });
}

export function meterNodes(limits: readonly OperationLimits[]): SpendNode {
  const full = limits.filter(({ meters }) => meters.some(isFull)).length;
  return node({
    id: 'meters',
    label: vscode.l10n.t('Meters'),
    description: full === 0 ? '' : vscode.l10n.t('{0} full', full),
    icon: 'dashboard',
    open: true,
    children: limits.map(meterNode),
  });
}

/** Only while one runs. */
export function coolDownNodes(limits: readonly OperationLimits[]): SpendNode[] {
  const running = limits.flatMap(({ operation, coolDown }) =>
    coolDown === null ? [] : [{ operation, coolDown }],
  );
  if (running.length === 0) return [];
  const children = running.map(({ operation, coolDown }) => {
    const asked = coolDown.guessed
      ? vscode.l10n.t('assumed: Retry-After was missing or unreadable')
      : vscode.l10n.t('as Retry-After asks');
    return node({
      id: `cool/${operation.id}`,
      label: shortTitle(operation.id),
      description: asked,
      spoken: `${operation.title}, ${asked}`,
      tooltip: vscode.l10n.t('{0}: sending before the time is up lengthens the wait.', operation.title),
      icon: 'watch',
      color: 'list.warningForeground',
      until: coolDown.until,
    });
  });
  return [
    node({
      id: 'cool',
      label: vscode.l10n.t('Cool-downs'),
      description: String(children.length),
      icon: 'watch',
      color: 'list.warningForeground',
      open: true,
      children,
    }),
  ];
}
