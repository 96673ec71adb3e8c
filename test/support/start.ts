/**
 * `npm start`: builds, and opens the extension in a real VS Code with the RC Details Advanced form. The desktop `code`
 * if it can be used here, else a VS Code server on 127.0.0.1 (`--server` always takes that). `--check` does it without
 * a window: sends one sandbox call, prints what it came to, exits with 0 only if it was answered.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkOneCall } from './check.ts';
import { buildForProduction, pack } from './package.ts';
import { ensureFolder, outFolder, removeFolder, root } from './paths.ts';
import { sweep } from './processes.ts';
import { type Home, makeHome, startCodeServer, type VSCode } from './servers.ts';

const opener = join(import.meta.dirname, 'opener');
const args = process.argv.slice(2);
const unknown = args.filter((arg) => arg !== '--check' && arg !== '--server');
if (unknown.length > 0) fail(`npm start knows --check and --server, not ${unknown.join(' ')}.`);

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

/** The `code` of a desktop VS Code that can open a window here; not the one inside a remote terminal. */
function hasDesktop(): boolean {
  const { env, platform } = process;
  if (env.VSCODE_IPC_HOOK_CLI !== undefined) return false;
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return false;
  const { status } = spawnSync('code', ['--version'], { stdio: 'ignore', shell: platform === 'win32' });
  return status === 0;
}

/** Runs the desktop VS Code on the checkout, with settings and data of its own, until its window is closed. */
function runDesktop(home: Home): void {
  const child = spawn(
    'code',
    [
      ...['--wait', '--new-window', '--user-data-dir', home.userData, '--extensions-dir', home.extensions],
      ...[`--extensionDevelopmentPath=${root}`, `--extensionDevelopmentPath=${opener}`],
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      home.workspace,
    ],
    { stdio: 'inherit', shell: process.platform === 'win32' },
  );
  onEnd(() => {
    child.kill();
    endDesktop(home);
    removeFolder(home.folder);
  });
  child.on('error', (error) => fail(`code could not be started: ${error.message}`));
  child.on('exit', (code) => process.exit(code ?? 0));
  console.log('VS Code opens with the extension from this checkout. Ctrl+C, or closing its window, ends it.');
}

/** The command line tool leaves the window to a process of its own, which notes its id in the user data folder. */
function endDesktop(home: Home): void {
  const note = join(home.userData, 'code.lock');
  const pid = existsSync(note) ? Number(readFileSync(note, 'utf8')) : 0;
  if (!(pid > 0)) return;
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // It has ended by itself.
  }
}

function onEnd(clean: () => void): void {
  process.on('exit', clean);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(0));
}

async function startServer(home: Home): Promise<VSCode> {
  const folder = ensureFolder(join(outFolder, 'start'));
  const vsix = [
    pack(root, join(folder, 'extension.vsix')),
    pack(opener, join(folder, 'opener.vsix'), ['--skip-license']),
  ];
  return startCodeServer({ home, vsix });
}

async function main(): Promise<void> {
  buildForProduction();
  const home = makeHome();
  if (!args.includes('--check') && !args.includes('--server') && hasDesktop()) return runDesktop(home);
  onEnd(() => {
    sweep();
    removeFolder(home.folder);
  });
  const vscode = await startServer(home);
  if (args.includes('--check')) {
    const answered = await checkOneCall(vscode);
    await vscode.close();
    process.exit(answered ? 0 : 1);
  }
  console.log(
    `VS Code with the extension: ${vscode.url}\nThe sandbox is chosen and the RC Details Advanced form opens. Ctrl+C ends all.`,
  );
  setInterval(() => {}, 60_000);
}

try {
  await main();
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
