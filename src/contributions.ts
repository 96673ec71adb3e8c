/** Ids of everything package.json contributes; a test holds both sides together. */

export const commandIds = {
  quickLookup: 'verificationExplorer.quickLookup',
  lookUpSelection: 'verificationExplorer.lookUpSelection',
  lookUpClipboard: 'verificationExplorer.lookUpClipboard',
  repeatLastLookup: 'verificationExplorer.repeatLastLookup',
  openRequestForm: 'verificationExplorer.openRequestForm',
  addEnvironment: 'verificationExplorer.addEnvironment',
  selectEnvironment: 'verificationExplorer.selectEnvironment',
  removeEnvironment: 'verificationExplorer.removeEnvironment',
  setApiKey: 'verificationExplorer.setApiKey',
  removeApiKey: 'verificationExplorer.removeApiKey',
  openOrder: 'verificationExplorer.openOrder',
  openOrderJson: 'verificationExplorer.openOrderJson',
  copyOrderId: 'verificationExplorer.copyOrderId',
  sendAgain: 'verificationExplorer.sendAgain',
  filterOrders: 'verificationExplorer.filterOrders',
  clearOrderFilter: 'verificationExplorer.clearOrderFilter',
  findOrder: 'verificationExplorer.findOrder',
  compareOrders: 'verificationExplorer.compareOrders',
  compareOrdersSorted: 'verificationExplorer.compareOrdersSorted',
  copySupportQuote: 'verificationExplorer.copySupportQuote',
  noteOrder: 'verificationExplorer.noteOrder',
  recordOutcome: 'verificationExplorer.recordOutcome',
  exportOrders: 'verificationExplorer.exportOrders',
  eraseOrder: 'verificationExplorer.eraseOrder',
  eraseOrdersBefore: 'verificationExplorer.eraseOrdersBefore',
  eraseInput: 'verificationExplorer.eraseInput',
  refreshOrders: 'verificationExplorer.refreshOrders',
  loadMoreOrders: 'verificationExplorer.loadMoreOrders',
  copyAs: 'verificationExplorer.copyAs',
  copyResponseHandler: 'verificationExplorer.copyResponseHandler',
  copySandboxUrl: 'verificationExplorer.copySandboxUrl',
  openDocumentation: 'verificationExplorer.openDocumentation',
  reportIssue: 'verificationExplorer.reportIssue',
  copyDiagnostics: 'verificationExplorer.copyDiagnostics',
  showLog: 'verificationExplorer.showLog',
} as const;

export const viewIds = {
  operations: 'verificationExplorer.operations',
  orders: 'verificationExplorer.orders',
} as const;

export const settingIds = {
  environments: 'verificationExplorer.environments',
  confirmLiveCalls: 'verificationExplorer.confirmLiveCalls',
  deadlineSeconds: 'verificationExplorer.deadlineSeconds',
  connectTimeoutSeconds: 'verificationExplorer.connectTimeoutSeconds',
  maxResponseMegabytes: 'verificationExplorer.maxResponseMegabytes',
  keep: 'verificationExplorer.keep',
  keepPayloadDays: 'verificationExplorer.keepPayloadDays',
  keepOrderDays: 'verificationExplorer.keepOrderDays',
  remindAfterHours: 'verificationExplorer.remindAfterHours',
  openLookupAnswer: 'verificationExplorer.openLookupAnswer',
} as const;

export const contextKeys = {
  environmentReady: 'verificationExplorer.environmentReady',
  hasOrders: 'verificationExplorer.hasOrders',
  orderFilter: 'verificationExplorer.orderFilter',
  nothingMatches: 'verificationExplorer.nothingMatches',
  sandboxTried: 'verificationExplorer.sandboxTried',
  answerRead: 'verificationExplorer.answerRead',
  magicTried: 'verificationExplorer.magicTried',
  liveReady: 'verificationExplorer.liveReady',
} as const;
