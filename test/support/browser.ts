import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { root } from './paths.ts';
import { runToEnd } from './processes.ts';
import type { VSCode } from './servers.ts';
import { userSettings } from './settings.ts';
import { workbenchReady } from './workbench.ts';

/** The shell draws no window and no pages of its own: a test's page opens in half the time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'msedge',
];

/**
 * Nothing runs long enough here to earn back what the two optimizing compilers take: without them a test file that drives VS Code needs
 * 70 seconds of a processor instead of 86, one of pages 32 instead of 35.
 */
export const quickToStart = '--js-flags=--no-maglev --no-turbofan';

/** A Chromium-like browser: CHROME_PATH, Debian's headless shell, an installed one, or Playwright's own download. */
export function findBrowser(): string {
  const named = process.env.CHROME_PATH;
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new Error(`CHROME_PATH names ${named}, which does not exist: correct it or unset it.`);
  }
  const installed = installedBrowser();
  const shell = installed?.includes('headless-shell') === true || !canUseApt() ? installed : fromApt();
  if (shell !== undefined) return shell;
  if (installed !== undefined) return installed;
  console.log("No browser found: fetching Playwright's Chromium …");
  runToEnd(process.execPath, [join(root, 'node_modules/playwright-core/cli.js'), 'install', 'chromium']);
  const fetched = chromium.executablePath();
  if (existsSync(fetched)) return fetched;
  throw new Error(
    'No browser could be had: install one (on Debian or Ubuntu: sudo apt-get install -y chromium), or set CHROME_PATH to a Chrome, Chromium or Edge.',
  );
}

/** What Debian has; where it has no shell, the whole browser, unless there is one. */
function fromApt(): string | undefined {
  const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } };
  runToEnd('apt-get', ['update', '-qq'], quiet);
  for (const name of ['chromium-headless-shell', 'chromium']) {
    console.log(`Installing Debian's ${name} …`);
    runToEnd('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet);
    const found = installedBrowser();
    if (found !== undefined) return found;
  }
  return undefined;
}

function installedBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name + suffix)));
  return [...onPath, ...usualPlaces(), chromium.executablePath()].find(isExecutable);
}

function usualPlaces(): string[] {
  if (process.platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
    return apps.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`);
  }
  if (process.platform !== 'win32') return [];
  const bases = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap(
    (name) => process.env[name] ?? [],
  );
  const programs = [
    'Google/Chrome/Application/chrome.exe',
    'Chromium/Application/chrome.exe',
    'Microsoft/Edge/Application/msedge.exe',
  ];
  return bases.flatMap((base) => programs.map((program) => join(base, program)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function canUseApt(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

export interface OpenedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the page wrote to its console and the errors it threw, for a failing test's report. */
  console(): readonly string[];
  close(): Promise<void>;
}

export interface PageOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly headless?: boolean;
  /** True: with all compilers, as users have them, for what is measured. */
  readonly optimizes?: boolean;
  /** False: do not wait for the workbench, which goes away by itself when a suite in the extension host has ended. */
  readonly untilReady?: boolean;
}

/**
 * Opens VS Code in a browser of its own, with the profile of its home: closed and opened again, the browser still has
 * the secrets VS Code keeps there. Returns once the workbench is drawn in its theme.
 */
export async function openPage(vscode: VSCode, options: PageOptions = {}): Promise<OpenedPage> {
  const { url, theme, home } = vscode;
  const context = await chromium.launchPersistentContext(home.profile, {
    executablePath: process.env.VERIFICATION_BROWSER ?? findBrowser(),
    headless: options.headless ?? true,
    viewport: options.viewport ?? { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    colorScheme: theme.includes('light') ? 'light' : 'dark',
    permissions: ['clipboard-read', 'clipboard-write'],
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(options.optimizes === true ? [] : [quickToStart]),
    ],
  });
  const lines: string[] = [];
  try {
    await context.addInitScript(givingDefaults({ ...userSettings(theme), ...standingCursor }));
    await context.addInitScript(standingStill);
    const page = context.pages()[0] ?? (await context.newPage());
    page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => lines.push(`thrown: ${error.stack ?? error.message}`));
    await page.goto(url, { waitUntil: 'domcontentloaded', timeout: 60_000 });
    if (options.untilReady !== false) await workbenchReady(page, theme);
    return { page, context, console: () => lines, close: () => context.close() };
  } catch (error) {
    // Nobody has the page yet to look what it said.
    console.error([...lines, vscode.log()].join('\n').slice(-4000));
    await context.close();
    throw error;
  }
}

/**
 * The web workbench draws itself before it has read the user's settings, with the welcome page and the chat in it. What
 * the server writes into the page is there from the start: the same settings are put into it as defaults, after the page
 * is parsed and before its modules run.
 */
function givingDefaults(defaults: Record<string, unknown>): string {
  return `document.addEventListener('readystatechange', () => {
    const place = document.getElementById('vscode-workbench-web-configuration');
    if (document.readyState !== 'interactive' || place === null) return;
    const configuration = JSON.parse(place.getAttribute('data-settings'));
    configuration.configurationDefaults = ${JSON.stringify(defaults)};
    place.setAttribute('data-settings', JSON.stringify(configuration));
  });`;
}

/** Each blink is a frame of the whole window, which the processor draws here. */
const standingCursor = { 'editor.cursorBlinking': 'solid' };

/**
 * What turns, runs, blinks or fades is drawn up to sixty times a second, here by the processor: a third of what a batch that waits
 * took of it, and of what was done in editors, whose scroll bars fade. VS Code waits for none of these to end.
 */
const standingStill = `if (window === top) document.addEventListener('DOMContentLoaded', () => {
  const style = document.createElement('style');
  style.textContent = '.codicon:not(#_), .codicon::before, .progress-bit, .cursor, .monaco-menu-container { animation: none !important; } .scrollbar:not(#_) { transition: none !important; }';
  document.head.append(style);
});`;
