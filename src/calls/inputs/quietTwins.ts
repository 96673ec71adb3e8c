import type { Obstacle } from '../guard/obstacles.ts';

/** An input as a form would send it: under which name of an environment, where to (see Account.place), and what. */
export function inputAt(environment: string, place: string, body: string): string {
  return JSON.stringify([environment, place, body]);
}

/**
 * Which twins a form tells of. The call that was just made there, or is under way, has the input that still stands in the
 * form; to say "the same input was paid for" of it is noise that hides the warnings that matter. So from the moment a call
 * leaves nothing is said of twins until the input is edited, or the environment is another; who presses Send once more is
 * asked by the gate.
 */
export class QuietTwins {
  /** See inputAt; what left last, or what the form held when it was first looked at. */
  #input: string | null = null;
  /** Whose answer a form that was brought back shows; null once the input was edited. */
  #own: string | null;
  /** A call left since the last edit: whatever else it was a twin of, was asked about then. */
  #left = false;

  /** @param own the last order of a form that is brought back, or null */
  constructor(own: string | null) {
    this.#own = own;
  }

  left(input: string): void {
    this.#input = input;
    this.#left = true;
  }

  /** What the form holds now. Saving and checking what left is no edit. */
  holds(input: string): void {
    this.#input ??= input;
    if (input === this.#input) return;
    this.#left = false;
    this.#own = null;
  }

  tells(obstacle: Obstacle): boolean {
    if (obstacle.kind !== 'pending-twin' && obstacle.kind !== 'paid-twin') return true;
    return !this.#left && obstacle.order !== this.#own;
  }
}
