import { randomUUID } from 'node:crypto';
import { hostname, uptime } from 'node:os';
import * as vscode from 'vscode';
import type { BatchReader } from './calls/batch/reading.ts';
import type { DocumentFetcher } from './calls/ports/documentPorts.ts';
import type { Imports } from './calls/ports/importPorts.ts';
import type { Ledger, Transport } from './calls/ports/ports.ts';
import type { ShapeWriter } from './calls/ports/shapeExportPorts.ts';
import type { Snippets } from './calls/ports/snippetPorts.ts';
import { fileNames } from './ledger/fileNames.ts';
import { forgetInClear } from './ui/base/both/columnMemory.ts';
import { editorSession } from './ui/base/both/editorSession.ts';
import { networkSettings, settings } from './ui/base/both/settings.ts';
import type { RunningSandbox, Services } from './ui/base/services.ts';
import { EnvironmentState } from './ui/base/start/environmentState.ts';
import { FilterState } from './ui/base/start/filterState.ts';
import { KeyStore } from './ui/base/start/keyStore.ts';
import { type Once, once } from './ui/base/start/once.ts';
import { RequestFieldState } from './ui/base/start/requestFieldState.ts';
import { SealingKeyStore } from './ui/base/start/sealingKeys.ts';
import { Starting } from './ui/base/start/starting.ts';
import { Ticks } from './ui/base/start/ticks.ts';
import { tellUnfinished } from './ui/batch/both/unfinished.ts';
import type { CommandHandlers } from './ui/commands/start/register.ts';
import type { Features } from './ui/runtime/features.ts';
import { followFeatures } from './ui/runtime/start/followFeatures.ts';
import { showViews } from './ui/runtime/start/showViews.ts';
import { openAfterStart } from './ui/start/afterStart.ts';
import { watchEnvironmentReady } from './ui/start/environmentReady.ts';
import { watchFirstSteps } from './ui/start/firstSteps.ts';
import { lackedHere } from './ui/start/lackedHere.ts';
import { showCoolDownStatus } from './ui/start/status/coolDownStatus.ts';
import { UsedHere } from './ui/start/status/usedHere.ts';
import { tellSlow } from './ui/start/tellSlow.ts';
import { tendLedger } from './ui/start/tendLedger.ts';
import { FocusedRows } from './ui/start/trees/focusedRows.ts';
import { OrdersTree } from './ui/start/trees/ordersTree.ts';
import { tellNothingKept, watchKept, watchSettings } from './ui/start/whatExists.ts';

/** What this window holds from the start. */
interface WindowState {
  readonly log: vscode.LogOutputChannel;
  /** This window's run, from activation until it closes or reloads. */
  readonly session: string;
  readonly environments: EnvironmentState;
  readonly requestFields: RequestFieldState;
  readonly filter: FilterState;
  readonly ticks: Ticks;
  readonly used: UsedHere;
}

function stateOf(
  { workspaceState }: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  starting: Starting,
): WindowState {
  return {
    log,
    session: randomUUID(),
    environments: new EnvironmentState(workspaceState, starting),
    requestFields: new RequestFieldState(starting),
    filter: new FilterState(workspaceState),
    ticks: new Ticks(),
    used: new UsedHere(workspaceState, warning(log, 'used here')),
  };
}

type Warn = (error: unknown) => void;

function warning(log: vscode.LogOutputChannel, what: string): Warn {
  return (error) => {
    // What is no JSON is quoted in the message that says so, and may hold anything.
    if (error instanceof SyntaxError) log.warn(what, error.name);
    else log.warn(what, error instanceof Error ? error.message : '');
  };
}

async function openTheLedger(
  context: vscode.ExtensionContext,
  { log, session, requestFields, ticks }: WindowState,
  features: () => Promise<Features>,
): Promise<Ledger> {
  const { openLedger } = await import('./ledger/ledger.ts');
  const folder = context.globalStorageUri.fsPath;
  const opening = openLedger({
    folder,
    sealing: new SealingKeyStore(context.secrets, folder),
    window: editorSession(),
    now: Date.now,
    uptime: () => uptime() * 1000,
    machine: hostname(),
    newId: randomUUID,
    inputs: async () => (await features()).inputs,
    keepAadhaar: settings.keepAadhaar,
    notLearned: warning(log, 'learning'),
    damaged: (what) => log.warn('order history', what),
    schema: context.asAbsolutePath('dist/schema.js'),
  });
  const ledger = await tellSlow(opening);
  forgetInClear(context.globalState).catch(warning(log, 'columns of files'));
  context.subscriptions.push(
    await tendLedger(
      ledger,
      log,
      Date.now,
      () => requestFields.operations(),
      async (held) => (await features()).history.askKeepLess(held),
    ),
    watchFirstSteps(ledger, ticks, warning(log, 'walkthrough')),
    tellUnfinished(ledger, session, Date.now, warning(log, 'batches')),
    watchKept(ledger, warning(log, 'order history')),
  );
  return ledger;
}

