import type { Dispatcher } from 'undici';
import type { AnswerHead, CallRequest, Exchange, Timing } from '../calls/ports/ports.ts';
import type { Phrase } from '../contract/words.ts';
import { type BodyReader, bodyReader } from './body.ts';
import { connectionFault, type Fault, readError } from './failures.ts';
import type { ProxyChoice } from './proxy.ts';
import type { ReadyRequest } from './request.ts';
import type { Route } from './route.ts';

/** Node's longest timer. */
const longestTimer = 2 ** 31 - 1;

/** Everything one attempt needs. */
export interface AttemptInput {
  readonly request: CallRequest;
  readonly ready: ReadyRequest;
  readonly route: Route;
  readonly proxy: ProxyChoice;
  readonly cancel: AbortSignal;
  /** Monotonic ms. */
  readonly now: () => number;
  /** By `now`. */
  readonly startedAt: number;
}

/** Sends once and resolves once, whatever happens; never rejects. */
export function attempt(input: AttemptInput): Promise<Exchange> {
  return new Promise((resolve) => new Attempt(input, resolve).run());
}

/** A failure before there was anything to send with. */
export function notSentExchange(problem: Fault, totalMs: number): Exchange {
  return {
    kind: 'failed',
    sent: 'no',
    ...problem,
    head: null,
    partialBody: null,
    timing: { connectedMs: null, firstByteMs: null, totalMs },
  };
}

/**
 * One call as undici drives it. `#started` is the marker that decides between "not sent" and "may have been sent":
 * undici calls onRequestStart just before it writes the first byte, and writes nothing when that aborts.
 */
class Attempt implements Dispatcher.DispatchHandler {
  readonly #input: AttemptInput;
  readonly #resolve: (exchange: Exchange) => void;
  readonly #timers: NodeJS.Timeout[] = [];
  #started = false;
  /** The failure is known; what came of the body is still being read. */
  #failed = false;
  #settled = false;
  #head: AnswerHead | null = null;
  #body: BodyReader | null = null;
  #wireBytes = 0;
  #connectedMs: number | null = null;
  #firstByteMs: number | null = null;

  constructor(input: AttemptInput, resolve: (exchange: Exchange) => void) {
    this.#input = input;
    this.#resolve = resolve;
  }

  run(): void {
    const { request, ready, route, cancel } = this.#input;
    if (cancel.aborted) {
      this.#cancelled();
      return;
    }
    cancel.addEventListener('abort', this.#cancelled, { once: true });
    this.#after(request.deadlineMs, () => this.#overdue());
    this.#after(request.connectTimeoutMs, () => {
      if (!this.#started) this.#unconnected();
    });
    const { url, headers, body } = ready;
    const path = url.pathname + url.search;
    try {
      route.dispatcher.dispatch(
        { origin: url.origin, path, method: 'POST', headers, body, reset: true },
        this,
      );
    } catch (error) {
      this.onResponseError(null, error);
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Settled: somebody was told that nothing was sent. Started: once is all there is.
    if (this.#settled || this.#started) {
      controller.abort(new Error('already settled'));
      return;
    }
    this.#started = true;
    this.#connectedMs = this.#elapsed();
  }

  onResponseStarted(): void {
    this.#firstByteMs ??= this.#elapsed();
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    _headers: unknown,
    statusText = '',
  ): void {
    if (this.#settled || status < 200) return;
    const headers = pairs(controller.rawHeaders);
    this.#head = { status, statusText, headers };
    const coding = headers.filter(([name]) => name.toLowerCase() === 'content-encoding');
    const limit = this.#input.request.maxResponseBytes;
    this.#body = bodyReader(coding.map(([, value]) => value).join(','), limit, {
      whole: (body, oddities) => this.#answered(body, oddities),
      tooLarge: () => this.#tooLarge(),
      broken: (code, cause) => this.#broken(code, cause),
    });
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    this.#wireBytes += chunk.length;
    this.#body?.write(chunk);
  }

  onResponseEnd(): void {
    if (this.#settled || this.#failed) return;
    // An answer without a length ends with its connection, but not by a reset.
    const broke = this.#input.route.broke();
    if (broke === null) this.#body?.end();
    else this.#fail(this.#read(broke));
  }

  onResponseError(_controller: unknown, error: unknown): void {
    if (this.#settled) return;
    // What broke the connection first says most: undici may tell that it ended, which is what came of it.
    this.#fail(this.#read((this.#started ? this.#input.route.broke() : null) ?? error));
  }

  #read(error: unknown): Fault {
    const { ready, proxy } = this.#input;
    return readError(error, {
      url: ready.url,
      proxy,
      started: this.#started,
      answering: this.#head !== null,
    });
  }

  get #host(): string {
    return this.#input.ready.url.host;
  }

