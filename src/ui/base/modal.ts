import * as vscode from 'vscode';

/** When the last of our dialogs closed: VS Code shows one at a time, and one that waited behind another was not read. */
let closedAt = Number.NEGATIVE_INFINITY;

/** Puts a dialog, and says how long it stood there to be read, ms. @param ask puts one by itself */
export async function timed<T>(
  ask: () => Thenable<T>,
): Promise<{ readonly answer: T; readonly readFor: number }> {
  const shownAt = performance.now();
  const answer = await ask();
  const readFor = performance.now() - Math.max(shownAt, closedAt);
  closedAt = performance.now();
  return { answer, readFor };
}

/** A dialog that nobody times: for `timed`. */
export function modal<T extends string>(
  question: string,
  detail: string,
  ...buttons: readonly T[]
): Thenable<T | undefined> {
  return vscode.window.showWarningMessage(question, { modal: true, detail }, ...buttons);
}

/** Asks once: for what costs nothing and takes nothing away. See askRead for all else. */
export async function askModal<T extends string>(
  question: string,
  detail: string,
  ...buttons: readonly T[]
): Promise<T | undefined> {
  return (await timed(() => modal(question, detail, ...buttons))).answer;
}
