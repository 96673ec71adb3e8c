import { build } from 'esbuild';
import { type Browser, chromium, type Frame, type Page } from 'playwright-core';
import type { ReviewState } from '../../../src/protocol/batchReview.ts';
import type { RunState } from '../../../src/protocol/batchRun.ts';
import type { HandlersOf, Reply, RequestMessage, ToHost } from '../../../src/protocol/frames.ts';
import type { PageState, Requests, ToPage } from '../../../src/protocol/messages.ts';
import { answerWith } from '../../../src/ui/shell/inbound.ts';
import { iconStyles, pageDocument } from '../../../src/ui/shell/pageDocument.ts';
import { Replies } from '../../../src/ui/shell/replies.ts';
import { findBrowser, quickToStart } from '../../support/browser.ts';
import { usedCodicons } from '../../support/bundles/codicons.mjs';
import { visiblePages } from '../../support/gates.mjs';
import { root } from '../../support/paths.ts';
import { until as soon } from '../../support/processes.ts';
// What may come in stands, for some pages, beside what is shown.
import '../../support/plainVscode.ts';
import { type ThemeName, themes, themeVariables } from './themes.ts';

const origin = 'https://page.invalid';
const nonce = 'dGVzdCBub25jZSBvZiAxNiBieXRlcw';

export interface Built {
  readonly script: string;
  /** Of the controls, which forms have before it. */
  readonly controls: string;
  readonly style: string;
  /** Answers as the host does: lets in what it lets in from such a page. */
  readonly host: Host;
}

type AnyHandlers = Readonly<Record<string, (params: unknown) => Promise<unknown>>>;
type Host = (raw: unknown, handlers: AnyHandlers, state: unknown) => ReturnType<typeof answerWith>;
type Folder = 'webview' | 'webview/usage' | 'webview/orders' | 'webview/review';

const hosts: Readonly<Record<Folder, () => Promise<Host>>> = {
  webview: async () => {
    const { replyToForm, replyToOrder } = await import('../../../src/ui/panels/pageInbound.ts');
    return (raw, handlers, state) => {
      const isOrder = (state as PageState).mode === 'order';
      return isOrder ? replyToOrder(raw, handlers as never) : replyToForm(raw, handlers as never);
    };
  },
  'webview/orders': async () => {
    const { ordersInbound } = await import('../../../src/ui/history/ordersInbound.ts');
    return (raw, handlers) => answerWith(ordersInbound, handlers as never, raw);
  },
  'webview/review': async () => {
    const { reviewInbound } = await import('../../../src/ui/batch/reviewInbound.ts');
    const { runInbound } = await import('../../../src/ui/batch/runInbound.ts');
    return (raw, handlers, state) => {
      const isStarted = 'batch' in (state as ReviewState | RunState);
      return isStarted
        ? answerWith(runInbound, handlers as never, raw)
        : answerWith(reviewInbound, handlers as never, raw);
    };
  },
  'webview/usage': async () => {
    const { usageInbound } = await import('../../../src/ui/usage/usageInbound.ts');
    return (raw, handlers) => answerWith(usageInbound, handlers as never, raw);
  },
};

/** A page's bundle, minified as in production: of forms and orders, of usage, of the list of orders, or of a batch's review. */
export async function buildPage(folder: Folder = 'webview'): Promise<Built> {
  const common = { bundle: true, minify: true, write: false, target: 'es2022', absWorkingDir: root } as const;
  const scriptOf = (entry: string) =>
    build({ ...common, entryPoints: [entry], platform: 'browser', format: 'iife', plugins: [visiblePages] });
  const [script, controls, style, host] = await Promise.all([
    scriptOf(`${folder}/main.ts`),
    scriptOf('webview/controls.ts'),
    build({ ...common, entryPoints: [`${folder}/main.css`] }),
    hosts[folder](),
  ]);
  const textOf = ({ outputFiles: [file] }: { outputFiles: { text: string }[] }): string => file?.text ?? '';
  return { script: textOf(script), controls: textOf(controls), style: textOf(style), host };
}

/** @param optimizes with all compilers, as users have them, for what is measured */
export function launch(optimizes = false): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.VERIFICATION_BROWSER ?? findBrowser(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-sync',
      ...(optimizes ? [] : [quickToStart]),
    ],
  });
}

