import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { build, stop } from 'esbuild';
import type { OrderSummary } from '../../../../src/calls/ports/ports.ts';
import { openLedger } from '../../../../src/ledger/ledger.ts';
import { startSandbox } from '../../../../src/sandbox/server.ts';
import { ownBuiltins, privateSettings } from '../../../support/bundles/builtins.mjs';
import { makeIdentity } from '../../client/certificates.ts';
import { type Job, program, type Told } from './program.ts';
import { sealingKey } from './sealingKey.ts';
import type { Tampering } from './tamperings.ts';
import type { When } from './thrown.ts';

const root = join(import.meta.dirname, '../../../..');

/** All that was seen of one tampering. */
export interface Seen {
  readonly told: Told | { readonly silent: string };
  /** Requests that came to the service and to the impostor. */
  readonly service: readonly string[];
  readonly impostor: readonly string[];
  readonly origins: { readonly service: string; readonly impostor: string };
  /** The key or the input came to where the neighbour leads. */
  readonly trapped: boolean;
  readonly orders: readonly OrderSummary[];
  /** Files that hold the key or the input in clear. */
  readonly inClear: readonly string[];
}

export interface Stage {
  see(tampering: Tampering, when: When): Promise<Seen>;
  close(): void;
}

async function listening(server: Server, at: number | string): Promise<number> {
  await new Promise<void>((resolve) => {
    if (typeof at === 'string') server.listen(at, resolve);
    else server.listen(at, '127.0.0.1', resolve);
  });
  const address = server.address();
  return address === null || typeof address === 'string' ? 0 : address.port;
}

/** Notes each whole request, and gives each the same answer. */
function answering(requests: string[], answer: Buffer): (socket: Socket) => void {
  return (socket) => {
    let read = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      read = Buffer.concat([read, chunk]);
      for (;;) {
        const end = read.indexOf('\r\n\r\n');
        const length = Number(/^content-length: (\d+)/im.exec(read.toString('latin1', 0, end))?.[1] ?? 0);
        if (end === -1 || read.length < end + 4 + length) return;
        requests.push(read.toString('latin1', 0, end + 4 + length));
        read = read.subarray(end + 4 + length);
        socket.write(answer);
      }
    });
  };
}

/** A whole answer as the sandbox gives it. */
async function anAnswer(): Promise<Buffer> {
  let ids = 0;
  const sandbox = await startSandbox({ now: Date.now, newId: () => `beside-${++ids}` });
  const got = await fetch(`${sandbox.url}/api/v1/rc/advanced`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sandbox-key-unlimited', 'Content-Type': 'application/json' },
    body: JSON.stringify({ rc_number: 'XX00HA0001' }),
  });
  const body = Buffer.from(await got.arrayBuffer());
  await sandbox.close();
  if (got.status !== 200) throw new Error(`the sandbox answered ${got.status}: ${body}`);
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

/** The gate as one file that plain Node can load. */
async function bundledCore(folder: string): Promise<string> {
  const outfile = join(folder, 'core.cjs');
  const entry = join(import.meta.dirname, 'core.ts');
  const common = {
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    logLevel: 'warning',
  } as const;
  await build({
    ...common,
    entryPoints: [entry],
    outfile,
    mainFields: ['module', 'main'],
    plugins: [ownBuiltins, privateSettings],
  });
  await stop();
  return outfile;
}

function spoken(file: string, job: Job): Promise<Told | { readonly silent: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--no-warnings', file, JSON.stringify(job)], { env: {} });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const late = setTimeout(() => child.kill('SIGKILL'), job.patienceMs + 10_000);
    child.on('close', (code, signal) => {
      clearTimeout(late);
      const line = out.split('\n').findLast((one) => one.startsWith('{"calls"'));
      const all = out + err;
      if (line === undefined) resolve({ silent: `${code ?? signal}: ${all.slice(-800)}` });
      else resolve(JSON.parse(line));
    });
  });
}

/** Everything a row of the matrix needs, once for all rows. */
export async function aStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'beside-'));
  const authority = makeIdentity({ hosts: ['Test Authority'], authority: true });
  const nobodys = makeIdentity({ hosts: ['Nobody’s Authority'], authority: true });
  const good = makeIdentity({ hosts: ['127.0.0.1'], issuer: authority });
  const bad = makeIdentity({ hosts: ['127.0.0.1'], issuer: nobodys });
  const [served, impostor]: string[][] = [[], []];
  let trapped = '';
  const trap = (socket: Socket): void => {
    socket.on('error', () => undefined).on('data', (chunk: Buffer) => (trapped += chunk.toString('latin1')));
  };
  const answer = await anAnswer();
  const trapPath = join(folder, 'trap');
  const servers = [
    createTlsServer({ cert: good.cert, key: good.key }, answering(served ?? [], answer)),
    createTlsServer({ cert: bad.cert, key: bad.key }, answering(impostor ?? [], answer)),
    createServer(trap),
    createServer(trap),
  ];
  const ports = await Promise.all(servers.map((server, at) => listening(server, at === 3 ? trapPath : 0)));
  const file = join(folder, 'program.cjs');
  writeFileSync(file, program);
  const core = await bundledCore(folder);
  let rows = 0;
  const see: Stage['see'] = async ({ line, far = false, hangs = false, held = [] }, when) => {
    const row = `row${++rows}`;
    const job: Job = {
      line,
      when,
      core,
      client: join(root, 'dist/client.js'),
      ledger: join(root, 'dist/ledger.js'),
      folder: join(folder, row),
      urls: far
        ? [`https://service.example:${ports[0]}/${row}`]
        : [`https://127.0.0.1:${ports[0]}/${row}`, `https://127.0.0.1:${ports[1]}/${row}`],
      key: `invented-key-of-${row}-`,
      marker: `ZZ00MARK${row}Z`,
      authority: authority.cert,
      impostor: nobodys.cert,
      trapPort: ports[2] ?? 0,
      trapPath,
      patienceMs: hangs && !held.includes(when) ? 3_000 : 30_000,
    };
    mkdirSync(job.folder);
    const told = await spoken(file, job);
    const orders = await keptIn(job.folder);
    const mine = (list: readonly string[] | undefined): readonly string[] =>
      (list ?? []).filter((one) => one.includes(`/${row}/`));
    return {
      told,
      service: mine(served),
      impostor: mine(impostor),
      trapped: [job.key, job.marker].some((word) => trapped.includes(word)),
      origins: { service: `https://127.0.0.1:${ports[0]}`, impostor: `https://127.0.0.1:${ports[1]}` },
      orders,
      inClear: readdirSync(job.folder).filter((name) => {
        const bytes = readFileSync(join(job.folder, name));
        return bytes.includes(job.key) || bytes.includes(job.marker);
      }),
    };
  };
  const close = (): void => {
    for (const server of servers) server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { see, close };
}

async function keptIn(folder: string): Promise<readonly OrderSummary[]> {
  const home = { current: async () => sealingKey, find: async () => sealingKey.key };
  const ledger = await openLedger({ folder, sealing: home, now: Date.now, newId: () => 'test' });
  const page = await ledger.list({ group: 'all', limit: 10, after: null });
  await ledger.close();
  return page.orders;
}
