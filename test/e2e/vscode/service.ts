import { createServer, type IncomingMessage, request } from 'node:http';
import { startSandbox } from '../../../src/sandbox/server.ts';
import { freePort } from '../../support/processes.ts';

/** What stands in for a live service: the sandbox on a port of its own, behind a door that knows one key. */
export interface LiveService {
  readonly url: string;
  /** The key it takes. It is in no file of the project but the test that types it. */
  readonly key: string;
  /** Every POST that came, in order. */
  readonly received: readonly Received[];
  close(): Promise<void>;
}

export interface Received {
  readonly authorization: string;
  readonly body: string;
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * @param owner the owner's name in its answers, so that a test can look for a value that only an answer had
 */
export async function startLiveService(key: string, owner: string): Promise<LiveService> {
  let ids = 0;
  const newId = (): string => {
    ids += 1;
    return `live-${ids}`;
  };
  const sandbox = await startSandbox({ now: Date.now, newId });
  const [valid] = sandbox.keys;
  const received: Received[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = await bodyOf(incoming);
    const { authorization = '' } = incoming.headers;
    if (incoming.method === 'POST') received.push({ authorization, body });
    const known = authorization === `Bearer ${key}` ? `Bearer ${valid?.key}` : authorization;
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
      outgoing.writeHead(answer.statusCode ?? 502, kept).end(text);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    onward.end(body);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    key,
    received,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await sandbox.close();
    },
  };
}
