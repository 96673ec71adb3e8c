import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { SnippetLanguage } from '../../../src/calls/ports/snippetPorts.ts';

const root = join(import.meta.dirname, '../../..');

/** How a language's snippet is run once it is saved as a file. */
export interface Program {
  readonly language: SnippetLanguage;
  readonly file: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** Why it cannot run on this machine, or false. Node always can. */
  readonly skip: string | false;
}

function missing(program: string, ...probe: string[]): string | false {
  const found = spawnSync(program, probe, { stdio: 'ignore' });
  return found.error === undefined && found.status === 0
    ? false
    : `${program} does not run on this machine, so its snippet was not run`;
}

const node = process.execPath;

export const programs: readonly Program[] = [
  { language: 'javascript-undici', file: 'call.mjs', command: [node, 'call.mjs'], skip: false },
  { language: 'javascript-fetch', file: 'call.mjs', command: [node, 'call.mjs'], skip: false },
  { language: 'typescript', file: 'call.mts', command: [node, 'call.mts'], skip: false },
  {
    language: 'python',
    file: 'call.py',
    command: ['python3', 'call.py'],
    skip: missing('python3', '--version'),
  },
  {
    language: 'curl',
    file: 'call.sh',
    command: ['sh', 'call.sh'],
    skip: missing('curl', '--version') || missing('sh', '-c', ':'),
  },
  {
    language: 'java',
    file: 'VerificationCall.java',
    command: ['java', '-Xshare:auto', '-XX:TieredStopAtLevel=1', 'VerificationCall.java'],
    skip: missing('javac', '-version'),
  },
  { language: 'go', file: 'call.go', command: ['go', 'run', 'call.go'], skip: missing('go', 'version') },
  {
    language: 'php',
    file: 'call.php',
    command: ['php', 'call.php'],
    skip: missing('php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'),
  },
];

/** What the Python snippet asks of `requests`, spoken through Python's own library: not every machine has the real one. */
const requestsStub = `import json as _json
import urllib.error
import urllib.request


class Response:
    def __init__(self, status_code, body):
        self.status_code = status_code
        self.text = body.decode("utf-8")


def post(url, headers, json=None, data=None, allow_redirects=True, timeout=None):
    body = _json.dumps(json).encode("utf-8") if data is None else data
    request = urllib.request.Request(url, data=body, headers=headers, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            return Response(answer.status, answer.read())
    except urllib.error.HTTPError as error:
        if allow_redirects and error.code in (307, 308):
            return post(error.headers["Location"], headers, json, data)
        return Response(error.code, error.read())
`;

/** A folder of the test's own in which undici is found as it would be in a project. */
export function aFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'snippet-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'python'));
  writeFileSync(join(folder, 'python/requests.py'), requestsStub);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

/** Saves a snippet exactly as it would be copied and runs it. Resolves with what it printed; rejects when it failed. */
export async function run(folder: string, program: Program, code: string, key: string): Promise<string> {
  writeFileSync(join(folder, program.file), code);
  const [command, ...args] = program.command;
  const env = {
    ...process.env,
    NO_PROXY: '*',
    no_proxy: '*',
    VERIFICATION_API_KEY: key,
    PYTHONPATH: join(folder, 'python'),
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONIOENCODING: 'utf-8',
    // Which encoding a program takes for its own must not matter to what it sends.
    LC_ALL: 'C',
  };
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd: folder, env, timeout: 60_000 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${program.language}: ${error.message}\n${stdout}\n${stderr}`));
    });
  });
}

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A server that keeps what it is sent and answers one thing. */
export async function aRecorder(
  t: TestContext,
  answer = '{}',
): Promise<{ readonly url: string; readonly received: Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (req, res) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of req) chunks.push(Buffer.from(chunk));
    const { method = '', url = '', headers } = req;
    received.push({ method, path: url, headers, body: Buffer.concat(chunks) });
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.closeAllConnections());
  t.after(() => new Promise((resolve) => server.close(resolve)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, received };
}
