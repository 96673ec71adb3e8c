import * as vscode from 'vscode';
import { type Allowance, leastTime } from '../../calls/batch/estimate.ts';
import { mayBill } from '../../calls/environments/environments.ts';
import type { Batch, BatchChoice, TallyRow } from '../../calls/ports/batchPorts.ts';
import type { Check } from '../../calls/sending/look.ts';
import type { Obstacle } from '../../calls/sending/ports.ts';
import { rupees, times } from '../../calls/usage/money.ts';
import { askRead } from '../asking/pressedUnread.ts';
import { fileWord } from '../words/both/fileWord.ts';
import { say } from '../words/both/translate.ts';
import { keyWords } from '../words/keyWords.ts';
import { callsWord, duration, rowsWord } from './batchWords.ts';
import { countRows } from './both/unfinished.ts';

type Matching = (row: TallyRow) => boolean;

/** What leaves of a batch, as its user said. */
interface Chosen extends Pick<BatchChoice, 'sendFlawed' | 'sendPaid'> {
  /** Undecided rows that were just decided about, by why they were undecided. Absent = none. */
  readonly decided?: readonly TallyRow['why'][];
}

export function countCalls(batch: Batch, matching: Matching): number {
  return batch.tally.filter(matching).reduce((sum, { calls }) => sum + calls, 0);
}

function leftOutLines(batch: Batch, choice: Chosen): string[] {
  const waiting = (matching: Matching): number =>
    countRows(batch, (row) => row.state === 'waiting' && matching(row));
  const skipped = (why: TallyRow['why']): number =>
    countRows(batch, (row) => row.state === 'skipped' && row.why === why);
  // Those left out at the review are written so already.
  const flawed = (choice.sendFlawed ? 0 : waiting((row) => row.flawed)) + skipped('invalid');
  const paid =
    (choice.sendPaid ? 0 : waiting((row) => row.paid && (choice.sendFlawed || !row.flawed))) +
    skipped('paid');
  const undecided = (why: TallyRow['why']): number =>
    choice.decided?.includes(why) === true
      ? 0
      : countRows(batch, (row) => row.state === 'undecided' && row.why === why);
  const lines: readonly (readonly [count: number, line: string])[] = [
    [flawed, vscode.l10n.t('Left out, look wrong: {0}', flawed)],
    [paid, vscode.l10n.t('Left out, paid before: {0}', paid)],
    [skipped('left'), vscode.l10n.t('Left out by you: {0}', skipped('left'))],
    [skipped('duplicate'), vscode.l10n.t('Left out, repeat other rows: {0}', skipped('duplicate'))],
    [
      skipped('uneven'),
      vscode.l10n.t('Left out, number of columns differs from the first row: {0}', skipped('uneven')),
    ],
    [
      undecided('unknown'),
      vscode.l10n.t('Left for your decision, what came of them is not known: {0}', undecided('unknown')),
    ],
    [
      undecided('pending'),
      vscode.l10n.t(
        'Left for your decision, an input of their call has an open order: {0}',
        undecided('pending'),
      ),
    ],
    [
      undecided('paid'),
      vscode.l10n.t(
        'Left for your decision, an input of their call was paid for before: {0}',
        undecided('paid'),
      ),
    ],
  ];
  return lines.flatMap(([count, line]) => (count > 0 ? [line] : []));
}

/** What a sandbox would take, rupees; null = it invents no price, or this is none. One on this computer may have the prices of where it leads at other times. */
export function simulatedOf({ context, price, mayBill: bills }: Check): string | null {
  return context.simulatedPrice ?? (bills ? null : price);
}

/** The most it can cost, in words that say how that is known; none where nothing is billed, which was said. */
function moneyLine(check: Check, calls: number): string[] {
  const { price, mayBill: bills } = check;
  const simulated = simulatedOf(check);
  if (simulated !== null) {
    return [vscode.l10n.t('Most it can cost: {0}, simulated', rupees(times(simulated, calls)))];
  }
  if (!bills) return [];
  if (price === null) return [vscode.l10n.t('Most it can cost: price not set')];
  return [vscode.l10n.t('Most it can cost: {0} (estimated)', rupees(times(price, calls)))];
}

