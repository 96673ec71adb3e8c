import * as vscode from 'vscode';
import type { Batch, TallyRow } from '../../../calls/ports/batchPorts.ts';
import type { Ledger } from '../../../calls/ports/ports.ts';
import { commandIds } from '../../../contributions.ts';
import { runPressed } from '../../base/both/tellFailure.ts';
import { fileWord } from '../../words/both/fileWord.ts';

/** A window that ended without a word keeps its batch this long at most; see leaseMs. */
const lookAgainMs = 20_000;

export function countRows(batch: Batch, matching: (row: TallyRow) => boolean): number {
  return batch.tally.filter(matching).reduce((sum, { rows }) => sum + rows, 0);
}

/** Rows that are answered, as far as it is known, or could not be sent: not those left with an unknown outcome, nor those whose order was erased. */
export function answeredRows(batch: Batch): number {
  return countRows(batch, ({ state, why }) => state === 'done' && why === null);
}

/** Rows wait, are under way, or want a decision; or its window ended before the results were complete. */
export function isUnfinished(batch: Batch): boolean {
  const isLeft = ({ state }: TallyRow): boolean =>
    state === 'waiting' || state === 'sent' || state === 'undecided';
  const lacksResults = batch.interrupted && batch.results !== null;
  return batch.state === 'started' && (lacksResults || countRows(batch, isLeft) > 0);
}

/** Rows of a batch that nobody runs are waiting to be sent: said once in a window, never resumed by itself. */
export function tellUnfinished(
  ledger: Pick<Ledger, 'batches'>,
  session: string,
  now: () => number,
  warn: (error: unknown) => void,
): vscode.Disposable {
  const look = async (): Promise<void> => {
    const batches = (await ledger.batches.held(session, now())).filter(isUnfinished);
    if (batches.some(({ heldElsewhere }) => heldElsewhere)) return again();
    const [left] = batches.filter(
      (batch) => batch.interrupted && countRows(batch, ({ state }) => state === 'waiting') > 0,
    );
    if (left === undefined) return;
    const resume = vscode.l10n.t('Resume Batch…');
    const answer = await vscode.window.showInformationMessage(
      vscode.l10n.t(
        'The batch of {0} was interrupted; rows not sent yet: {1}.',
        fileWord(left.source),
        countRows(left, ({ state }) => state === 'waiting'),
      ),
      resume,
    );
    if (answer === resume) await runPressed(commandIds.resumeBatch, left.id);
  };
  let timer: NodeJS.Timeout | null = null;
  const again = (): void => {
    timer = setTimeout(() => void look().catch(warn), lookAgainMs);
    timer.unref();
  };
  look().catch(warn);
  return new vscode.Disposable(() => {
    if (timer !== null) clearTimeout(timer);
  });
}
