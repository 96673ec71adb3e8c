import * as vscode from 'vscode';
import { type EntryEdit, editedSetting } from '../../calls/environments/editing.ts';
import type { Environment } from '../../calls/environments/environments.ts';
import type { Typed } from '../../calls/environments/typed.ts';
import type { Phrase } from '../../contract/words.ts';
import { type InputBoxOptions, type Remark, showInputBoxWithButtons } from '../asking/inputBox.ts';
import type { Services } from '../base/services.ts';
import { say } from '../words/both/translate.ts';

const { Error: Wrong, Warning } = vscode.InputBoxValidationSeverity;

/** How a step of editing ended: done, back to the step before, or given up with Escape. */
export type Ended = 'done' | 'back' | 'gone';

/** Writes one edit into the user's settings. @throws the sentence that says why nothing was written */
export function writeEdit(services: Services, environment: Environment, edit: EntryEdit): Promise<void> {
  return services.environments.change((kept) => {
    const edited = editedSetting(kept, environment, edit);
    if (!edited.ok) throw new Error(say(edited.why));
    return edited.value;
  });
}

export interface AskedValue extends Pick<InputBoxOptions, 'title' | 'prompt' | 'placeholder' | 'value'> {
  /** The edit that a text stands for, or what is wrong with it. */
  read(
    text: string,
  ): { readonly ok: true; readonly edit: EntryEdit } | { readonly ok: false; readonly why: Phrase };
}

/** Reads a text for `AskedValue.read`. @param make the edit of a value that was read */
export function reading<T>(
  typed: (text: string) => Typed<T>,
  make: (value: T | null) => EntryEdit,
): AskedValue['read'] {
  return (text) => {
    const read = typed(text);
    return read.ok ? { ok: true, edit: make(read.value) } : read;
  };
}

/** Asks for one value of an environment until it is written or given up: where it cannot be written, what was typed stays. */
export async function askAndWrite(
  services: Services,
  environment: Environment,
  asked: AskedValue,
): Promise<Ended> {
  const { title, prompt, placeholder } = asked;
  let value = asked.value;
  let failed: { readonly text: string; readonly why: string } | null = null;
  const remark = (text: string): Remark => {
    const read = asked.read(text);
    if (!read.ok) return { message: say(read.why), severity: Wrong };
    if (failed?.text !== text) return null;
    const message = vscode.l10n.t('Not saved: {0} Press Enter to try again.', failed.why);
    return { message, severity: Warning };
  };
  for (;;) {
    const buttons = [vscode.QuickInputButtons.Back];
    const remarkAtOnce = failed !== null;
    const box = { title, prompt, placeholder, value, buttons, remark, remarkAtOnce };
    const answer = await showInputBoxWithButtons(box);
    if (answer === undefined) return 'gone';
    if (answer.kind === 'button') return 'back';
    const read = asked.read(answer.text);
    value = answer.text;
    if (!read.ok) continue;
    try {
      await writeEdit(services, environment, read.edit);
      return 'done';
    } catch (error) {
      failed = { text: value, why: error instanceof Error ? error.message : String(error) };
    }
  }
}
