import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureFolder, outFolder, removeFolder, temporaryFolder } from './paths.ts';
import { freePort, type Running, start, until, within } from './processes.ts';
import { type Theme, userSettings } from './settings.ts';
import { installVSCodeServer, type VSCodeServer } from './vscodeServer.ts';

/** Where one VS Code keeps everything; nothing of it lies in the user's home. */
export interface Home {
  readonly folder: string;
  readonly userData: string;
  readonly extensions: string;
  readonly workspace: string;
  /** For `openPage`. */
  readonly profile: string;
}

export interface VSCode {
  /** What to open in a browser. */
  readonly url: string;
  readonly origin: string;
  readonly home: Home;
  readonly theme: Theme;
  log(): string;
  /** Ends the server and all it started; removes the home unless the caller brought it. */
  close(): Promise<void>;
}

export interface ServerOptions {
  /** A home to use again (a restart); without one, a new one is made and removed at the end. */
  readonly home?: Home;
  readonly theme?: Theme;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** For the server and so for the extension host. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Instead of a port that is free. */
  readonly port?: number;
}

export interface TestServerOptions extends ServerOptions {
  /** Folders of extensions to run from source. */
  readonly development: readonly string[];
  /** The CommonJS file whose `run()` VS Code calls; without one the extensions just run. */
  readonly tests?: string;
}

export interface CodeServerOptions extends ServerOptions {
  /** VSIX files to install. */
  readonly vsix: readonly string[];
  /** Asks about trust as a user's VS Code does; off otherwise. */
  readonly workspaceTrust?: boolean;
}

export function makeHome(): Home {
  const folder = temporaryFolder('home');
  const home = {
    folder,
    userData: join(folder, 'data'),
    extensions: join(folder, 'ext'),
    workspace: join(folder, 'workspace'),
    profile: join(folder, 'browser'),
  };
  for (const part of [home.userData, home.extensions, home.workspace, home.profile]) ensureFolder(part);
  return home;
}

/**
 * VS Code's own server in test mode: runs extensions from source and, with `tests`, their suite inside the extension
 * host of every page that opens the URL. SecretStorage lives in the page's memory here.
 */
export async function startTestServer(options: TestServerOptions): Promise<VSCode> {
  const server = await installVSCodeServer();
  const home = options.home ?? makeHome();
  writeSettings(home, options);
  const port = options.port ?? (await freePort());
  const authority = `127.0.0.1:${port}`;
  const remote = (path: string) => `vscode-remote://${authority}${path.replaceAll('\\', '/')}`;
  const payload = options.development.map((folder) => ['extensionDevelopmentPath', remote(folder)]);
  if (options.tests !== undefined) payload.push(['extensionTestsPath', remote(options.tests)]);
  const query = `folder=${encodeURIComponent(home.workspace)}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
  const args = [
    server.serverMain,
    ...['--host', '127.0.0.1', '--port', String(port), '--without-connection-token'],
    ...['--accept-server-license-terms', '--telemetry-level', 'off', '--disable-workspace-trust'],
    // Without it VS Code ignores development paths in the URL.
    '--enable-smoke-test-driver',
    ...['--user-data-dir', home.userData, '--server-data-dir', join(home.folder, 'server')],
    ...['--extensions-dir', home.extensions],
  ];
  const running = start(process.execPath, args, { cwd: server.vscode, env: environment(home, options) });
  return ready(running, home, options, `http://${authority}`, query);
}

