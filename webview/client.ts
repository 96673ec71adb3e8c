import type {
  EventMessage,
  Failure,
  PageState,
  RequestMap,
  Requests,
  ToHost,
  ToPage,
} from '../src/protocol/messages.ts';

/** What VS Code puts into a webview; may be acquired once in a page's life. */
export interface HostChannel {
  postMessage(message: ToHost): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare global {
  function acquireVsCodeApi(): HostChannel;
}

/** A request the host answered with a failure, or that can no longer be answered (`cancelled`). */
export class RequestFailed extends Error {
  readonly code: Failure['code'];

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'RequestFailed';
    this.code = failure.code;
  }
}

/** @template R the requests of the page */
export interface Client<R extends RequestMap<R> = Requests> {
  /** Settles always: with the result, with RequestFailed, or, after `dispose`, with RequestFailed `cancelled`. */
  request<M extends keyof R & string>(method: M, params: R[M]['params']): Promise<R[M]['result']>;
  /** Hand in what arrived in a `message` event; what is no message of ours is ignored. */
  receive(data: unknown): void;
  dispose(): void;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: RequestFailed): void;
}

/** One conversation with the host over `channel`; `onEvent` gets every event in the order of arrival. */
export function createClient<R extends RequestMap<R> = Requests, State = PageState>(
  channel: Pick<HostChannel, 'postMessage'>,
  onEvent: (message: EventMessage<State>) => void,
): Client<R> {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let disposed = false;

  const request = (method: string, params: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (disposed) return reject(closed());
      lastId += 1;
      const id = lastId;
      waiting.set(id, { resolve, reject });
      try {
        channel.postMessage({ kind: 'request', id, method, params });
      } catch (error) {
        waiting.delete(id);
        reject(new RequestFailed({ code: 'internal', message: String(error) }));
      }
    });

  return {
    // The id ties a result to its request, so the type of the method's result is right by construction.
    request: request as Client<R>['request'],
    receive(data) {
      if (!isToPage<State>(data)) return;
      if (data.kind === 'event') return onEvent(data);
      const asker = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.kind === 'result') asker?.resolve(data.result);
      else asker?.reject(new RequestFailed(data.failure));
    },
    dispose() {
      disposed = true;
      for (const asker of waiting.values()) asker.reject(closed());
      waiting.clear();
    },
  };
}

function closed(): RequestFailed {
  return new RequestFailed({ code: 'cancelled', message: 'The page is closed.' });
}

function isToPage<State>(data: unknown): data is ToPage<State> {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return false;
  return data.kind === 'event' || data.kind === 'result' || data.kind === 'failure';
}
