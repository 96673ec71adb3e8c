import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** Every process of a run carries this variable, so that nothing it started can be missed when the run ends. */
const runVariable = 'VERIFICATION_RUN';
process.env[runVariable] ??= `${process.pid}-${Date.now()}`;

export interface Running {
  readonly process: ChildProcess;
  /** Everything written to stdout and stderr so far. */
  log(): string;
  /** Resolves with the exit code once the process is gone; null after a signal. */
  readonly exited: Promise<number | null>;
  /** Ends the process and all that it started. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const live = new Set<ChildProcess>();

/** Starts a program as the leader of a process group of its own, which ends with it, with us, or with a signal to us. */
export function start(command: string, args: readonly string[], options: StartOptions = {}): Running {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...cleanEnvironment(), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  live.add(child);
  watchOurEnd();
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
  }
  const exited = new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      chunks.push(`${command} could not be started: ${error.message}\n`);
      resolve(null);
    });
    child.on('exit', (code) => resolve(code));
  });
  const stop = async (): Promise<void> => {
    endGroup(child, 'SIGTERM');
    if (!(await within(exited, 3000))) endGroup(child, 'SIGKILL');
    await exited;
    endGroup(child, 'SIGKILL');
    live.delete(child);
  };
  return { process: child, log: () => chunks.join(''), exited, stop };
}

/** Runs a program to its end with our own input and output; the exit code, null when it could not be started. */
export function runToEnd(
  command: string,
  args: readonly string[],
  options: StartOptions = {},
): number | null {
  const { status } = spawnSync(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: 'inherit',
    shell: process.platform === 'win32' && !command.endsWith('.exe'),
  });
  return status;
}

/** Our environment without what an outer VS Code or npm put there for itself. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const noise = /^(VSCODE_|ELECTRON_|npm_|NODE_OPTIONS$|NODE_TEST_CONTEXT$|NODE_V8_COVERAGE$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !noise.test(name)));
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (!isNoSuchProcess(error)) throw error;
  }
}

function isNoSuchProcess(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM');
}

let watching = false;

function watchOurEnd(): void {
  if (watching) return;
  watching = true;
  process.on('exit', () => {
    for (const child of live) endGroup(child, 'SIGKILL');
  });
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.on(signal, () => process.exit(code));
  }
}

/**
 * Ends every other process that carries our run variable (browsers are leaders of groups that only Playwright knows).
 * Linux only, where continuous integration runs; elsewhere the groups above are all there is. Returns what was ended.
 */
export function sweep(): string[] {
  if (process.platform !== 'linux') return [];
  const mark = `${runVariable}=${process.env[runVariable]}`;
  const ended: string[] = [];
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid || pid === process.ppid) continue;
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark)) continue;
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 160);
      process.kill(pid, 'SIGKILL');
      ended.push(`${pid} ${command}`);
    } catch {
      // Gone between the listing and the look, or not ours to read.
    }
  }
  return ended;
}

/** A port of 127.0.0.1 that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** Whether the promise settled within so many milliseconds; leaves no timer behind. */
export async function within(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

export function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Asks until the answer is not undefined; fails with the sentence of `explain` after `timeout` milliseconds. */
export async function until<T>(
  ask: () => Promise<T | undefined> | T | undefined,
  explain: () => string,
  timeout: number,
): Promise<T> {
  const end = Date.now() + timeout;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(explain());
    await delay(100);
  }
}