export interface Opened<State = PageState> {
  readonly page: Page;
  /** What the page stands in: the window itself, or a frame in another document. */
  readonly frame: Frame;
  /** What the page asked for, in order. */
  readonly asked: readonly RequestMessage[];
  /** Violations of the policy, errors and warnings. */
  readonly complaints: readonly string[];
  /** What the page gave to VS Code's setState last. */
  kept(): Promise<unknown>;
  /** From now on the host says nothing, as after a crash of it; or it does again. */
  silence(isGone: boolean): void;
  /** As the command that sends tells the page. */
  send(): Promise<void>;
  show(state: State): Promise<void>;
  /** As VS Code does where the user chooses another theme. */
  wear(theme: ThemeName): Promise<void>;
  /** Accessible descriptions by name, as the browser tells them to a screen reader. */
  described(role: string): Promise<Readonly<Record<string, string>>>;
}

export interface OpenOptions<State = PageState> {
  readonly state: State;
  /** By method. */
  readonly handlers?: Partial<HandlersOf<Requests>>;
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  /** What VS Code's getState gives. */
  readonly kept?: unknown;
  /** False = the user has taken the key of Send away in Keyboard Shortcuts. */
  readonly sendKey?: boolean;
  /** Whether the host's reply to this request never reaches the page. */
  readonly loses?: (request: RequestMessage) => boolean;
  /** In a frame, as in VS Code: within a box that is lower than it by so many px and hides what sticks out. */
  readonly sticksOut?: number;
  /** The test may move the page's clock (`page.clock`). */
  readonly ownTime?: boolean;
}

/** The edge of a page in pixels, and whether it scrolls as a whole: sides that scroll each for itself are for forms and orders. */
export function edgeOf(page: Page): Promise<{ readonly left: number; readonly asHighAsWindow: boolean }> {
  return page.evaluate(`({
    left: document.querySelector('h1').getBoundingClientRect().left,
    asHighAsWindow: document.querySelector('.page').getBoundingClientRect().height === innerHeight,
  })`);
}

const codicons = usedCodicons();

/** Waits until `expression` holds in the page; Playwright's own wait needs eval, which the policy forbids. */
export async function until(page: Page | Frame, expression: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if ((await page.evaluate(expression)) === true) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`Not within 5 s: ${expression}`);
}

/** Waits until a list that the page fills from outside has so many entries. */
export async function filled(list: readonly unknown[], count: number): Promise<void> {
  const enough = (): true | undefined => (list.length >= count ? true : undefined);
  await soon(enough, () => `Not ${count} but ${list.length}: ${JSON.stringify(list)}`, 5000);
}

