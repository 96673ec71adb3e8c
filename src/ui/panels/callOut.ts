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
  #waiting: (() => void) | null = null;

  start(): void {
    this.#isDue = true;
  }

  readonly made = (): void => {
    this.#isDue = false;
    this.#waiting?.();
    this.#waiting = null;
  };

  /** Does it now, or, where nothing is decided, some day: nobody waits for that. @param failed told of a failure then */
  async after(work: () => Promise<void>, failed: (error: unknown) => void): Promise<void> {
    if (this.#isDue) this.#waiting = () => void work().catch(failed);
    else await work();
  }
}
