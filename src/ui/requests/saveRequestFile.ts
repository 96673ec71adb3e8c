import * as vscode from 'vscode';
import type { Operation } from '../../contract/shapes.ts';
import { requestFileForms, type SavedForms } from '../../requests/saved.ts';
import { printRequestFile, type WrittenRequest } from '../../requests/written.ts';
import { callOfOrder } from '../answers/codeCall.ts';
import { chooseOrder } from '../asking/chooseOrder.ts';
import type { Services } from '../base/services.ts';
import { proposedPlace } from '../places/places.ts';
import { addOrReplace, addTo, pickKnown } from './addToRequestFile.ts';
import { isRequestFile } from './both/requestFileDocuments.ts';

/** The request of an order: a row of the history, its id, or one to pick. */
export async function saveOrder(services: Services, argument: unknown): Promise<void> {
  const orderId = await chooseOrder(services, argument, vscode.l10n.t('Save as Request File'));
  if (orderId === undefined) return;
  const { operation, body, reduced } = await callOfOrder(services, orderId);
  await saveRequest(operation, body, reduced);
}

/**
 * Asks how much of what is personal goes along and where to; writes a file, or adds the request to one, and shows it
 * there.
 * @param reduced a number of it is kept as its last four digits only: the file asks for it
 */
export async function saveRequest(operation: Operation, body: string, reduced = false): Promise<void> {
  const forms = requestFileForms(operation, body, reduced);
  if (forms === null) {
    throw new Error(
      vscode.l10n.t('This request is not JSON, and a request file can only hold JSON. Correct it first.'),
    );
  }
  const request = await chosenForm(forms);
  if (request === undefined) return;
  const known = await pickKnown();
  if (known === undefined) return;
  const uri = known === 'new' ? await askWhere(operation) : known;
  if (uri === undefined) return;
  const how = known === 'new' ? await addOrReplace(uri) : 'add';
  if (how === 'add') await addTo(uri, request);
  if (how === 'write') {
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(printRequestFile(request)));
    await vscode.window.showTextDocument(uri);
  }
}

async function chosenForm(forms: SavedForms): Promise<WrittenRequest | undefined> {
  if (!forms.personal) return forms.withValues;
  const picked = await vscode.window.showQuickPick(
    [
      {
        label: vscode.l10n.t('With placeholders'),
        detail: vscode.l10n.t('Safe to commit: personal values are asked for when the file is sent.'),
        request: forms.withPlaceholders,
      },
      {
        label: vscode.l10n.t('With the values'),
        detail: vscode.l10n.t('The file then holds personal data in the clear.'),
        request: forms.withValues,
      },
    ],
    {
      title: vscode.l10n.t('Save as Request File'),
      placeHolder: vscode.l10n.t('The request holds personal values'),
    },
  );
  return picked?.request;
}

/** A name with another ending is asked for again, mended: VS Code would take the file for any JSON. */
async function askWhere(operation: Operation): Promise<vscode.Uri | undefined> {
  const name = `${operation.id}.verify.json`;
  let start = proposedPlace(name).defaultUri;
  let title = vscode.l10n.t('Save as Request File');
  for (;;) {
    const uri = await vscode.window.showSaveDialog({
      title,
      // VS Code's own dialog knows the last part of an ending only, and would add `verify.json` to itself.
      filters: { [vscode.l10n.t('Request files')]: ['json'] },
      ...(start === undefined ? {} : { defaultUri: start }),
    });
    if (uri === undefined || isRequestFile(uri)) return uri;
    start = uri.with({ path: `${uri.path.replace(/(\.verify)?(\.json)?$/, '')}.verify.json` });
    title = vscode.l10n.t('The name of a request file ends in {0}', '.verify.json');
  }
}
