import { randomUUID } from 'node:crypto';
import { hostname, uptime } from 'node:os';
import * as vscode from 'vscode';
import type { BatchReader } from './calls/batch/reading.ts';
import type { DocumentFetcher } from './calls/ports/documentPorts.ts';
import type { Imports } from './calls/ports/importPorts.ts';
import type { InputReader } from './calls/ports/inputReader.ts';
import type { Ledger, Transport } from './calls/ports/ports.ts';
import type { Snippets } from './calls/ports/snippetPorts.ts';
import { viewIds } from './contributions.ts';
import { KeyStore } from './ui/adapters/keyStore.ts';
import { SealingKeyStore } from './ui/adapters/sealingKeys.ts';
import { networkSettings, settings } from './ui/adapters/settings.ts';
import { registerBatchDocuments } from './ui/batch/registerBatchDocuments.ts';
import { tellUnfinished } from './ui/batch/unfinished.ts';
import { forgetInClear } from './ui/columnMemory.ts';
import { type CommandHandlers, registerCommands } from './ui/commands/register.ts';
import { registerOrderDocuments } from './ui/documents/registerOrderDocuments.ts';
import { watchEnvironmentReady } from './ui/environmentReady.ts';
import { EnvironmentState } from './ui/environmentState.ts';
import { registerDocumentation } from './ui/help/documentationDocument.ts';
import { watchFirstSteps } from './ui/help/firstSteps.ts';
import { Ticks } from './ui/help/ticks.ts';
import { startKeyWatch } from './ui/keyScan/startKeyWatch.ts';
import { once } from './ui/once.ts';
import { RequestFieldState } from './ui/requestFieldState.ts';
import { registerRequestFiles } from './ui/requests/registerRequestFiles.ts';
import type { RunningSandbox, Runtime, Services } from './ui/services.ts';
import { showCoolDownStatus } from './ui/status/coolDownStatus.ts';
import { showEnvironmentStatus } from './ui/status/environmentStatus.ts';
import { tendLedger } from './ui/tendLedger.ts';
import { FilterState } from './ui/trees/filterState.ts';
import { OperationsTree } from './ui/trees/operationsTree.ts';
import { billingDecorations } from './ui/trees/orderRow.ts';
import { OrdersTree } from './ui/trees/ordersTree.ts';
import { showOrdersView } from './ui/trees/ordersView.ts';
import { SpendTree } from './ui/trees/spendTree.ts';
import { showSpendView } from './ui/trees/spendView.ts';
import { registerReconcileDocuments } from './ui/usage/reconcileDocument.ts';

async function openTheLedger(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  session: string,
  inputs: () => Promise<InputReader>,
  operations: Services['operations'],
  ticks: Ticks,
): Promise<Ledger> {
  const { openLedger } = await import('./ledger/ledger.ts');
  const folder = context.globalStorageUri.fsPath;
  const ledger = await openLedger({
    folder,
    sealing: new SealingKeyStore(context.secrets, folder),
    window: vscode.env.sessionId,
    now: Date.now,
    uptime: () => uptime() * 1000,
    machine: hostname(),
    newId: randomUUID,
    inputs,
    keepAadhaar: settings.keepAadhaar,
  });
  const warn = (what: string) => (error: unknown) =>
    log.warn(what, error instanceof Error ? error.message : '');
  forgetInClear(context.globalState).catch(warn('columns of files'));
  context.subscriptions.push(
    await tendLedger(ledger, log, Date.now, operations),
    watchFirstSteps(ledger, ticks, warn('walkthrough')),
    tellUnfinished(ledger, session, Date.now, warn('batches')),
  );
  return ledger;
}

interface Client {
  readonly transport: Transport & { close(): Promise<void> };
  readonly documents: DocumentFetcher;
}

async function openTheClient(version: string): Promise<Client> {
  const { createDocumentFetcher, createTransport } = await import('./client/client.ts');
  const options = { version, settings: networkSettings, env: process.env, now: () => performance.now() };
  return { transport: createTransport(options), documents: createDocumentFetcher(options) };
}

async function startTheSandbox(
  operation: Services['operation'],
): Promise<RunningSandbox & { close(): Promise<void> }> {
  const { embeddedSandbox } = await import('./sandbox/embedded.ts');
  return embeddedSandbox({ now: Date.now, newId: randomUUID, operation });
}

async function loadTheSnippets(): Promise<Snippets> {
  const { keyVariable, responseHandler, snippet, snippetLanguages } = await import('./snippets/snippets.ts');
  return { keyVariable, responseHandler, snippet, snippetLanguages };
}

async function loadTheImports(): Promise<Imports> {
  const { readCurl, readOpenApi } = await import('./imports/imports.ts');
  return { readCurl, readOpenApi };
}

async function loadTheBatchReader(): Promise<BatchReader> {
  return (await import('./tables/batch.ts')).batchReader;
}

/** Closers of what was started, run at deactivation; what never started has none. */
const closers: (() => Promise<void>)[] = [];

/** What the host suite works with; nothing is exported to other extensions. */
export interface TestHandle {
  readonly services: Services;
  readonly orders: OrdersTree;
  readonly subscriptions: readonly vscode.Disposable[];
  deactivate(): Promise<void>;
}