/** Opens the page with a host played by `handlers`; what they leave out answers null. */
export async function openPage<State = PageState>(
  browser: Browser,
  built: Built,
  options: OpenOptions<State>,
): Promise<Opened<State>> {
  const { state, theme = 'dark', width = 900, height = 900, sticksOut } = options;
  const page = await browser.newPage({ viewport: { width, height } });
  const frame = (): Frame => page.frames().at(-1) ?? page.mainFrame();
  const complaints: string[] = [];
  const asked: RequestMessage[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  const post = (message: ToPage<State>): Promise<void> =>
    frame().evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`);
  const painted = (): Promise<unknown> =>
    frame().evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
  let current: State = state;
  const handlers = handlersOf({ 'page/ready': async () => state, ...options.handlers });
  const lost = new Set<string>();
  let gone = false;
  /** The page has been told its first state, or never will be. */
  const told = Promise.withResolvers<void>();
  let ready: string | null = null;
  const replies = new Replies({
    reply: async (message) => {
      const reply = await built.host(message, handlers, current);
      const isTaken = reply !== null && !(reply.kind === 'failure' && reply.failure.code === 'invalid');
      return isTaken ? reply : refused(message, reply);
    },
    post: async (message) => {
      if (gone) return;
      if (message.kind === 'lost' || !lost.has(message.id)) await post(message);
      if (message.kind !== 'lost' && message.id === ready) told.resolve();
    },
    unhanded: String,
  });
  await page.exposeFunction('askHost', (message: ToHost) => {
    if (message.kind === 'request') {
      asked.push(message);
      if (message.method === 'page/ready') ready ??= message.id;
      if (options.loses?.(message) === true) lost.add(message.id);
    }
    return replies.hear(message);
  });
  if (options.ownTime === true) await page.clock.install();
  await page.addInitScript({ content: channelScript(options.kept, options.sendKey !== false) });
  await page.route(`${origin}/**`, (route) => {
    const path = new URL(route.request().url()).pathname;
    const files: Record<string, [string, string | Buffer]> = {
      '/': ['text/html', documentOf(theme, built, isForm(state))],
      '/around': ['text/html', around(height + (sticksOut ?? 0))],
    };
    const [contentType, body] = files[path] ?? ['text/plain', ''];
    return route.fulfill({
      contentType: `${contentType}; charset=utf-8`,
      body,
    });
  });
  await page.goto(`${origin}/${sticksOut === undefined ? '' : 'around'}`);
  await frame().locator('h1').waitFor();
  if (options.handlers?.['page/ready'] === undefined) {
    await told.promise;
    await painted();
  }
  return {
    page,
    frame: frame(),
    asked,
    complaints,
    silence: (isGone) => {
      gone = isGone;
    },
    kept: () => frame().evaluate('keptState'),
    send: () => frame().evaluate("window.postMessage({ kind: 'send' }, '*')"),
    described: (role) => descriptions(page, role),
    show: async (next) => {
      current = next;
      await post({ kind: 'event', event: 'page/state', payload: next });
      await painted();
    },
    wear: async (next) => {
      await frame().evaluate(wearing(next));
      await painted();
    },
  };
}

async function descriptions(page: Page, role: string): Promise<Record<string, string>> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const found = nodes.filter((node) => node.role?.value === role);
  return Object.fromEntries(
    found.map((node) => [String(node.name?.value ?? ''), String(node.description?.value ?? '')]),
  );
}

/** VS Code's side of the channel, in the page. */
function channelScript(kept: unknown, sendKey: boolean): string {
  return `
    window.keptState = ${JSON.stringify(kept ?? null)};
    window.acquireVsCodeApi = () => ({
      postMessage: (message) => void askHost(message),
      getState: () => keptState,
      setState: (next) => { keptState = next; },
    });
    // VS Code hears every key of a page and runs what is bound to it (package.json, keybindings), also for one that is held down.
    addEventListener('keydown', ({ key, ctrlKey, metaKey }) => {
      if (!${sendKey} || key !== 'Enter' || !(ctrlKey || metaKey)) return;
      dispatchEvent(new MessageEvent('message', { data: { kind: 'send' } }));
    });`;
}

/** For every method; what a test leaves out answers null. */
function handlersOf(own: object): AnyHandlers {
  const given = own as Partial<AnyHandlers>;
  const answering = (method: string) => async (params: unknown) =>
    (await given[method]?.(params)) ?? unasked(method);
  return new Proxy({}, { get: (_, method) => answering(String(method)) });
}

/** The host takes nothing of what the page said: the test that runs has failed, whatever it goes on to see. */
function refused(message: unknown, reply: Reply | null): null {
  setImmediate(() => {
    throw new Error(`The host refuses ${JSON.stringify(message)}: ${JSON.stringify(reply)}`);
  });
  return null;
}

function unasked(method: string): unknown {
  return method === 'draft/check'
    ? { hints: [], json: '{}', fields: {}, misfit: null, broken: null, sameAsSent: false }
    : null;
}

/** The document that VS Code puts around a page, with a box that can be scrolled, though not by the user. */
function around(height: number): string {
  return `<!DOCTYPE html><html lang="en"><title>Around</title><body style="margin: 0"><div id="around" style="height: 100vh; overflow: hidden">
    <iframe src="/" style="display: block; width: 100%; height: ${height}px; border: 0"></iframe></div></body></html>`;
}

function isForm(state: unknown): boolean {
  return (state as Partial<PageState>).mode === 'form';
}

/** The very document of the host, in the theme's colours and with what VS Code says of it on its body. */
function documentOf(theme: ThemeName, { script, controls, style }: Built, hasControls: boolean): string {
  const { bodyClass, kind } = themes[theme];
  return pageDocument({
    language: 'en',
    nonce,
    styles: [themeStyle(theme), iconStyles(codicons.css, codicons.ttf), style],
    scripts: [...(hasControls ? [controls] : []), script],
  }).replace('<body>', () => `<body class="${bodyClass}" data-vscode-theme-kind="${kind}">`);
}

/** The first style is the theme's; the root's own style is what pages watch for a change of it. */
function wearing(theme: ThemeName): string {
  const { bodyClass, kind } = themes[theme];
  return `{
    document.querySelector('style').textContent = ${JSON.stringify(themeStyle(theme))};
    document.body.className = ${JSON.stringify(bodyClass)};
    document.body.dataset.vscodeThemeKind = ${JSON.stringify(kind)};
    document.documentElement.style.setProperty('--theme', ${JSON.stringify(theme)});
  }`;
}

/** The variables, and the default style a webview is given before the page's own. */
function themeStyle(theme: ThemeName): string {
  const variables = Object.entries(themeVariables(theme)).map(([name, value]) => `${name}: ${value};`);
  return `:root { ${variables.join(' ')} } @layer vscode-default { body { padding: 0 20px; background: transparent } code { padding: 1px 3px } }`;
}
