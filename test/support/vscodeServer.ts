import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, ensureFolder } from './paths.ts';
import { runToEnd, until } from './processes.ts';

export interface VSCodeServer {
  /** VS Code's own server, for tests inside the extension host. */
  readonly serverMain: string;
  /** code-server's entry, as a user has it. */
  readonly codeServer: string;
  /** The folder of VS Code in it. */
  readonly vscode: string;
}

const source = join(import.meta.dirname, 'vscode-server');
const folder = join(cacheFolder, 'server');
/** Written last, with what was installed: an interrupted install has none and starts again. */
const stamp = join(folder, 'installed.json');

/**
 * Of what comes with VS Code: they start with every window, or wait for what no test opens, and took a third of what it takes a window to
 * open. Editors, JSON, Markdown, themes and all languages stay.
 */
const withoutThese: readonly string[] = [
  ...[
    'copilot',
    'git',
    'git-base',
    'github',
    'github-authentication',
    'microsoft-authentication',
    'merge-conflict',
  ],
  ...['debug-auto-launch', 'debug-server-ready', 'ms-vscode.js-debug', 'ms-vscode.js-debug-companion'],
  ...['ms-vscode.vscode-js-profile-table', 'npm', 'grunt', 'gulp', 'jake', 'emmet', 'php-language-features'],
  ...['typescript-language-features', 'tunnel-forwarding'],
];

/** Installs the pinned VS Code server from npm, once per checkout and lock file (about 600 MB). */
export async function installVSCodeServer(): Promise<VSCodeServer> {
  const server = await installedServer();
  for (const name of withoutThese)
    rmSync(join(server.vscode, 'extensions', name), { recursive: true, force: true });
  return server;
}

async function installedServer(): Promise<VSCodeServer> {
  const server = locations();
  const wanted = fingerprint();
  if (isInstalled(wanted)) return server;
  const release = await lock();
  try {
    if (isInstalled(wanted)) return server;
    console.log('Installing a VS Code server for this checkout (once, about 600 MB) …');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(source, file), join(folder, file));
    npm(['ci', '--ignore-scripts'], folder);
    // VS Code's own modules come from its shrinkwrap, which `npm ci` refuses.
    npm(['install', '--ignore-scripts', '--omit=dev'], server.vscode);
    for (const file of [server.serverMain, server.codeServer]) {
      if (!existsSync(file))
        throw new Error(
          `The VS Code server was installed without ${file}: delete ${folder} and run this again.`,
        );
    }
    writeFileSync(stamp, wanted);
    return server;
  } finally {
    release();
  }
}

function locations(): VSCodeServer {
  const codeServer = join(folder, 'node_modules/code-server');
  const vscode = join(codeServer, 'lib/vscode');
  return {
    vscode,
    serverMain: join(vscode, 'out/server-main.js'),
    codeServer: join(codeServer, 'out/node/entry.js'),
  };
}

function fingerprint(): string {
  const hash = createHash('sha256')
    .update(readFileSync(join(source, 'package-lock.json')))
    .digest('hex');
  return JSON.stringify({ lock: hash, platform: `${process.platform}-${process.arch}` });
}

function isInstalled(wanted: string): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(locations().serverMain);
}

function npm(args: readonly string[], cwd: string): void {
  const status = runToEnd('npm', [...args, '--no-audit', '--no-fund', '--loglevel', 'error'], { cwd });
  if (status !== 0) {
    throw new Error(
      `npm ${args[0]} of the VS Code server failed in ${cwd}: check the connection to the npm registry and run this again.`,
    );
  }
}

/** Two runs in one checkout must not install over each other; the lock of a dead process is taken over. */
async function lock(): Promise<() => void> {
  const file = join(ensureFolder(cacheFolder), 'server.lock');
  const take = (): true | undefined => {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return true;
    } catch {
      if (!isAlive(file)) rmSync(file, { force: true });
      return undefined;
    }
  };
  await until(
    take,
    () =>
      `Another run has been installing the VS Code server for 10 minutes: if there is none, delete ${file}.`,
    600_000,
  );
  return () => rmSync(file, { force: true });
}

function isAlive(file: string): boolean {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}
