import * as vscode from 'vscode';
import { readRequestFile, requestFileEnding } from '../../requests/requestFile.ts';
import { appendRequest, type WrittenRequest } from '../../requests/written.ts';
import { askModal } from '../base/modal.ts';
import { requestFileText } from './whichFile.ts';
import { nameOf, unusable } from './whichRequest.ts';

/** More than these are not offered; whoever has more names the file in the dialog. */
const mostOffered = 50;

/** A request file of the workspace to add to, or a new one; undefined = given up. Asks nothing where there is none. */
export async function pickKnown(): Promise<vscode.Uri | 'new' | undefined> {
  const { workspace, window, l10n } = vscode;
  const found = await workspace.findFiles(`**/*${requestFileEnding}`, '**/node_modules/**', mostOffered);
  if (found.length === 0) return 'new';
  const files = found
    .map((uri) => ({
      label: `$(file) ${nameOf(uri)}`,
      description: l10n.t('add to {0}', workspace.asRelativePath(uri)),
      uri,
    }))
    .sort((a, b) => a.description.localeCompare(b.description));
  const fresh = { label: `$(new-file) ${l10n.t('New file…')}`, description: '', uri: null };
  const picked = await window.showQuickPick([fresh, ...files], {
    title: l10n.t('Save as Request File'),
    placeHolder: l10n.t('Create a file, or add the request to an existing one'),
    matchOnDescription: true,
  });
  return picked === undefined ? undefined : (picked.uri ?? 'new');
}

/** A file that holds requests is not written over before its user has said so. */
export async function addOrReplace(uri: vscode.Uri): Promise<'add' | 'write' | undefined> {
  const there = await textAt(uri);
  if (there === null || !readRequestFile(there).ok) return 'write';
  const add = vscode.l10n.t('Add to It');
  const replace = vscode.l10n.t('Replace It');
  const question = vscode.l10n.t('{0} holds requests already.', nameOf(uri));
  const detail = vscode.l10n.t('Add this request at the end, or replace the whole file?');
  const answer = await askModal(question, detail, add, replace);
  if (answer === undefined) return undefined;
  return answer === add ? 'add' : 'write';
}

async function textAt(uri: vscode.Uri): Promise<string | null> {
  try {
    return await requestFileText(uri);
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return null;
    throw error;
  }
}

/** What is being changed in an editor stays so, unsaved; else the file is saved. */
export async function addTo(uri: vscode.Uri, request: WrittenRequest): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const name = await askName(document.getText());
  if (name === undefined) return;
  const before = document.getText();
  const { operation, body } = request;
  const added = appendRequest(before, name === '' ? request : { operation, name, body });
  if (!added.ok) throw unusable(uri, added.why);
  const wasDirty = document.isDirty;
  const edit = new vscode.WorkspaceEdit();
  const all = new vscode.Range(document.positionAt(0), document.positionAt(before.length));
  edit.replace(uri, all, added.text);
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new Error(vscode.l10n.t('{0} could not be changed. Nothing was saved.', nameOf(uri)));
  }
  if (!wasDirty) await document.save();
  const place = document.positionAt(added.at);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(place, place) });
}

/** Empty = it gets none. */
function askName(text: string): Thenable<string | undefined> {
  const reading = readRequestFile(text);
  const taken = reading.ok ? reading.entries.map(({ name }) => name?.trim().toLowerCase()) : [];
  return vscode.window
    .showInputBox({
      title: vscode.l10n.t('Name of the Request'),
      prompt: vscode.l10n.t('Tells the requests of the file apart. Not sent; optional.'),
      ignoreFocusOut: true,
      validateInput: (typed) =>
        typed.trim() !== '' && taken.includes(typed.trim().toLowerCase())
          ? {
              message: vscode.l10n.t('Another request in this file has the same name.'),
              severity: vscode.InputBoxValidationSeverity.Warning,
            }
          : null,
    })
    .then((typed) => typed?.trim());
}
