import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { documentedCode } from '../contract/documentedCodes.ts';
import type { Operation } from '../contract/shapes.ts';
import type { OperationId } from '../contract/words.ts';
import { answerTo } from './answer.ts';
import { Books, type OpenEntry, type SandboxBooks } from './books.ts';
import { landingPage } from './describe.ts';
import { documentAt } from './documents.ts';
import { deliver, sendGateway } from './faults.ts';
import { type SandboxKey, sandboxKeys } from './keys.ts';
import { type Ruling, rule, takenFromWallet } from './router.ts';
import { Wallets } from './wallet.ts';
import { SlidingWindows } from './windows.ts';

export interface SandboxOptions {
  /** 0 or absent = a free port. */
  readonly port?: number;
  /** Milliseconds since the epoch; drives limits, books and the date in Retry-After. */
  readonly now: () => number;
  /** A new unique id; order_ids are made of it. */
  readonly newId: () => string;
  /** With the request fields the user corrected; absent = as we assume them. */
  readonly operation?: (id: OperationId) => Operation;
  /** How long every answer is held back. */
  readonly latencyMs?: number;
  /** One line for each request, without its body, key or address. */
  readonly log?: (line: string) => void;
}

export interface Sandbox {
  /** `http://127.0.0.1:<port>`, the base URL. */
  readonly url: string;
  readonly port: number;
  readonly keys: readonly SandboxKey[];
  books(): SandboxBooks;
  /** Empties books, windows and wallets back to the start. */
  reset(): void;
  /** Cuts every connection and resolves once nothing is left running. */
  close(): Promise<void>;
}

/** The sandbox's own limit of a request body; the service documents none. */
export const maxRequestBytes = 1024 * 1024;

/** What is read and dropped of a body that is too large, so that the sender can finish and read the answer. */
const maxDroppedBytes = 64 * maxRequestBytes;

/** A page in a browser may reach 127.0.0.1 under a name of its own (DNS rebinding): only our own names are answered. */
function isOwnHost(host: string | undefined, port: number): boolean {
  return host !== undefined && [`127.0.0.1:${port}`, `localhost:${port}`].includes(host.toLowerCase());
}

/** The body, or null when it is larger than the limit. Rejects when the sender goes away. */
async function receiveBody(req: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of req) {
    if (!(chunk instanceof Uint8Array)) throw new Error('A request body comes in bytes.');
    size += chunk.length;
    if (size > maxDroppedBytes) break;
    if (size <= maxRequestBytes) chunks.push(chunk);
  }
  return size > maxRequestBytes ? null : Buffer.concat(chunks);
}

function sendSentence(res: ServerResponse, status: number, sentence: string): void {
  const bytes = Buffer.from(`${sentence}\n`);
  const type = 'text/plain; charset=utf-8';
  res.writeHead(status, { 'Content-Type': type, 'Content-Length': bytes.length, Connection: 'close' });
  res.end(bytes);
}

class Service {
  readonly #options: SandboxOptions;
  readonly #books: Books;
  readonly #wallets = new Wallets();
  readonly #windows = new SlidingWindows();
  #port = 0;

  constructor(options: SandboxOptions) {
    this.#options = options;
    this.#books = new Books(options.newId());
  }

  /** Set once the server listens. */
  set port(port: number) {
    this.#port = port;
  }

