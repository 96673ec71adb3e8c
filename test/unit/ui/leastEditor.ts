import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { removeFolder, root, temporaryFolder } from '../../support/paths.ts';

type Listener = (what: unknown) => void;
type Command = (...args: readonly unknown[]) => Promise<unknown>;

class Disposable {
  readonly dispose: () => void;
  constructor(dispose: () => void) {
    this.dispose = dispose;
  }
  static from(...all: readonly { dispose(): void }[]): Disposable {
    return new Disposable(() => {
      for (const one of all) one.dispose();
    });
  }
}

class EventEmitter {
  readonly #listeners = new Set<Listener>();
  readonly event = (listener: Listener): Disposable => {
    this.#listeners.add(listener);
    return new Disposable(() => this.#listeners.delete(listener));
  };
  fire(what: unknown): void {
    for (const listener of this.#listeners) listener(what);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

/** Of VS Code's own, only what its constructor is given matters here. */
class Plain {
  readonly given: readonly unknown[];
  constructor(...given: readonly unknown[]) {
    this.given = given;
  }
}

class MarkdownString {
  value = '';
  appendMarkdown(text: string): this {
    this.value += text;
    return this;
  }
  appendText(text: string): this {
    return this.appendMarkdown(text);
  }
}

interface Uri {
  readonly scheme: string;
  readonly path: string;
  readonly fsPath: string;
}

const uri = (scheme: string, path: string): Uri => ({ scheme, path, fsPath: path });
const never = (): Disposable => new Disposable(() => undefined);

/** What the extension did with the editor it was started in. */
export interface Did {
  /** Each function of the API that was called, with its first argument where that is a name: `createTreeView orders`. */
  readonly called: string[];
  readonly commands: Map<string, Command>;
  readonly logged: string[];
  /** Texts of notifications and of the status bar. */
  readonly shown: string[];
}

type Api = Record<string, Record<string, unknown> | object>;

interface Section {
  readonly properties: Readonly<Record<string, { readonly default?: unknown }>>;
}

/** The settings as package.json has them, in one section or several. */
function defaults(): ReadonlyMap<string, unknown> {
  const manifest: { contributes: { configuration: Section | readonly Section[] } } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const all = [manifest.contributes.configuration]
    .flat()
    .flatMap(({ properties }) => Object.entries(properties));
  return new Map(all.map(([id, { default: value }]) => [id, value]));
}

function shapes(): Api {
  return {
    ...{ Disposable, EventEmitter, MarkdownString },
    ...{ TreeItem: Plain, ThemeIcon: Plain, ThemeColor: Plain, FileDecoration: Plain, Range: Plain },
    Uri: {
      file: (path: string) => uri('file', path),
      from: ({ scheme, path }: Uri) => uri(scheme, path),
      parse: (text: string) => uri(text.replace(/:.*$/, ''), text.replace(/^[^:]*:/, '')),
      joinPath: (base: Uri, ...parts: readonly string[]) => uri(base.scheme, join(base.path, ...parts)),
    },
    CodeActionKind: { QuickFix: 'quickfix' },
    ConfigurationTarget: { Global: 1 },
    DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
    ExtensionKind: { UI: 1, Workspace: 2 },
    ExtensionMode: { Production: 1, Development: 2, Test: 3 },
    InputBoxValidationSeverity: { Info: 1, Warning: 2, Error: 3 },
    ProgressLocation: { SourceControl: 1, Window: 10, Notification: 15 },
    QuickInputButtons: { Back: {} },
    QuickPickItemKind: { Separator: -1, Default: 0 },
    StatusBarAlignment: { Left: 1, Right: 2 },
    TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
  };
}

/** What every editor that runs extensions with views and commands has, and nothing else. */
export function leastApi(did: Did): Api {
  const settings = defaults();
  const note = (what: string, name?: unknown): void =>
    void did.called.push(`${what} ${String(name ?? '')}`.trim());
  const registers = (what: string) => (name: unknown) => {
    note(what, typeof name === 'string' ? name : undefined);
    return never();
  };
  const shows = async (text: string): Promise<undefined> => void did.shown.push(text);
  const item = () => ({ ...never(), show: () => undefined, hide: () => undefined });
  const log = (text: string): void => void did.logged.push(text);
  return {
    ...shapes(),
    window: {
      createOutputChannel: () => ({ ...never(), info: log, warn: log, error: log, debug: log, trace: log }),
      createStatusBarItem: (id: string) => {
        note('createStatusBarItem', id);
        return item();
      },
      createTreeView: (id: string) => {
        note('createTreeView', id);
        return {
          ...never(),
          visible: false,
          selection: [],
          onDidChangeVisibility: never,
          onDidChangeSelection: never,
        };
      },
      registerTreeDataProvider: registers('registerTreeDataProvider'),
      ...{ showInformationMessage: shows, showWarningMessage: shows, showErrorMessage: shows },
      setStatusBarMessage: (text: string) => {
        did.shown.push(text);
        return never();
      },
      withProgress: (_: unknown, task: (progress: object, token: object) => unknown) =>
        task({ report: () => undefined }, { isCancellationRequested: false, onCancellationRequested: never }),
    },
    commands: {
      registerCommand: (id: string, run: Command) => {
        did.commands.set(id, run);
        return never();
      },
      executeCommand: async () => undefined,
    },
    workspace: {
      getConfiguration: () => ({
        get: (id: string) => settings.get(id),
        inspect: (id: string) => ({ key: id, defaultValue: settings.get(id) }),
      }),
      onDidChangeConfiguration: never,
      ...{ onDidChangeTextDocument: never, onDidSaveTextDocument: never, onDidCloseTextDocument: never },
      registerTextDocumentContentProvider: registers('registerTextDocumentContentProvider'),
      textDocuments: [],
    },
    env: { language: 'en', appName: 'Another Editor', clipboard: { writeText: async () => undefined } },
  };
}

/** What some editors have besides, as far as it is used at the start. */
export function wholeApi(did: Did): Api {
  const least = leastApi(did);
  const registers = (what: string) => () => {
    did.called.push(what);
    return never();
  };
  const more = (space: string, ...names: readonly string[]): object => ({
    ...least[space],
    ...Object.fromEntries(names.map((name) => [name, registers(name)])),
  });
  const providers = ['Hover', 'CompletionItem', 'CodeLens'].map((name) => `register${name}Provider`);
  return {
    ...least,
    window: {
      ...more('window', 'registerFileDecorationProvider', 'registerWebviewPanelSerializer'),
      onDidChangeVisibleTextEditors: never,
      visibleTextEditors: [],
    },
    workspace: {
      ...more('workspace', 'registerFileSystemProvider'),
      onDidGrantWorkspaceTrust: never,
      isTrusted: true,
    },
    languages: more('languages', ...providers, 'registerCodeActionsProvider', 'createLanguageStatusItem'),
    LanguageStatusSeverity: { Information: 0, Warning: 1, Error: 2 },
    l10n: { t: (text: string) => text },
    env: { ...least.env, sessionId: 'session', remoteName: undefined },
  };
}

function memento(): object {
  const kept = new Map<string, unknown>();
  return {
    get: (key: string, other?: unknown) => kept.get(key) ?? other,
    update: async (key: string, value: unknown) => void kept.set(key, value),
    keys: () => [...kept.keys()],
  };
}

function secrets(): object {
  const kept = new Map<string, string>();
  const changed = new EventEmitter();
  return {
    onDidChange: changed.event,
    get: async (key: string) => kept.get(key),
    store: async (key: string, value: string) => void kept.set(key, value),
    delete: async (key: string) => void kept.delete(key),
    keys: async () => [...kept.keys()],
  };
}

interface Started {
  readonly did: Did;
  readonly storage: string;
  /** As an editor does that disposes of what was registered only when this is over. */
  deactivate(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the extension that was built, all its bundles read anew, in an editor with this API; rejects where it does not activate. */
export async function startIn(api: (did: Did) => Api): Promise<Started> {
  const did: Did = { called: [], commands: new Map(), logged: [], shown: [] };
  const given = api(did);
  const require = createRequire(import.meta.url);
  const load: unknown = Reflect.get(Module, '_load');
  if (typeof load !== 'function')
    throw new Error('Node has no Module._load any more: give `vscode` another way.');
  Reflect.set(Module, '_load', (name: string, ...more: readonly unknown[]) =>
    name === 'vscode' ? given : Reflect.apply(load, Module, [name, ...more]),
  );
  const dist = join(root, 'dist');
  for (const file of Object.keys(require.cache)) if (file.startsWith(dist)) delete require.cache[file];
  const storage = temporaryFolder('least');
  const subscriptions: { dispose(): void }[] = [];
  const entry: { activate(context: object): unknown; deactivate(): Promise<void> } = require(
    join(dist, 'extension.js'),
  );
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const end = (): void => void Reflect.set(Module, '_load', load);
  // What is put off until right after it stands before this in the queue.
  const rightAfter = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  try {
    entry.activate({
      ...{ subscriptions, secrets: secrets(), workspaceState: memento(), globalState: memento() },
      extensionMode: 1,
      asAbsolutePath: (path: string) => join(root, path),
      extensionUri: uri('file', root),
      globalStorageUri: uri('file', storage),
      extension: { id: 'verification-tools.verification-api-explorer', packageJSON: manifest },
    });
  } catch (error) {
    await rightAfter();
    end();
    removeFolder(storage);
    throw error;
  }
  await rightAfter();
  const stop = async (): Promise<void> => {
    await entry.deactivate();
    for (const one of subscriptions) one.dispose();
    end();
  };
  return { did, storage, deactivate: () => entry.deactivate(), stop };
}
