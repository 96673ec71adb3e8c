import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { type OpenedPage, openPage } from '../../support/browser.ts';
import { outFolder, removeFolder } from '../../support/paths.ts';
import { freePort, until } from '../../support/processes.ts';
import {
  type CodeServerOptions,
  type Home,
  makeHome,
  startCodeServer,
  type VSCode,
  withoutNoise,
} from '../../support/servers.ts';
import { runCommand, screenshot, workbenchReady } from '../../support/workbench.ts';
import { container } from './form.ts';
import { fingerprints, keptByWindow } from './leaks.ts';

/** One VS Code as a user has it, with the packaged extension, shared by all tests of a file. */
export interface Session {
  readonly home: Home;
  /** Each file that lay in the home before anything was typed, with the hash of its bytes. */
  readonly before: ReadonlyMap<string, string>;
  page(): Page;
  /**
   * One more window, on the same folder or on another, in the same browser: with an extension host of its own, and the secrets
   * that were kept when it was opened.
   */
  openWindow(folder?: string): Promise<Page>;
  /** The processes of the windows' extension hosts, in the order in which the windows were opened. */
  extensionHosts(): readonly number[];
  /** What stands in settings.json. */
  settings(): Promise<Settings>;
  /** As a user does it: the text of settings.json replaced, saved, and closed. */
  changeSettings(change: (settings: Settings) => Settings): Promise<void>;
  /**
   * Reloads the window and waits for the workbench.
   * @param kept what must stand in what VS Code keeps of the window's editors, pages and chosen environment before, as escaped
   *   JSON: it writes that down every few seconds, and not when a browser closes
   */
  reload(kept?: readonly RegExp[]): Promise<void>;
  /** Ends the server and the browser and starts both again with the same home, port and browser profile. */
  restart(): Promise<void>;
  /** Ends the server and the browser; the home stays. */
  end(): Promise<void>;
  /** Ends what still runs and removes the home. */
  close(): Promise<void>;
  /** A test that leaves a picture and the page's console behind when it fails. */
  scenario(name: string, body: (page: Page) => Promise<void>): void;
}

/** A notification may lie over what is pressed; VS Code takes it away after 20 seconds at the latest. */
const patience = 30_000;

type Settings = Readonly<Record<string, unknown>>;

/** Once VS Code knows what the extension contributes, which comes a moment after the workbench. */
export async function extensionKnown(page: Page): Promise<void> {
  await page.locator('.part.activitybar').getByRole('tab', { name: container }).waitFor({ timeout: 30_000 });
}

async function windowKept(page: Page, wanted: readonly RegExp[]): Promise<void> {
  let found = '';
  const looked = async (): Promise<true | undefined> => {
    found = await keptByWindow(page);
    return wanted.every((one) => one.test(found)) ? true : undefined;
  };
  if (wanted.length > 0)
    await until(looked, () => `VS Code does not keep ${wanted.join(', ')}:\n${found}`, 20_000);
}

/** Not what stands there while VS Code writes: it empties the file first. */
async function settingsOf(home: Home): Promise<Settings> {
  const file = join(home.userData, 'User/settings.json');
  const text = await until(
    () => readFileSync(file, 'utf8') || undefined,
    () => 'settings.json stays empty.',
    10_000,
  );
  return JSON.parse(text);
}

