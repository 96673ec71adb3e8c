import * as vscode from 'vscode';
import type { Services } from '../../base/services.ts';
import { registerBatchDocuments } from '../../batch/start/registerBatchDocuments.ts';
import { registerOrderDocuments } from '../../documents/start/registerOrderDocuments.ts';
import { registerDocumentation } from '../../help/both/documentationDocument.ts';
import { startKeyWatch } from '../../keyScan/start/startKeyWatch.ts';
import { registerObserved } from '../../observed/start/registerObserved.ts';
import { registerRequestFiles } from '../../requests/start/registerRequestFiles.ts';
import { registerReconcileDocuments } from '../../usage/both/reconcileDocument.ts';
import type { Features } from '../features.ts';

/** What VS Code has to know of the features before any of them loads: their documents, and the pages it brings back. */
export function registerFeatures(
  services: Services,
  features: () => Promise<Features>,
): readonly vscode.Disposable[] {
  const feature =
    <Name extends keyof Features>(name: Name) =>
    async (): Promise<Features[Name]> =>
      (await features())[name];
  return [
    registerOrderDocuments(feature('documents')),
    registerBatchDocuments(feature('batches')),
    startKeyWatch(services, feature('keyScan')),
    registerDocumentation(feature('help')),
    registerReconcileDocuments(feature('usage')),
    registerObserved(feature('observed')),
    registerRequestFiles(services, feature('requestFiles')),
    restoring('usage', feature('usage')),
    restoring('orders', feature('ordersPage')),
    restoring('batchReview', feature('batches')),
    restoring('page', feature('pages')),
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
