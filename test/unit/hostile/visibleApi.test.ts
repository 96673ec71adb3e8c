import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type * as vscode from 'vscode';
import { gated } from '../../../src/ui/visible/gate.ts';
import { visibleLanguages } from '../../../src/ui/visible/languages.ts';
import { visibleWindow } from '../../../src/ui/visible/window.ts';
import { read, sourceFiles } from '../house/sources.ts';

const bad = 'ORD-A\u202e';
const good = 'ORD-A⟨U+202E⟩';

/** Holds what VS Code was given, in whatever shape. */
const got: unknown[] = [];
/** What the person chooses: a place among the items. */
let chosen: (items: readonly unknown[]) => unknown = ([first]) => first;

function keep(...given: readonly unknown[]): void {
  got.push(...given);
}

/** Properties set on it are what VS Code shows. */
function control(): object {
  return new Proxy(
    {},
    {
      set: (target, name, value) => {
        got.push(value);
        return Reflect.set(target, name, value);
      },
    },
  );
}

class Panel {
  // As VS Code's own: reached through a proxy it would throw.
  #title = '';
  get title(): string {
    return this.#title;
  }
  set title(title: string) {
    this.#title = title;
    keep(title);
  }
  reveal(): string {
    return this.#title;
  }
}

function message(text: unknown, ...rest: readonly unknown[]): Promise<unknown> {
  keep(text, ...rest);
  const items = rest.filter(
    (one) => typeof one === 'string' || (typeof one === 'object' && one !== null && 'title' in one),
  );
  return Promise.resolve(chosen(items));
}

const real = {
  window: {
    get activeTextEditor() {
      return 'now';
    },
    showInformationMessage: message,
    showWarningMessage: message,
    showErrorMessage: message,
    showQuickPick: async (items: readonly unknown[], options: unknown) => {
      keep(items, options);
      return chosen(items);
    },
    showInputBox: async (options: vscode.InputBoxOptions) => {
      keep({ ...options, value: '' }, await options.validateInput?.('x'));
      return options.value;
    },
    showSaveDialog: keep,
    showOpenDialog: keep,
    createQuickPick: control,
    createInputBox: control,
    createStatusBarItem: control,
    setStatusBarMessage: keep,
    createTreeView: (
      _id: string,
      { treeDataProvider }: { treeDataProvider: vscode.TreeDataProvider<string> },
    ) => {
      keep(treeDataProvider.getTreeItem('x'));
      return control();
    },
    registerTreeDataProvider: (_id: string, one: vscode.TreeDataProvider<string>) =>
      keep(one.getTreeItem('x')),
    registerFileDecorationProvider: async (one: vscode.FileDecorationProvider) =>
      keep(await one.provideFileDecoration({} as never, {} as never)),
    withProgress: (options: unknown, task: (one: { report: typeof keep }) => unknown) => {
      keep(options);
      return task({ report: keep });
    },
    createWebviewPanel: (_type: string, title: string) => {
      keep(title);
      return new Panel();
    },
    registerWebviewPanelSerializer: (_type: string, one: vscode.WebviewPanelSerializer) =>
      one.deserializeWebviewPanel(new Panel() as never, {}),
  },
  languages: {
    registerHoverProvider: async (_: unknown, one: vscode.HoverProvider) =>
      keep(await one.provideHover({} as never, {} as never, {} as never)),
    registerCompletionItemProvider: async (_: unknown, one: vscode.CompletionItemProvider) =>
      keep(await one.provideCompletionItems({} as never, {} as never, {} as never, {} as never)),
    registerCodeLensProvider: async (_: unknown, one: vscode.CodeLensProvider) =>
      keep(await one.provideCodeLenses({} as never, {} as never)),
    registerCodeActionsProvider: async (_: unknown, one: vscode.CodeActionProvider) =>
      keep(await one.provideCodeActions({} as never, {} as never, {} as never, {} as never)),
    createLanguageStatusItem: control,
    createDiagnosticCollection: () => ({ set: (_: unknown, found: unknown) => keep(found), name: 'n' }),
  },
  commands: {
    registerCommand: (_: string, run: () => Promise<unknown>) =>
      run().catch((error: Error) => keep(error.message)),
    executeCommand: async (...given: readonly unknown[]) => keep(...given),
  },
};

