/** The choice that was asked for last, until the host has it: the next one is made of it, not of an older state. */
export class LastChoice<T extends object> {
  #wanted: T | null = null;

  /** @param known as the host told it last */
  over(known: T): T {
    return this.#wanted ?? known;
  }

  async ask(choice: T, send: (choice: T) => Promise<unknown>): Promise<void> {
    this.#wanted = choice;
    try {
      await send(choice);
    } finally {
      if (this.#wanted === choice) this.#wanted = null;
    }
  }
}
