import * as vscode from 'vscode';
import { mayBill } from '../../calls/environments/environments.ts';
import type { PublicOutcome } from '../../calls/sending/publicOutcome.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { Phrase } from '../../contract/words.ts';
import { noPlaceholder } from '../../requests/placeholders.ts';
import type { SavedRequest } from '../../requests/requestFile.ts';
import {
  environmentOf,
  resolveBody,
  type Sources,
  strayPlaceholders,
  variablesOf,
} from '../../requests/resolve.ts';
import { formBodySchema, requestFileSchema } from '../../requests/schema.ts';
import type { RuntimeServices } from '../base/services.ts';
import { readOnWords } from '../places/otherSide.ts';
import { readAhead } from '../sending/readAhead.ts';
import type { ShowAnswer } from '../sending/sendCommanded.ts';
import { say } from '../words/both/translate.ts';
import { askInputs } from './askInputs.ts';
import type { BodyEditors } from './bodyEditors.ts';
import { isBody, operationOfSchema, pageOfBody } from './both/bodyDocuments.ts';
import { isRequestFile } from './both/requestFileDocuments.ts';
import { HeldKey } from './heldKey.ts';
import { OneAtATime } from './oneAtATime.ts';
import { requestFileActions } from './requestFileActions.ts';
import { requestFileLenses } from './requestFileLenses.ts';
import { watchRequestFiles } from './requestFileWatch.ts';
import type { RequestFileCommand, RequestFileWork } from './requestFileWork.ts';
import { saveOrder } from './saveRequestFile.ts';
import { sendRequest } from './sendRequest.ts';
import { requestFileUri } from './whichFile.ts';
import { type Called, requestOf } from './whichRequest.ts';

/** What else than sending can be done with a request whose placeholders are filled. */
export interface FilledUses {
  /**
   * Opens a form with this JSON in it.
   * @param isTyped whether something of it was typed for this form alone
   */
  inForm(operation: Operation, json: string, isTyped: boolean): void;
  /** Puts it on the clipboard. */
  asCode(operation: Operation, json: string): Promise<void>;
}

/** Said in the question before a call: more would push everything else out of it. */
const mostStrays = 3;

/** Saved requests in the workspace: sent, opened in a form, written. */
export class RequestFiles implements RequestFileWork, vscode.Disposable {
  private readonly services: RuntimeServices;
  private readonly show: ShowAnswer;
  private readonly uses: FilledUses;
  private watching: vscode.Disposable | null = null;
  private readonly key = new HeldKey();
  /** By file and place. */
  private readonly sends = new OneAtATime();

  readonly bodies: BodyEditors;

  constructor(services: RuntimeServices, show: ShowAnswer, bodies: BodyEditors, uses: FilledUses) {
    this.bodies = bodies;
    this.services = services;
    this.show = show;
    this.uses = uses;
  }

  schema(uri: vscode.Uri): string {
    const id = operationOfSchema(uri);
    const operations = this.services.operations();
    const own = operations.find((operation) => operation.id === id);
    const schema =
      own === undefined
        ? requestFileSchema(operations, say, readOnWords(this.services))
        : formBodySchema(own, say);
    return JSON.stringify(schema, null, 2);
  }

  lenses(document: vscode.TextDocument): vscode.CodeLens[] {
    return requestFileLenses(this.services.environments.current(), document);
  }

  actions(document: vscode.TextDocument, diagnostics: readonly vscode.Diagnostic[]): vscode.CodeAction[] {
    return requestFileActions(this.services, document, diagnostics);
  }

  watch(): void {
    this.watching ??= watchRequestFiles(this.services);
    readAhead(this.services);
  }

  isActive(): boolean {
    const uri = vscode.window.activeTextEditor?.document.uri;
    return uri !== undefined && isRequestFile(uri);
  }

  async run(command: RequestFileCommand, argument: unknown, more: unknown): Promise<unknown> {
    const called = { argument, more };
    switch (command) {
      case 'sendRequestFile':
        return this.send(called);
      case 'openRequestFileInForm':
        return this.openInForm(called);
      case 'copyRequestFileAs':
        return this.copyAs(called);
      case 'saveRequestFile':
        return saveOrder(this.services, argument);
    }
  }

