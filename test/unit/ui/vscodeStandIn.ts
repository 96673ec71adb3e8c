import { registerHooks } from 'node:module';

/** What VS Code was told to show, and what was put on its clipboard. */
export interface Told {
  readonly shown: unknown[];
  readonly copied: string[];
  /** Answers to the next questions; without one nothing is chosen. */
  readonly answers: string[];
  /** How long somebody reads a dialog before they press, ms. */
  readsFor: number;
  clipboard: string;
  /** The user's values by id; what is not there has its default. */
  readonly settings: Record<string, unknown>;
  /** Why VS Code cannot write a setting; '' = it can. */
  unwritable: string;
}

const source = `
export const told = { shown: [], copied: [], answers: [], readsFor: 750, clipboard: '', settings: {}, unwritable: '' };
const asked = async (...parts) => {
  told.shown.push(parts);
  const [next] = told.answers;
  const answer = next && parts.find((part) => part === next || part?.title === next);
  if (answer === undefined) return undefined;
  told.answers.shift();
  // Somebody who reads first: what is pressed at once is asked again.
  if (parts.some((part) => part?.modal === true)) await new Promise((read) => setTimeout(read, told.readsFor));
  return answer;
};
export const l10n = { t: (text, ...args) => text.replace(/\\{(\\d+)\\}/g, (_, at) => String(args[Number(at)])) };
export const env = {
  language: 'en',
  clipboard: {
    writeText: async (text) => { told.copied.push(text); },
    readText: async () => told.clipboard,
  },
};
export const window = {
  showInformationMessage: asked, showWarningMessage: asked, showErrorMessage: asked, showInputBox: asked,
  setStatusBarMessage: asked,
  showQuickPick: async (items, options) => {
    const offered = await items;
    told.shown.push([offered, options]);
    const chosen = offered.find(({ label }) => label !== undefined && label === told.answers[0]);
    if (chosen !== undefined) told.answers.shift();
    return chosen;
  },
};
const handlers = new Map();
export const commands = {
  executeCommand: (id, ...parts) => {
    const handler = handlers.get(id);
    return handler === undefined ? asked(id, ...parts) : handler(...parts);
  },
  registerCommand: (id, handler) => {
    handlers.set(id, handler);
    return { dispose: () => handlers.delete(id) };
  },
};
export class EventEmitter {
  listeners = new Set();
  event = (one) => { this.listeners.add(one); return { dispose: () => this.listeners.delete(one) }; };
  fire(what) { for (const one of this.listeners) one(what); }
  dispose() { this.listeners.clear(); }
}
const configured = new EventEmitter();
export const workspace = {
  getConfiguration: () => ({
    get: () => undefined,
    inspect: (id) => (id in told.settings ? { globalValue: told.settings[id] } : undefined),
    update: async (id, value) => {
      await Promise.resolve();
      if (told.unwritable !== '') throw new Error(told.unwritable);
      told.settings[id] = value;
      configured.fire({ affectsConfiguration: (one) => one === id });
    },
  }),
  onDidChangeConfiguration: configured.event,
};
export const LanguageStatusSeverity = { Information: 0, Warning: 1, Error: 2 };
export const languages = {
  createLanguageStatusItem: (id, selector) => {
    const item = { id, selector, dispose: () => {} };
    told.shown.push(item);
    return item;
  },
};
export const FileType = { File: 1 };
export class FileSystemError extends Error { code = 'FileNotFound'; }
export const ConfigurationTarget = { Global: 1, Workspace: 2 };
export const QuickInputButtons = { Back: { tooltip: 'Back' } };
export class Disposable {
  constructor(work) { this.dispose = work; }
  static from(...all) { return new Disposable(() => { for (const one of all) one.dispose(); }); }
}
export const StatusBarAlignment = { Left: 1, Right: 2 };
export class MarkdownString {
  constructor(value = '') { this.value = value; }
  appendMarkdown(text) { this.value += text; return this; }
  appendText(text) { this.value += text; return this; }
}
export class TreeItem { constructor(label, state) { this.label = label; this.collapsibleState = state; } }
export class ThemeIcon { constructor(id, color) { this.id = id; this.color = color; } }
export class ThemeColor { constructor(id) { this.id = id; } }
export class FileDecoration { constructor(badge, tooltip) { this.badge = badge; this.tooltip = tooltip; } }
export class Range { constructor(...given) { [this.start, this.end] = given; this.given = given; } }
export class WorkspaceEdit {
  edits = [];
  replace(uri, range, text) { this.edits.push({ uri, range, text }); }
}
export class Hover { constructor(contents) { this.contents = contents; } }
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export const QuickPickItemKind = { Separator: -1, Default: 0 };
export const ViewColumn = { Active: -1, Beside: -2 };
export class TabInputWebview { constructor(viewType) { this.viewType = viewType; } }
export class TabInputText { constructor(uri) { this.uri = uri; } }
export class TabInputTextDiff { constructor(original, modified) { this.original = original; this.modified = modified; } }
export const ProgressLocation = { Notification: 15 };
export const InputBoxValidationSeverity = { Info: 1, Warning: 2, Error: 3 };
export const Uri = Object.assign(class {}, {
  from: (parts) => ({ ...parts, toString: () => JSON.stringify(parts) }),
  parse: (text) => {
    const { protocol, pathname } = new URL(text);
    return { scheme: protocol.slice(0, -1), path: pathname, fsPath: pathname, toString: () => text };
  },
  joinPath: (base, ...parts) => {
    const path = [base.path, ...parts].join('/');
    return { ...base, path, fsPath: path };
  },
});
`;

/**
 * Lets code of the ui run in plain Node: makers of rows, hovers and notices, whose output is what a person would read. To
 * be called before any of it is imported.
 */
export async function standInForVscode(): Promise<Told> {
  // Among several in one process each test file has its own, see test/support/ownGraph.ts.
  const { search } = new URL(import.meta.url);
  const url = `data:text/javascript,${encodeURIComponent(source)}#${search}`;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'vscode' && new URL(context.parentURL ?? url).search === search
        ? { url, shortCircuit: true }
        : next(specifier, context),
  });
  const module: { readonly told: Told } = await import(url);
  return module.told;
}
