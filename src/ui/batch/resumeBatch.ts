import * as vscode from 'vscode';
import { fieldsStamp, isCorrected } from '../../calls/batch/planned.ts';
import { rowsNotSent } from '../../calls/batch/rerun.ts';
import type { Batch, BatchStore, Decision, RowWhy, TallyRow } from '../../calls/ports/batchPorts.ts';
import { askModal } from '../base/modal.ts';
import { fileWord } from '../words/both/fileWord.ts';
import type { BatchRuns } from './batchRuns.ts';
import { rowsWord, takenWords } from './batchWords.ts';
import { countRows, isUnfinished } from './both/unfinished.ts';
import { chooseBatch } from './pickBatch.ts';
import { isAsAgreed, writtenSinceWords } from './resultsPlace.ts';
import { resultsLines } from './reviewWords.ts';
import { confirmStart, countCalls, type Start } from './startBatch.ts';

type Answer = Decision['what'] | 'later';

/** @param title of the question @param anew rows that would be sent again; where there is none, that is no choice @param others whether rows of the batch are asked about next, one way or another */
async function askDecision(
  title: string,
  words: string,
  risk: string,
  anew: number,
  others: boolean,
): Promise<Answer | undefined> {
  const items: (vscode.QuickPickItem & { readonly decision: Answer })[] = [
    {
      label: vscode.l10n.t('Decide later'),
      description: others
        ? vscode.l10n.t('they are not sent; you are asked about the others next')
        : vscode.l10n.t('nothing is sent'),
      decision: 'later',
    },
    {
      label: vscode.l10n.t('Leave them'),
      description: vscode.l10n.t('they are never sent again'),
      decision: 'leave',
    },
    ...(anew === 0
      ? []
      : [{ label: vscode.l10n.t('Send them again'), description: risk, decision: 'again' as const }]),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: words,
  });
  return picked?.decision;
}

/** A decision, with what it would send. */
interface Decided extends Decision {
  readonly anew: Start;
}

/** Rows that would end unsent, whatever is decided; '' = none. */
function lostWords(lost: number): string {
  return lost <= 0
    ? ''
    : ` · ${vscode.l10n.t('never sent, because their full input is no longer kept: {0}', rowsWord(lost))}`;
}

/** What is to be done with rows that only the user may send; undefined when the user gave up. Nothing is recorded yet. */
async function decideUndecided(store: BatchStore, batch: Batch): Promise<readonly Decided[] | undefined> {
  const kinds: readonly (readonly [why: RowWhy, words: (count: number) => string, risk: string])[] = [
    [
      'unknown',
      (count) => vscode.l10n.t('Sent, but what came of them is not known: {0}', rowsWord(count)),
      vscode.l10n.t('they may be billed a second time'),
    ],
    [
      'pending',
      (count) => vscode.l10n.t('Not sent, as an input of their call has an open order: {0}', rowsWord(count)),
      vscode.l10n.t('they may be billed in addition to the open order'),
    ],
    [
      'paid',
      (count) =>
        vscode.l10n.t(
          'Not sent, as an input of their call was paid for before, or may have been: {0}',
          rowsWord(count),
        ),
      vscode.l10n.t('what was paid for before may be billed a second time'),
    ],
  ];
  const decisions: Decided[] = [];
  const questions = kinds
    .map(([why, words, risk]) => {
      return {
        why,
        words,
        risk,
        count: countRows(batch, (row) => row.state === 'undecided' && row.why === why),
      };
    })
    .filter(({ count }) => count > 0);
  for (const { why, words, risk, count } of questions) {
    // What turns undecided while the question stands was not asked about.
    const drafts = await store.undecided(batch.id, why);
    const anew = await store.sentAnew(batch.id, why, drafts);
    const title = `${vscode.l10n.t('Resume Batch')}: ${fileWord(batch.source)}`;
    const asked = words(count) + lostWords(count - anew.rows);
    // Rows that leave are asked about before they do, whether they waited or an earlier answer sends them again.
    const others = why !== questions.at(-1)?.why || wantedBy(batch, decisions).rows > 0;
    const decision = await askDecision(title, asked, risk, anew.rows, others);
    if (decision === undefined) return undefined;
    if (decision !== 'later') decisions.push({ why, what: decision, drafts, anew });
  }
  return decisions;
}

