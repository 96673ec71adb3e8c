import * as vscode from 'vscode';
import type { Services } from '../../base/services.ts';
import { registerBatchDocuments } from '../../batch/start/registerBatchDocuments.ts';
import { registerOrderDocuments } from '../../documents/start/registerOrderDocuments.ts';
import { registerDocumentation } from '../../help/both/documentationDocument.ts';
import { startKeyWatch } from '../../keyScan/start/startKeyWatch.ts';
import { registerRequestFiles } from '../../requests/start/registerRequestFiles.ts';
import { registerReconcileDocuments } from '../../usage/both/reconcileDocument.ts';
import type { Features } from '../features.ts';

/** What VS Code has to know of the features before any of them loads: their documents, and the pages it brings back. */
export function registerFeatures(
  services: Services,
  features: () => Promise<Features>,
): readonly vscode.Disposable[] {
  return [
    registerOrderDocuments(async () => (await features()).documents),
    registerBatchDocuments(async () => (await features()).batches),
    startKeyWatch(services, async () => (await features()).keyScan),
    registerDocumentation(async () => (await features()).help),
    registerReconcileDocuments(async () => (await features()).usage),
    registerRequestFiles(services, async () => (await features()).requestFiles),
    restoring('usage', async () => (await features()).usage),
    restoring('orders', async () => (await features()).ordersPage),
    restoring('batchReview', async () => (await features()).batches),
    restoring('page', async () => (await features()).pages),
  ];
}

/** @param page the kind of page, as its panels are named */
function restoring(
  page: 'usage' | 'orders' | 'batchReview' | 'page',
  feature: () => Promise<Pick<Features['pages'], 'restore'>>,
): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(`verificationExplorer.${page}`, {
    deserializeWebviewPanel: async (panel, state: unknown) => (await feature()).restore(panel, state),
  });
}
