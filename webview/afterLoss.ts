import type { BatchRequests } from '../src/protocol/batchRun.ts';
import type { RequestMap } from '../src/protocol/frames.ts';
import type { Requests } from '../src/protocol/messages.ts';
import type { OrdersRequests } from '../src/protocol/orders.ts';
import type { UsageRequests } from '../src/protocol/usage.ts';

/**
 * What a page does about a request whose reply is lost. `again`: it only reads, so it is asked again. `newest`: it tells the
 * host what stands in the page, which only the newest does. The others may have been done, and are never asked again: `sends`
 * where a call may have left, `done` for all else.
 */
export type AfterLoss = 'again' | 'newest' | 'sends' | 'done';

/** One for each request of a page; a forgotten one does not compile. `newest` is for what answers nothing. */
export type Losses<R extends RequestMap<R>> = {
  readonly [M in keyof R]: null extends R[M]['result'] ? AfterLoss : Exclude<AfterLoss, 'newest'>;
};

/** Of forms and orders. */
export const pageLosses: Losses<Requests> = {
  'page/ready': 'again',
  'draft/save': 'newest',
  'draft/check': 'again',
  'draft/copyAs': 'done',
  'draft/copyAgain': 'done',
  'draft/recent': 'done',
  'draft/onlyNew': 'done',
  'draft/startEmpty': 'again',
  'draft/saveAs': 'done',
  'draft/editJson': 'done',
  'call/submit': 'sends',
  'call/cancel': 'done',
  'notice/openOrder': 'done',
  'notice/changeBudget': 'done',
  'field/confirm': 'done',
  'environment/switch': 'done',
  'environment/setKey': 'done',
  'environment/editBaseUrl': 'done',
  'environment/editPrices': 'done',
  'answer/reveal': 'again',
  'answer/copyOrderId': 'done',
  'answer/openRaw': 'done',
  'answer/openLink': 'done',
  'answer/keepDocument': 'done',
  'answer/rows': 'again',
  'answer/lines': 'again',
  'answer/copy': 'done',
  'answer/saveTable': 'done',
  'order/sendAgain': 'done',
  'order/saveDocument': 'done',
  'support/write': 'done',
  'support/typed': 'newest',
  'support/leave': 'done',
  'support/keep': 'done',
  'support/remove': 'done',
  'order/act': 'done',
};

export const ordersLosses: Losses<OrdersRequests> = {
  'page/ready': 'again',
  'orders/choose': 'newest',
  'orders/find': 'done',
  'orders/rows': 'again',
  'orders/all': 'again',
  'orders/open': 'done',
  'orders/act': 'done',
  'orders/gone': 'again',
  'orders/columns': 'done',
};

export const usageLosses: Losses<UsageRequests> = {
  'page/ready': 'again',
  'usage/choose': 'newest',
  'usage/showOrders': 'done',
  'usage/exportCsv': 'done',
  'usage/reconcile': 'done',
};

export const batchLosses: Losses<BatchRequests> = {
  'page/ready': 'again',
  'review/operation': 'done',
  'review/header': 'done',
  'review/source': 'done',
  'review/show': 'newest',
  'review/chooseGroup': 'done',
  'review/chooseRow': 'done',
  'review/reveal': 'again',
  'review/correct': 'done',
  'review/undo': 'done',
  'review/results': 'done',
  'review/resultsFile': 'done',
  'review/otherFile': 'done',
  'review/openAtProblem': 'done',
  'review/openOrder': 'done',
  'review/setPrice': 'done',
  'review/switchEnvironment': 'done',
  'review/start': 'sends',
  'run/show': 'newest',
  'run/openOrder': 'done',
  'run/control': 'done',
  'run/resume': 'done',
  'run/again': 'done',
  'run/openResults': 'done',
  'run/writeResults': 'done',
};
