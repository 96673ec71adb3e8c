import * as vscode from 'vscode';

/**
 * A dialog takes Enter for its first button. One that comes sooner than this was not pressed for it: it is the second press of
 * a double one, or the key is still held that chose a command or ended a text. Longer than a keyboard waits before it repeats.
 */
const unreadMs = 700;

/** Whoever goes on pressing unread is a program: then it counts as given up. */
const mostTimes = 100;

/**
 * Asks, and asks again as long as what would cost money is pressed before it can have been read.
 * @param ask puts the question, below what is said beside it
 * @param costs whether an answer is one that sends
 */
export async function askUntilRead<T>(
  ask: (beside: readonly string[]) => Thenable<T | undefined>,
  costs: (answer: T) => boolean,
): Promise<T | undefined> {
  let beside: readonly string[] = [];
  for (let times = 0; times < mostTimes; times += 1) {
    const shownAt = performance.now();
    const answer = await ask(beside);
    if (answer === undefined || !costs(answer) || performance.now() - shownAt >= unreadMs) return answer;
    beside = [vscode.l10n.t('Pressed before it could be read: nothing was sent. Press again.')];
  }
  return undefined;
}
