import type { Obstacle } from './guard/obstacles.ts';

/**
 * Which twins a form tells of. The call that was just made there, or is under way, has the input that still stands in the
 * form; to say "the same input was paid for" of it is noise that hides the warnings that matter. So from the moment a call
 * leaves nothing is said of twins until the input is edited; who presses Send once more is asked by the gate.
 */
export class QuietTwins {
  /** The body that left last, or that the form had when it was brought back. */
  #body: string;
  /** Whose answer the form shows, or waits for; null once the input was edited. */
  #own: string | null;
  /** A call left since the last edit: whatever else it was a twin of, was asked about then. */
  #left = false;

  /** @param own the last order of a form that is brought back, or null; @param body what it holds */
  constructor(own: string | null, body: string) {
    this.#own = own;
    this.#body = body;
  }

  left(body: string, order: string): void {
    this.#body = body;
    this.#own = order;
    this.#left = true;
  }

  /** The body as the form would send it now. Saving and checking what left is no edit. */
  holds(body: string): void {
    if (body === this.#body) return;
    this.#left = false;
    this.#own = null;
  }

  tells(obstacle: Obstacle): boolean {
    if (obstacle.kind !== 'pending-twin' && obstacle.kind !== 'paid-twin') return true;
    return !this.#left && obstacle.order !== this.#own;
  }
}