/** Rows and calls that would leave once the decisions are recorded. */
function wantedBy(batch: Batch, decisions: readonly Decided[]): Start {
  const waits = ({ state }: TallyRow): boolean => state === 'waiting';
  const again = decisions.filter(({ what }) => what === 'again').map(({ anew }) => anew);
  const waiting = { rows: countRows(batch, waits), calls: countCalls(batch, waits) };
  return [waiting, ...again].reduce((sum, { rows, calls }) => ({
    rows: sum.rows + rows,
    calls: sum.calls + calls,
  }));
}

/** Rows that leave as they were planned, although the request fields were corrected since; or another plan. */
async function askCorrected(batch: Batch): Promise<'as-planned' | 'anew' | undefined> {
  const planned = vscode.l10n.t('Send as Planned');
  const anew = vscode.l10n.t('Plan Anew…');
  const answer = await askModal(
    vscode.l10n.t(
      'The request fields were corrected after the batch of {0} was planned.',
      fileWord(batch.source),
    ),
    vscode.l10n.t(
      'Its rows would be sent as planned, with the fields {0}. Planning anew moves the waiting rows to a new batch with the current fields; nothing is sent before you confirm it.',
      (batch.fields ?? []).map(({ name }) => name).join(', '),
    ),
    anew,
    planned,
  );
  if (answer === anew) return 'anew';
  return answer === planned ? 'as-planned' : undefined;
}

/** Of two with one results file the later one replaced it: rows of both would be taken for each other's. */
function isLater(one: Batch, than: Batch): boolean {
  return one.state === 'started' && one.createdAt > than.createdAt;
}

/** Goes on with a batch that was interrupted, cancelled, or waits for a decision. What is decided is recorded once it is confirmed. */
export async function resumeBatch(batches: BatchRuns, argument: unknown): Promise<void> {
  batches.mustBeFree();
  const { services } = batches;
  const all = await batches.all();
  const batch = await chooseBatch(batches, all.filter(isUnfinished), argument, vscode.l10n.t('Resume Batch'));
  if (batch === undefined) return;
  if (!isUnfinished(batch)) {
    throw new Error(vscode.l10n.t('Nothing of the batch of {0} is left to send.', fileWord(batch.source)));
  }
  if (batch.heldElsewhere) throw new Error(takenWords());
  const { results } = batch;
  if (results !== null) {
    const later = all.filter((one) => isLater(one, batch) && one.results?.file === results.file);
    // Once it was moved away, there is nothing to be taken for each other's; but one that runs goes on writing.
    const isFree =
      later.every(({ heldElsewhere }) => !heldElsewhere) &&
      (later.length === 0 || (await isAsAgreed({ file: results.file, stood: null })));
    if (!isFree) throw new Error(writtenSinceWords(results));
  }
  const to = await batches.destinationOf(batch);
  // Before the questions: what is corrected while they stand was not agreed to.
  const current = services.operation(batch.operation);
  if (isCorrected(batch, current)) {
    const how = await askCorrected(batch);
    if (how === undefined) return;
    // The rows that wait become a new batch with the request fields of now, whose start leaves the old ones.
    if (how === 'anew') return batches.review(batch, null);
  }
  const store = await batches.store();
  const decisions = await decideUndecided(store, batch);
  if (decisions === undefined) return;
  const wanted = wantedBy(batch, decisions);
  const check = await services.sending.look(batches.operationFor(batch), to, null);
  // Those left waiting were let through when the batch was started.
  const choice = { sendFlawed: true, sendPaid: true, decided: decisions.map(({ why }) => why) };
  const press = vscode.l10n.t('Resume Batch');
  const unsent = rowsNotSent(await store.outcomes(batch.id));
  const also = [
    ...(unsent === 0
      ? []
      : [
          vscode.l10n.t(
            'Left out, could not be sent before: {0}. “Re-run Failed Rows of a Batch…” sends them.',
            unsent,
          ),
        ]),
    ...resultsLines(batch.results),
  ];
  const told = wanted.rows === 0 ? [] : await confirmStart(batch, check, choice, wanted, also, press);
  if (told === null) return;
  await batches.go(told, { fields: fieldsStamp(current.requestFields) }, async () => {
    if (decisions.length > 0) await store.decide(batch.id, decisions);
    batches.changed(batch.id);
    return batches.get(batch.id);
  });
}
