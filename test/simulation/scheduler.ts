/** Something that can end in the middle of what it does: a window, or what hangs on it. */
export interface Life {
  alive: boolean;
}

interface Step {
  readonly due: number;
  readonly seq: number;
  readonly life: Life | null;
  readonly work: () => unknown;
}

/** A run that takes more steps than this never ends. */
const mostSteps = 30_000;

export class EndlessRun extends Error {}

/** Runs after everything that a step set in motion has come to rest. */
function atRest(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}

/**
 * Everything that happens, one thing after the other, by simulated time. What shall not follow at once is a step of its
 * own, due after a delay drawn by lot: so any two things may happen in either order. Nothing waits for real time.
 */
export class Scheduler {
  /** Ms since the run began; never goes back. */
  time = 0;
  steps = 0;
  #seq = 0;
  /** A binary heap by `due`. */
  readonly #heap: Step[] = [];

  get isIdle(): boolean {
    return this.#heap.length === 0;
  }

  /** @param life whose end keeps the step from happening; null = it happens whatever ends */
  after(ms: number, life: Life | null, work: () => unknown): void {
    const heap = this.#heap;
    const step = { due: this.time + ms, seq: this.#seq++, life, work };
    let at = heap.length;
    heap.push(step);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] as Step;
      if (isBefore(above, step)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = step;
  }

  /** Lets everything happen that is due up to then. */
  async until(end: number): Promise<void> {
    await atRest();
    for (let next = this.#heap[0]; next !== undefined && next.due <= end; next = this.#heap[0]) {
      this.#take();
      this.time = next.due;
      if (next.life !== null && !next.life.alive) continue;
      this.steps += 1;
      if (this.steps > mostSteps) throw new EndlessRun('the run does not end');
      const done = next.work();
      if (done instanceof Promise) await done;
      await atRest();
    }
    if (Number.isFinite(end)) this.time = Math.max(this.time, end);
  }

  #take(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= heap.length) break;
      const right = left + 1;
      const isRight = right < heap.length && isBefore(heap[right] as Step, heap[left] as Step);
      const child = isRight ? right : left;
      const below = heap[child] as Step;
      if (isBefore(last, below)) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = last;
  }
}

function isBefore(a: Step, b: Step): boolean {
  return a.due < b.due || (a.due === b.due && a.seq < b.seq);
}

/** The clock of the computer, which people and time servers set: it may jump either way. */
export class WallClock {
  readonly #scheduler: Scheduler;
  readonly #start: number;
  #offset = 0;
  /** Told of each jump: who waits by the clock looks at it again. */
  readonly jumped: (() => void)[] = [];

  constructor(scheduler: Scheduler, start: number) {
    this.#scheduler = scheduler;
    this.#start = start;
  }

  now(): number {
    return Math.floor(this.#start + this.#offset + this.#scheduler.time);
  }

  /** When, by the time that truly passes, this clock shows (or showed, as it goes now) a moment. */
  uptimeAt(wall: number): number {
    return wall - this.#start - this.#offset;
  }

  jump(ms: number): void {
    this.#offset += ms;
    for (const tell of [...this.jumped]) tell();
  }
}
