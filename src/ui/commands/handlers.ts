import * as vscode from 'vscode';
import type { OrderId } from '../../calls/ports/ids.ts';
import { type OperationId, operationIds } from '../../contract/operationIds.ts';
import { contextKeys, type LookUpName, lookUpName } from '../../contributions.ts';
import type { BatchCommand } from '../batch/batchWork.ts';
import { editRequestFields, resetRequestFields } from '../fields/editFields.ts';
import type { RequestFileCommand } from '../requests/requestFileWork.ts';
import type {
  HelpCommand,
  HistoryCommand,
  LookupCommand,
  Runtime,
  Services,
  SnippetCommand,
} from '../services.ts';
import type { FilterState } from '../trees/filterState.ts';
import type { OrdersTree } from '../trees/ordersTree.ts';
import type { UsageCommand } from '../usage/usageWork.ts';
import { addEnvironment } from './addEnvironment.ts';
import { readOperation } from './arguments.ts';
import { editPrices } from './editPrices.ts';
import { removeEnvironment, selectEnvironment, setApiKey } from './environmentCommands.ts';
import { chooseOrder, copyOrderId, copySandboxUrl, openRequestForm } from './orderCommands.ts';
import type { CommandHandlers, Handler } from './register.ts';
import { removeApiKey } from './removeKey.ts';

/** What every command does; a forgotten one does not compile. Loads when the first command is run. */
export function commandHandlers(
  services: Services,
  runtime: () => Promise<Runtime>,
  orders: OrdersTree,
  filter: FilterState,
): CommandHandlers {
  const withOrder = (title: string, act: (runtime: Runtime, id: OrderId) => Promise<void>): Handler => {
    return async (argument) => {
      const id = await chooseOrder(services, argument, title);
      if (id !== undefined) await act(await runtime(), id);
    };
  };
  /** Also ticks the walkthrough's step off: a row's click reaches VS Code under another name than the command's. */
  const reading = (title: string, show: (runtime: Runtime, id: OrderId) => Promise<void>): Handler =>
    withOrder(title, async (pages, id) => {
      await show(pages, id);
      await services.ticks.tick(contextKeys.answerRead);
    });
  const inHistory = (command: HistoryCommand): Handler => {
    return async (argument, selection) => (await runtime()).history(command, argument, selection);
  };
  const lookUp = (command: LookupCommand): Handler => {
    return async (argument) => (await runtime()).lookup(command, argument);
  };
  /** Straight to the input of one operation; other extensions may pass fields or a body. */
  const lookUpIn = (operation: OperationId): Handler => {
    return async (argument) => {
      // What is no object is handed on under a name that is refused, with what may be passed.
      const given = typeof argument === 'object' || argument === undefined ? argument : { argument };
      return (await runtime()).lookup('quickLookup', { ...given, operation });
    };
  };
  const lookUps = Object.fromEntries(
    operationIds.map((id) => [lookUpName(id), lookUpIn(id)] as const),
  ) as Record<LookUpName, Handler>;
  const asCode = (command: SnippetCommand): Handler => {
    return async (argument) => (await runtime()).copySnippet(command, argument);
  };
  const withFile = (command: RequestFileCommand): Handler => {
    return async (argument, more) => (await runtime()).requestFiles.run(command, argument, more);
  };
  const usage = (command: UsageCommand): Handler => {
    return async (argument) => (await runtime()).usage.run(command, argument);
  };
  const batch = (command: BatchCommand): Handler => {
    return async (argument) => (await runtime()).batches.run(command, argument);
  };
  const help = (command: HelpCommand): Handler => {
    return async () => (await runtime()).help(command);
  };
  return {
    quickLookup: async (argument) => {
      const row = readOperation(argument);
      const request = row.kind === 'given' ? { operation: row.value } : argument;
      return (await runtime()).lookup('quickLookup', request);
    },
    ...lookUps,
    // The editor's context menu hands over a resource, which is no input.
    lookUpSelection: async () => (await runtime()).lookup('lookUpSelection', undefined),
    lookUpClipboard: lookUp('lookUpClipboard'),
    repeatLastLookup: lookUp('repeatLastLookup'),
    openRequestForm: (argument, place) => openRequestForm(services, runtime, argument, place),
    getStarted: async () => {
      await vscode.commands.executeCommand('workbench.action.openWalkthrough', services.walkthrough, false);
      await services.ticks.tellEarlier();
    },
    editRequestFields: (argument) => editRequestFields(services, argument),
    importRequestFields: async (argument) => (await runtime()).importFields(argument),
    resetRequestFields: (argument) => resetRequestFields(services, argument),
    addEnvironment: () => addEnvironment(services),
    selectEnvironment: () => selectEnvironment(services),
    removeEnvironment: () => removeEnvironment(services),
    setApiKey: (environment) => setApiKey(services, environment),
    removeApiKey: () => removeApiKey(services),
    openOrder: reading(vscode.l10n.t('Open Order'), (pages, id) => pages.openOrder(id)),
    openOrderJson: reading(vscode.l10n.t('Open Answer as JSON'), (pages, id) => pages.openOrderJson(id)),
    editAnswerCopy: async () => (await runtime()).editAnswerCopy(),
    copyOrderId: (argument, selection) => copyOrderId(services, argument, selection),
    sendAgain: withOrder(vscode.l10n.t('Send Again as a New Form'), (pages, id) => pages.sendAgain(id)),
    filterOrders: inHistory('filterOrders'),
    clearOrderFilter: () => filter.set({}),
    findOrder: inHistory('findOrder'),
    compareOrders: inHistory('compareOrders'),
    compareOrdersSorted: inHistory('compareOrdersSorted'),
    compareOrdersRevealed: inHistory('compareOrdersRevealed'),
    copySupportQuote: inHistory('copySupportQuote'),
    noteOrder: inHistory('noteOrder'),
    recordOutcome: inHistory('recordOutcome'),
    followUpOrder: inHistory('followUpOrder'),
    addSupportText: inHistory('addSupportText'),
    openOrdersPage: async () => (await runtime()).ordersPages.open(),
    exportOrders: inHistory('exportOrders'),
    backUpOrders: inHistory('backUpOrders'),
    restoreOrders: inHistory('restoreOrders'),
    eraseOrder: inHistory('eraseOrder'),
    eraseOrdersBefore: inHistory('eraseOrdersBefore'),
    eraseInput: inHistory('eraseInput'),
    showOrders: usage('showOrders'),
    openUsage: usage('openUsage'),
    reconcile: usage('reconcile'),
    editPrices,
    refreshOrders: () => orders.refresh(),
    loadMoreOrders: (group) => orders.loadMore(group),
    sendRequestFile: withFile('sendRequestFile'),
    openRequestFileInForm: withFile('openRequestFileInForm'),
    saveRequestFile: withFile('saveRequestFile'),
    copyAs: asCode('copyAs'),
    copyAgain: async () => (await runtime()).copyAgain(),
    copyResponseHandler: asCode('copyResponseHandler'),
    copySandboxUrl: () => copySandboxUrl(services),
    runBatch: batch('runBatch'),
    runBatchOnFile: batch('runBatch'),
    resumeBatch: batch('resumeBatch'),
    rerunFailed: batch('rerunFailed'),
    openBatch: batch('openBatch'),
    eraseBatch: batch('eraseBatch'),
    controlBatch: batch('controlBatch'),
    openDocumentation: help('openDocumentation'),
    openPrivacy: help('openPrivacy'),
    openSecurity: help('openSecurity'),
    reportIssue: help('reportIssue'),
    copyDiagnostics: help('copyDiagnostics'),
    showLog: () => services.log.show(),
  };
}
