import * as vscode from 'vscode';

/** What somebody who presses on would answer. */
export interface Answers {
  /** What to type, the likeliest first; the first that the box takes is kept. @param question title, prompt and example */
  type(question: string): readonly string[];
  /** Where something is saved. @param name as it is proposed */
  saveAs(name: string): vscode.Uri;
  /** A file with one of these endings. */
  open(endings: readonly string[], title: string): vscode.Uri | undefined;
}

/** Runs a command and takes the first of whatever it offers; it is asked nothing else. */
export async function takingFirst(command: string, ...args: readonly unknown[]): Promise<void> {
  const unasked = (): never => {
    throw new Error(`${command} asks for a text or a file.`);
  };
  const answering = new AnsweringWindow({ type: unasked, saveAs: unasked, open: unasked });
  try {
    await vscode.commands.executeCommand(command, ...args);
  } finally {
    answering.dispose();
  }
}

type Button = vscode.MessageItem | string;
type Item = vscode.QuickPickItem | string;

const replaced = [
  ...(['showInformationMessage', 'showWarningMessage', 'showErrorMessage', 'showQuickPick'] as const),
  ...(['showInputBox', 'showSaveDialog', 'showOpenDialog', 'createQuickPick', 'createInputBox'] as const),
];

/** What sends or erases is asked about again where it is pressed sooner (src/ui/asking/pressedUnread.ts). */
export const readingMs = 750;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** What a box and a picker of VS Code's have in common. */
class Shown {
  title: string | undefined;
  value = '';
  placeholder: string | undefined;
  ignoreFocusOut = false;
  step: number | undefined;
  totalSteps: number | undefined;
  buttons: readonly vscode.QuickInputButton[] = [];
  protected readonly changed = new vscode.EventEmitter<string>();
  protected readonly accepted = new vscode.EventEmitter<void>();
  private readonly hidden = new vscode.EventEmitter<void>();
  private readonly pressed = new vscode.EventEmitter<vscode.QuickInputButton>();
  readonly onDidChangeValue = this.changed.event;
  readonly onDidAccept = this.accepted.event;
  readonly onDidHide = this.hidden.event;
  readonly onDidTriggerButton = this.pressed.event;
  protected isOver = false;

  hide(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.hidden.fire();
  }

  /** Types each of them until one is taken; gives up then. */
  protected async tryAll(texts: readonly string[]): Promise<void> {
    for (const text of texts) {
      this.value = text;
      this.changed.fire(text);
      await pause(20);
      this.accepted.fire();
      for (let waited = 0; waited < 10 && !this.isOver; waited += 1) await pause(20);
      if (this.isOver) return;
    }
    this.hide();
  }

  dispose(): void {
    for (const one of [this.changed, this.accepted, this.hidden, this.pressed]) one.dispose();
  }
}

class Box extends Shown {
  prompt: string | undefined;
  password = false;
  validationMessage: string | vscode.InputBoxValidationMessage | undefined;
  readonly #type: Answers['type'];

  constructor(type: Answers['type']) {
    super();
    this.#type = type;
  }

  show(): void {
    void this.tryAll(this.#type([this.title, this.prompt, this.placeholder].join(' ')));
  }
}

class Picker extends Shown {
  matchOnDescription = false;
  matchOnDetail = false;
  private readonly pressedOnItem = new vscode.EventEmitter<
    vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>
  >();
  readonly onDidTriggerItemButton = this.pressedOnItem.event;
  activeItems: readonly vscode.QuickPickItem[] = [];
  readonly #type: Answers['type'];
  #items: readonly vscode.QuickPickItem[] = [];

  constructor(type: Answers['type']) {
    super();
    this.#type = type;
  }

  get items(): readonly vscode.QuickPickItem[] {
    return this.#items;
  }

  set items(items: readonly vscode.QuickPickItem[]) {
    this.#items = items;
    this.activeItems = items.slice(0, 1);
  }

  show(): void {
    void this.tryAll(this.value === '' ? this.#type([this.title, this.placeholder].join(' ')) : [this.value]);
  }
}

/**
 * In the place of what VS Code asks with, which cannot be pressed from here: every question is answered at once. Of its
 * buttons the first is pressed, of a notification's only the first time; of a list another line is taken each time.
 */
export class AnsweringWindow {
  /** Every question, as it stood on the screen. */
  readonly asked: string[] = [];
  readonly #answers: Answers;
  readonly #times = new Map<string, number>();
  readonly #real: Readonly<Record<string, unknown>>;

