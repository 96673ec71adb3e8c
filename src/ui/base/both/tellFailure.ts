import * as vscode from 'vscode';
import { asLedgerRefusal } from '../../../calls/ports/ports.ts';
import { commandIds } from '../../../contributions.ts';
import { say } from '../../words/both/translate.ts';

const faults = [TypeError, RangeError, ReferenceError, SyntaxError];

/** A fault of the program or of the machine, of which the log knows more; all else is a sentence that was written for people. */
export function isFault(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  return 'code' in error || 'errcode' in error || faults.some((kind) => error instanceof kind);
}

interface Offer {
  readonly label: string;
  readonly take: () => Promise<unknown>;
}

/** One made in another bundle, as a command's is, is recognised by its shape. */
function offerOf(error: unknown): Offer | null {
  if (!(error instanceof Error && 'offer' in error)) return null;
  const { offer } = error;
  return isOffer(offer) ? offer : null;
}

function isOffer(value: unknown): value is Offer {
  if (typeof value !== 'object' || value === null || !('label' in value && 'take' in value)) return false;
  return typeof value.label === 'string' && typeof value.take === 'function';
}

/** A sentence with what its reader can do at once. */
export class OfferedFailure extends Error {
  readonly offer: Offer;
  constructor(message: string, offer: Offer) {
    super(message);
    this.offer = offer;
  }
}

/** What the ledger refuses comes as a phrase: its message is the English of it. */
export function failureSentence(error: unknown): string {
  const refusal = asLedgerRefusal(error);
  if (refusal !== null) return say(refusal.what);
  return error instanceof Error && error.message !== '' ? error.message : String(error);
}

/** Says in a notification why a command did not do its work. */
export function tellFailure(error: unknown): void {
  const words = failureSentence(error);
  const offer = offerOf(error);
  if (offer === null) void told(words, isFault(error));
  else void offered(words, offer);
}

async function told(words: string, isLogged: boolean): Promise<void> {
  const log = vscode.l10n.t('Show Log');
  const answer = await vscode.window.showErrorMessage(words, ...(isLogged ? [log] : []));
  if (answer === log) await vscode.commands.executeCommand(commandIds.showLog);
}

async function offered(words: string, { label, take }: Offer): Promise<void> {
  if ((await vscode.window.showErrorMessage(words, label)) === label) await take().catch(tellFailure);
}

/** Runs a command for a button that was pressed: nobody else would hear why it failed. */
export async function runPressed(command: string, ...given: readonly unknown[]): Promise<void> {
  try {
    await vscode.commands.executeCommand(command, ...given);
  } catch (error) {
    tellFailure(error);
  }
}
