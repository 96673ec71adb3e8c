import * as vscode from 'vscode';
import type { Phrase } from '../../../contract/words.ts';

/** A phrase in the user's language. */
export function say(phrase: Phrase): string {
  const args = (phrase.args ?? []).map((arg) => (typeof arg === 'object' ? say(arg) : arg));
  return vscode.l10n.t(phrase.text, ...args);
}
