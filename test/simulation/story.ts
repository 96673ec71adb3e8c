import type { Scheduler } from './scheduler.ts';

/** What happened, for people; kept only where somebody reads it. */
export class Story {
  readonly lines: string[] = [];
  readonly #scheduler: Scheduler;
  readonly #isKept: boolean;

  constructor(scheduler: Scheduler, isKept: boolean) {
    this.#scheduler = scheduler;
    this.#isKept = isKept;
  }

  /** @param words made only where they are read */
  tell(who: string, words: () => string): void {
    if (!this.#isKept) return;
    const seconds = (this.#scheduler.time / 1000).toFixed(3).padStart(11);
    this.lines.push(`${seconds} s  ${who.padEnd(9)} ${words()}`);
  }
}

export function windowName(window: number): string {
  return `window ${String.fromCharCode(65 + window)}`;
}