  constructor(answers: Answers) {
    this.#answers = answers;
    this.#real = Object.fromEntries(replaced.map((name) => [name, Reflect.get(vscode.window, name)]));
    const show = async (text: string, ...rest: readonly (vscode.MessageOptions | Button)[]) =>
      this.#press(text, rest);
    const { type } = answers;
    const instead = {
      showInformationMessage: show,
      showWarningMessage: show,
      showErrorMessage: show,
      showQuickPick: (
        items: Thenable<readonly Item[]> | readonly Item[],
        options?: vscode.QuickPickOptions,
      ) => this.#pick(items, options),
      showInputBox: (options?: vscode.InputBoxOptions) => this.#type(options ?? {}),
      showSaveDialog: async (options?: vscode.SaveDialogOptions) => this.#saveAs(options ?? {}),
      showOpenDialog: async (options?: vscode.OpenDialogOptions) => this.#open(options ?? {}),
      createQuickPick: () => new Picker(type),
      createInputBox: () => new Box(type),
    } satisfies Record<(typeof replaced)[number], unknown>;
    Object.assign(vscode.window, instead);
  }

  /** VS Code asks its user again. */
  dispose(): void {
    Object.assign(vscode.window, this.#real);
  }

  async #press(text: string, rest: readonly (vscode.MessageOptions | Button)[]): Promise<Button | undefined> {
    this.asked.push(text);
    const [first] = rest;
    const isButton = typeof first === 'string' || (first !== undefined && 'title' in first);
    const buttons = (isButton ? rest : rest.slice(1)) as readonly Button[];
    const isModal = typeof first === 'object' && 'modal' in first && first.modal === true;
    if (isModal) await pause(readingMs);
    const named = buttons.map((one) => (typeof one === 'string' ? one : one.title)).join();
    // It may show what was written in another window, which nobody would close.
    if (!isModal && named === vscode.l10n.t('Reveal')) return undefined;
    // What notifications offer is followed once: each would open its page.
    return isModal || this.#next(named, Number.MAX_SAFE_INTEGER) === 0 ? buttons[0] : undefined;
  }

  /** A place among so many, another one each time. */
  #next(question: string, of: number): number {
    const times = this.#times.get(question) ?? 0;
    this.#times.set(question, times + 1);
    return times % of;
  }

  async #pick(
    listed: Thenable<readonly Item[]> | readonly Item[],
    options: vscode.QuickPickOptions = {},
  ): Promise<unknown> {
    const items = (await listed).filter(
      (item) => typeof item === 'string' || item.kind !== vscode.QuickPickItemKind.Separator,
    );
    const question = [options.title, options.placeHolder].join(' ');
    this.asked.push(question);
    const at = this.#next(question, Math.max(1, items.length));
    const chosen = items[at];
    if (options.canPickMany !== true) return chosen;
    const picked = items.filter((item) => typeof item !== 'string' && item.picked === true);
    return picked.length > 0 || chosen === undefined ? picked : [chosen];
  }

  async #type(options: vscode.InputBoxOptions): Promise<string | undefined> {
    const question = [options.title, options.prompt, options.placeHolder].join(' ');
    this.asked.push(question);
    for (const text of this.#answers.type(question)) {
      const said = await options.validateInput?.(text);
      const severity = typeof said === 'string' ? undefined : said?.severity;
      const refused =
        typeof said === 'string' ? said !== '' : severity === vscode.InputBoxValidationSeverity.Error;
      if (!refused) return text;
    }
    return undefined;
  }

  #saveAs({ title, defaultUri, filters }: vscode.SaveDialogOptions): vscode.Uri {
    this.asked.push(title ?? '');
    const ending = Object.values(filters ?? {})[0]?.[0] ?? 'txt';
    const name = defaultUri?.path.split('/').at(-1) ?? `saved.${ending}`;
    return this.#answers.saveAs(name);
  }

  #open({ title, filters }: vscode.OpenDialogOptions): vscode.Uri[] | undefined {
    this.asked.push(title ?? '');
    const found = this.#answers.open(Object.values(filters ?? {}).flat(), title ?? '');
    return found === undefined ? undefined : [found];
  }
}
