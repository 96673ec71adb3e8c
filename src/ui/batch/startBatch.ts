import { join } from 'node:path';
import * as vscode from 'vscode';
import { timeNeeded } from '../../calls/batch/estimate.ts';
import type { Batch, BatchChoice, ResultsTarget, TallyRow } from '../../calls/batchPorts.ts';
import { mayBill } from '../../calls/environments.ts';
import type { GuardFacts } from '../../calls/guardPorts.ts';
import type { Operation } from '../../contract/shapes.ts';
import { type Destination, tailOf } from '../panels/callPlan.ts';
import { duration } from './batchWords.ts';

type Matching = (row: TallyRow) => boolean;

export function countRows(batch: Batch, matching: Matching): number {
  return batch.tally.filter(matching).reduce((sum, { rows }) => sum + rows, 0);
}

export function countCalls(batch: Batch, matching: Matching): number {
  return batch.tally.filter(matching).reduce((sum, { calls }) => sum + calls, 0);
}

interface SendItem extends vscode.QuickPickItem {
  readonly what: 'right' | 'flawed' | 'paid';
}

/** Which rows leave; asked only where there is something to choose. */
export async function chooseRows(
  batch: Batch,
): Promise<Pick<BatchChoice, 'sendFlawed' | 'sendPaid'> | undefined> {
  const right = countRows(batch, (row) => row.state === 'waiting' && !row.flawed && !row.paid);
  const flawed = countRows(batch, (row) => row.state === 'waiting' && row.flawed);
  const paid = countRows(batch, (row) => row.state === 'waiting' && row.paid);
  if (flawed + paid === 0) return { sendFlawed: false, sendPaid: false };
  const items: SendItem[] = [];
  if (right > 0)
    items.push({ label: vscode.l10n.t('{0} rows that look right', right), what: 'right', picked: true });
  if (flawed > 0) {
    items.push({
      label: vscode.l10n.t('{0} rows that look wrong', flawed),
      description: vscode.l10n.t('INVALID_INPUT is free'),
      what: 'flawed',
      picked: right === 0 && paid === 0,
    });
  }
  if (paid > 0) {
    items.push({
      label: vscode.l10n.t('{0} rows paid before', paid),
      description: vscode.l10n.t('would be billed again'),
      what: 'paid',
    });
  }
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Run Batch'),
    placeHolder: vscode.l10n.t('Which rows are sent?'),
    canPickMany: true,
  });
  if (picked === undefined) return undefined;
  const has = (what: SendItem['what']): boolean => picked.some((one) => one.what === what);
  if (right > 0 && !has('right')) return undefined;
  return { sendFlawed: has('flawed'), sendPaid: has('paid') };
}

interface ResultsItem extends vscode.QuickPickItem {
  readonly target: Omit<ResultsTarget, 'file'> | null;
}

/** Where results go besides the order history; null = nowhere. */
export async function chooseResults(name: string): Promise<ResultsTarget | null | undefined> {
  const masked = vscode.l10n.t('personal data masked');
  const whole = vscode.l10n.t('with personal data');
  const items: ResultsItem[] = [
    { label: 'CSV', description: masked, target: { format: 'csv', masked: true } },
    { label: 'NDJSON', description: masked, target: { format: 'ndjson', masked: true } },
    { label: 'CSV', description: whole, target: { format: 'csv', masked: false } },
    { label: 'NDJSON', description: whole, target: { format: 'ndjson', masked: false } },
    {
      label: vscode.l10n.t('No results file'),
      description: vscode.l10n.t('the order history keeps every answer'),
      target: null,
    },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Run Batch'),
    placeHolder: vscode.l10n.t('Results file; it grows as answers come'),
  });
  if (picked === undefined) return undefined;
  if (picked.target === null) return null;
  const { format } = picked.target;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const proposed = `${name.replace(/\.[^.]*$/, '')}-results.${format}`;
  const uri = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Results File'),
    saveLabel: vscode.l10n.t('Write Results Here'),
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.file(join(folder, proposed)) }),
  });
  return uri === undefined ? undefined : { ...picked.target, file: uri.fsPath };
}

