import type { Dispatcher } from 'undici';
import type { DocumentRequest, Fetched } from '../calls/ports/documentPorts.ts';
import { readDocumentLink } from '../contract/documentLink.ts';
import { type BodyReader, bodyReader } from './body.ts';
import { broken, cancelled, failedWith, movedOff, overdue, refusedBy, tooLarge } from './fetchFaults.ts';
import type { ProxyChoice } from './proxy.ts';
import type { Route } from './route.ts';

const redirects = new Set([301, 302, 303, 307, 308]);

/** What one GET came to: a document, a failure, or another address. */
export type Hop = Exclude<Fetched, { kind: 'elsewhere' }> | { readonly kind: 'moved'; readonly to: URL };

export interface HopInput {
  readonly url: URL;
  readonly request: DocumentRequest;
  readonly route: Route;
  readonly proxy: ProxyChoice;
  readonly headers: string[];
  /** Ms that are left for it. */
  readonly left: number;
  readonly cancel: AbortSignal;
  readonly came: (bytes: number) => void;
}

/** The values of a header, by undici's flat list of names and values. */
function header(raw: Dispatcher.DispatchController['rawHeaders'], name: string): string {
  if (!Array.isArray(raw)) return '';
  const texts = raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1')));
  return texts.filter((_, at) => at % 2 === 1 && texts[at - 1]?.toLowerCase() === name).join(',');
}

/** One GET over a connection of its own; resolves once, whatever happens, and never rejects. */
export function getOnce(input: HopInput): Promise<Hop> {
  return new Promise((resolve) => new Get(input, resolve).run());
}

class Get implements Dispatcher.DispatchHandler {
  readonly #input: HopInput;
  readonly #resolve: (hop: Hop) => void;
  readonly #timers: NodeJS.Timeout[] = [];
  #settled = false;
  #started = false;
  #contentType = '';
  #body: BodyReader | null = null;
  #wire = 0;

  constructor(input: HopInput, resolve: (hop: Hop) => void) {
    this.#input = input;
    this.#resolve = resolve;
  }

  run(): void {
    const { url, request, route, headers, left, cancel } = this.#input;
    if (cancel.aborted) {
      this.#cancelled();
      return;
    }
    cancel.addEventListener('abort', this.#cancelled, { once: true });
    const late = (): void => this.#settle(overdue(url.host, request.deadlineMs));
    this.#timers.push(
      setTimeout(late, left),
      setTimeout(() => {
        if (!this.#started) late();
      }, request.connectTimeoutMs),
    );
    const path = url.pathname + url.search;
    try {
      route.dispatcher.dispatch(
        { origin: url.origin, path, method: 'GET', headers, body: null, reset: true },
        this,
      );
    } catch (error) {
      this.onResponseError(null, error);
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) controller.abort(new Error('already settled'));
    this.#started = true;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (this.#settled || status < 200) return;
    const { url, request } = this.#input;
    const { rawHeaders } = controller;
    const size = Number(header(rawHeaders, 'content-length'));
    if (redirects.has(status)) this.#settle(this.#moved(header(rawHeaders, 'location')));
    else if (status !== 200) this.#settle(refusedBy(status, url.host));
    else if (size > request.maxBytes) this.#tooLarge();
    if (this.#settled) return;
    this.#contentType = (header(rawHeaders, 'content-type').split(';')[0] ?? '').trim().toLowerCase();
    this.#body = bodyReader(header(rawHeaders, 'content-encoding'), request.maxBytes, {
      // A document is kept as proof: one that is not as its headers say is none.
      whole: (body, oddities) => (oddities.length === 0 ? this.#whole(body) : this.#broken()),
      tooLarge: () => this.#tooLarge(),
      broken: () => this.#broken(),
    });
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    this.#wire += chunk.length;
    this.#input.came(this.#wire);
    this.#body?.write(chunk);
  }

  onResponseEnd(): void {
    if (this.#settled) return;
    // A document without a length ends with its connection, but not by a reset.
    if (this.#input.route.broke() === null) this.#body?.end();
    else this.#broken();
  }

  onResponseError(_controller: unknown, error: unknown): void {
    const { url, proxy } = this.#input;
    this.#settle(broken(error, url.host, proxy, this.#body !== null));
  }

  #whole(body: Buffer): void {
    const { host } = this.#input.url;
    this.#settle(
      body.length === 0
        ? failedWith('{0} answered with an empty document; nothing was kept.', host)
        : { kind: 'came', contentType: this.#contentType, body },
    );
  }

  #broken(): void {
    const { url, proxy } = this.#input;
    this.#settle(broken(null, url.host, proxy, true));
  }

  #moved(location: string): Hop {
    const { url, request } = this.#input;
    const to = location === '' ? null : URL.parse(location, url.href);
    const read = to === null ? null : readDocumentLink(to.href, request.local);
    return read?.ok === true ? { kind: 'moved', to: read.url } : movedOff(url.host, read?.why ?? null);
  }

  #tooLarge(): void {
    const { url, request } = this.#input;
    this.#settle(tooLarge(url.host, request.maxBytes));
  }

  readonly #cancelled = (): void => this.#settle(cancelled());

  #settle(hop: Hop): void {
    if (this.#settled) return;
    this.#settled = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#input.cancel.removeEventListener('abort', this.#cancelled);
    this.#body?.stop();
    this.#input.route.cut();
    // Not from within undici's own callbacks, where its parser may be running.
    setImmediate(() => this.#input.route.dispose());
    this.#resolve(hop);
  }
}
