import * as vscode from 'vscode';
import { isBody } from './both/bodyDocuments.ts';

/**
 * Saves a body with each change. VS Code writes a text that stays unsaved for a second to the disk, in clear, as a backup;
 * and the form is to show what is typed as it is typed.
 */
export function keepAtOnce(log: vscode.LogOutputChannel): vscode.Disposable {
  const saving = new Set<vscode.TextDocument>();
  const keep = async (document: vscode.TextDocument): Promise<void> => {
    if (saving.has(document)) return;
    saving.add(document);
    try {
      // What is typed while it is being saved leaves it unsaved again.
      for (let kept = true; kept && document.isDirty && !document.isClosed; ) kept = await save(document);
    } finally {
      saving.delete(document);
    }
  };
  return vscode.workspace.onDidChangeTextDocument(({ document }) => {
    if (!isBody(document.uri) || !document.isDirty) return;
    keep(document).catch((error: unknown) => log.warn('body', String(error)));
  });
}

/**
 * As it is typed: what VS Code would change in a file as it is saved (its format, spaces at the ends of lines) would pull
 * the text from under the fingers, and a body is sent as it stands. @returns whether it could be saved
 */
async function save(document: vscode.TextDocument): Promise<boolean> {
  const isActive = vscode.window.activeTextEditor?.document === document;
  if (!isActive || !isChangedBySaving(document)) return document.save();
  const { version } = document;
  // It saves the active editor; the command is on its way before the next key is.
  await vscode.commands.executeCommand('workbench.action.files.saveWithoutFormatting');
  return !document.isDirty || document.version !== version;
}

function isChangedBySaving(document: vscode.TextDocument): boolean {
  const editor = vscode.workspace.getConfiguration('editor', document);
  const files = vscode.workspace.getConfiguration('files', document);
  const actions: unknown = editor.get('codeActionsOnSave');
  return (
    editor.get('formatOnSave') === true ||
    (typeof actions === 'object' && actions !== null && Object.keys(actions).length > 0) ||
    ['trimTrailingWhitespace', 'trimFinalNewlines', 'insertFinalNewline'].some(
      (name) => files.get(name) === true,
    )
  );
}
