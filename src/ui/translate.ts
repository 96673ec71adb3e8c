import * as vscode from 'vscode';
import type { Phrase } from '../contract/words.ts';

/** A phrase in the user's language. */
export function say(phrase: Phrase): string {
  return vscode.l10n.t(phrase.text, ...(phrase.args ?? []));
}