export function sourceWords({ most, source }: Check['limits'][0]): string {
  switch (source) {
    case 'set':
      return vscode.l10n.t('{0} a minute, as you set', most ?? 0);
    case 'learned':
      return vscode.l10n.t('{0} a minute, learned from a 429', most ?? 0);
    default:
      return vscode.l10n.t('{0} a minute, documented', most ?? 0);
  }
}

/** The least time for so many calls under the limits, in ms. */
export function timeOf(check: Check, calls: number): number {
  return leastTime(calls, allowancesOf(check));
}

function timeLine(check: Check, calls: number): string {
  const [minute] = check.limits;
  const least = timeOf(check, calls);
  if (minute.most === null && least === 0) {
    return vscode.l10n.t('Time: not known; the size of the limit per minute is not documented');
  }
  const source = sourceWords(minute);
  return least === 0
    ? vscode.l10n.t('Time: no wait; all fit within the limits ({0})', source)
    : vscode.l10n.t('Time: at least {0} under the limits ({1})', duration(least), source);
}

/** Windows with a limit, and how full they are. */
export function allowancesOf({ facts, context: { now } }: Check): readonly Allowance[] {
  return facts.meters.flatMap(({ ms, most, count, freeAt }) =>
    most === null ? [] : [{ ms, most, used: count, freeIn: Math.max(0, (freeAt ?? now) - now) }],
  );
}

/** What a start would send. */
export interface Start {
  readonly rows: number;
  readonly calls: number;
}

export function startOfBatch(batch: Batch, choice: Pick<BatchChoice, 'sendFlawed' | 'sendPaid'>): Start {
  const leaves: Matching = (row) =>
    row.state === 'waiting' && (choice.sendFlawed || !row.flawed) && (choice.sendPaid || !row.paid);
  return { rows: countRows(batch, leaves), calls: countCalls(batch, leaves) };
}

/** What the user was told of and went on with; see BatchSender. */
export type Told = readonly Obstacle[];

/** A batch that goes on, as its user agreed to. */
export interface Resumed {
  /** The stamp of the request fields as they were when the user was asked about them. */
  readonly fields: string;
}

/** What the user is told of before a start; waits and twins are the batch's own business. */
export function toldOf({ obstacles }: Check): Told {
  return obstacles.filter(({ kind }) => toldKinds.has(kind));
}

/** The one question of a batch: it names the rows, their file, the sum and the time. Null = given up. @param press what its button says */
export async function confirmStart(
  batch: Batch,
  check: Check,
  choice: Chosen,
  wanted: Start,
  also: readonly string[] = [],
  press: string = vscode.l10n.t('Start Batch'),
): Promise<Told | null> {
  const { to } = check;
  const { operation } = check.context;
  const { environment } = to;
  const live = mayBill(environment);
  const told = toldOf(check);
  const lines = [
    live
      ? vscode.l10n.t('Environment: {0} (live), {1}', environment.name, environment.baseUrl)
      : vscode.l10n.t('Environment: {0}; simulated, nothing is billed', environment.name),
    keyWords(to),
    `${rowsWord(wanted.rows)} · ${callsWord(wanted.calls)}`,
    ...leftOutLines(batch, choice),
    ...also,
    ...moneyLine(check, wanted.calls),
    timeLine(check, wanted.calls),
    ...told.map(({ what }) => say(what)),
    ...(check.warning === null ? [] : [say(check.warning)]),
    ...(environment.budget === undefined || !live
      ? []
      : [vscode.l10n.t('The batch pauses before it exceeds the budget.')]),
    live
      ? vscode.l10n.t('Billed if the provider runs the lookup, even when the result is negative.')
      : vscode.l10n.t('Live: billed if the provider runs the lookup, even when the result is negative'),
    vscode.l10n.t('Each call is sent once and never again by itself.'),
  ];
  const rows = rowsWord(wanted.rows);
  const file = fileWord(batch.source);
  const title = live
    ? vscode.l10n.t(
        'Send {0} of {1} to {2}? Up to {3} can be billed.',
        rows,
        file,
        operation.title,
        callsWord(wanted.calls),
      )
    : vscode.l10n.t('Send {0} of {1} to {2}?', rows, file, operation.title);
  return (await askRead(title, lines.join('\n'), [press])) === press ? told : null;
}

const toldKinds: ReadonlySet<Obstacle['kind']> = new Set(['budget-stop', 'budget-warning', 'refusal']);
