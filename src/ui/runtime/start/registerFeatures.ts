import * as vscode from 'vscode';
import type { Services } from '../../base/services.ts';
import { registerOrderDocuments } from '../../documents/start/registerOrderDocuments.ts';
import { registerDocumentation } from '../../help/both/documentationDocument.ts';
import { registerObserved } from '../../observed/start/registerObserved.ts';
import { registerRequestDocuments } from '../../requests/start/registerRequestDocuments.ts';
import { registerReconcileDocuments } from '../../usage/both/reconcileDocument.ts';
import type { Features } from '../features.ts';

/**
 * What VS Code may ask of the features as soon as we are active, and before any of them loads: their documents, and the pages it
 * brings back. It looks for these once, and takes what is registered later for missing.
 */
export function registerFeatures(
  services: () => Promise<Services>,
  features: () => Promise<Features>,
): readonly vscode.Disposable[] {
  const feature =
    <Name extends keyof Features>(name: Name) =>
    async (): Promise<Features[Name]> =>
      (await features())[name];
  return [
    registerOrderDocuments(feature('documents')),
    registerDocumentation(feature('help')),
    registerReconcileDocuments(feature('usage')),
    registerObserved(feature('observed')),
    registerRequestDocuments(services, feature('requestFiles')),
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
