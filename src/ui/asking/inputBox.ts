import * as vscode from 'vscode';
import { afterNext } from './afterNext.ts';

/** What is wrong with a text, or worth knowing; only an error keeps Enter from going on. */
export type Remark = vscode.InputBoxValidationMessage | null;

export interface InputBoxOptions {
  readonly title: string;
  /** Place among several boxes, from 1. */
  readonly step?: { readonly at: number; readonly of: number };
  readonly prompt: string;
  readonly placeholder: string;
  readonly value: string;
  readonly password?: boolean;
  readonly buttons?: readonly vscode.QuickInputButton[];
  /** Also of an empty box; what was typed already is remarked on in any case. */
  readonly remarkAtOnce?: boolean;
  /** Asked after each change, and once more before Enter is taken. */
  readonly remark: (text: string) => Remark | Promise<Remark>;
}

export type InputBoxAnswer =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'button'; readonly button: vscode.QuickInputButton; readonly text: string };

/** An input box with buttons, which `showInputBox` has not. Stays open without focus; undefined = Escape. */
export function showInputBoxWithButtons(options: InputBoxOptions): Promise<InputBoxAnswer | undefined> {
  const box = vscode.window.createInputBox();
  box.title = options.title;
  box.prompt = options.prompt;
  box.placeholder = options.placeholder;
  box.value = options.value;
  box.password = options.password ?? false;
  box.buttons = options.buttons ?? [];
  box.step = options.step?.at;
  box.totalSteps = options.step?.of;
  box.ignoreFocusOut = true;
  let turn = 0;
  const look = async (): Promise<Remark> => {
    turn += 1;
    const own = turn;
    const remark = await options.remark(box.value);
    // It may have been changed meanwhile.
    if (own === turn) box.validationMessage = remark ?? undefined;
    return remark;
  };
  return new Promise((resolve, reject) => {
    const end = (answer: InputBoxAnswer): void => {
      resolve(answer);
      afterNext(() => box.hide());
    };
    const accept = async (): Promise<void> => {
      const text = box.value;
      const remark = await look();
      if (remark?.severity === vscode.InputBoxValidationSeverity.Error) return;
      end({ kind: 'text', text });
    };
    const failed = (error: unknown): void => {
      reject(error instanceof Error ? error : new Error(String(error)));
      box.hide();
    };
    box.onDidChangeValue(() => {
      look().catch(failed);
    });
    box.onDidAccept(() => {
      accept().catch(failed);
    });
    box.onDidTriggerButton((button) => end({ kind: 'button', button, text: box.value }));
    box.onDidHide(() => {
      turn += 1;
      resolve(undefined);
      box.dispose();
    });
    box.show();
    if (options.value !== '' || options.remarkAtOnce === true) look().catch(failed);
  });
}