  get #origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  books(): SandboxBooks {
    return this.#books.read(this.#wallets.books());
  }

  reset(): void {
    this.#books.reset();
    this.#wallets.reset();
    this.#windows.reset();
  }

  #log(line: string): void {
    this.#options.log?.(line);
  }

  /** Never rejects: what goes wrong with one request is answered or logged. */
  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const leaving = new AbortController();
    res.once('close', () => leaving.abort());
    res.once('error', () => leaving.abort());
    try {
      await this.#answer(req, res, leaving.signal);
    } catch (error) {
      if (leaving.signal.aborted || !req.complete) return this.#log('the client left before the answer');
      this.#log(`the sandbox itself failed: ${error instanceof Error ? error.message : String(error)}`);
      if (res.headersSent) res.destroy();
      else sendSentence(res, 500, 'The sandbox itself failed; this is not an answer of the service.');
    }
  }

  async #answer(req: IncomingMessage, res: ServerResponse, gone: AbortSignal): Promise<void> {
    const method = req.method ?? '';
    const path = (req.url ?? '').split('?')[0] ?? '';
    const entry = method === 'POST' ? this.#books.receive(this.#options.now()) : null;
    res.setHeader('X-Sandbox', 'simulated; nothing was billed');
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Cache-Control', 'no-store');
    if (!isOwnHost(req.headers.host, this.#port)) {
      this.#log('403 wrong Host header');
      return sendSentence(res, 403, `The sandbox answers to the Host 127.0.0.1:${this.#port} only.`);
    }
    if (path === '/' && (method === 'GET' || method === 'HEAD')) {
      res.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' });
      res.end(landingPage(this.#origin));
      return;
    }
    const document = documentAt(path);
    if (document !== null && (method === 'GET' || method === 'HEAD')) {
      this.#log('a document');
      const type = 'application/pdf';
      res.writeHead(200, { 'Content-Type': type, 'Content-Length': document.length, Connection: 'close' });
      res.end(method === 'GET' ? document : undefined);
      return;
    }
    const body = await receiveBody(req);
    if (body === null) {
      this.#log('413 request body too large');
      const sentence =
        'The sandbox reads request bodies of up to 1 MB; the limit of the service is not documented.';
      return sendSentence(res, 413, sentence);
    }
    const authorization = req.headers.authorization;
    const ruling = rule(
      { method, path, authorization, body, operationOf: this.#options.operation },
      this.#windows,
      this.#wallets,
      this.#options.now(),
    );
    const orderId = this.#settle(ruling, entry, body);
    const { latencyMs = 0 } = this.#options;
    if (latencyMs > 0) await sleep(latencyMs, undefined, { signal: gone });
    if (ruling.code === null) return sendGateway(res, ruling.fault, path);
    const answer = answerTo(ruling, ruling.code, orderId, this.#options.now(), this.#origin);
    await deliver(res, answer, ruling.fault, ruling.input?.amount ?? null, gone);
  }

  /** Moves the money and writes the books before anything is answered. Returns the order_id of what was billed. */
  #settle(ruling: Ruling, entry: OpenEntry | null, body: Uint8Array): string | null {
    const { operation, key, code, fault } = ruling;
    const names = [operation ?? 'no endpoint', key?.label ?? 'no key', code ?? 'no code'];
    this.#log(`${names.join(' ')}${fault === null ? '' : ` (${fault})`}`);
    if (entry === null) return null;
    const price = operation === null ? 0 : takenFromWallet(operation, code);
    const charged = price > 0 && code !== null && documentedCode(code).charged;
    if (key !== null && price > 0) {
      this.#wallets.debit(key, entry.sequence, price);
      if (!charged) this.#wallets.refund(key, entry.sequence, price);
    }
    const orderId = charged ? `sandbox-order-${this.#options.newId()}` : null;
    const ruled = { operation, keyLabel: key?.label ?? null, orderId, messageCode: code, fault, charged };
    this.#books.rule(entry, { ...ruled, amountPaise: charged ? price : 0 }, body);
    return orderId;
  }
}

/**
 * Starts the service as documented, emulated on 127.0.0.1. Rejects with Node's own error when the port cannot be had
 * (`EADDRINUSE`, `EACCES`).
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const service = new Service(options);
  const underWay = new Set<Promise<void>>();
  const server = createServer((req, res) => {
    const handling = service.handle(req, res).finally(() => underWay.delete(handling));
    underWay.add(handling);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', () => resolve());
  });
  const port = portOf(server.address());
  service.port = port;
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
    await Promise.all(underWay);
  };
  let closing: Promise<void> | null = null;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    keys: sandboxKeys,
    books: () => service.books(),
    reset: () => service.reset(),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The sandbox listens on no TCP port.');
  return address.port;
}
