/** A clock that jumps to the next thing that is due once nothing else goes on. */
export class VirtualTime {
  now: number;
  #due: { readonly at: number; readonly wake: () => void }[] = [];

  constructor(now: number) {
    this.now = now;
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#due.push({ at: this.now + ms, wake: resolve });
    });
  }

  async until<T>(work: Promise<T>): Promise<T> {
    let over = false;
    const ended = work.finally(() => {
      over = true;
    });
    while (!over) {
      // What was woken goes as far as it can without time passing.
      for (let turn = 0; turn < 8 && !over; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      const next = this.#due.toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined || over) continue;
      this.#due = this.#due.filter((one) => one !== next);
      this.now = Math.max(this.now, next.at);
      next.wake();
    }
    return ended;
  }
}
