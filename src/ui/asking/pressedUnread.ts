import * as vscode from 'vscode';
import { modal, timed } from '../base/modal.ts';

/**
 * A dialog takes Enter for its first button. One that comes sooner than this was not pressed for it. `held`: the key may still be
 * held that chose a command or ended a text; longer than a keyboard waits before it repeats. `double`: no key that is held
 * presses Enter, but a second press of the first one may come.
 */
const unreadMs = { held: 700, double: 250 } as const;

/** Whoever goes on pressing unread is a program: then it counts as given up. */
const mostTimes = 100;

/**
 * Asks, and asks again as long as what costs money or takes something away is pressed before it can have been read.
 * @param ask puts the question, below what is said beside it
 * @param costs whether an answer is one that does
 * @param pressed what may press it unread
 */
export async function askUntilRead<T>(
  ask: (beside: readonly string[]) => Thenable<T | undefined>,
  costs: (answer: T) => boolean,
  pressed: keyof typeof unreadMs = 'held',
): Promise<T | undefined> {
  let beside: readonly string[] = [];
  for (let times = 0; times < mostTimes; times += 1) {
    const { answer, readFor } = await timed(() => ask(beside));
    if (answer === undefined || !costs(answer) || readFor >= unreadMs[pressed]) return answer;
    beside = [vscode.l10n.t('Pressed before it could be read: nothing was done. Press again.')];
  }
  return undefined;
}

/** A question each of whose buttons has to be read first, but those that are `free`. */
export function askRead<T extends string>(
  question: string,
  detail: string,
  buttons: readonly T[],
  free: readonly T[] = [],
): Promise<T | undefined> {
  return askUntilRead(
    (beside) => modal(question, [...beside, detail].join('\n'), ...buttons, ...free),
    (answer) => !free.includes(answer),
  );
}
