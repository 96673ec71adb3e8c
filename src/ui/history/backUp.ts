import { basename } from 'node:path';
import * as vscode from 'vscode';
import { passphraseFault, repetitionFault } from '../../calls/orders/passphrase.ts';
import { asLedgerRefusal } from '../../calls/ports/ports.ts';
import type { Restored } from '../../calls/ports/transferPorts.ts';
import { localDay } from '../../calls/usage/periods.ts';
import type { Phrase } from '../../contract/words.ts';
import { showInputBoxWithButtons } from '../asking/inputBox.ts';
import type { Services } from '../base/services.ts';
import { isHere, proposedHere } from '../places/places.ts';
import { say } from '../words/both/translate.ts';

const extension = 'ordersbackup';
const filters = (): Record<string, string[]> => ({ [vscode.l10n.t('Backup of orders')]: [extension] });

interface Question {
  readonly title: string;
  readonly step?: { readonly at: number; readonly of: number };
  readonly prompt: string;
  /** Of an empty box, too. */
  readonly remarkAtOnce?: boolean;
  readonly fault: (text: string) => Phrase | null;
}

/** Covered as it is typed; undefined when the user gave up. */
async function askCovered({ fault, ...question }: Question): Promise<string | undefined> {
  const answer = await showInputBoxWithButtons({
    ...question,
    placeholder: vscode.l10n.t('Passphrase'),
    value: '',
    password: true,
    remark: (text) => {
      const found = fault(text);
      return found === null
        ? null
        : { message: say(found), severity: vscode.InputBoxValidationSeverity.Error };
    },
  });
  return answer?.kind === 'text' ? answer.text : undefined;
}

async function newPassphrase(): Promise<string | undefined> {
  const title = vscode.l10n.t('Back Up Orders');
  const prompt = vscode.l10n.t(
    'Passphrase for this backup. Nothing else opens it and it cannot be reset, so keep it safe.',
  );
  const first = await askCovered({ title, step: { at: 1, of: 2 }, prompt, fault: passphraseFault });
  if (first === undefined) return undefined;
  return askCovered({
    title,
    step: { at: 2, of: 2 },
    prompt: vscode.l10n.t('The same passphrase once more.'),
    fault: (text) => repetitionFault(first, text),
  });
}

/** Of the machine this runs on; what lies elsewhere cannot be reached from here. */
function pathOf(uri: vscode.Uri, services: Services): string {
  if (!isHere(uri)) {
    throw new Error(vscode.l10n.t('Choose a folder on {0}, where orders are kept.', services.machine));
  }
  return uri.fsPath;
}

function withProgress<T>(title: string, work: () => Promise<T>): Thenable<T> {
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, work);
}

/** What a refusal says as it is; of any other fault, what did not work. */
async function orSay<T>(work: Promise<T>, failed: (why: string) => string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (asLedgerRefusal(error) !== null) throw error;
    throw new Error(failed(error instanceof Error ? error.message : String(error)));
  }
}

function defaultPlace(now: number): { defaultUri?: vscode.Uri } {
  const day = localDay(now);
  return proposedHere(`orders-${day}.${extension}`);
}

export async function backUpOrders(services: Services): Promise<void> {
  const uri = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Back Up Orders'),
    saveLabel: vscode.l10n.t('Back Up'),
    filters: filters(),
    ...defaultPlace(services.now()),
  });
  if (uri === undefined) return;
  const file = pathOf(uri, services);
  const passphrase = await newPassphrase();
  if (passphrase === undefined) return;
  const { transfer } = await services.ledger();
  const { orders, lostKeys } = await withProgress(vscode.l10n.t('Backing up orders'), () =>
    orSay(transfer.backUp(file, passphrase), (why) => vscode.l10n.t('Nothing was written: {0}', why)),
  );
  // A whole path would push the rest out of a notification's one line.
  const name = basename(file);
  const done =
    orders === 1
      ? vscode.l10n.t('1 order is backed up in {0}. Only the passphrase opens it.', name)
      : vscode.l10n.t('{0} orders are backed up in {1}. Only the passphrase opens it.', orders, name);
  if (lostKeys === 0) void vscode.window.showInformationMessage(done);
  else {
    const lost = vscode.l10n.t(
      'Some were sealed with a key that is gone: their requests and answers cannot be read anywhere.',
    );
    void vscode.window.showWarningMessage(`${done} ${lost}`);
  }
}

/** Asks for the passphrase until it fits; undefined when the user gave up. */
async function restoreFrom(file: string, services: Services): Promise<Restored | undefined> {
  const prompt = vscode.l10n.t(
    'The passphrase of this backup. Orders that are missing here are added, none is overwritten; drafts and batches are not restored.',
  );
  let refused: Phrase | null = null;
  for (;;) {
    const wrong: Phrase | null = refused;
    const passphrase = await askCovered({
      title: vscode.l10n.t('Restore Orders'),
      prompt,
      // Told as what is wrong, until another one is typed.
      remarkAtOnce: wrong !== null,
      fault: (text) => (text === '' ? (wrong ?? { text: 'Type the passphrase of this backup.' }) : null),
    });
    if (passphrase === undefined) return undefined;
    const { transfer } = await services.ledger();
    try {
      return await withProgress(vscode.l10n.t('Restoring orders'), () =>
        orSay(transfer.restore(file, passphrase), (why) =>
          vscode.l10n.t(
            'Not everything could be restored: {0} What was added is whole; restore again for the rest.',
            why,
          ),
        ),
      );
    } catch (error) {
      const refusal = asLedgerRefusal(error);
      if (refusal?.reason !== 'passphrase') throw error;
      refused = refusal.what;
    }
  }
}

export async function restoreOrders(services: Services): Promise<void> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Restore Orders'),
      openLabel: vscode.l10n.t('Restore'),
      filters: filters(),
      canSelectMany: false,
      ...(vscode.env.remoteName === undefined ? {} : proposedHere('')),
    })) ?? [];
  if (uri === undefined) return;
  const file = pathOf(uri, services);
  const restored = await restoreFrom(file, services);
  if (restored === undefined) return;
  const { added, known, sealed, completed = 0, mended = 0 } = restored;
  const sentences = [vscode.l10n.t('Orders restored: {0}; here already: {1}.', added, known)];
  if (completed > 0) {
    sentences.push(
      vscode.l10n.t(
        'Orders that were open here and got their answer, or a recorded outcome: {0}.',
        completed,
      ),
    );
  }
  if (mended > 0) {
    sentences.push(vscode.l10n.t('Orders of which something was damaged and is whole again: {0}.', mended));
  }
  if (sealed > 0) {
    sentences.push(
      vscode.l10n.t(
        'Some requests, answers or notes of {0} stay sealed: they could not be read when they were backed up.',
        sealed,
      ),
    );
  }
  void vscode.window.showInformationMessage(sentences.join(' '));
}
