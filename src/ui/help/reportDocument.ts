import * as vscode from 'vscode';

/** By which a report is known that was begun already, also after a reload of the window. */
function heading(): string {
  return `# ${vscode.l10n.t('Report: Verification API Explorer')}`;
}

const fence = '```';

function fenced(diagnostics: string): string {
  return [fence, diagnostics, fence].join('\n');
}

function empty(diagnostics: string): string {
  return [
    heading(),
    vscode.l10n.t(
      'This copy of the extension has no address for reports. Write yours here and send it to whoever gave you the extension.',
    ),
    `## ${vscode.l10n.t('What happened')}`,
    `## ${vscode.l10n.t('What was expected')}`,
    `## ${vscode.l10n.t('Steps to reproduce')}`,
    `## ${vscode.l10n.t('Diagnostics, safe to publish')}`,
    fenced(diagnostics),
    '',
  ].join('\n\n');
}

/** The fenced diagnostics in a report; what was written around them stays. Null where they were taken out. */
function placeIn(text: string): vscode.Range | null {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line, at) => line === fence && lines[at + 1] === 'Versions:');
  const end = lines.indexOf(fence, start + 1);
  return start === -1 || end === -1 ? null : new vscode.Range(start, 0, end, fence.length);
}

async function renewed(document: vscode.TextDocument, diagnostics: string): Promise<void> {
  const place = placeIn(document.getText());
  if (place === null) return;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, place, fenced(diagnostics));
  await vscode.workspace.applyEdit(edit);
}

/** The report that was begun, with the diagnostics of now, else a new one. */
export async function showReport(diagnostics: string): Promise<void> {
  const begun = vscode.workspace.textDocuments.find(
    (one) => one.isUntitled && !one.isClosed && one.getText().startsWith(heading()),
  );
  if (begun !== undefined) await renewed(begun, diagnostics);
  const document =
    begun ?? (await vscode.workspace.openTextDocument({ content: empty(diagnostics), language: 'markdown' }));
  await vscode.window.showTextDocument(document);
}