  #elapsed(): number {
    return Math.round(this.#input.now() - this.#input.startedAt);
  }

  /** After the wait, what has already arrived is read first: a computer that slept wakes with the answer at its door. */
  #after(ms: number, act: () => void): void {
    const wait = Math.min(ms, longestTimer);
    this.#timers.push(
      setTimeout(() => {
        setImmediate(() => {
          if (!this.#settled) act();
        });
      }, wait),
    );
  }

  readonly #cancelled = (): void => {
    this.#fail(
      this.#started
        ? connectionFault(
            'cancelled',
            'cancelled',
            'Cancelled while {0} was working. The call may have been billed: check before you send again.',
            this.#host,
          )
        : connectionFault('cancelled', 'cancelled', 'Cancelled before anything was sent to {0}.', this.#host),
    );
  };

  #overdue(): void {
    const seconds = this.#input.request.deadlineMs / 1000;
    const text = !this.#started
      ? 'There was no connection to {0} within the deadline of {1} s. Nothing was sent. Check the network, or allow more time in the settings.'
      : this.#head === null
        ? '{0} did not answer within {1} s. The call may have been billed: check before you send again.'
        : 'The answer of {0} was not complete within {1} s. It may have been billed: check before you send again.';
    this.#fail(connectionFault('deadline', 'deadline', text, this.#host, seconds));
  }

  #unconnected(): void {
    const seconds = this.#input.request.connectTimeoutMs / 1000;
    const { proxy } = this.#input;
    this.#fail(
      proxy.kind === 'proxy'
        ? connectionFault(
            'connect-timeout',
            'connect-timeout',
            'There was no connection to {0} through the proxy {2} (from {3}) within {1} s. Nothing was sent. Check the proxy, or allow more time in the settings.',
            this.#host,
            seconds,
            proxy.host,
            proxy.from,
          )
        : connectionFault(
            'connect-timeout',
            'connect-timeout',
            'There was no connection to {0} within {1} s. Nothing was sent. Check the base URL and the network, or set http.proxy if this network needs one.',
            this.#host,
            seconds,
          ),
    );
  }

  #tooLarge(): void {
    const megabytes = Number((this.#input.request.maxResponseBytes / 1_000_000).toPrecision(3));
    this.#fail(
      connectionFault(
        'too-large',
        'too-large',
        'The answer of {0} is larger than the limit of {1} MB; its beginning is kept. It may have been billed. Raise the limit in the settings before the next call.',
        this.#host,
        megabytes,
      ),
    );
  }

  #broken(code: 'truncated' | 'encoding', cause: string): void {
    const text =
      code === 'truncated'
        ? 'The answer of {0} broke off before it was complete. It may have been billed: check before you send again.'
        : 'The answer of {0} is not compressed as stated and could not be read. It may have been billed: check before you send again.';
    this.#fail(connectionFault(code, cause, text, this.#host));
  }

  #answered(body: Buffer, oddities: readonly Phrase[]): void {
    if (this.#settled || this.#head === null) return;
    this.#settle({
      kind: 'answered',
      head: this.#head,
      body,
      wireBytes: this.#wireBytes,
      timing: this.#timing(),
      ...(oddities.length === 0 ? {} : { oddities }),
    });
  }

  #fail(problem: Fault): void {
    if (this.#settled || this.#failed) return;
    this.#failed = true;
    const sent = this.#started ? 'maybe' : 'no';
    const known = { kind: 'failed', sent, ...problem, head: this.#head, timing: this.#timing() } as const;
    const body = this.#body;
    if (body === null) this.#settle({ ...known, partialBody: null });
    else body.cut(() => this.#settle({ ...known, partialBody: body.partial() }));
  }

  #timing(): Timing {
    return {
      connectedMs: this.#connectedMs,
      firstByteMs: this.#firstByteMs,
      totalMs: this.#elapsed(),
    };
  }

  #settle(exchange: Exchange): void {
    this.#settled = true;
    // First: whatever fails in cleaning up, an answer that came is told.
    this.#resolve(exchange);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#input.cancel.removeEventListener('abort', this.#cancelled);
    this.#body?.stop();
    if (!this.#started) this.#input.route.cut();
    // Not from within undici's own callbacks, where its parser may be running.
    setImmediate(() => this.#input.route.dispose());
  }
}

/** Names and values as they came, by undici's flat list. */
function pairs(raw: Dispatcher.DispatchController['rawHeaders']): readonly (readonly [string, string])[] {
  const list: readonly (readonly [string, string])[] = [];
  if (!Array.isArray(raw)) return list;
  const texts = raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1')));
  return texts.flatMap((name, index) => (index % 2 === 0 ? [[name, texts[index + 1] ?? ''] as const] : []));
}
