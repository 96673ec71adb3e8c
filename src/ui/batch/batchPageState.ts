import * as vscode from 'vscode';
import { rerunGroups } from '../../calls/batch/rerun.ts';
import type {
  Batch,
  BatchRow,
  BatchSpend,
  BatchStore,
  OutcomeTally,
  RowGroup,
  TallyRow,
} from '../../calls/ports/batchPorts.ts';
import { operationById } from '../../contract/operations.ts';
import type { RunCountView, RunListing, RunRowView, RunState } from '../../protocol/batchRun.ts';
import { placeAt, shortPlace } from '../places/places.ts';
import { pageTranslations } from '../shell/pageTranslations.ts';
import { fileWord } from '../words/both/fileWord.ts';
import { inputWords } from '../words/both/inputWords.ts';
import { billingWord, moneyOfCall, shownOrderId } from '../words/both/orderWords.ts';
import { standingOf } from './batchStatus.ts';
import { batchMoment, callsWord, endedOf, rowWords, stateWord, toldWord, whyWord } from './batchWords.ts';
import { countRows, isUnfinished } from './both/unfinished.ts';
import type { RunProgress } from './runProgress.ts';
import { costOfBatch } from './tellEnd.ts';

/** A batch as the ledger counts it, which reads every row of a long one. */
export interface CountedBatch {
  readonly batch: Batch;
  readonly outcomes: readonly OutcomeTally[];
  readonly billed: BatchSpend;
}

/** Rows on a page. */
const shownRows = 100;
/** Rows that are listed as the last ones at most: a call may be about many. */
const lastRows = 50;
/** How often a screen reader is told of the progress of a run at most. */
const spokenSteps = 10;

export function rowsOfBatch(batch: Batch): number {
  return countRows(batch, () => true);
}

interface CountedGroup extends RunCountView {
  readonly of: RowGroup;
}

/** Rows by what they came to, answered ones first, the most frequent of them first. */
function countedGroups({ batch, outcomes }: CountedBatch): readonly CountedGroup[] {
  const wordsOf = (one: OutcomeTally): string => {
    const { billing, messageCode } = one;
    const money = moneyOfCall({ billing, messageCode, httpStatus: null }, batch.kind, billingWord(billing));
    return `${toldWord(one)} · ${money}`;
  };
  const answered = [...Map.groupBy(outcomes, wordsOf)].map(([words, among]) => ({
    words,
    rows: among.reduce((sum, { rows }) => sum + rows, 0),
    of: {
      kind: 'outcome' as const,
      among,
    },
  }));
  const others: readonly (readonly [string, (row: TallyRow) => boolean])[] = [
    [vscode.l10n.t('sent, and erased since'), ({ state, why }) => state === 'done' && why === 'erased'],
    [stateWord('sent'), ({ state }) => state === 'sent'],
    [stateWord('waiting'), ({ state }) => state === 'waiting'],
    // The others have an order, and are counted by what is known of it.
    [stateWord('undecided'), ({ state, why }) => state === 'undecided' && why !== 'unknown'],
    [
      `${stateWord('skipped')} · ${whyWord('damaged')}`,
      ({ state, why }) => state === 'skipped' && why === 'damaged',
    ],
    [vscode.l10n.t('left out'), ({ state, why }) => state === 'skipped' && why !== 'damaged'],
  ];
  const resting = others.map(([words, matches]) => ({
    words,
    rows: countRows(batch, matches),
    of: {
      kind: 'state' as const,
      among: batch.tally.filter(matches).map(({ state, why }) => ({ state, why })),
    },
  }));
  return [...answered.toSorted((a, b) => b.rows - a.rows), ...resting].filter(({ rows }) => rows > 0);
}

function costView({ batch, billed }: CountedBatch): string {
  const { byPrice, unclear } = billed;
  const calls = byPrice.reduce((sum, one) => sum + one.calls, 0);
  const erased = countRows(batch, ({ state, why }) => state === 'done' && why === 'erased');
  const money = costOfBatch(batch, billed);
  const count = callsWord(calls);
  const isFree = batch.kind === 'sandbox' && money === '';
  return [
    // Of what was erased nobody knows any more whether it was billed.
    ...(calls === 0 && erased > 0 ? [] : [isFree ? vscode.l10n.t('{0}, simulated', count) : count]),
    ...(money === '' ? [] : [money]),
    ...(unclear === 0 ? [] : [vscode.l10n.t('{0} may be billed', unclear)]),
    ...(erased === 0 ? [] : [vscode.l10n.t('erased rows, not counted: {0}', erased)]),
  ].join(' · ');
}