const api = gated(real as unknown as typeof vscode);

/** Shows something in which every text a person reads ends in the planted character; what VS Code got of it. */
async function shown(show: (window: typeof vscode.window) => unknown): Promise<string> {
  got.length = 0;
  await show(api.window);
  await Promise.resolve();
  const text = JSON.stringify(got);
  assert.doesNotMatch(text, /\u202e/);
  assert.ok(text.includes(good), text);
  return text;
}

const item = { label: bad, description: bad, detail: bad, id: 1 };
const treeItem = {
  label: bad,
  description: bad,
  tooltip: { value: bad },
  accessibilityInformation: { label: bad },
};
const tree = { getTreeItem: () => ({ ...treeItem, tooltip: { value: bad } }), getChildren: () => [] };

describe('what a person reads through VS Code', () => {
  it('is visible in notifications and dialogs, and what is chosen is what was given', async () => {
    for (const name of ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const) {
      const button = { title: bad };
      chosen = (items) => items.at(-1);
      await shown(async (window) =>
        assert.equal(await window[name](bad, { modal: true, detail: bad }, bad, button as never), button),
      );
      await shown(async (window) => assert.equal(await window[name](bad, 'Plain', bad), bad));
    }
  });

  it('is visible in pickers and boxes; values stay as they are', async () => {
    chosen = ([first]) => first;
    await shown(async (window) =>
      assert.equal(await window.showQuickPick([item], { title: bad, placeHolder: bad }), item),
    );
    chosen = (items) => items;
    const picked = await api.window.showQuickPick(Promise.resolve([item, item]), { canPickMany: true });
    assert.ok(Array.isArray(picked) && picked.every((one) => one === item));
    const options = { title: bad, prompt: bad, placeHolder: bad, value: bad, validateInput: () => bad };
    await shown(async (window) => assert.equal(await window.showInputBox(options), bad));
    await shown((window) =>
      window.showInputBox({ prompt: bad, validateInput: async () => ({ message: bad, severity: 3 }) }),
    );
    await shown((window) => window.showSaveDialog({ title: bad, saveLabel: bad }));
    await shown((window) => window.showOpenDialog({ title: bad, openLabel: bad }));
    await shown((window) =>
      Object.assign(window.createInputBox(), {
        title: bad,
        prompt: bad,
        validationMessage: { message: bad },
      }),
    );
    await shown((window) => {
      const pick = window.createQuickPick();
      Object.assign(pick, { title: bad, placeholder: bad, items: [{ ...item }] });
      pick.value = 'as typed';
      assert.equal(pick.items.length, 1);
    });
  });

  it('is visible in trees, the status bar, progress and the titles of pages', async () => {
    await shown((window) => {
      const view = window.createTreeView('x', { treeDataProvider: tree as never });
      Object.assign(view, { title: bad, description: bad, message: bad, badge: { value: 1, tooltip: bad } });
    });
    await shown((window) => window.registerTreeDataProvider('x', tree as never));
    await shown((window) =>
      Object.assign(window.createStatusBarItem(), { text: bad, tooltip: { value: bad }, name: bad }),
    );
    await shown((window) => window.setStatusBarMessage(bad, 1));
    await shown((window) =>
      window.registerFileDecorationProvider({
        provideFileDecoration: () => ({ tooltip: bad, badge: bad }),
      } as never),
    );
    await shown((window) =>
      window.withProgress({ title: bad, location: 15 }, async (one) => one.report({ message: bad })),
    );
    await shown((window) => {
      const panel = window.createWebviewPanel('x', bad, 1);
      panel.title = bad;
      assert.equal(String(panel.reveal()), good);
    });
    const deserializeWebviewPanel = async (panel: vscode.WebviewPanel) => {
      panel.title = bad;
    };
    await shown((window) => window.registerWebviewPanelSerializer('x', { deserializeWebviewPanel }));
  });

  it('is visible in hovers, completions, lenses, quick fixes and problems', async () => {
    const { languages } = api;
    await shown(() =>
      languages.registerHoverProvider('x', {
        provideHover: () => ({ contents: [{ value: bad }, bad] }) as never,
      }),
    );
    const provideCompletionItems = () => [
      { label: { label: bad }, detail: bad, documentation: { value: bad } },
    ];
    await shown(() =>
      languages.registerCompletionItemProvider('x', { provideCompletionItems } as never, '"'),
    );
    const lens = { command: { title: bad, tooltip: bad, command: 'x' } };
    await shown(() => languages.registerCodeLensProvider('x', { provideCodeLenses: () => [lens] } as never));
    await shown(() =>
      languages.registerCodeActionsProvider('x', { provideCodeActions: () => [{ title: bad }] }),
    );
    await shown(() =>
      Object.assign(languages.createLanguageStatusItem('x', 'y'), { name: bad, text: bad, detail: bad }),
    );
    const problems = languages.createDiagnosticCollection('x');
    assert.equal(problems.name, 'n');
    await shown(() => problems.set({} as never, [{ message: bad } as never]));
  });

  it('is visible in what a command throws, and in the title of a comparison', async () => {
    await shown(() => api.commands.registerCommand('x', () => Promise.reject(new Error(bad))));
    await shown(() => api.commands.executeCommand('vscode.diff', 'left', 'right', bad));
    got.length = 0;
    await api.commands.executeCommand('setContext', bad);
    assert.deepEqual(got, ['setContext', bad]);
  });

  it('is visible in an abort, whose message cannot be assigned, and which stays what was thrown', async () => {
    const abort = new DOMException(bad, 'AbortError');
    await shown(() => api.commands.registerCommand('x', () => Promise.reject(abort)));
    assert.deepEqual([abort.message, abort.name], [good, 'AbortError']);
    const plain = new DOMException('The operation was aborted', 'AbortError');
    got.length = 0;
    await api.commands.registerCommand('x', () => Promise.reject(plain));
    assert.deepEqual(got, ['The operation was aborted']);
  });

  it('stays VS Code’s own where nothing is shown', () => {
    assert.equal(api.window.activeTextEditor, 'now');
  });
});

