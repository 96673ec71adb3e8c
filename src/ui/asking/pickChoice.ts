import * as vscode from 'vscode';
import { pickWithButtons } from './pickWithButtons.ts';

export interface ChoiceQuestion {
  readonly title: string;
  readonly placeholder: string;
  readonly choices: readonly string[];
  /** What stands there already, a choice or not; '' = nothing. */
  readonly value: string;
  readonly mayBeLeftOut: boolean;
  /** Whether a text that is none of the choices can be typed instead. */
  readonly takesOthers: boolean;
  readonly buttons?: readonly vscode.QuickInputButton[];
}

/** `another` = none of the choices is wanted, but a text. */
export type ChoiceAnswer =
  | { readonly kind: 'chosen'; readonly value: string; readonly button: vscode.QuickInputButton | null }
  | { readonly kind: 'another' };

/** One of a field's choices, starting from what stands there; a button takes the line that Enter would. Undefined = given up. */
export async function pickChoice(question: ChoiceQuestion): Promise<ChoiceAnswer | undefined> {
  const { title, placeholder, choices, value, mayBeLeftOut, takesOthers, buttons = [] } = question;
  const other = value === '' || choices.includes(value) ? [] : [value];
  const lines = [...choices, ...other].map((one) => ({ label: one, value: one }));
  const items = [
    ...(mayBeLeftOut ? [{ label: vscode.l10n.t('Leave it out'), value: '' }] : []),
    ...lines,
    ...(takesOthers ? [{ label: vscode.l10n.t('Another value…'), value: null }] : []),
  ];
  const active = lines.find((one) => one.value === value);
  const answer = await pickWithButtons({ title, placeholder, items, active, buttons, stays: true });
  const chosen = answer?.item;
  if (answer === undefined || chosen === undefined) return undefined;
  if (chosen.value === null) return { kind: 'another' };
  return { kind: 'chosen', value: chosen.value, button: answer.kind === 'button' ? answer.button : null };
}