/** VS Code as a user has it, in the browser: VSIX files installed, secrets kept in the browser's profile. */
export async function startCodeServer(options: CodeServerOptions): Promise<VSCode> {
  const server = await installVSCodeServer();
  const home = options.home ?? makeHome();
  writeSettings(home, options);
  const env = environment(home, options);
  const folders = ['--user-data-dir', home.userData, '--extensions-dir', home.extensions];
  const config = ['--config', join(home.folder, 'config.yaml')];
  for (const vsix of options.vsix) await install(server, vsix, home, env);
  const port = options.port ?? (await freePort());
  const args = [
    server.codeServer,
    ...[...config, ...folders, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`],
    ...['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'],
    ...['--session-socket', join(home.folder, 'session.sock')],
    ...(options.workspaceTrust === true ? [] : ['--disable-workspace-trust']),
  ];
  const running = start(process.execPath, args, { env });
  const query = `folder=${encodeURIComponent(home.workspace)}`;
  return ready(running, home, options, `http://127.0.0.1:${port}`, query);
}

/** Installed as a user installs it, once for each package: another home gets a copy of what that wrote. */
async function install(
  server: VSCodeServer,
  vsix: string,
  home: Home,
  env: Record<string, string | undefined>,
): Promise<void> {
  const hash = createHash('sha256').update(readFileSync(vsix)).digest('hex').slice(0, 16);
  const installed = join(ensureFolder(outFolder), `installed-${hash}`);
  if (!existsSync(installed)) {
    const args = ['--extensions-dir', home.extensions, '--user-data-dir', home.userData];
    const config = ['--config', join(home.folder, 'config.yaml')];
    const installing = start(
      process.execPath,
      [server.codeServer, ...config, ...args, '--force', '--install-extension', vsix],
      { env },
    );
    await within(installing.exited, 120_000);
    await installing.stop();
    if ((await installing.exited) !== 0) {
      throw new Error(`${vsix} could not be installed:\n${installing.log()}`);
    }
    const copy = `${installed}-${process.pid}`;
    cpSync(home.extensions, copy, { recursive: true });
    // Another run may have been faster.
    if (existsSync(installed)) removeFolder(copy);
    else renameSync(copy, installed);
    return;
  }
  cpSync(installed, home.extensions, { recursive: true });
}

async function ready(
  running: Running,
  home: Home,
  options: ServerOptions,
  origin: string,
  query: string,
): Promise<VSCode> {
  const close = async (): Promise<void> => {
    await running.stop();
    if (options.home === undefined) removeFolder(home.folder);
  };
  let gone = false;
  void running.exited.then(() => {
    gone = true;
  });
  const answers = async (): Promise<true | undefined> => {
    if (gone)
      throw new Error(`The VS Code server ended before it was ready:\n${withoutNoise(running.log())}`);
    try {
      const { ok } = await fetch(`${origin}/?${query}`, { redirect: 'follow' });
      return ok ? true : undefined;
    } catch {
      return undefined;
    }
  };
  try {
    await until(
      answers,
      () => `The VS Code server did not answer within 60 s:\n${withoutNoise(running.log())}`,
      60_000,
    );
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url: `${origin}/?${query}`,
    origin,
    home,
    theme: options.theme ?? 'dark',
    log: () => withoutNoise(running.log()),
    close,
  };
}

function writeSettings(home: Home, options: ServerOptions): void {
  const file = join(home.userData, 'User/settings.json');
  mkdirSync(dirname(file), { recursive: true });
  // A home used again keeps what the user changed in it.
  const kept: Record<string, unknown> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const settings = { ...kept, ...userSettings(options.theme ?? 'dark'), ...options.settings };
  writeFileSync(file, JSON.stringify(settings, null, 2));
}

/** Servers look for folders in the user's home and put sockets into the temporary folder; each home brings its own. */
function environment(home: Home, options: ServerOptions): Record<string, string | undefined> {
  const xdg = ['XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_STATE_HOME'];
  const own = Object.fromEntries(xdg.map((name) => [name, join(home.folder, name.toLowerCase())]));
  // Elsewhere the temporary folder's path is too long for a socket in a folder below it.
  const temporary = process.platform === 'linux' ? { TMPDIR: ensureFolder(join(home.folder, 'tmp')) } : {};
  // As from a command line: else the server starts the user's login shell and waits for what stands in its files.
  return { ...own, ...temporary, VSCODE_CLI: '1', ...options.env };
}

/**
 * The server runs without its native modules, which nothing here needs (installing them would take a compiler), and
 * says so at length. What is left is worth reading when something failed.
 */
export function withoutNoise(log: string): string {
  const noise =
    /bindings file|spdlog|watchdog|vsda|\.node'?,?$|Require stack|extensionHostProcess\.js|^\s+at .*(node:internal|server-main\.js|node_modules)|^\s*tries: \[|^\s*[\]}]+$|^\s*$/;
  return log
    .split('\n')
    .filter((line) => !noise.test(line))
    .join('\n');
}