interface Client {
  readonly transport: Transport & { close(): Promise<void> };
  readonly documents: DocumentFetcher;
}

async function openTheClient(version: string, warn: Warn): Promise<Client> {
  const { createDocumentFetcher, createTransport, systemProxies } = await import('./client/client.ts');
  // Not in every editor that runs extensions.
  const appRoot: unknown = vscode.env.appRoot;
  const system = systemProxies(typeof appRoot === 'string' ? appRoot : undefined, warn);
  const options = {
    version,
    settings: networkSettings,
    env: process.env,
    now: () => performance.now(),
    ...(system === undefined ? {} : { system }),
  };
  return { transport: createTransport(options), documents: createDocumentFetcher(options) };
}

/** So many windows of one folder, as a browser has them, come back each where it was. */
const usualPorts = 4;

/** Where it was before, so that code which was given its address finds it after a reload. */
async function startTheSandbox(
  operation: Services['operation'],
  memory: vscode.Memento,
  warn: Warn,
): Promise<RunningSandbox & { close(): Promise<void> }> {
  const { embeddedSandbox } = await import('./sandbox/embedded.ts');
  // Before there were several, one alone.
  const usual = [memory.get<number | number[]>('sandboxPort', [])].flat();
  const sandbox = await embeddedSandbox({ now: Date.now, newId: randomUUID, operation }, usual);
  if (!usual.includes(sandbox.port))
    memory.update('sandboxPort', [...usual, sandbox.port].slice(-usualPorts)).then(undefined, warn);
  return sandbox;
}

async function loadTheSnippets(): Promise<Snippets> {
  const { keyVariable, responseHandler, snippet, snippetLanguages } = await import('./snippets/snippets.ts');
  return { keyVariable, responseHandler, snippet, snippetLanguages };
}

async function loadTheShapeWriter(): Promise<ShapeWriter> {
  return (await import('./shapes/export/exports.ts')).shapeWriter;
}

async function loadTheImports(): Promise<Imports> {
  const { readCurl, readOpenApi } = await import('./imports/imports.ts');
  return { readCurl, readOpenApi };
}

async function loadTheBatchReader(): Promise<BatchReader> {
  return (await import('./tables/batch.ts')).batchReader;
}

/** Keys, and what is heavy: that loads and starts at its first use and is shared by everything in this window. */
interface Heavy {
  readonly keys: KeyStore;
  readonly ledger: Once<Ledger>;
  readonly client: Once<Client>;
  readonly sandbox: Once<RunningSandbox & { close(): Promise<void> }>;
}

/**
 * @param features of the runtime
 * @param attend told of the ledger once it is open
 */
function heavyParts(
  context: vscode.ExtensionContext,
  state: WindowState,
  features: () => Promise<Features>,
  attend: (ledger: Ledger) => void,
): Heavy {
  const { log, environments, requestFields } = state;
  const keys = new KeyStore(context.secrets, Date.now, async () => {
    const fetched = ledger.get().then((opened) => opened.keys.fetch());
    // A key is kept all the same: what is wrong with the history is said where it is used.
    await fetched.catch((error: unknown) => log.warn('the key of the orders', String(error)));
  });
  const ledger = once(async () => {
    const opened = await openTheLedger(context, state, features);
    const warn = warning(log, 'order history');
    context.subscriptions.push(showCoolDownStatus(opened, environments, keys, Date.now, warn));
    attend(opened);
    return opened;
  });
  const version = versionOf(context);
  return {
    keys,
    ledger,
    client: once(() => openTheClient(version, warning(log, 'proxies of the system'))),
    sandbox: once(() =>
      startTheSandbox((id) => requestFields.operation(id), context.workspaceState, warning(log, 'sandbox')),
    ),
  };
}

