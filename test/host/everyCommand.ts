import * as vscode from 'vscode';
import { commandIds } from '../../src/contributions.ts';
import { person } from './aPerson.ts';
import { extensionId } from './extension.ts';

/** What a command came to; a hang is told apart from a sentence. */
export interface Ran {
  readonly command: string;
  readonly said: string | null;
  readonly ms: number;
}

/** What has not ended by then hangs, on a machine that does much else as well. */
const longestMs = 25_000;

/** Runs one until it ends or hangs. */
export async function run(command: string, ...args: readonly unknown[]): Promise<Ran> {
  const started = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`HANGS: ${command}`)), longestMs);
  });
  const ended = (said: string | null): Ran => ({
    command,
    said,
    ms: Math.round(performance.now() - started),
  });
  try {
    await Promise.race([vscode.commands.executeCommand(command, ...args), late]);
    return ended(null);
  } catch (error) {
    return ended(error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(timer);
  }
}

/** A fault of the program, or nothing at all; what a person is told is neither. */
export function isNoSentence({ said }: Ran): boolean {
  if (said === null) return false;
  return (
    /^HANGS|TypeError|ReferenceError|undefined|is not a function|\[object|Cannot read/.test(said) ||
    !/^[\p{L}\d].*[.!?…:]$/su.test(said.trim())
  );
}

/** What the manifest says can be called: a new command is met here without anybody thinking of it. */
export function everyCommand(): readonly string[] {
  const manifest: { readonly contributes?: { readonly commands?: readonly { readonly command: string }[] } } =
    vscode.extensions.getExtension(extensionId)?.packageJSON ?? {};
  return (manifest.contributes?.commands ?? []).map(({ command }) => command);
}

const id = commandIds;

/** Commands that do not run among the others, each with the reason. */
export const apart: ReadonlyMap<string, string> = new Map([
  [id.eraseInput, 'it is what is tested: it runs at the end, once for each input'],
  [id.eraseOrder, 'called without an order it takes one that others need: it gets one made for it'],
  [id.eraseOrdersBefore, 'it takes what it finds: it runs last, for a day before there was anything'],
  [id.eraseBatch, 'it takes what the erasure of an input shall find: it gets a batch made for it'],
  [id.removeApiKey, 'nothing leaves for a live environment afterwards: it runs once all has left'],
  [id.removeEnvironment, 'likewise; and it runs until all that was added is removed'],
  [id.editRequestFields, 'with other fields the requests are other inputs: it runs once all has left'],
  [id.importRequestFields, 'likewise'],
  [id.resetRequestFields, 'likewise; it takes back what those two wrote'],
  [id.runBatchOnFile, 'it is the same function as Run Batch, and takes a file: it gets one'],
]);

/** Files that commands are called on. */
export interface OnFiles {
  readonly notes: vscode.Uri;
  readonly rows: vscode.Uri;
  readonly requests: vscode.Uri;
}

async function show(uri: vscode.Uri, selected: string): Promise<void> {
  const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
  const at = Math.max(0, editor.document.getText().indexOf(selected));
  const [from, to] = [at, at + selected.length].map((one) => editor.document.positionAt(one));
  if (from !== undefined && to !== undefined) editor.selection = new vscode.Selection(from, to);
}

/** Orders that commands are called on. */
export interface OnOrders {
  readonly settled: string;
  /** One that the service left open: only such a one takes an outcome or a day. */
  readonly open: string;
}

/** What stands on the screen or on the clipboard before a command is called; nothing = whatever does. */
async function prepare(command: string, { settled }: OnOrders, files: OnFiles): Promise<void> {
  const clipboard =
    command === id.lookUpClipboard
      ? person.pan
      : JSON.stringify({ owner: person.name, pan: person.pan, mail: person.mail });
  await vscode.env.clipboard.writeText(clipboard);
  if (command === id.lookUpSelection) await show(files.notes, person.plate);
  if (command === id.sendRequestFile || command === id.openRequestFileInForm)
    await show(files.requests, '"operation"');
  if (command === id.editAnswerCopy) await vscode.commands.executeCommand(id.openOrderJson, settled);
  if (command === id.copyAgain) await vscode.commands.executeCommand(id.openOrder, settled);
}

/** What takes no argument is called once. */
const alone: ReadonlySet<string> = new Set([
  ...[id.addEnvironment, id.selectEnvironment, id.setApiKey, id.filterOrders, id.clearOrderFilter],
  ...[id.findOrder, id.openOrdersPage, id.backUpOrders, id.restoreOrders, id.refreshOrders],
  ...[id.copyAgain, id.copyResponseHandler, id.copySandboxUrl, id.getStarted, id.openDocumentation],
  ...[id.openPrivacy, id.openSecurity, id.reportIssue, id.copyDiagnostics, id.showLog, id.editPrices],
  ...[id.lookUpSelection, id.lookUpClipboard, id.repeatLastLookup, id.openUsage, id.reconcile],
  ...[id.editAnswerCopy, id.rerunFailed, id.openBatch, id.writeResults, id.controlBatch],
]);

/** With nothing, and with what a row of a view or a lens hands over. */
function argumentsOf(
  command: string,
  { settled, open }: OnOrders,
  files: OnFiles,
): readonly (readonly unknown[])[] {
  if (alone.has(command)) return [[]];
  switch (command) {
    case id.recordOutcome:
    case id.followUpOrder:
      return [[], [open]];
    case id.runBatch:
      return [[], [files.rows]];
    case id.openRequestForm:
    case id.quickLookup:
      return [[], ['credit-report'], [settled]];
    case id.sendRequestFile:
    case id.openRequestFileInForm:
      return [[], [files.requests, 2]];
    case id.exportOrders:
      // Each time in another format.
      return [[], [settled], [settled], [settled]];
    default:
      return [[], [settled]];
  }
}

/** Calls a command in every way that makes sense. */
export async function callEveryWay(
  command: string,
  orders: OnOrders,
  files: OnFiles,
): Promise<readonly Ran[]> {
  const ran: Ran[] = [];
  for (const args of argumentsOf(command, orders, files)) {
    await prepare(command, orders, files);
    ran.push(await run(command, ...args));
  }
  return ran;
}
