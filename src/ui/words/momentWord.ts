import * as vscode from 'vscode';

/** When something was, in a sentence or beside a text: day and clock, "Nov 21, 2026, 2:31 PM". Only a timeline has seconds and zone. */
export function momentWord(at: number): string {
  return new Date(at).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' });
}