function versionOf({ extension }: vscode.ExtensionContext): string {
  return String(extension.packageJSON.version);
}

function servicesOf(context: vscode.ExtensionContext, state: WindowState, heavy: Heavy): Services {
  const { log, session, environments, requestFields, ticks } = state;
  // In a remote window this may run on either side; the key's address list sees the machine it runs on.
  const local =
    vscode.env.remoteName === undefined || context.extension.extensionKind === vscode.ExtensionKind.UI;
  return {
    extensionUri: context.extensionUri,
    ...{ environments, keys: heavy.keys, log, session, ticks, local },
    now: Date.now,
    newId: randomUUID,
    leavesFrom: local ? vscode.l10n.t('this computer') : vscode.l10n.t('{0} (remote)', hostname()),
    machine: hostname(),
    version: versionOf(context),
    id: context.extension.id,
    walkthrough: `${context.extension.id}#firstHour`,
    storageFolder: context.globalStorageUri.fsPath,
    operation: (id) => requestFields.operation(id),
    operations: () => requestFields.operations(),
    onDidChangeFields: requestFields.onDidChange,
    ledger: heavy.ledger.get,
    transport: async () => (await heavy.client.get()).transport,
    documentFetcher: async () => (await heavy.client.get()).documents,
    sandbox: heavy.sandbox.get,
    snippets: once(loadTheSnippets).get,
    imports: once(loadTheImports).get,
    batchReader: once(loadTheBatchReader).get,
    shapeWriter: once(loadTheShapeWriter).get,
    memory: context.globalState,
  };
}

/** Whoever asks for this uses the extension: nothing that starts by itself does. */
function markedBy<T>(used: UsedHere, get: () => Promise<T>): () => Promise<T> {
  return () => {
    used.mark();
    return get();
  };
}

/** What this extension has in a window of VS Code, once it is there. */
export interface OpenWindow {
  readonly services: Services;
  readonly orders: OrdersTree;
  features(): Promise<Features>;
  commands(): Promise<CommandHandlers>;
  /** Stops what was started, in order and once; a call that is out stays in the ledger and is found again. */
  close(): Promise<void>;
}

/** Shows the views and the status bar, and follows what they say; what it shows goes with the context's subscriptions. */
export function openWindow(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): OpenWindow {
  const starting = new Starting();
  try {
    return start(context, stateOf(context, log, starting));
  } finally {
    starting.end();
  }
}

function start(context: vscode.ExtensionContext, state: WindowState): OpenWindow {
  const { log, environments, requestFields, filter, used } = state;
  const lacked = lackedHere();
  if (lacked.length > 0) log.info(`This editor lacks, and the extension does without: ${lacked.join(', ')}`);
  const work = once(() => import('./runtime.ts'));
  const runtime = once(async () => (await work.get()).createRuntime(services, filter));
  const features = async (): Promise<Features> => (await runtime.get()).features;
  const heavy = heavyParts(context, state, features, (opened) => views.attend(opened));
  const services = servicesOf(context, state, heavy);
  const { keys, ledger, client, sandbox } = heavy;
  const orders = new OrdersTree(markedBy(used, ledger.get), Date.now, filter);
  const rows = new FocusedRows(Date.now);
  const commands = once(
    async (): Promise<CommandHandlers> =>
      (await work.get()).commandHandlers({ services, features, orders, rows, filter }),
  );
  const warn = warning(log, 'order history');
  const views = showViews({ services, environments, filter, orders, rows, used, features, warn });
  context.subscriptions.push(
    ...[environments, requestFields, keys, orders, filter, used],
    ...views.shown,
    openAfterStart(fileNames(context.globalStorageUri.fsPath).orders, ledger.get, tellNothingKept, warn),
    watchSettings(services, warn),
    watchEnvironmentReady(services),
    ...followFeatures(services, features),
  );
  return {
    ...{ services, orders, features },
    commands: markedBy(used, commands.get),
    close: once(async () => {
      // An answer that came is written before the ledger closes: it may have been paid for.
      await (await runtime.started())?.finish();
      await (await runtime.started())?.dispose();
      await (await client.started())?.transport.close();
      await (await sandbox.started())?.close();
      await (await ledger.started())?.close();
    }).get,
  };
}
