import { open, rm, stat } from 'node:fs/promises';
import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { RowSource } from '../../calls/batch/reading.ts';
import type { Batch, ResultsTarget } from '../../calls/ports/batchPorts.ts';
import type { Ledger } from '../../calls/ports/ports.ts';
import type { Operation } from '../../contract/shapes.ts';
import { settings } from '../base/both/settings.ts';
import type { RuntimeServices } from '../base/services.ts';
import { isHere, isWritable, placeAt, placeText, placeWords, workingFolder } from '../places/places.ts';
import { mostElsewhere, statOf, tooLargeElsewhere, writeWhole } from '../places/writeWhole.ts';
import { say } from '../words/both/translate.ts';
import { countRows } from './both/unfinished.ts';
import { ResultsElsewhere, type WholeFile } from './resultsElsewhere.ts';
import { ResultsFile } from './resultsFile.ts';
import { ResultsRefused } from './resultsHeld.ts';
import { ResultsOnDisk, type ResultsText } from './resultsText.ts';

/** A place for results as it was when its user agreed to it. */
export interface ResultsPlace extends Pick<ResultsTarget, 'file'> {
  /** The stamp of what stood there, which may be replaced; null = nothing did. */
  readonly stood: string | null;
}

/** Of what cannot be looked at: it is proposed and agreed to all the same, for writing it says why. */
const unseen = 'not known';

/** Another one whenever what stands there was written; null = nothing does. */
async function stampOf(place: vscode.Uri): Promise<string | null> {
  try {
    if (!isHere(place)) {
      const there = await statOf(place);
      return there === null ? null : `${there.mtime} ${there.size}`;
    }
    const { mtimeMs, size } = await stat(place.fsPath);
    return `${mtimeMs} ${size}`;
  } catch (error) {
    return isHere(place) && codeOf(error) === 'ENOENT' ? null : unseen;
  }
}

function isFree(stamp: string | null): boolean {
  return stamp === null || stamp === unseen;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Whether nothing stands there that the user did not agree to replace. */
export async function isAsAgreed({ file, stood }: ResultsPlace): Promise<boolean> {
  const now = await stampOf(placeAt(file));
  return now === null || now === stood;
}

export function writtenSinceWords({ file }: Pick<ResultsPlace, 'file'>): string {
  return vscode.l10n.t(
    'Nothing was sent: {0} has changed since it was chosen for the results, and was left as it is. Check the results file, then start again.',
    shownPlace(file),
  );
}

/**
 * Starts a batch once the place of its results is taken, so that no file that came there meanwhile is emptied.
 * @param batches all there are: one that runs in another window keeps its file
 * @throws one sentence where it cannot be taken: then the batch is not started
 */
export async function startWithPlace(
  results: (ResultsTarget & ResultsPlace) | null,
  batches: readonly Batch[],
  start: (target: ResultsTarget | null) => Promise<void>,
): Promise<void> {
  if (results === null) return start(null);
  const { stood: _stood, ...target } = results;
  // It waits for a limit, and adds its rows to the file when that is over.
  if (batches.some((one) => one.heldElsewhere && one.results?.file === target.file))
    throw new Error(
      vscode.l10n.t('A batch that runs in another window writes its results to this file: choose another.'),
    );
  if (!(await isAsAgreed(results))) throw new Error(writtenSinceWords(results));
  const taken = await take(results);
  try {
    await start(target);
    // At once: a run that is resumed goes on with what it finds, and would take rows of another batch for its own.
    await taken.empty();
  } catch (error) {
    await taken.giveUp();
    throw error;
  } finally {
    await taken.close();
  }
}

/** A file that is to hold the results of the batch that starts now. */
interface Taken {
  empty(): Promise<void>;
  /** It is as it was before. */
  giveUp(): Promise<void>;
  close(): Promise<void>;
}

/** The file that is to be replaced, or a new one, made in a way that fails where one has come. */
async function take(results: ResultsPlace): Promise<Taken> {
  const place = placeAt(results.file);
  if (!isHere(place)) return takeElsewhere(place);
  const path = place.fsPath;
  const isNew = isFree(results.stood) || (await stampOf(place)) === null;
  try {
    const file = await open(path, isNew ? 'wx' : 'r+', 0o600);
    const giveUp = async (): Promise<void> => (isNew ? rm(path, { force: true }) : undefined);
    return { empty: () => file.truncate(), giveUp, close: () => file.close() };
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? new Error(writtenSinceWords(results)) : unwritableResults(error);
  }
}

/** VS Code neither makes a file so nor holds one: what is replaced is emptied before, while a folder that refuses keeps the batch from starting. */
async function takeElsewhere(place: vscode.Uri): Promise<Taken> {
  const { read, write } = elsewhere(place);
  try {
    const before = await read();
    const put = async (bytes: Uint8Array): Promise<void> => (before === null ? undefined : write(bytes));
    await put(new Uint8Array());
    const nothing = async (): Promise<void> => undefined;
    return { empty: nothing, giveUp: () => put(before ?? new Uint8Array()), close: nothing };
  } catch (error) {
    throw unwritableResults(error);
  }
}

function elsewhere(place: vscode.Uri): WholeFile {
  const { fs } = vscode.workspace;
  return {
    read: async () => ((await statOf(place)) === null ? null : await fs.readFile(place)),
    write: async (bytes) => fs.writeFile(place, bytes),
  };
}

/** A name beside the rows that nothing has yet; null where that is not known. */
export async function proposedResults(
  source: Pick<RowSource, 'name' | 'file'>,
  format: ResultsTarget['format'],
): Promise<ResultsPlace | null> {
  const known = source.file == null ? null : placeAt(source.file);
  const rows = known !== null && isWritable(known) ? known : null;
  const folder = rows === null ? workingFolder() : vscode.Uri.joinPath(rows, '..');
  if (folder === undefined) return null;
  const stem = posix.basename(known?.path ?? source.name).replace(/\.[^.]*$/, '');
  for (let more = 1; ; more += 1) {
    const place = vscode.Uri.joinPath(folder, `${stem}-results${more === 1 ? '' : `-${more}`}.${format}`);
    const stood = await stampOf(place);
    if (isFree(stood)) return { file: placeText(place), stood };
  }
}

/** For people; '' = none yet. */
export function shownPlace(file: string | null | undefined): string {
  return file == null ? '' : placeWords(placeAt(file));
}

/** Opens a results file as text. @param file as `ResultsTarget.file` */
export async function showResults(file: string): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', placeAt(file));
}

