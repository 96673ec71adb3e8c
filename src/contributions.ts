/** Ids of everything package.json contributes; a test holds both sides together. */
import { type OperationId, operationIds } from './contract/operationIds.ts';

/** `rc-advanced` as `RcAdvanced` */
type Pascal<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Pascal<Rest>}`
  : Capitalize<Name>;

/** Of the command that looks something up with one operation. */
export type LookUpName<Id extends OperationId = OperationId> = `lookUp${Pascal<Id>}`;

export function lookUpName(id: OperationId): LookUpName {
  const pascal = id.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  // The type says of each id what the line above does to it; a test compares the names with those of package.json.
  return `lookUp${pascal}` as LookUpName;
}

const lookUpIds = Object.fromEntries(
  operationIds.map((id) => [lookUpName(id), `verificationExplorer.${lookUpName(id)}`] as const),
) as { readonly [Id in OperationId as LookUpName<Id>]: `verificationExplorer.${LookUpName<Id>}` };

export const commandIds = {
  quickLookup: 'verificationExplorer.quickLookup',
  lookUpAny: 'verificationExplorer.lookUpAny',
  ...lookUpIds,
  lookUpSelection: 'verificationExplorer.lookUpSelection',
  lookUpClipboard: 'verificationExplorer.lookUpClipboard',
  repeatLastLookup: 'verificationExplorer.repeatLastLookup',
  openRequestForm: 'verificationExplorer.openRequestForm',
  editRequestFields: 'verificationExplorer.editRequestFields',
  importRequestFields: 'verificationExplorer.importRequestFields',
  resetRequestFields: 'verificationExplorer.resetRequestFields',
  openObserved: 'verificationExplorer.openObserved',
  compareObserved: 'verificationExplorer.compareObserved',
  exportObserved: 'verificationExplorer.exportObserved',
  learnFromHistory: 'verificationExplorer.learnFromHistory',
  forgetLearned: 'verificationExplorer.forgetLearned',
  addEnvironment: 'verificationExplorer.addEnvironment',
  selectEnvironment: 'verificationExplorer.selectEnvironment',
  removeEnvironment: 'verificationExplorer.removeEnvironment',
  setBudget: 'verificationExplorer.setBudget',
  setPrice: 'verificationExplorer.setPrice',
  setApiKey: 'verificationExplorer.setApiKey',
  removeApiKey: 'verificationExplorer.removeApiKey',
  openOrder: 'verificationExplorer.openOrder',
  openOrderJson: 'verificationExplorer.openOrderJson',
  editAnswerCopy: 'verificationExplorer.editAnswerCopy',
  copyOrderId: 'verificationExplorer.copyOrderId',
  sendAgain: 'verificationExplorer.sendAgain',
  filterOrders: 'verificationExplorer.filterOrders',
  clearOrderFilter: 'verificationExplorer.clearOrderFilter',
  findOrder: 'verificationExplorer.findOrder',
  compareOrders: 'verificationExplorer.compareOrders',
  compareOrdersSorted: 'verificationExplorer.compareOrdersSorted',
  compareOrdersRevealed: 'verificationExplorer.compareOrdersRevealed',
  copySupportQuote: 'verificationExplorer.copySupportQuote',
  noteOrder: 'verificationExplorer.noteOrder',
  recordOutcome: 'verificationExplorer.recordOutcome',
  followUpOrder: 'verificationExplorer.followUpOrder',
  addSupportText: 'verificationExplorer.addSupportText',
  openOrdersPage: 'verificationExplorer.openOrdersPage',
  exportOrders: 'verificationExplorer.exportOrders',
  exportShownOrders: 'verificationExplorer.exportShownOrders',
  backUpOrders: 'verificationExplorer.backUpOrders',
  restoreOrders: 'verificationExplorer.restoreOrders',
  eraseOrder: 'verificationExplorer.eraseOrder',
  eraseOrdersBefore: 'verificationExplorer.eraseOrdersBefore',
  eraseInput: 'verificationExplorer.eraseInput',
  showOrders: 'verificationExplorer.showOrders',
  openUsage: 'verificationExplorer.openUsage',
  reconcile: 'verificationExplorer.reconcile',
  editPrices: 'verificationExplorer.editPrices',
  refreshOrders: 'verificationExplorer.refreshOrders',
  loadMoreOrders: 'verificationExplorer.loadMoreOrders',
  sendRequest: 'verificationExplorer.sendRequest',
  findInPage: 'verificationExplorer.findInPage',
  sendRequestFile: 'verificationExplorer.sendRequestFile',
  openRequestFileInForm: 'verificationExplorer.openRequestFileInForm',
  saveRequestFile: 'verificationExplorer.saveRequestFile',
  copyAs: 'verificationExplorer.copyAs',
  copyAgain: 'verificationExplorer.copyAgain',
  copyResponseHandler: 'verificationExplorer.copyResponseHandler',
  copySandboxUrl: 'verificationExplorer.copySandboxUrl',
  runBatch: 'verificationExplorer.runBatch',
  runBatchOnFile: 'verificationExplorer.runBatchOnFile',
  resumeBatch: 'verificationExplorer.resumeBatch',
  rerunFailed: 'verificationExplorer.rerunFailed',
  writeResults: 'verificationExplorer.writeResults',
  openBatch: 'verificationExplorer.openBatch',
  eraseBatch: 'verificationExplorer.eraseBatch',
  controlBatch: 'verificationExplorer.controlBatch',
  getStarted: 'verificationExplorer.getStarted',
  openDocumentation: 'verificationExplorer.openDocumentation',
  openPrivacy: 'verificationExplorer.openPrivacy',
  openSecurity: 'verificationExplorer.openSecurity',
  reportIssue: 'verificationExplorer.reportIssue',
  copyDiagnostics: 'verificationExplorer.copyDiagnostics',
  showLog: 'verificationExplorer.showLog',
} as const;

/**
 * Commands of the menus of rows. None stands in the title of a view as well: there VS Code hands over the row that had the focus
 * last, or undefined.
 */
export const rowCommands = [
  'openObserved',
  'compareObserved',
  'exportObserved',
  'forgetLearned',
  'copyAs',
  'copyResponseHandler',
  'openOrder',
  'openOrderJson',
  'compareOrders',
  'compareOrdersSorted',
  'compareOrdersRevealed',
  'recordOutcome',
  'followUpOrder',
  'addSupportText',
  'noteOrder',
  'copySupportQuote',
  'exportOrders',
  'eraseOrder',
  'eraseInput',
  'sendAgain',
  'copyOrderId',
  'editRequestFields',
  'resetRequestFields',
  'quickLookup',
  'openRequestForm',
  'saveRequestFile',
  'importRequestFields',
  'runBatch',
] as const satisfies readonly (keyof typeof commandIds)[];

export const viewIds = {
  operations: 'verificationExplorer.operations',
  orders: 'verificationExplorer.orders',
  spend: 'verificationExplorer.spend',
} as const;

export const settingIds = {
  environments: 'verificationExplorer.environments',
  confirmLiveCalls: 'verificationExplorer.confirmLiveCalls',
  rehearseGuard: 'verificationExplorer.rehearseGuard',
  deadlineSeconds: 'verificationExplorer.deadlineSeconds',
  connectTimeoutSeconds: 'verificationExplorer.connectTimeoutSeconds',
  maxResponseMegabytes: 'verificationExplorer.maxResponseMegabytes',
  keep: 'verificationExplorer.keep',
  keepAadhaar: 'verificationExplorer.keepAadhaar',
  keepPayloadDays: 'verificationExplorer.keepPayloadDays',
  keepOrderDays: 'verificationExplorer.keepOrderDays',
  remindAfterHours: 'verificationExplorer.remindAfterHours',
  openLookupAnswer: 'verificationExplorer.openLookupAnswer',
  lookupFields: 'verificationExplorer.lookupFields',
  requestFields: 'verificationExplorer.requestFields',
  batchEmailChunk: 'verificationExplorer.batchEmailChunk',
  batchStopAfterFailures: 'verificationExplorer.batchStopAfterFailures',
  batchConcurrency: 'verificationExplorer.batchConcurrency',
} as const;

export const contextKeys = {
  environmentReady: 'verificationExplorer.environmentReady',
  environmentLive: 'verificationExplorer.environmentLive',
  keyMissing: 'verificationExplorer.keyMissing',
  hasOrders: 'verificationExplorer.hasOrders',
  noOrders: 'verificationExplorer.noOrders',
  noCalls: 'verificationExplorer.noCalls',
  noOpenOrders: 'verificationExplorer.noOpenOrders',
  noBatches: 'verificationExplorer.noBatches',
  noEnvironments: 'verificationExplorer.noEnvironments',
  nothingLearned: 'verificationExplorer.nothingLearned',
  noOwnFields: 'verificationExplorer.noOwnFields',
  orderFilter: 'verificationExplorer.orderFilter',
  nothingMatches: 'verificationExplorer.nothingMatches',
  sandboxTried: 'verificationExplorer.sandboxTried',
  answerRead: 'verificationExplorer.answerRead',
  magicTried: 'verificationExplorer.magicTried',
  liveReady: 'verificationExplorer.liveReady',
  batchRunning: 'verificationExplorer.batchRunning',
} as const;
