import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { TestContext } from 'node:test';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import type { CallRequest, Exchange, Transport } from '../../../src/calls/ports/ports.ts';
import { createTransport } from '../../../src/client/client.ts';
import type { ClientSettings, TransportOptions } from '../../../src/client/settings.ts';
import { defaultClientSettings } from './defaultSettings.ts';

/** No proxy, Node's own certificates only: what the machine that runs the tests has set must not matter. */
export const plainSettings: ClientSettings = {
  ...defaultClientSettings,
  proxy: { ...defaultClientSettings.proxy, support: 'off' },
  systemCertificates: false,
};

export type TestTransport = Transport & { close(): Promise<void> };

export function transport(t: TestContext, options: Partial<TransportOptions> = {}): TestTransport {
  const made = createTransport({
    version: '0.0.0-test',
    settings: () => plainSettings,
    env: {},
    now: () => performance.now(),
    ...options,
  });
  t.after(() => made.close());
  return made;
}

export function call(url: string, changes: Partial<CallRequest> = {}): CallRequest {
  return {
    url,
    apiKey: 'test-key-0001',
    body: Buffer.from('{"rc_number":"ZZ00ZZ0000"}'),
    deadlineMs: 20_000,
    connectTimeoutMs: 10_000,
    maxResponseBytes: 1_000_000,
    ...changes,
  };
}

export const never = new AbortController().signal;

/** Narrowing with a message, so that a test that went wrong says how. */
export function answered(exchange: Exchange): Extract<Exchange, { kind: 'answered' }> {
  if (exchange.kind !== 'answered') throw new Error(`failed: ${JSON.stringify(exchange)}`);
  return exchange;
}

export function failed(exchange: Exchange): Extract<Exchange, { kind: 'failed' }> {
  if (exchange.kind !== 'failed') throw new Error(`answered with ${exchange.head.status}`);
  return exchange;
}

/** Listens on a free port of 127.0.0.1 until the test ends; cuts what is left then. */
export async function listen(t: TestContext, server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** A port nobody listens on. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** What reached a server, byte for byte. */
export interface Seen {
  readonly url: string;
  connections: number;
  /** One entry for each whole request. */
  readonly requests: { readonly head: string; readonly body: Buffer }[];
}

export type Speaker = (socket: Socket, seen: Seen) => void;

/** A server that reads requests off the raw socket and then lets `speak` do what it wants with that socket. */
export async function rawServer(t: TestContext, speak: Speaker, tls?: TlsOptions): Promise<Seen> {
  const requests: Seen['requests'] = [];
  const onSocket = (socket: Socket): void => {
    let read = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      read = Buffer.concat([read, chunk]);
      for (;;) {
        const end = read.indexOf('\r\n\r\n');
        if (end === -1) return;
        const head = read.subarray(0, end).toString('latin1');
        const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
        if (read.length < end + 4 + length) return;
        requests.push({ head, body: read.subarray(end + 4, end + 4 + length) });
        read = read.subarray(end + 4 + length);
        speak(socket, seen);
      }
    });
  };
  const server = tls === undefined ? createTcpServer(onSocket) : createTlsServer(tls, onSocket);
  server.on('connection', () => {
    seen.connections += 1;
  });
  const port = await listen(t, server);
  const seen: Seen = {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    connections: 0,
    requests,
  };
  return seen;
}

/** Answers with these bytes and leaves the connection as it is. */
export function says(text: string | Buffer): Speaker {
  return (socket) => void socket.write(text);
}

export function response(body: string | Buffer, status = '200 OK', headers: readonly string[] = []): Buffer {
  const bytes = Buffer.from(body);
  const head = [`HTTP/1.1 ${status}`, `Content-Length: ${bytes.length}`, ...headers, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head), bytes]);
}

export interface ProxySeen {
  readonly url: string;
  readonly port: number;
  readonly connects: IncomingMessage[];
}

/** A proxy that answers CONNECT with `status`, or with it as it stands where it is a head; with 2xx it leads every name to `port` on 127.0.0.1. */
export async function proxyServer(t: TestContext, status: string, port = 0): Promise<ProxySeen> {
  const connects: IncomingMessage[] = [];
  const server = createHttpServer((_request: IncomingMessage, answer: ServerResponse) => answer.end());
  server.on('connect', (request, client) => {
    connects.push(request);
    client.on('error', () => {});
    const head = status.startsWith('HTTP/') ? status : `HTTP/1.1 ${status}\r\n\r\n`;
    if (!/(^| )2\d\d /.test(status)) {
      client.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const upstream = connect(port, '127.0.0.1', () => {
      client.write(head);
      upstream.pipe(client);
      client.pipe(upstream);
    });
    upstream.on('error', () => client.destroy());
    client.on('close', () => upstream.destroy());
  });
  const own = await listen(t, server);
  return { url: `http://127.0.0.1:${own}`, port: own, connects };
}

/** Resolves when `test` becomes true; the test's own timeout is the limit. */
export async function until(test: () => boolean): Promise<void> {
  while (!test()) await new Promise((resolve) => setTimeout(resolve, 5));
}