  private async send(called: Called): Promise<PublicOutcome | undefined> {
    const uri = called.argument ?? vscode.window.activeTextEditor?.document.uri;
    if (uri instanceof vscode.Uri && isBody(uri)) {
      if (this.isHeld(called, uri.toString())) return undefined;
      await this.bodies.send(pageOfBody(uri));
      return undefined;
    }
    if (!vscode.workspace.isTrusted) {
      // By its name: the notification may be answered while another file is in front.
      await this.refuseUntrusted({ ...called, argument: requestFileUri(called.argument) });
      return undefined;
    }
    let given = this.sends.given();
    const request = await this.requestOf(called, () => {
      given = this.sends.given();
    });
    if (request === undefined) return undefined;
    const place = `${requestFileUri(called.argument)}#${request.body.offset}`;
    if (this.isHeld(called, place)) return undefined;
    if (this.sends.isTaken(place, given)) {
      vscode.window.setStatusBarMessage(vscode.l10n.t('This request is being sent already.'), 3000);
      return undefined;
    }
    return this.sends.run(place, () => this.fillAndSend(request));
  }

  /** A lens and other extensions name the file: only a key does not. */
  private isHeld({ argument }: Called, place: string): boolean {
    return argument === undefined && this.key.isHeld(place, this.services.now());
  }

  private async fillAndSend(request: SavedRequest): Promise<PublicOutcome | undefined> {
    const operation = this.services.operation(request.operation);
    const bodyWith = (inputs: ReadonlyMap<string, string>): string => {
      const resolved = resolveBody(request, operation, { inputs, env: environmentOf(process.env) });
      if (!resolved.ok) throw this.unset(vscode.l10n.t('{0} Nothing was sent.', say(resolved.why)));
      return resolved.body;
    };
    // What is not set is told before anything is typed.
    bodyWith(new Map());
    const inputs = await askInputs(operation, request, this.mayBill());
    if (inputs === undefined) return undefined;
    const body = bodyWith(inputs);
    const strays = strayPlaceholders(request).slice(0, mostStrays).map(noPlaceholder);
    const notes = [...strays, ...variableNotes(request, this.services.leavesFrom)];
    return sendRequest(this.services, this.show, { operation, body, notes });
  }

  private mayBill(): boolean {
    return mayBill(this.services.environments.current());
  }

  private async refuseUntrusted(called: Called): Promise<void> {
    const open = vscode.l10n.t('Open in form');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t(
        'Request files are not sent from an untrusted workspace. Open the request in a form instead.',
      ),
      open,
    );
    if (answer === open) await this.openInForm(called);
  }

  /** What is not answered stays empty, for the form is there to be filled. */
  private async openInForm(called: Called): Promise<void> {
    const request = await this.requestOf(called);
    if (request === undefined) return;
    const operation = this.services.operation(request.operation);
    const inputs = new Map<string, string>();
    await askInputs(operation, request, this.mayBill(), inputs);
    const resolved = resolveBody(request, operation, { inputs, env: trustedVariables() });
    if (!resolved.ok) throw this.unset(vscode.l10n.t('{0} Nothing was opened.', say(resolved.why)));
    this.uses.inForm(operation, resolved.body, inputs.size > 0);
  }

  /** Variables of this computer stay names: nobody is asked before code is on the clipboard, and may not want it to hold a secret. */
  private async copyAs(called: Called): Promise<void> {
    const request = await this.requestOf(called);
    if (request === undefined) return;
    const operation = this.services.operation(request.operation);
    const inputs = await askInputs(operation, request, this.mayBill());
    if (inputs === undefined) return;
    const resolved = resolveBody(request, operation, { inputs, env: null });
    if (resolved.ok) await this.uses.asCode(operation, resolved.body);
  }

  /** @param words which variables are not set */
  private unset(words: string): Error {
    return new Error(`${words} ${readOnWords(this.services)}`.trim());
  }

  private requestOf(called: Called, picked = (): void => undefined): Promise<SavedRequest | undefined> {
    return requestOf(called, (id) => this.services.operation(id), picked);
  }

  dispose(): void {
    this.watching?.dispose();
    this.bodies.dispose();
  }
}

/** Without trust no variable is read: its placeholder stays. */
function trustedVariables(): Sources['env'] {
  return vscode.workspace.isTrusted ? environmentOf(process.env) : null;
}

/** Whoever wrote the file chose what it reads here: it never leaves unseen. */
function variableNotes(request: SavedRequest, from: string): readonly Phrase[] {
  const names = variablesOf(request);
  return names.length === 0 ? [] : [{ text: 'Reads {0} from {1}.', args: [names.join(', '), from] }];
}
