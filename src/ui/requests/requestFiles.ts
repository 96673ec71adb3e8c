import * as vscode from 'vscode';
import { mayBill } from '../../calls/environments.ts';
import type { PublicOutcome } from '../../calls/sending/publicOutcome.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { Phrase } from '../../contract/words.ts';
import { commandIds } from '../../contributions.ts';
import { type RequestFile, readRequestFile } from '../../requests/requestFile.ts';
import { resolveBody, variablesOf } from '../../requests/resolve.ts';
import { requestFileSchema } from '../../requests/schema.ts';
import { type ShowAnswer, sendAndTell } from '../lookup/sendAndTell.ts';
import type { Proofs } from '../sending/proofs.ts';
import type { RuntimeServices } from '../services.ts';
import { say } from '../translate.ts';
import { askInputs } from './askInputs.ts';
import { requestFileActions } from './requestFileActions.ts';
import { RequestFileWatch } from './requestFileWatch.ts';
import type { RequestFileCommand, RequestFileWork } from './requestFileWork.ts';
import { saveOrder } from './saveRequestFile.ts';
import { requestFileUri, textNow } from './whichFile.ts';

/** Opens a form with this JSON in it. */
export type OpenFilled = (operation: Operation, json: string) => void;

/** Saved requests in the workspace: sent, opened in a form, written. */
export class RequestFiles implements RequestFileWork, vscode.Disposable {
  private readonly services: RuntimeServices;
  private readonly proofs: Proofs;
  private readonly show: ShowAnswer;
  private readonly openFilled: OpenFilled;
  private watching: RequestFileWatch | null = null;
  private readonly used = new vscode.EventEmitter<void>();
  /** A lens was pressed: its proof is spent, and the next press needs another. */
  readonly onDidUseLens = this.used.event;

  constructor(services: RuntimeServices, proofs: Proofs, show: ShowAnswer, openFilled: OpenFilled) {
    this.services = services;
    this.proofs = proofs;
    this.show = show;
    this.openFilled = openFilled;
  }

  schema(): string {
    return JSON.stringify(requestFileSchema(this.services.operations(), say), null, 2);
  }

  /** In a workspace that is not trusted nothing is sent from a file: its author chose what it holds. */
  lenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const range = new vscode.Range(0, 0, 0, 0);
    const environment = this.services.environments.current();
    const send = mayBill(environment)
      ? vscode.l10n.t('Send · may be billed')
      : vscode.l10n.t('Send · sandbox, nothing is billed');
    const lens = (title: string, command: string, args: readonly unknown[]): vscode.CodeLens =>
      new vscode.CodeLens(range, { title, command, arguments: [...args] });
    const proof = this.proofs.issue(pressOf(document.uri, document.getText()));
    return [
      ...(vscode.workspace.isTrusted
        ? [lens(`$(play) ${send}`, commandIds.sendRequestFile, [document.uri, proof])]
        : []),
      lens(vscode.l10n.t('Open in form'), commandIds.openRequestFileInForm, [document.uri]),
      lens(environment.name, commandIds.selectEnvironment, []),
    ];
  }

  actions(document: vscode.TextDocument, diagnostics: readonly vscode.Diagnostic[]): vscode.CodeAction[] {
    return requestFileActions(this.services, document, diagnostics);
  }

  watch(): void {
    this.watching ??= new RequestFileWatch(this.services);
  }

  async run(command: RequestFileCommand, argument: unknown, proof: unknown): Promise<unknown> {
    switch (command) {
      case 'sendRequestFile':
        return this.send(requestFileUri(argument), proof);
      case 'openRequestFileInForm':
        return this.openInForm(requestFileUri(argument));
      case 'saveRequestFile':
        return saveOrder(this.services, argument);
    }
  }

  private async send(uri: vscode.Uri, proof: unknown): Promise<PublicOutcome | undefined> {
    if (!vscode.workspace.isTrusted) {
      await this.refuseUntrusted(uri);
      return undefined;
    }
    const { file, operation } = await this.read(uri);
    // The lens stood over this very text; a file that was written meanwhile is asked about.
    const proven = this.proofs.take(proof, pressOf(uri, file.text));
    this.used.fire();
    const inputs = await askInputs(operation, file);
    if (inputs === undefined) return undefined;
    const resolved = resolveBody(file, operation, { inputs, env: (name) => process.env[name] });
    if (!resolved.ok) throw new Error(vscode.l10n.t('{0} Nothing was sent.', say(resolved.why)));
    const notes = variableNotes(file);
    return sendAndTell(this.services, this.show, {
      operation,
      body: resolved.body,
      proven,
      forOthers: false,
      notes,
    });
  }

  private async refuseUntrusted(uri: vscode.Uri): Promise<void> {
    const open = vscode.l10n.t('Open in form');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t(
        'In a workspace that is not trusted a request file is not sent: look at its request in a form first.',
      ),
      open,
    );
    if (answer === open) await this.openInForm(uri);
  }

  /** What is not answered stays empty, for the form is there to be filled. Without trust no variable is read. */
  private async openInForm(uri: vscode.Uri): Promise<void> {
    const { file, operation } = await this.read(uri);
    const inputs = (await askInputs(operation, file)) ?? new Map<string, string>();
    const env = vscode.workspace.isTrusted ? (name: string) => process.env[name] : null;
    const resolved = resolveBody(file, operation, { inputs, env });
    if (!resolved.ok) throw new Error(vscode.l10n.t('{0} Nothing was opened.', say(resolved.why)));
    this.openFilled(operation, resolved.body);
  }

  /** What is on the screen, else what is on disk now. Throws one sentence when it is no request file. */
  private async read(
    uri: vscode.Uri,
  ): Promise<{ readonly file: RequestFile; readonly operation: Operation }> {
    const reading = readRequestFile(await textNow(uri));
    const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
    if (!reading.ok) {
      throw new Error(vscode.l10n.t('{0} cannot be used as a request file. {1}', name, say(reading.why)));
    }
    return { file: reading.file, operation: this.services.operation(reading.file.operation) };
  }

  dispose(): void {
    this.watching?.dispose();
    this.used.dispose();
  }
}

function pressOf(uri: vscode.Uri, text: string): string {
  return `send ${uri.toString()}\n${text}`;
}

/** Whoever wrote the file chose what it reads here: it never leaves unseen. */
function variableNotes(file: RequestFile): readonly Phrase[] {
  const names = variablesOf(file);
  return names.length === 0 ? [] : [{ text: 'Reads {0} from this computer.', args: [names.join(', ')] }];
}
