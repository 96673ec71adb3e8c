import * as vscode from 'vscode';

/**
 * A dialog takes Enter for its first button. One that comes sooner than this was not pressed for it. `held`: the key may still be
 * held that chose a command or ended a text; longer than a keyboard waits before it repeats. `double`: no key that is held
 * presses Enter, but a second press of the first one may come.
 */
const unreadMs = { held: 700, double: 250 } as const;

/** When the last of these dialogs closed: VS Code shows one at a time, and one that waited behind another was not read. */
let closedAt = Number.NEGATIVE_INFINITY;

/** Whoever goes on pressing unread is a program: then it counts as given up. */
const mostTimes = 100;

/**
 * Asks, and asks again as long as what would cost money is pressed before it can have been read.
 * @param ask puts the question, below what is said beside it
 * @param costs whether an answer is one that sends
 * @param pressed what may press it unread
 */
export async function askUntilRead<T>(
  ask: (beside: readonly string[]) => Thenable<T | undefined>,
  costs: (answer: T) => boolean,
  pressed: keyof typeof unreadMs = 'held',
): Promise<T | undefined> {
  let beside: readonly string[] = [];
  for (let times = 0; times < mostTimes; times += 1) {
    const shownAt = performance.now();
    const answer = await ask(beside);
    const readFor = performance.now() - Math.max(shownAt, closedAt);
    closedAt = performance.now();
    if (answer === undefined || !costs(answer) || readFor >= unreadMs[pressed]) return answer;
    beside = [vscode.l10n.t('Pressed before it could be read: nothing was sent. Press again.')];
  }
  return undefined;
}