export function activate(context: vscode.ExtensionContext): TestHandle | undefined {
  const log = vscode.window.createOutputChannel('Verification API Explorer', { log: true });
  const environments = new EnvironmentState(context.workspaceState);
  const requestFields = new RequestFieldState();
  const keys = new KeyStore(context.secrets, Date.now, async () => {
    const fetched = ledger.get().then((opened) => opened.keys.fetch());
    // A key is kept all the same: what is wrong with the history is said where it is used.
    await fetched.catch((error: unknown) => log.warn('the key of the orders', String(error)));
  });
  // In a remote window this may run on either side; the key's address list sees the machine it runs on.
  const local =
    vscode.env.remoteName === undefined || context.extension.extensionKind === vscode.ExtensionKind.UI;
  const session = randomUUID();
  const warn = (error: unknown): void =>
    log.warn('order history', error instanceof Error ? error.message : '');
  const ticks = new Ticks();
  const ledger = once(async () => {
    const opened = await openTheLedger(
      context,
      log,
      session,
      async () => (await runtime.get()).inputs,
      () => requestFields.operations(),
      ticks,
    );
    context.subscriptions.push(showCoolDownStatus(opened, environments, keys, Date.now, warn));
    return opened;
  });
  const version = String(context.extension.packageJSON.version);
  const client = once(() => openTheClient(version));
  const sandbox = once(() => startTheSandbox((id) => requestFields.operation(id)));
  const services: Services = {
    extensionUri: context.extensionUri,
    environments,
    keys,
    log,
    now: Date.now,
    newId: randomUUID,
    session,
    leavesFrom: local ? vscode.l10n.t('this computer') : vscode.l10n.t('{0} (remote)', hostname()),
    machine: hostname(),
    version,
    walkthrough: `${context.extension.id}#firstHour`,
    ticks,
    local,
    storageFolder: context.globalStorageUri.fsPath,
    operation: (id) => requestFields.operation(id),
    operations: () => requestFields.operations(),
    onDidChangeFields: requestFields.onDidChange,
    ledger: ledger.get,
    transport: async () => (await client.get()).transport,
    documentFetcher: async () => (await client.get()).documents,
    sandbox: sandbox.get,
    snippets: once(loadTheSnippets).get,
    imports: once(loadTheImports).get,
    batchReader: once(loadTheBatchReader).get,
    memory: context.globalState,
  };
  const work = once(() => import('./runtime.ts'));
  const runtime = once(async (): Promise<Runtime> => (await work.get()).createRuntime(services, filter));
  const filter = new FilterState(context.workspaceState);
  const orders = new OrdersTree(ledger.get, Date.now, filter);
  const spend = new SpendTree(async () => (await runtime.get()).usage.spend(), Date.now);
  const commands = once(
    async (): Promise<CommandHandlers> =>
      (await work.get()).commandHandlers(services, runtime.get, orders, filter),
  );
  closers.push(
    // An answer that came is written before the ledger closes: it may have been paid for.
    async () => (await runtime.started())?.finish(),
    async () => (await runtime.started())?.dispose(),
    async () => (await client.started())?.transport.close(),
    async () => (await sandbox.started())?.close(),
    async () => (await ledger.started())?.close(),
  );
  context.subscriptions.push(
    log,
    environments,
    requestFields,
    keys,
    orders,
    filter,
    showOrdersView(orders, filter, ledger.get, Date.now, warn),
    spend,
    showSpendView({ tree: spend, environments, ledger: ledger.get, now: Date.now, warn }),
    vscode.window.registerTreeDataProvider(viewIds.operations, new OperationsTree()),
    vscode.window.registerFileDecorationProvider(billingDecorations),
    showEnvironmentStatus(environments),
    watchEnvironmentReady(services),
    registerCommands(commands.get),
    registerOrderDocuments(runtime.get),
    registerBatchDocuments(runtime),
    startKeyWatch(services, runtime.get),
    registerDocumentation(runtime.get),
    registerReconcileDocuments(runtime.get),
    registerRequestFiles(services, runtime.get),
    vscode.window.registerWebviewPanelSerializer('verificationExplorer.usage', {
      deserializeWebviewPanel: async (panel, state: unknown) =>
        (await runtime.get()).usage.restore(panel, state),
    }),
    vscode.window.registerWebviewPanelSerializer('verificationExplorer.orders', {
      deserializeWebviewPanel: async (panel, state: unknown) =>
        (await runtime.get()).ordersPages.restore(panel, state),
    }),
    vscode.window.registerWebviewPanelSerializer('verificationExplorer.batchReview', {
      deserializeWebviewPanel: async (panel, state: unknown) =>
        (await runtime.get()).batches.restore(panel, state),
    }),
    vscode.window.registerWebviewPanelSerializer('verificationExplorer.page', {
      deserializeWebviewPanel: async (panel, state: unknown) => (await runtime.get()).restore(panel, state),
    }),
  );
  if (context.extensionMode !== vscode.ExtensionMode.Test) return undefined;
  return { services, orders, subscriptions: context.subscriptions, deactivate };
}

/** Stops what was started, in order; a call that is out stays in the ledger and is found again. */
export async function deactivate(): Promise<void> {
  for (const close of closers.splice(0)) await close();
}
