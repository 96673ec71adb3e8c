/**
 * A stand-in for `vscode` in plain Node, for tests of what the ui hands to it. Import this before anything of src/ui:
 * `windowCalls` are the texts that a person would read, `answers` what that person chooses.
 */

import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { posix } from 'node:path';

export interface PlainDocument {
  readonly uri: PlainUri;
  readonly languageId: string;
  getText(): string;
}

export interface PlainUri {
  readonly scheme: string;
  readonly path: string;
  readonly query: string;
  readonly fsPath: string;
  toString(): string;
}

interface World {
  /** What was shown, in its order: the function's name and what it was given. */
  readonly shown: { readonly what: string; readonly given: readonly unknown[] }[];
  /** Chosen one after another. */
  readonly choices: ((given: readonly unknown[]) => unknown)[];
  /** Contents of documents of our own schemes, by path. */
  readonly documents: Map<string, string>;
  active: PlainDocument | null;
  /** Folders of the workspace. */
  readonly folders: PlainUri[];
}

export const world: World = { shown: [], choices: [], documents: new Map(), active: null, folders: [] };

/** Begins anew. */
export function reset(): void {
  world.shown.length = 0;
  world.choices.length = 0;
  world.documents.clear();
  world.active = null;
  world.folders.length = 0;
}

function uri(scheme: string, path: string, query = ''): PlainUri {
  const address = scheme === 'file' ? `file://${path}` : `${scheme}:${path}`;
  return { scheme, path, query, fsPath: path, toString: () => address };
}

export function plainDocument(at: PlainUri, text: string, languageId = 'json'): PlainDocument {
  return { uri: at, languageId, getText: () => text };
}

/** Time that dialogs were read for, ms: nobody waits for it. */
let readFor = 0;
const now = performance.now.bind(performance);
performance.now = () => now() + readFor;

function isModal(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'modal' in options && options.modal === true;
}

function asked(what: string): (...given: readonly unknown[]) => Promise<unknown> {
  return async (...given) => {
    world.shown.push({ what, given });
    const choice = world.choices.shift();
    // Somebody who reads first: what is pressed at once is asked again.
    if (isModal(given[1])) readFor += 750;
    return choice?.(given);
  };
}

async function open(
  given: PlainUri | { readonly content: string; readonly language: string },
): Promise<PlainDocument> {
  if ('content' in given) return plainDocument(uri('untitled', 'Untitled-1'), given.content, given.language);
  if (given.scheme === 'file') return plainDocument(given, readFileSync(given.fsPath, 'utf8'));
  return plainDocument(given, world.documents.get(given.path) ?? '');
}

const disposable = { dispose: (): void => undefined };

export const plainVscode = {
  l10n: {
    t: (text: string, ...args: readonly (string | number)[]): string =>
      text.replace(/\{(\d+)\}/g, (_, at: string) => String(args[Number(at)])),
  },
  Uri: {
    from: ({ scheme, path, query }: PlainUri) => uri(scheme, path, query),
    file: (path: string) => uri('file', path),
    parse: (text: string) => uri(text.replace(/:.*$/, ''), text.replace(/^[^:]*:/, '')),
    joinPath: ({ scheme, path, query }: PlainUri, ...parts: readonly string[]) =>
      uri(scheme, posix.join(path, ...parts), query),
  },
  window: {
    get activeTextEditor() {
      return world.active === null ? undefined : { document: world.active };
    },
    visibleTextEditors: [],
    showInformationMessage: asked('showInformationMessage'),
    showWarningMessage: asked('showWarningMessage'),
    showErrorMessage: asked('showErrorMessage'),
    showQuickPick: asked('showQuickPick'),
    showInputBox: asked('showInputBox'),
    showSaveDialog: asked('showSaveDialog'),
    showTextDocument: asked('showTextDocument'),
    withProgress: (_options: unknown, work: (progress: unknown, token: unknown) => unknown) =>
      work({ report: () => undefined }, { isCancellationRequested: false }),
  },
  ProgressLocation: { Notification: 15 },
  commands: { executeCommand: asked('executeCommand') },
  env: { remoteName: undefined as string | undefined },
  workspace: {
    openTextDocument: open,
    get workspaceFolders() {
      return world.folders.length === 0 ? undefined : world.folders.map((folder) => ({ uri: folder }));
    },
    getWorkspaceFolder: ({ path }: PlainUri) => {
      const found = world.folders.find((folder) => path.startsWith(`${folder.path}/`));
      return found && { uri: found };
    },
    asRelativePath: ({ path }: PlainUri) => {
      const { path: folder = '' } = world.folders.find((one) => path.startsWith(`${one.path}/`)) ?? {};
      return path.slice(folder.length + 1);
    },
    fs: { isWritableFileSystem: (scheme: string) => scheme !== 'readonly' },
  },
  languages: {
    registerHoverProvider: () => disposable,
    registerCompletionItemProvider: () => disposable,
  },
};

const name = 'plain-vscode:';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url: name, format: 'module', shortCircuit: true } : next(specifier, context),
  load: (url, context, next) => {
    if (url !== name) return next(url, context);
    Reflect.set(globalThis, name, plainVscode);
    const names = Object.keys(plainVscode).map((key) => `export const ${key} = all.${key};`);
    const source = [`const all = globalThis[${JSON.stringify(name)}];`, ...names].join('\n');
    return { format: 'module', shortCircuit: true, source };
  },
});