function leftOutLines(batch: Batch, choice: Pick<BatchChoice, 'sendFlawed' | 'sendPaid'>): string[] {
  const waiting = (matching: Matching): number =>
    countRows(batch, (row) => row.state === 'waiting' && matching(row));
  const skipped = (why: TallyRow['why']): number =>
    countRows(batch, (row) => row.state === 'skipped' && row.why === why);
  const flawed = choice.sendFlawed ? 0 : waiting((row) => row.flawed);
  const paid = choice.sendPaid ? 0 : waiting((row) => row.paid && (choice.sendFlawed || !row.flawed));
  const pending = countRows(batch, (row) => row.why === 'pending');
  const lines: readonly (readonly [count: number, line: string])[] = [
    [flawed, vscode.l10n.t('Left out: {0} rows that look wrong', flawed)],
    [paid, vscode.l10n.t('Left out: {0} rows paid before', paid)],
    [skipped('duplicate'), vscode.l10n.t('Left out: {0} rows that repeat others', skipped('duplicate'))],
    [
      skipped('uneven'),
      vscode.l10n.t(
        'Left out: {0} rows with another number of columns than the first row',
        skipped('uneven'),
      ),
    ],
    [pending, vscode.l10n.t('Left for your decision: {0} rows whose input has an open order', pending)],
  ];
  return lines.flatMap(([count, line]) => (count > 0 ? [line] : []));
}

function moneyLine(to: Destination, operation: Operation, calls: number): string {
  const paise = to.sandbox?.pricePaise(operation.id) ?? null;
  if (paise === null) return vscode.l10n.t('Most it can cost: price not set; {0} calls can be billed', calls);
  const rupees = ((paise * calls) / 100).toFixed(2);
  return vscode.l10n.t('Most it can cost: ₹{0}, simulated', rupees);
}

function timeLine(operation: Operation, facts: GuardFacts, calls: number): string {
  const allowances = facts.meters.flatMap(({ ms, most, count }) =>
    most === null ? [] : [{ ms, most, used: count }],
  );
  if (allowances.length === 0)
    return vscode.l10n.t('Time: not known; the limit per minute is not documented');
  const learned = operation.limits.perMinute === null;
  const least = timeNeeded(calls, allowances);
  const minute = allowances[0]?.most ?? 0;
  const source = learned
    ? vscode.l10n.t('{0} a minute, learned from a 429', minute)
    : vscode.l10n.t('{0} a minute, documented', minute);
  return least === 0
    ? vscode.l10n.t('Time: within the limits at once ({0})', source)
    : vscode.l10n.t('Time: at least {0} under the limits ({1})', duration(least), source);
}

function keyLine(to: Destination): string {
  if (to.sandbox !== null) return vscode.l10n.t("Key: the sandbox's own");
  const tail = tailOf(to.key);
  if (tail === null) return vscode.l10n.t('Key: none');
  return tail === '' ? vscode.l10n.t('Key: set') : vscode.l10n.t('Key: …{0}', tail);
}

/** What a start would send. */
export interface Start {
  readonly rows: number;
  readonly calls: number;
}

export function startOf(batch: Batch, choice: Pick<BatchChoice, 'sendFlawed' | 'sendPaid'>): Start {
  const leaves: Matching = (row) =>
    row.state === 'waiting' && (choice.sendFlawed || !row.flawed) && (choice.sendPaid || !row.paid);
  return { rows: countRows(batch, leaves), calls: countCalls(batch, leaves) };
}

/** The one question of a batch: it names the rows, the sum and the time. */
export async function confirmStart(
  batch: Batch,
  operation: Operation,
  to: Destination,
  facts: GuardFacts,
  choice: Pick<BatchChoice, 'sendFlawed' | 'sendPaid'>,
): Promise<boolean> {
  const { rows, calls } = startOf(batch, choice);
  const live = mayBill(to.environment);
  const { environment } = to;
  const lines = [
    live
      ? vscode.l10n.t('Environment: {0} (live), {1}', environment.name, environment.baseUrl)
      : vscode.l10n.t('Environment: {0}; simulated, nothing is billed', environment.name),
    keyLine(to),
    vscode.l10n.t('{0} rows in {1} calls', rows, calls),
    ...leftOutLines(batch, choice),
    moneyLine(to, operation, calls),
    timeLine(operation, facts, calls),
    vscode.l10n.t('Billed if the provider runs the lookup, even when the result is negative.'),
    vscode.l10n.t('Each call is sent once and never again by itself.'),
  ];
  const start = vscode.l10n.t('Start Batch');
  const title = live
    ? vscode.l10n.t('Send {0} rows to {1}? {2} calls can be billed.', rows, operation.title, calls)
    : vscode.l10n.t('Send {0} rows to {1}?', rows, operation.title);
  const answer = await vscode.window.showWarningMessage(
    title,
    { modal: true, detail: lines.join('\n') },
    start,
  );
  return answer === start;
}