async function changeSettings(
  page: Page,
  home: Home,
  change: (settings: Settings) => Settings,
): Promise<void> {
  const file = join(home.userData, 'User/settings.json');
  const kept = await settingsOf(home);
  const whole = JSON.stringify(change(kept), null, 2);
  await runCommand(page, 'Preferences: Open User Settings (JSON)');
  // The settings stand in an editor over the others.
  const over = page.locator('.monaco-modal-editor-block');
  const text = over.locator('.editor-instance .view-lines');
  await text.waitFor();
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(whole)})`);
  await text.click();
  for (const keys of ['Control+A', 'Control+V', 'Control+S']) await page.keyboard.press(keys);
  await until(
    () => (readFileSync(file, 'utf8') === whole ? true : undefined),
    () => 'settings.json was not saved.',
    10_000,
  );
  await over.getByRole('button', { name: 'Close Modal Editor' }).click();
  await over.waitFor({ state: 'hidden' });
}

function packaged(): string {
  const file = process.env.VERIFICATION_VSIX;
  if (file === undefined || file === '') {
    throw new Error('VERIFICATION_VSIX names no package: run these tests with `npm test -- e2e`.');
  }
  return file;
}

export async function startSession(
  settings: Readonly<Record<string, unknown>> = {},
  options: Pick<CodeServerOptions, 'workspaceTrust'> = {},
): Promise<Session> {
  const home = makeHome();
  const port = await freePort();
  let running: { readonly vscode: VSCode; readonly opened: OpenedPage } | null = null;
  const start = async (first: Pick<CodeServerOptions, 'vsix' | 'settings'>): Promise<void> => {
    const vscode = await startCodeServer({ home, port, ...options, ...first });
    try {
      const opened = await openPage(vscode);
      opened.page.setDefaultTimeout(patience);
      await extensionKnown(opened.page);
      running = { vscode, opened };
    } catch (error) {
      await vscode.close();
      throw error;
    }
  };
  const current = () => {
    if (running === null) throw new Error('VS Code does not run.');
    return running;
  };
  const end = async (): Promise<void> => {
    const ending = running;
    running = null;
    await ending?.opened.close();
    await ending?.vscode.close();
  };
  const page = () => current().opened.page;
  try {
    await start({ vsix: [packaged()], settings });
  } catch (error) {
    removeFolder(home.folder);
    throw error;
  }
  return {
    home,
    before: fingerprints(home.folder),
    page,
    openWindow: async (folder = home.workspace) => {
      const { vscode, opened } = current();
      const another = await opened.context.newPage();
      another.setDefaultTimeout(patience);
      const url = vscode.url.replace(encodeURIComponent(home.workspace), encodeURIComponent(folder));
      await another.goto(url, { waitUntil: 'domcontentloaded', timeout: 60_000 });
      await workbenchReady(another, vscode.theme);
      await extensionKnown(another);
      return another;
    },
    extensionHosts: () =>
      [
        ...current()
          .vscode.log()
          .matchAll(/<(\d+)> Launched Extension Host Process/g),
      ].map(([, id]) => Number(id)),
    settings: () => settingsOf(home),
    changeSettings: (change) => changeSettings(page(), home, change),
    reload: async (kept = []) => {
      await windowKept(page(), kept);
      await page().reload({ waitUntil: 'domcontentloaded' });
      await workbenchReady(page(), current().vscode.theme);
      await extensionKnown(page());
    },
    restart: async () => {
      await end();
      await start({ vsix: [] });
    },
    end,
    close: async () => {
      await end();
      removeFolder(home.folder);
    },
    scenario: (name, body) => {
      test(name, async () => {
        try {
          await body(page());
        } catch (error) {
          if (running !== null) {
            await report(name, running.opened, running.vscode);
            await closeWhatIsOpen(running.opened.page);
          }
          throw error;
        }
      });
    },
  };
}

/** A menu, a dialog or a picker that a failed test left open must not fail the next one. */
async function closeWhatIsOpen(page: Page): Promise<void> {
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
}

async function report(name: string, opened: OpenedPage, vscode: VSCode): Promise<void> {
  for (const [index, window] of opened.context.pages().entries()) {
    // What VS Code told a while ago is hidden by now, and often says it.
    await window
      .locator('[id="status.notifications"]')
      .click({ timeout: 3000 })
      .catch(() => {});
    const which = index === 0 ? '' : `-window-${index + 1}`;
    const file = join(outFolder, 'e2e', `${name.replace(/[^a-z0-9]+/gi, '-').slice(0, 60)}${which}.png`);
    console.log(`picture of "${name}": ${await screenshot(window, file).catch(String)}`);
  }
  console.log(withoutNoise(opened.console().join('\n')).slice(-1500));
  console.log(vscode.log().slice(-1500));
}