describe('the functions of VS Code that the ui uses', () => {
  /** They show no text of ours: they open what has been named, tell what is there, or style it. */
  const silent =
    /^(window\.(activeTextEditor|visibleTextEditors|tabGroups|state|showTextDocument|createOutputChannel|createTextEditorDecorationType|onDid\w+)|languages\.(match|onDid\w+))$/;

  it('all pass the gate, or show nothing', () => {
    const gates = [
      ...Object.keys(visibleWindow(real.window as never)).map((name) => `window.${name}`),
      ...Object.keys(visibleLanguages(real.languages as never)).map((name) => `languages.${name}`),
    ];
    const files = sourceFiles().filter(
      (file) => file.startsWith('src/') && !file.startsWith('src/ui/visible/'),
    );
    const names = /\bvscode\.(?:window|languages)\.\w+|\blanguages\.(?:register|create)\w+/g;
    const used = new Set(
      files.flatMap((file) => (read(file).match(names) ?? []).map((name) => name.replace('vscode.', ''))),
    );
    assert.ok(used.size > 20);
    assert.deepEqual(
      [...used].filter((name) => !gates.includes(name) && !silent.test(name)),
      [],
    );
  });

  it('come from the gate in every bundle', () => {
    assert.match(read('esbuild.mjs'), /plugins: \[visibleApi,/);
    assert.match(read('esbuild.mjs'), /plugins: \[visiblePages[,\]]/);
  });
});
