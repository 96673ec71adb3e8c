import * as vscode from 'vscode';
import { extensionId } from '../base/extensionId.ts';
import type { Services } from '../base/services.ts';
import { say } from '../words/both/translate.ts';
import { documentationUri } from './both/documentationDocument.ts';
import { diagnosticsText } from './diagnostics.ts';
import { documentationText } from './documentation.ts';
import { gatherDiagnostics } from './gatherDiagnostics.ts';
import type { HelpCommand, HelpWork } from './helpWork.ts';
import { showReport } from './reportDocument.ts';

export function helpWork(services: Services): HelpWork {
  return { run: (command) => run(command, services), documentation: () => documentationText(say) };
}

async function run(command: HelpCommand, services: Services): Promise<void> {
  switch (command) {
    case 'openDocumentation':
      return preview(documentationUri);
    case 'openPrivacy':
      return preview(vscode.Uri.joinPath(services.extensionUri, 'PRIVACY.md'));
    case 'openSecurity':
      return preview(vscode.Uri.joinPath(services.extensionUri, 'SECURITY.md'));
    case 'copyDiagnostics':
      return copyDiagnostics(services);
    case 'reportIssue':
      return reportIssue(services);
  }
}

/** In the built-in Markdown preview; as text where that is switched off. */
async function preview(uri: vscode.Uri): Promise<void> {
  try {
    // Locked: another Markdown file that gets the focus must not take its place.
    await vscode.commands.executeCommand('markdown.showPreview', uri, undefined, {
      locked: true,
    });
  } catch {
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }
}

async function copyDiagnostics(services: Services): Promise<void> {
  await vscode.env.clipboard.writeText(diagnosticsText(await gatherDiagnostics(services)));
  void vscode.window.showInformationMessage(
    vscode.l10n.t(
      'Copied the diagnostics: versions, kinds and counts; no names, addresses, keys or personal data.',
    ),
  );
}

/** Whether the issue reporter has anywhere to send a report of this extension. */
function hasTracker(): boolean {
  const manifest: { bugs?: unknown; repository?: unknown } =
    vscode.extensions.getExtension(extensionId)?.packageJSON ?? {};
  return manifest.bugs !== undefined || manifest.repository !== undefined;
}

/** VS Code's issue reporter, filled in; a document to send by other means where the extension names no tracker. */
async function reportIssue(services: Services): Promise<void> {
  const data = diagnosticsText(await gatherDiagnostics(services));
  if (hasTracker()) {
    await vscode.commands.executeCommand('workbench.action.openIssueReporter', { extensionId, data });
    return;
  }
  await showReport(data);
}
