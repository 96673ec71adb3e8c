import * as vscode from 'vscode';

/** What a person does with the next list or box that opens. */
export type Press =
  | { readonly pick: string }
  | { readonly button: string; readonly on: string }
  /** Some texts one after the other, with Enter after each, until one is taken. */
  | { readonly type: readonly string[]; readonly meanwhile?: () => unknown }
  | 'back'
  | 'escape';

/** A list or box as it stood on the screen. */
export interface Seen {
  readonly title: string;
  readonly placeholder: string;
  readonly prompt: string;
  /** Of a list: label and description of each line. */
  readonly lines: readonly string[];
  /** Of a list: the line that it starts at, '' = the first. */
  readonly active: string;
  /** Of each line. */
  readonly buttons: readonly (readonly string[])[];
  /** Of a box: what stood in it, and what was said of each text. */
  readonly value: string;
  readonly remarks: readonly string[];
  /** What was said before anything was typed. */
  opening: string;
}

function itself<T>(): { readonly on: (act: (what: T) => void) => void; fire(what: T): void } {
  const acts: ((what: T) => void)[] = [];
  return { on: (act) => void acts.push(act), fire: (what) => void acts.map((act) => act(what)) };
}

async function moment(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  // A box that was answered is hidden after that.
  await new Promise((resolve) => setImmediate(resolve));
}

class Shown {
  title = '';
  placeholder = '';
  prompt = '';
  value = '';
  items: readonly vscode.QuickPickItem[] = [];
  activeItems: readonly vscode.QuickPickItem[] = [];
  validationMessage: vscode.InputBoxValidationMessage | undefined;
  readonly accepted = itself<void>();
  readonly changed = itself<string>();
  readonly hidden = itself<void>();
  readonly pressed = itself<vscode.QuickInputButton>();
  readonly pressedOn = itself<vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>>();
  readonly onDidAccept = this.accepted.on;
  readonly onDidChangeValue = this.changed.on;
  readonly onDidHide = this.hidden.on;
  readonly onDidTriggerButton = this.pressed.on;
  readonly onDidTriggerItemButton = this.pressedOn.on;
  isOver = false;
  remarks: string[] = [];
  readonly #press: (shown: Shown) => Promise<void>;

  constructor(press: (shown: Shown) => Promise<void>) {
    this.#press = press;
  }

  show(): void {
    void this.#press(this);
  }

  hide(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.hidden.fire();
  }

  dispose(): void {
    this.items = [];
  }
}

function lineOf(shown: Shown, label: string): vscode.QuickPickItem {
  const found = shown.items.find((one) => one.label.includes(label));
  if (found === undefined) throw new Error(`${shown.title} has no line ${label}`);
  return found;
}

/** @param texts one after the other, until one is taken */
async function typeInto(shown: Shown, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    shown.value = text;
    shown.changed.fire(text);
    await moment();
    shown.accepted.fire();
    await moment();
    shown.remarks.push(shown.validationMessage?.message ?? '');
    if (shown.isOver) return;
  }
}

async function press(shown: Shown, what: Press | undefined): Promise<void> {
  await moment();
  if (what === undefined || what === 'escape') shown.hide();
  else if (what === 'back') shown.pressed.fire(vscode.QuickInputButtons.Back);
  else if ('type' in what) {
    await what.meanwhile?.();
    await typeInto(shown, what.type);
  } else if ('pick' in what) {
    shown.activeItems = [lineOf(shown, what.pick)];
    shown.accepted.fire();
  } else {
    const item = lineOf(shown, what.on);
    const button = item.buttons?.find(({ tooltip }) => tooltip === what.button);
    if (button === undefined) throw new Error(`${what.on} has no button ${what.button}`);
    shown.pressedOn.fire({ item, button });
  }
}

/** From now on each list and box gets the next of these, and Escape after the last. @returns what was seen, also what comes */
export function pressing(...presses: readonly Press[]): readonly Seen[] {
  const left = [...presses];
  const seen: Seen[] = [];
  const answer = async (shown: Shown): Promise<void> => {
    const { title, placeholder, prompt, value, remarks, items } = shown;
    const lines = items.map(({ label, description }) => [label, description].filter(Boolean).join(' | '));
    const buttons = items.map((one) => (one.buttons ?? []).map(({ tooltip }) => tooltip ?? ''));
    const active = shown.activeItems[0]?.label ?? '';
    const one: Seen = { active, title, placeholder, prompt, value, remarks, lines, buttons, opening: '' };
    seen.push(one);
    await moment();
    one.opening = shown.validationMessage?.message ?? '';
    await press(shown, left.shift());
  };
  const create = (): Shown => new Shown(answer);
  Object.assign(vscode.window, { createQuickPick: create, createInputBox: create });
  return seen;
}