function rowView(row: BatchRow): RunRowView {
  const { line, masked, order } = row;
  return {
    ...{ row: row.row, line, words: rowWords(row) },
    masked: row.why === 'erased' ? whyWord('erased') : inputWords(masked),
    ...{
      orderId: row.orderId === null ? '' : shownOrderId(row),
      hasOrder: order !== null && row.why !== 'erased',
    },
  };
}

/** Of the calls that came to an end last. */
async function lastViews(
  store: Pick<BatchStore, 'callRows'>,
  { id }: Batch,
  last: readonly number[],
): Promise<readonly RunRowView[]> {
  const rows: RunRowView[] = [];
  for (const call of last) {
    if (rows.length >= lastRows) break;
    rows.push(...(await store.callRows(id, call)).map(rowView));
  }
  return rows.slice(0, lastRows);
}

async function shownOf(
  store: RunStore,
  batch: Batch,
  groups: readonly CountedGroup[],
  listing: RunListing | null,
  last: readonly number[],
): Promise<RunState['shown']> {
  const group = groups.find(({ words }) => words === listing?.group);
  // One that is empty by now stays chosen until another is: a row that was looked at may have left it just now.
  const chosen = listing?.group ?? null;
  const of = chosen === null ? rowsOfBatch(batch) : (group?.rows ?? 0);
  const shown = {
    group: chosen,
    hasLast: listing === null || last.length > 0,
    size: shownRows,
    of,
  };
  if (listing === null) return { ...shown, offset: null, rows: await lastViews(store, batch, last) };
  if (chosen !== null && group === undefined) return { ...shown, offset: 0, rows: [] };
  const start = Math.min(listing.offset, Math.max(0, Math.floor((of - 1) / shownRows) * shownRows));
  const rows =
    group === undefined
      ? (await store.rows(batch.id, start === 0 ? null : start - 1, shownRows)).rows
      : await store.rowsIn(batch.id, group.of, start, shownRows);
  return { ...shown, offset: start, rows: rows.map(rowView) };
}

export type RunStore = Pick<BatchStore, 'rows' | 'callRows' | 'rowsIn'>;

function restingWords(runs: RunState['runs'], batch: Batch): string {
  switch (runs) {
    case 'elsewhere':
      return vscode.l10n.t('runs in another window');
    case 'rests':
      return batch.tally.some(({ state }) => state === 'undecided') &&
        !batch.tally.some(({ state }) => state === 'waiting' || state === 'sent')
        ? stateWord('undecided')
        : vscode.l10n.t('not running, unfinished');
    default:
      return vscode.l10n.t('ended');
  }
}

/**
 * All that the page of a batch shows.
 * @param progress of a run in this window, null = there is none
 * @param listing null = those that were answered last
 * @param last calls that came to an end last, as far as this window knows
 */
export async function runState(
  store: RunStore,
  counted: CountedBatch,
  progress: RunProgress | null,
  listing: RunListing | null,
  last: readonly number[],
): Promise<RunState> {
  const { batch } = counted;
  const runs = runsOf(batch, progress);
  const groups = countedGroups(counted);
  const standing = standingOf(batch);
  const { total } = progress ?? standing;
  // Either may be older.
  const ended = Math.max(progress?.ended ?? 0, standing.ended);
  const status = progress?.status ?? restingWords(runs, batch);
  // A screen reader reads whatever changes: not each call.
  const step = Math.max(1, Math.ceil(total / spokenSteps));
  const told = progress === null ? ended : ended - (ended % step);
  return {
    batch: batch.id,
    source: fileWord(batch.source),
    operation: operationById(batch.operation).title,
    environment: { name: batch.environment, kind: batch.kind },
    made: batchMoment(batch),
    ...{ runs, status, ended, total },
    calls: endedOf(ended, total),
    cost: costView(counted),
    pace: progress?.pace.join(' · ') ?? '',
    counts: groups.map(({ words, rows }) => ({ words, rows })),
    shown: await shownOf(store, batch, groups, listing, last),
    hasFailed: progress === null && !batch.heldElsewhere && rerunGroups(counted.outcomes).length > 0,
    results: batch.results === null ? '' : shortPlace(placeAt(batch.results.file)),
    spoken: `${endedOf(told, total)}, ${spokenStatus(progress, status)}`,
    l10n: vscode.l10n.bundle === undefined ? {} : pageTranslations(vscode.l10n.bundle),
  };
}

function runsOf(batch: Batch, progress: RunProgress | null): RunState['runs'] {
  if (progress !== null) return progress.isPaused ? 'paused' : 'here';
  if (batch.heldElsewhere) return 'elsewhere';
  return isUnfinished(batch) ? 'rests' : 'over';
}

/** Without the seconds that a wait counts down. */
function spokenStatus(progress: RunProgress | null, status: string): string {
  return progress === null ? status : (status.split(' · ')[0] ?? status);
}
