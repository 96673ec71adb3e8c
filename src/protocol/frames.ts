/** What every kind of page and the host say to each other around a page's own requests; types only. */

export interface Failure {
  readonly code: 'invalid' | 'cancelled' | 'internal';
  readonly message: string;
}

export interface RequestMessage {
  readonly kind: 'request';
  /** Of no other request, in this life of the page or an earlier one: a reply that comes late is nobody else's. */
  readonly id: string;
  /** One of the page's own requests. */
  readonly method: string;
  readonly params: unknown;
}
/** Sent again and again while replies are owed to the page; the host answers each with a LostMessage. */
export interface WaitingMessage {
  readonly kind: 'waiting';
  readonly ids: readonly string[];
}
export type ToHost = RequestMessage | WaitingMessage;

/** Exactly one to each request. */
export type Reply =
  | { readonly kind: 'result'; readonly id: string; readonly result: unknown }
  | { readonly kind: 'failure'; readonly id: string; readonly failure: Failure };
/** Of those waited for, the ones that nobody works at: their replies went out before this, or they never came in. None: all are. */
export interface LostMessage {
  readonly kind: 'lost';
  readonly ids: readonly string[];
}
/** Beside the conversation: a dialog is closed and the page has the focus again; it knows which of its elements had it. */
export interface FocusMessage {
  readonly kind: 'focus';
}
/** Beside the conversation: the command that sends was run, by its key or by anything else. */
export interface SendMessage {
  readonly kind: 'send';
}
/** The requests of some page by method. */
export type RequestMap<R> = { readonly [M in keyof R]: { params: unknown; result: unknown } };
/** One handler per request: a forgotten one does not compile. */
export type HandlersOf<R extends RequestMap<R>> = {
  [M in keyof R]: (params: R[M]['params']) => Promise<R[M]['result']>;
};
