import * as vscode from 'vscode';
import type { BatchCommand } from '../batch/batchWork.ts';
import { addEnvironment } from '../environments/addEnvironment.ts';
import { editPrices } from '../environments/editPrices.ts';
import { removeEnvironment, selectEnvironment, setApiKey } from '../environments/environmentCommands.ts';
import { removeApiKey } from '../environments/removeKey.ts';
import { editRequestFields, resetRequestFields } from '../fields/editFields.ts';
import type { HelpCommand } from '../help/helpWork.ts';
import type { PageWork } from '../panels/pageWork.ts';
import type { RequestFileCommand } from '../requests/requestFileWork.ts';
import type { SnippetCommand } from '../snippets/snippetWork.ts';
import type { UsageCommand } from '../usage/usageWork.ts';
import { type CommandParts, someHandlers } from './commandParts.ts';
import { historyHandlers } from './historyHandlers.ts';
import { lookupHandlers } from './lookupHandlers.ts';
import { copySandboxUrl, openRequestForm } from './orderCommands.ts';
import type { CommandHandlers, Handler } from './start/register.ts';

/** What every command does; a forgotten one does not compile. Loads when the first command is run. */
export function commandHandlers(parts: CommandParts): CommandHandlers {
  return {
    ...lookupHandlers(parts),
    ...requestHandlers(parts),
    ...environmentHandlers(parts),
    ...historyHandlers(parts),
    ...usageHandlers(parts),
    ...batchHandlers(parts),
    ...helpHandlers(parts),
  };
}

function requestHandlers({ services, features }: CommandParts) {
  const asCode = (command: SnippetCommand): Handler => {
    return async (argument) => (await features()).snippets.run(command, argument);
  };
  const withFile = (command: RequestFileCommand): Handler => {
    return async (argument, more) => (await features()).requestFiles.run(command, argument, more);
  };
  const pages = async (): Promise<PageWork> => (await features()).pages;
  return someHandlers({
    openRequestForm: (argument, place) => openRequestForm(services, pages, argument, place),
    editRequestFields: (argument) => editRequestFields(services, argument),
    importRequestFields: async (argument) => (await features()).fields.importFields(argument),
    resetRequestFields: (argument) => resetRequestFields(services, argument),
    sendRequestFile: withFile('sendRequestFile'),
    openRequestFileInForm: withFile('openRequestFileInForm'),
    saveRequestFile: withFile('saveRequestFile'),
    copyAs: asCode('copyAs'),
    copyAgain: async () => (await pages()).copyAgain(),
    copyResponseHandler: asCode('copyResponseHandler'),
  });
}

function environmentHandlers({ services }: CommandParts) {
  return someHandlers({
    addEnvironment: () => addEnvironment(services),
    selectEnvironment: () => selectEnvironment(services),
    removeEnvironment: () => removeEnvironment(services),
    setApiKey: (environment) => setApiKey(services, environment),
    removeApiKey: () => removeApiKey(services),
    editPrices,
    copySandboxUrl: () => copySandboxUrl(services),
  });
}

function usageHandlers({ features }: CommandParts) {
  const usage = (command: UsageCommand): Handler => {
    return async (argument) => (await features()).usage.run(command, argument);
  };
  return someHandlers({
    showOrders: usage('showOrders'),
    openUsage: usage('openUsage'),
    reconcile: usage('reconcile'),
  });
}

function batchHandlers({ features }: CommandParts) {
  const batch = (command: BatchCommand): Handler => {
    return async (argument) => (await features()).batches.run(command, argument);
  };
  return someHandlers({
    runBatch: batch('runBatch'),
    runBatchOnFile: batch('runBatch'),
    resumeBatch: batch('resumeBatch'),
    rerunFailed: batch('rerunFailed'),
    openBatch: batch('openBatch'),
    eraseBatch: batch('eraseBatch'),
    controlBatch: batch('controlBatch'),
  });
}

function helpHandlers({ services, features }: CommandParts) {
  const help = (command: HelpCommand): Handler => {
    return async () => (await features()).help.run(command);
  };
  return someHandlers({
    getStarted: async () => {
      await vscode.commands.executeCommand('workbench.action.openWalkthrough', services.walkthrough, false);
      await services.ticks.tellEarlier();
    },
    openDocumentation: help('openDocumentation'),
    openPrivacy: help('openPrivacy'),
    openSecurity: help('openSecurity'),
    reportIssue: help('reportIssue'),
    copyDiagnostics: help('copyDiagnostics'),
    showLog: () => services.log.show(),
  });
}