/** Asks where to, and whether to replace what is there; undefined = given up. Never the file that holds the rows. */
export async function askResultsFile(
  proposed: string | null,
  from: string | null,
): Promise<ResultsPlace | undefined> {
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
  return { file: placeText(uri), stood: await stampOf(uri) };
}

/** The text of a results file, wherever it lies. */
function resultsText({ file }: ResultsTarget, now: () => number): ResultsText {
  const place = placeAt(file);
  if (isHere(place)) return new ResultsOnDisk(place.fsPath);
  const most = { bytes: mostElsewhere, error: tooLargeElsewhere };
  return new ResultsElsewhere(elsewhere(place), now, most, () => settings.keepPolicy().keep === 'everything');
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
  const giveBack = async (): Promise<void> => {
    const isLeft = countRows(batch, ({ state }) => state !== 'done' && state !== 'skipped') > 0;
    // Where only its results are left to write, a hold that has run out is all that says so.
    if (isLeft) await ledger.batches.release(id, session);
    else await ledger.batches.hold(id, session, now(), -1);
  };
  const of = { operation, batch: id, own: columns ?? [] };
  const file = await ResultsFile.open(ledger, of, target, fresh, resultsText(target, now)).catch(
    async (error: unknown) => {
      await giveBack();
      throw unwritableResults(error);
    },
  );
  if (!file.isOfAnother) return file;
  await file.close(true);
  await giveBack();
  throw new Error(writtenSinceWords(target));
}

export type Lacking = ResultsFile['lacking'];

/**
 * All rows, those that have not come to an end in the state that they are in, into a file of their own. What it replaces stays until it is whole.
 * @param agree whether it may take its place without the results of these rows; else nothing is written, and null returned
 * @throws one sentence where it cannot be written
 */
export async function writeAnew(
  { now }: Pick<RuntimeServices, 'now'>,
  ledger: Ledger,
  operation: Operation,
  { id, columns }: Batch,
  target: ResultsTarget,
  agree: (lacking: Lacking) => Promise<boolean>,
): Promise<Lacking | null> {
  const of = { operation, batch: id, own: columns ?? [] };
  try {
    return await writeWhole(placeAt(target.file), async (place) => {
      const beside = { ...target, file: placeText(place) };
      const file = await ResultsFile.open(ledger, of, beside, true, resultsText(beside, now));
      try {
        await file.complete(false, true);
      } finally {
        await file.close();
      }
      return (await agree(file.lacking)) ? file.lacking : null;
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw error instanceof ResultsRefused
      ? new Error(say(error.why))
      : new Error(vscode.l10n.t('The results file could not be written: {0}', why));
  }
}

export function unwritableResults(error: unknown): Error {
  if (error instanceof ResultsRefused) return new Error(say(error.why));
  const why = error instanceof Error ? error.message : String(error);
  return new Error(vscode.l10n.t('The results file could not be written, so nothing was sent: {0}', why));
}
