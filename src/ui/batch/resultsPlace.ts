import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { RowSource } from '../../calls/batch/reading.ts';
import type { Batch, ResultsTarget } from '../../calls/ports/batchPorts.ts';
import type { Ledger } from '../../calls/ports/ports.ts';
import type { Operation } from '../../contract/shapes.ts';
import { settings } from '../base/both/settings.ts';
import type { RuntimeServices } from '../base/services.ts';
import { isHere, isWritable, placeAt, placeText, placeWords, workingFolder } from '../places/places.ts';
import { mostElsewhere, statOf, tooLargeElsewhere } from '../places/writeWhole.ts';
import { ResultsElsewhere } from './resultsElsewhere.ts';
import { ResultsFile } from './resultsFile.ts';
import { ResultsOnDisk, type ResultsText } from './resultsText.ts';

/** A name beside the rows that nothing has yet, as `placeText`; null where that is not known. */
export async function proposedResults(
  source: Pick<RowSource, 'name' | 'file'>,
  format: ResultsTarget['format'],
): Promise<string | null> {
  const known = source.file == null ? null : placeAt(source.file);
  const rows = known !== null && isWritable(known) ? known : null;
  const folder = rows === null ? workingFolder() : vscode.Uri.joinPath(rows, '..');
  if (folder === undefined) return null;
  const stem = posix.basename(known?.path ?? source.name).replace(/\.[^.]*$/, '');
  for (let more = 1; ; more += 1) {
    const place = vscode.Uri.joinPath(folder, `${stem}-results${more === 1 ? '' : `-${more}`}.${format}`);
    if (!(await isThere(place))) return placeText(place);
  }
}

/** What cannot be looked at is proposed all the same: writing it says why. */
async function isThere(place: vscode.Uri): Promise<boolean> {
  if (isHere(place)) return existsSync(place.fsPath);
  return statOf(place).then(
    (stat) => stat !== null,
    () => false,
  );
}

/** For people; '' = none yet. */
export function shownPlace(file: string | null | undefined): string {
  return file == null ? '' : placeWords(placeAt(file));
}

/** Opens a results file as text. @param file as `ResultsTarget.file` */
export async function showResults(file: string): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', placeAt(file));
}

/** Asks where to; undefined = given up. Never the file that holds the rows. */
export async function askResultsFile(
  proposed: string | null,
  from: string | null,
): Promise<string | undefined> {
  const uri = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Results File'),
    saveLabel: vscode.l10n.t('Write Results Here'),
    ...(proposed === null ? {} : { defaultUri: placeAt(proposed) }),
  });
  if (uri === undefined) return undefined;
  if (from !== null && placeAt(from).toString() === uri.toString()) {
    throw new Error(
      vscode.l10n.t('Choose another results file: this one holds the rows. Nothing was sent or written.'),
    );
  }
  return placeText(uri);
}

/** The text of a results file, wherever it lies. */
function resultsText({ file }: ResultsTarget, now: () => number): ResultsText {
  const place = placeAt(file);
  if (isHere(place)) return new ResultsOnDisk(place.fsPath);
  const { fs } = vscode.workspace;
  const whole = {
    read: async () => ((await statOf(place)) === null ? null : await fs.readFile(place)),
    write: async (bytes: Uint8Array) => fs.writeFile(place, bytes),
  };
  const most = { bytes: mostElsewhere, error: tooLargeElsewhere };
  return new ResultsElsewhere(whole, now, most, () => settings.keepPolicy().keep === 'everything');
}

/**
 * The results file of a batch that is about to run; null where it has none.
 * @param fresh the user chose it just now
 * @throws one sentence where it cannot be written; the batch is given back, for nothing of it was sent
 */
export async function openResults(
  { session, now }: Pick<RuntimeServices, 'session' | 'now'>,
  ledger: Ledger,
  operation: Operation,
  batch: Batch,
  fresh: boolean,
): Promise<ResultsFile | null> {
  const { id, columns, results: target } = batch;
  if (target === null) return null;
  try {
    const of = { operation, batch: id, own: columns ?? [] };
    return await ResultsFile.open(ledger, of, target, fresh, resultsText(target, now));
  } catch (error) {
    await ledger.batches.release(id, session);
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(vscode.l10n.t('The results file could not be written, so nothing was sent: {0}', why));
  }
}
