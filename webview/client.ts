import type { Failure, LostMessage, Reply, RequestMap, ToHost } from '../src/protocol/frames.ts';
import type { DraftInput, EventMessage, PageState, Requests, ToPage } from '../src/protocol/messages.ts';
import type { AfterLoss, Losses } from './afterLoss.ts';
import { t } from './strings.ts';
import { isDraft, toldSince } from './toldDraft.ts';

/** What VS Code puts into a webview; may be acquired once in a page's life. */
export interface HostChannel {
  postMessage(message: ToHost): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare global {
  function acquireVsCodeApi(): HostChannel;
}

/** A request the host answered with a failure, that can no longer be answered (`cancelled`), or whose reply is `lost`: it may have been done. */
export class RequestFailed extends Error {
  readonly code: Failure['code'] | 'lost';

  constructor({ code, message }: { readonly code: RequestFailed['code']; readonly message: string }) {
    super(message);
    this.name = 'RequestFailed';
    this.code = code;
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

export interface ClientPorts<R extends RequestMap<R>> {
  /** Tells this life of the page from all others. */
  readonly life: string;
  readonly losses: Losses<R>;
  /** Runs `run` once after `ms`; the result takes it back. */
  later(run: () => void, ms: number): () => void;
  /** The host says nothing any more, or again. */
  unheard(isUnheard: boolean): void;
}

interface Waiting {
  readonly method: string;
  readonly params: unknown;
  /** Replies to it that were lost. */
  readonly losses: number;
  /** Its place among all that was asked for. */
  readonly turn: number;
  resolve(result: unknown): void;
  reject(error: RequestFailed): void;
}

/** How often the host is asked whether it works at what the page waits for. */
export const WAITING_MS = 5000;
/** Questions in a row that the host leaves without any answer until it counts as gone, as after a crash of the extension host. */
const MOST_UNANSWERED = 2;
/** Replies to one request that may be lost until it fails. */
const MOST_LOSSES = 3;

/** One conversation with the host over `channel`; `onEvent` gets every event in the order of arrival. */
export function createClient<R extends RequestMap<R> = Requests, State = PageState>(
  channel: Pick<HostChannel, 'postMessage'>,
  onEvent: (message: EventMessage<State>) => void,
  ports: ClientPorts<R>,
): Client<R> {
  const conversation = new Conversation(channel, ports);
  return {
    // The id ties a result to its request, so the type of the method's result is right by construction.
    request: ((method: string, params: unknown) => conversation.ask(method, params)) as Client<R>['request'],
    receive(data) {
      if (!isToPage<State>(data)) return;
      conversation.heard();
      if (data.kind === 'event') onEvent(data);
      else if (data.kind === 'lost') conversation.lost(data);
      else conversation.settle(data);
    },
    dispose: () => conversation.dispose(),
  };
}

/** What the page asked for and is owed a reply to, by id. */
class Conversation<R extends RequestMap<R>> {
  readonly #channel: Pick<HostChannel, 'postMessage'>;
  readonly #ports: ClientPorts<R>;
  readonly #waiting = new Map<string, Waiting>();
  /** The turn in which each method was asked for last. */
  readonly #newest = new Map<string, number>();
  /** The draft that was told last, by whatever request. */
  #draft: DraftInput | null = null;
  #ids = 0;
  #turns = 0;
  #unanswered = 0;
  #disposed = false;
  #stop: (() => void) | null = null;

  constructor(channel: Pick<HostChannel, 'postMessage'>, ports: ClientPorts<R>) {
    this.#channel = channel;
    this.#ports = ports;
  }

  ask(method: string, params: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#disposed) return reject(closed());
      this.#turns += 1;
      this.#newest.set(method, this.#turns);
      if (isDraft(params)) this.#draft = params;
      this.#post({ method, params, losses: 0, turn: this.#turns, resolve, reject });
    });
  }

  /** Under an id of its own each time: what is still said of an earlier one is not said of it. */
  #post(asked: Waiting): void {
    this.#ids += 1;
    const id = `${this.#ports.life}.${this.#ids}`;
    const { method, params } = asked;
    this.#waiting.set(id, asked);
    try {
      this.#channel.postMessage({ kind: 'request', id, method, params });
    } catch (error) {
      this.#waiting.delete(id);
      asked.reject(new RequestFailed({ code: 'internal', message: String(error) }));
    }
    this.#watch();
  }

  /** Asks after what is open, for as long as anything is. */
  #watch(): void {
    if (this.#waiting.size === 0) return;
    this.#stop ??= this.#ports.later(() => {
      this.#stop = null;
      if (this.#waiting.size > 0) {
        if (this.#unanswered === MOST_UNANSWERED) this.#ports.unheard(true);
        this.#unanswered += 1;
        this.#channel.postMessage({ kind: 'waiting', ids: [...this.#waiting.keys()] });
      }
      this.#watch();
    }, WAITING_MS);
  }

  /** The host is there: it may have been held up. */
  heard(): void {
    if (this.#unanswered > MOST_UNANSWERED) this.#ports.unheard(false);
    this.#unanswered = 0;
  }

  settle(reply: Reply): void {
    const asker = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.kind === 'result') asker?.resolve(reply.result);
    else asker?.reject(new RequestFailed(reply.failure));
  }

  lost({ ids }: LostMessage): void {
    for (const id of ids) {
      const asked = this.#waiting.get(id);
      if (asked === undefined) continue;
      this.#waiting.delete(id);
      this.#mend(asked);
    }
  }

  #mend(asked: Waiting): void {
    const losses: Readonly<Record<string, AfterLoss>> = this.#ports.losses;
    const after = losses[asked.method];
    const isAgain = after === 'again' || after === 'newest';
    if (!isAgain) asked.reject(lostFor(after === 'sends'));
    // What stands in the page was told after it, or is being told.
    else if (after === 'newest' && this.#newest.get(asked.method) !== asked.turn) asked.resolve(null);
    else if (asked.losses + 1 >= MOST_LOSSES) asked.reject(lostTooOften());
    else {
      const isSaved = after === 'newest' && isDraft(asked.params);
      const params = isSaved ? toldSince(asked.params, this.#draft) : asked.params;
      this.#post({ ...asked, params, losses: asked.losses + 1 });
    }
  }

  dispose(): void {
    this.#disposed = true;
    this.#stop?.();
    for (const asker of this.#waiting.values()) asker.reject(closed());
    this.#waiting.clear();
  }
}

function closed(): RequestFailed {
  return new RequestFailed({ code: 'cancelled', message: 'The page is closed.' });
}

function lostTooOften(): RequestFailed {
  return new RequestFailed({
    code: 'internal',
    message: t('VS Code does not reply to this page. Close the tab and open it again.'),
  });
}

function lostFor(isSending: boolean): RequestFailed {
  const message = isSending
    ? t('The reply to this was lost: Order History shows whether a call left.')
    : t('The reply was lost: check whether this was done before you try again.');
  return new RequestFailed({ code: 'lost', message });
}

function isToPage<State>(data: unknown): data is ToPage<State> {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return false;
  return ['event', 'result', 'failure', 'lost'].includes(String(data.kind));
}
