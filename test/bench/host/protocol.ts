/** What the bench asks of its bundle inside the extension host, over HTTP on loopback; types only. */
export interface Activation {
  /** Reading and running the extension's main file, without its `activate`. */
  readonly requireMs: number;
  /** `getExtension(id).activate()` from call to promise kept, require included. */
  readonly activateMs: number;
  /** What was put off until right after it, in one go. */
  readonly afterwardsMs: number;
  readonly heapAddedMiB: number;
  /** After 3 s. */
  readonly rssAddedMiB: number;
}

export interface Calls {
  /** Opening ledger and transport for the first time in this host. */
  readonly openMs: number;
  /** The first call of this host, from ledger.begin to settled. */
  readonly firstMs: number;
  readonly laterMs: readonly number[];
  /** The same request over plain undici with a kept-alive connection, body read as text. */
  readonly rawMs: readonly number[];
}

export interface Watched {
  /** Longest time the host's event loop did not turn. */
  readonly worstStallMs: number;
  readonly rssAddedMiB: number;
}

export interface Jobs {
  activate: { params: { readonly id: string }; result: Activation };
  calls: { params: { readonly later: number; readonly raw: number }; result: Calls };
  /** Opens the RC Details Advanced form. */
  openForm: { params: { readonly environment: string }; result: null };
  /** Sends the body over plain undici and reads the answer as text: what the wire alone takes. */
  rawLarge: { params: { readonly body: string }; result: { readonly ms: number } };
  /** Starts a quick lookup, or the same without us; ms since the epoch. */
  lookup: { params: { readonly kind: 'ours' | 'floor' }; result: { readonly startedAt: number } };
  /** Opens a request file and sends it, or does the same without us; ms since the epoch. */
  answer: {
    params: { readonly kind: 'ours' | 'floor'; readonly body: string };
    result: { readonly startedAt: number };
  };
  watch: { params: null; result: null };
  watched: { params: null; result: Watched };
  /** Ends `run()`, and with it the extension host. */
  end: { params: null; result: null };
}

export type JobName = keyof Jobs;
export type Handlers = { [J in JobName]: (params: Jobs[J]['params']) => Promise<Jobs[J]['result']> };
