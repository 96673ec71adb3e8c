import type { NewOrder } from '../../calls/ports/ports.ts';
import type { CallView } from '../../protocol/messages.ts';

/** A form's call while it is under way. */
export class CallOut {
  readonly #order: NewOrder;
  readonly #abort: AbortController;
  #cancelling = false;

  constructor(order: NewOrder, abort: AbortController) {
    this.#order = order;
    this.#abort = abort;
  }

  cancel(): void {
    this.#cancelling = true;
    this.#abort.abort();
  }

  view(): CallView {
    const { id, environment, begunAt } = this.#order;
    return { orderId: id, environment, startedAt: begunAt, cancelling: this.#cancelling };
  }
}

/** Whether what was pressed for leaves: asked about, or waiting, it is not known yet. */
export class SendDecision {
  #isDue = false;
  readonly #waiting: (() => void)[] = [];

  get isDue(): boolean {
    return this.#isDue;
  }

  start(): void {
    this.#isDue = true;
  }

  readonly made = (): void => {
    this.#isDue = false;
    for (const one of this.#waiting.splice(0)) one();
  };

  /** Resolves once it is known; nobody may ever say so. */
  known(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isDue) this.#waiting.push(resolve);
      else resolve();
    });
  }
}
