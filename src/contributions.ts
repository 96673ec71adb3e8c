/** Ids of everything package.json contributes; a test holds both sides together. */

export const commandIds = {
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
  refreshOrders: 'verificationExplorer.refreshOrders',
  loadMoreOrders: 'verificationExplorer.loadMoreOrders',
  copySandboxUrl: 'verificationExplorer.copySandboxUrl',
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
} as const;

export const contextKeys = {
  environmentReady: 'verificationExplorer.environmentReady',
  hasOrders: 'verificationExplorer.hasOrders',
} as const;
