import type * as vscode from 'vscode';
import { visibleProvider } from './providers.ts';
import { shownLike, showWhenSet, visibleText } from './texts.ts';

type Window = typeof vscode.window;

const itemTexts = ['label', 'description', 'detail'];
const boxTexts = ['title', 'prompt', 'placeHolder', 'saveLabel', 'openLabel'];

/** What a person chose among the shown, as the caller knows it. */
function given<T>(items: readonly T[], shown: readonly T[], chosen: unknown): unknown {
  if (Array.isArray(chosen)) return chosen.map((one) => given(items, shown, one));
  const at = shown.indexOf(chosen as T);
  return at === -1 ? chosen : items[at];
}

type Message = (message: string, ...rest: readonly unknown[]) => Thenable<unknown>;

/** A notification or a dialog: its sentence, what stands below it, its buttons. */
function message(show: Message): Message {
  return async (text, ...rest) => {
    const [first, ...others] = rest;
    const hasOptions = typeof first === 'object' && first !== null && !('title' in first);
    const items = hasOptions ? others : rest;
    const shown = items.map((item) => shownLike(item, ['title']));
    const options = hasOptions ? [shownLike(first, ['detail'])] : [];
    return given(items, shown, await show(visibleText(text), ...options, ...shown));
  };
}

type Pick = (items: unknown, options?: object, ...rest: readonly unknown[]) => Thenable<unknown>;

function quickPick(show: Pick): Pick {
  return async (listed, options, ...rest) => {
    const items: readonly unknown[] = await (listed as Thenable<readonly unknown[]>);
    const shown = items.map((item) => shownLike(item, itemTexts));
    const told = options === undefined ? undefined : shownLike(options, boxTexts);
    return given(items, shown, await show(shown, told, ...rest));
  };
}

function inputBox(show: Window['showInputBox']): Window['showInputBox'] {
  return (options, ...rest) => {
    if (options === undefined) return show(options, ...rest);
    const { validateInput } = options;
    const told = shownLike(options, boxTexts);
    if (validateInput === undefined) return show(told, ...rest);
    const validate = async (text: string) => shownLike(await validateInput(text), ['message']);
    return show({ ...told, validateInput: validate }, ...rest);
  };
}

function progress(real: Window['withProgress']): Window['withProgress'] {
  return (options, task) =>
    real(shownLike(options, ['title']), (reporter, token) =>
      task({ report: (value) => reporter.report(shownLike(value, ['message'])) }, token),
    );
}

const panelTexts = ['title'];

/** The functions of `vscode.window` by which something is shown, with every text made visible. */
export function visibleWindow(real: Window): Partial<Window> {
  const shown = {
    showInformationMessage: message((...all) => (real.showInformationMessage as Message)(...all)),
    showWarningMessage: message((...all) => (real.showWarningMessage as Message)(...all)),
    showErrorMessage: message((...all) => (real.showErrorMessage as Message)(...all)),
    showQuickPick: quickPick((...all) => (real.showQuickPick as Pick)(...all)),
    showInputBox: inputBox((...all) => real.showInputBox(...all)),
    showSaveDialog: (options?: vscode.SaveDialogOptions) =>
      real.showSaveDialog(options && shownLike(options, boxTexts)),
    showOpenDialog: (options?: vscode.OpenDialogOptions) =>
      real.showOpenDialog(options && shownLike(options, boxTexts)),
    // What is chosen comes back as it was shown: callers look at what else an item holds.
    createQuickPick: () => showWhenSet(real.createQuickPick(), ['title', 'placeholder', 'items']),
    createInputBox: () =>
      showWhenSet(real.createInputBox(), ['title', 'prompt', 'placeholder', 'validationMessage']),
    setStatusBarMessage: (text: string, ...rest: readonly never[]) =>
      real.setStatusBarMessage(visibleText(text), ...(rest as [])),
    createStatusBarItem: (...args: readonly never[]) =>
      showWhenSet(real.createStatusBarItem(...(args as [])), [
        'text',
        'tooltip',
        'name',
        'accessibilityInformation',
      ]),
    createTreeView: <T>(id: string, options: vscode.TreeViewOptions<T>) =>
      showWhenSet(
        real.createTreeView(id, { ...options, treeDataProvider: visibleProvider(options.treeDataProvider) }),
        ['title', 'message', 'description', 'badge'],
      ),
    registerTreeDataProvider: <T>(id: string, one: vscode.TreeDataProvider<T>) =>
      real.registerTreeDataProvider(id, visibleProvider(one)),
    registerFileDecorationProvider: (one: vscode.FileDecorationProvider) =>
      real.registerFileDecorationProvider(visibleProvider(one)),
    withProgress: progress(real.withProgress),
    createWebviewPanel: (type: string, title: string, ...rest: readonly never[]) =>
      showWhenSet(
        real.createWebviewPanel(type, visibleText(title), ...(rest as unknown as [never])),
        panelTexts,
      ),
    registerWebviewPanelSerializer: (type: string, one: vscode.WebviewPanelSerializer) =>
      real.registerWebviewPanelSerializer(type, {
        deserializeWebviewPanel: (panel, state: unknown) =>
          one.deserializeWebviewPanel(showWhenSet(panel, panelTexts), state),
      }),
  };
  return shown as unknown as Partial<Window>;
}
