import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InputBoxValidationMessage, QuickPickItem } from 'vscode';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const vscode = await import('vscode');
const { showInputBoxWithButtons } = await import('../../../../src/ui/asking/inputBox.ts');
const { pickWithButtons } = await import('../../../../src/ui/asking/pickWithButtons.ts');

/** Shown and hidden boxes, in their order. */
const seen: string[] = [];

class Shown {
  title = '';
  value = '';
  items: readonly QuickPickItem[] = [];
  activeItems: readonly QuickPickItem[] = [];
  readonly changed = new vscode.EventEmitter<string>();
  readonly accepted = new vscode.EventEmitter<void>();
  readonly hidden = new vscode.EventEmitter<void>();
  readonly onDidChangeValue = this.changed.event;
  readonly onDidAccept = this.accepted.event;
  readonly onDidHide = this.hidden.event;
  readonly onDidTriggerButton = (): void => {};
  readonly onDidTriggerItemButton = (): void => {};
  dispose(): void {}

  show(): void {
    seen.push(`${this.title} shown`);
  }

  hide(): void {
    seen.push(`${this.title} hidden`);
    this.hidden.fire();
  }

  type(text: string): void {
    this.value = text;
    this.changed.fire(text);
  }
}

let shown = new Shown();
function create(): Shown {
  shown = new Shown();
  return shown;
}
Object.assign(vscode.window, { createInputBox: create, createQuickPick: create });

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5));
}

const asks = { title: 'First', prompt: '', placeholder: '', value: '' };

/** A box whose check of a text ends when it is let. */
function checking(refused: string) {
  const lets: (() => void)[] = [];
  const remark = async (text: string): Promise<InputBoxValidationMessage | null> => {
    await new Promise<void>((resolve) => lets.push(resolve));
    return text === refused
      ? { message: `not ${text}`, severity: vscode.InputBoxValidationSeverity.Error }
      : null;
  };
  const answer = showInputBoxWithButtons({ ...asks, remark });
  const letAll = async (): Promise<void> => {
    for (const one of lets.splice(0)) one();
    await turn();
  };
  return { answer, box: shown, letAll };
}

test('Enter takes what stood in the box as it was pressed, also where a key is typed before that is checked', async () => {
  const { answer, box, letAll } = checking('');
  box.type('XX00TT1060');
  box.accepted.fire();
  box.type('XX00TT1060X');
  await letAll();
  assert.deepEqual(await answer, { kind: 'text', text: 'XX00TT1060' });
});

test('what is wrong with a text that was changed since is not said of what stands there now', async () => {
  const { answer, box, letAll } = checking('12');
  box.type('12');
  box.accepted.fire();
  box.type('123');
  await letAll();
  assert.equal(Reflect.get(box, 'validationMessage'), undefined);
  box.accepted.fire();
  await letAll();
  assert.deepEqual(await answer, { kind: 'text', text: '123' });
});

test('the next box is shown before the last one is hidden: a key between them would reach the page below', async () => {
  seen.length = 0;
  const boxes = (async () => {
    await showInputBoxWithButtons({ ...asks, remark: () => null });
    await pickWithButtons({ title: 'Second', placeholder: '', items: [{ label: 'a' }] });
    await showInputBoxWithButtons({ ...asks, title: 'Third', remark: () => null });
  })();
  for (let at = 0; at < 3; at += 1) {
    shown.activeItems = shown.items;
    shown.accepted.fire();
    await turn();
  }
  await boxes;
  assert.deepEqual(seen, [
    ...['First shown', 'Second shown', 'First hidden', 'Third shown', 'Second hidden', 'Third hidden'],
  ]);
});
