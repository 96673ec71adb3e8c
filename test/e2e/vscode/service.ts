import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { SandboxBooks } from '../../../src/sandbox/books.ts';
import { startSandbox } from '../../../src/sandbox/server.ts';
import { freePort } from '../../support/processes.ts';

/** What stands in for a live service: the sandbox on a port of its own, behind a door that knows the test's keys. */
export interface LiveService {
  readonly url: string;
  /** Every POST that came, in order. */
  readonly received: readonly Received[];
  /** When each of them had come whole, ms since the epoch. */
  readonly arrivals: readonly number[];
  /** What a request is answered instead of by the sandbox: the first entry whose text stands in its body. */
  readonly scripts: Map<string, Scripted>;
  /** The books of the sandbox behind the door: without what a script answered. */
  books(): SandboxBooks;
  close(): Promise<void>;
}

interface Received {
  readonly path: string;
  readonly authorization: string;
  readonly body: string;
}

interface Scripted {
  /** 200 unless it is said. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  /** The connection breaks after the body, of which more was promised. */
  readonly cut?: boolean;
}

export interface LiveOptions {
  /** How long the sandbox holds back every answer. */
  readonly latencyMs?: number;
  /** Seconds that a 429 of the sandbox asks to wait, instead of its own. */
  readonly retryAfter?: number;
}

/** An envelope as documented, with these parts otherwise. */
export function envelope(
  parts: Readonly<Record<string, unknown>>,
  orderId: string,
  result: unknown = {},
): string {
  return JSON.stringify({
    ...{ status: 'SUCCESS', status_code: 200, charged: true, success: true, message: 'Verified' },
    ...{ message_code: 'OK', order_id: orderId },
    ...parts,
    data: { order_id: orderId, error_code: '', result },
  });
}

function follow({ status = 200, headers = {}, body, cut = false }: Scripted, outgoing: ServerResponse): void {
  if (!cut) {
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    return;
  }
  const promised = { 'content-length': String(Buffer.byteLength(body) + 100) };
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers, ...promised });
  outgoing.write(body, () => outgoing.destroy());
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * @param keys those it takes, in no file of the project but the test that types them; the sandbox's own it takes, too
 * @param owner the owner's name in its answers, so that a test can look for a value that only an answer had
 */
export async function startLiveService(
  keys: readonly string[],
  owner: string,
  { latencyMs = 0, retryAfter }: LiveOptions = {},
): Promise<LiveService> {
  let ids = 0;
  const newId = (): string => {
    ids += 1;
    return `live-${ids}`;
  };
  const sandbox = await startSandbox({ now: Date.now, newId, latencyMs });
  const [valid] = sandbox.keys;
  const received: Received[] = [];
  const arrivals: number[] = [];
  const scripts = new Map<string, Scripted>();
  const server = createServer(async (incoming, outgoing) => {
    const body = await bodyOf(incoming);
    const { authorization = '' } = incoming.headers;
    if (incoming.method === 'POST') {
      received.push({ path: incoming.url ?? '', authorization, body });
      arrivals.push(Date.now());
    }
    const script = [...scripts].find(([text]) => body.includes(text))?.[1];
    if (script !== undefined) {
      follow(script, outgoing);
      return;
    }
    const known = keys.some((key) => authorization === `Bearer ${key}`)
      ? `Bearer ${valid?.key}`
      : authorization;
    const { connection, ...headers } = incoming.headers;
    const onward = request(sandbox.url + incoming.url, {
      method: incoming.method ?? 'GET',
      headers: {
        ...headers,
        host: new URL(sandbox.url).host,
        ...(known === '' ? {} : { authorization: known }),
      },
    });
    onward.on('response', async (answer) => {
      const text = (await bodyOf(answer)).replaceAll('INVENTED OWNER', owner);
      const { 'content-length': length, ...kept } = answer.headers;
      const sooner = retryAfter === undefined || kept['retry-after'] === undefined;
      const wait = sooner ? {} : { 'retry-after': String(retryAfter) };
      outgoing.writeHead(answer.statusCode ?? 502, { ...kept, ...wait }).end(text);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    onward.end(body);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    arrivals,
    scripts,
    books: () => sandbox.books(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await sandbox.close();
    },
  };
}
