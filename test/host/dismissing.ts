import * as vscode from 'vscode';

const asking = [
  ...(['showInformationMessage', 'showWarningMessage', 'showErrorMessage', 'showQuickPick'] as const),
  ...(['showInputBox', 'showSaveDialog', 'showOpenDialog', 'showWorkspaceFolderPick'] as const),
];
const making = ['createQuickPick', 'createInputBox'] as const;

/** In the place of what VS Code asks with: each question is dismissed as soon as it stands, as by Escape. */
export class DismissingWindow {
  /** Every question that stood. */
  readonly asked: string[] = [];
  readonly #real = new Map<string, unknown>();

  constructor() {
    for (const name of [...asking, ...making]) this.#real.set(name, Reflect.get(vscode.window, name));
    const dismissed = async (first: unknown): Promise<undefined> => {
      this.asked.push(typeof first === 'string' ? first : '');
      return undefined;
    };
    const instead = Object.fromEntries(asking.map((name) => [name, dismissed]));
    Object.assign(vscode.window, instead, {
      createQuickPick: () =>
        this.#hiding(this.#make<vscode.QuickPick<vscode.QuickPickItem>>('createQuickPick')),
      createInputBox: () => this.#hiding(this.#make<vscode.InputBox>('createInputBox')),
    });
  }

  #make<Made>(name: (typeof making)[number]): Made {
    return Reflect.apply(this.#real.get(name) as () => Made, vscode.window, []);
  }

  #hiding<Shown extends vscode.QuickInput>(shown: Shown): Shown {
    const show = shown.show.bind(shown);
    Object.assign(shown, {
      show: () => {
        this.asked.push(shown.title ?? '');
        show();
        shown.hide();
      },
    });
    return shown;
  }

  /** VS Code asks its user again. */
  dispose(): void {
    Object.assign(vscode.window, Object.fromEntries(this.#real));
  }
}
