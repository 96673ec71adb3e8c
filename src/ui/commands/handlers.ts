import * as vscode from 'vscode';
import { isOfNothing, isOfPage } from '../asking/ofPage.ts';
import type { BatchCommand } from '../batch/batchWork.ts';
import { addEnvironment } from '../environments/addEnvironment.ts';
import { editPrices } from '../environments/editPrices.ts';
import { removeEnvironment, setApiKey } from '../environments/environmentCommands.ts';
import { setBudget, setPrice } from '../environments/moneyCommands.ts';
import { removeApiKey } from '../environments/removeKey.ts';
import { selectEnvironment } from '../environments/selectEnvironment.ts';
import { editRequestFields, resetRequestFields } from '../fields/editFields.ts';
import type { HelpCommand } from '../help/helpWork.ts';
import type { ObservedCommand } from '../observed/observedWork.ts';
import type { OnPage, PageWork } from '../panels/pageWork.ts';
import type { RequestFileCommand } from '../requests/requestFileWork.ts';
import type { SnippetCommand } from '../snippets/snippetWork.ts';
import type { UsageCommand } from '../usage/usageWork.ts';
import { type CommandParts, someHandlers } from './commandParts.ts';
import { historyHandlers } from './historyHandlers.ts';
import { lookupHandlers } from './lookupHandlers.ts';
import { copySandboxUrl, openRequestForm } from './orderCommands.ts';
import type { CommandHandlers, Handler } from './start/register.ts';

/** What every command does that needs more than the log; a forgotten one does not compile. Loads when the first command is run. */
export function commandHandlers(parts: CommandParts): CommandHandlers {
  return {
    ...lookupHandlers(parts),
    ...requestHandlers(parts),
    ...environmentHandlers(parts),
    ...historyHandlers(parts),
    ...observedHandlers(parts),
    ...usageHandlers(parts),
    ...batchHandlers(parts),
    ...helpHandlers(parts),
  };
}

function requestHandlers({ services, features }: CommandParts) {
  const asCode = (command: SnippetCommand): Handler => {
    return async (argument) => (await features()).snippets.run(command, argument);
  };
  const onActive = (act: OnPage): (() => Promise<void>) => {
    return async () => (await pages()).onActive(act);
  };
  /** From a page's own menus, and from the palette over a page, its request is meant, whatever else the command is for. */
  const orOnActive = (act: OnPage, elsewhere: Handler): Handler => {
    return async (argument, more) => {
      const isHere = isOfPage(argument) || (isOfNothing(argument) && (await pages()).isActive());
      await (isHere ? onActive(act)() : elsewhere(argument, more));
    };
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
    saveRequestFile: orOnActive('saveRequestFile', withFile('saveRequestFile')),
    copyAs: orOnActive('copyAs', async (argument, more) => {
      const isOfFile = isOfNothing(argument) && (await features()).requestFiles.isActive();
      await (isOfFile ? withFile('copyRequestFileAs') : asCode('copyAs'))(argument, more);
    }),
    copyAgain: onActive('copyAgain'),
    // One key for the tab in front, whose page knows what it sends.
    sendRequest: async () => {
      if (!(await features()).batches.startActive()) await (await pages()).onActive('send');
    },
    findInPage: () => vscode.commands.executeCommand('editor.action.webvieweditor.showFind'),
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
    setBudget: (environment, limit) => setBudget(services, environment, limit),
    setPrice: (operation, environment) => setPrice(services, operation, environment),
    editPrices,
    copySandboxUrl: () => copySandboxUrl(services),
  });
}

function observedHandlers({ features }: CommandParts) {
  const observed = (command: ObservedCommand): Handler => {
    return async (argument) => (await features()).observed.run(command, argument);
  };
  return someHandlers({
    openObserved: observed('openObserved'),
    compareObserved: observed('compareObserved'),
    exportObserved: observed('exportObserved'),
    learnFromHistory: observed('learnFromHistory'),
    forgetLearned: observed('forgetLearned'),
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

function batchHandlers({ features, rows }: CommandParts) {
  const batch = (command: BatchCommand): Handler => {
    return async (argument) => (await features()).batches.run(command, argument);
  };
  return someHandlers({
    runBatch: batch('runBatch'),
    runBatchOnFile: batch('runBatch'),
    resumeBatch: batch('resumeBatch'),
    rerunFailed: batch('rerunFailed'),
    writeResults: batch('writeResults'),
    openBatch: (argument) =>
      typeof argument === 'string' && rows.isOnlySelected(argument)
        ? undefined
        : batch('openBatch')(argument),
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
  });
}
