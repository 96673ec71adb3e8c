import type { Outcome, Phrase } from '../../contract/words.ts';
import type { BatchCall, BatchStore } from '../batchPorts.ts';
import type { Clock } from '../ports.ts';
import type { Verdict } from './pace.ts';

/** What came of trying to send a call. */
export type Sent =
  /** Nothing left. `guard`: what was known a moment ago has changed, so it is looked at again. */
  | { readonly kind: 'not-begun'; readonly why: Phrase; readonly guard: boolean }
  | {
      readonly kind: 'settled';
      readonly outcome: Outcome;
      readonly messageCode: string | null;
      /** From the start of the call until it was connected, ms, or null. */
      readonly connectedMs: number | null;
    };

export interface EngineMeans {
  readonly store: Pick<BatchStore, 'nextCall' | 'setAside' | 'hold' | 'release'>;
  /** Whether the call may leave now. `lagMs`: calls may arrive at the service this much after they begin here. */
  readonly look: (call: BatchCall, lagMs: number) => Promise<Verdict>;
  /** Once for each call it is given; never rejects for what the network or the service did. */
  readonly send: (call: BatchCall) => Promise<Sent>;
  readonly now: Clock;
  /** Ends early, without a fault, when the signal says so. */
  readonly sleep: (ms: number, wake: AbortSignal) => Promise<void>;
  /** Something of `status` changed. */
  readonly changed: () => void;
}

export interface EngineOptions {
  readonly batch: string;
  /** Of this run; no other window may run the batch at the same time. */
  readonly holder: string;
  readonly stopAfterFailures: number;
  /** Calls that may be under way at once. */
  readonly concurrency: number;
}

export interface RunStatus {
  readonly phase: 'running' | 'waiting' | 'paused';
  /** Why it waits or is paused; null when the user paused it, or while it runs. */
  readonly why: Phrase | null;
  /** End of the wait, ms since the epoch. */
  readonly until: number | null;
  /** Calls that came to an end in this run. */
  readonly settled: number;
  readonly underWay: number;
}

/** `taken`: another window runs it now. `left`: this window closes; the next one is to say so. */
export type RunEnd = 'done' | 'cancelled' | 'taken' | 'left';

/** How long another window waits before it believes that this one is gone. */
export const leaseMs = 15_000;
/** Longest sleep, so that a computer that slept and a lease are noticed. */
const longestSleepMs = 5000;
/** Between two looks at a call that was refused in the last moment. */
const lookAgainMs = 500;
/** Added to what the clocks say, and the most a slow connection adds: 95 % of a minute's limit is kept all the same. */
const leastLagMs = 250;
const mostLagMs = 2500;
const remembered = 20;

const answered: ReadonlySet<Outcome> = new Set(['verified', 'negative', 'pending', 'held']);

const waiting = { phase: 'running', why: null, until: null } as const;

/**
 * Sends the waiting calls of a batch, in order, at the pace that `look` allows. Each call is given to `send` once and
 * never again by itself: what failed stays as it is. Pauses by itself; a pause lets calls that are under way end.
 */
export class BatchRun {
  readonly #means: EngineMeans;
  readonly #options: EngineOptions;
  #state: Pick<RunStatus, 'phase' | 'why' | 'until'> = waiting;
  #end: RunEnd = 'done';
  #stopped = false;
  #settled = 0;
  #failures = 0;
  #from = 0;
  readonly #claimed = new Set<number>();
  #lags: number[] = [];
  #wake = new AbortController();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(means: EngineMeans, options: EngineOptions) {
    this.#means = means;
    this.#options = options;
  }

  get status(): RunStatus {
    return { ...this.#state, settled: this.#settled, underWay: this.#claimed.size };
  }

  /** Resolves once nothing is under way any more. */
  async run(): Promise<RunEnd> {
    const workers = Array.from({ length: this.#options.concurrency }, () => this.#work());
    try {
      await Promise.all(workers);
    } finally {
      this.#stopped = true;
      await Promise.allSettled(workers);
      // A hold that nobody gives back tells the next window that this one was interrupted.
      if (this.#end !== 'left') await this.#means.store.release(this.#options.batch, this.#options.holder);
    }
    return this.#end;
  }

  /** @param why null = the user did it */
  pause(why: Phrase | null): void {
    if (this.#stopped || this.#state.phase === 'paused') return;
    this.#set({ phase: 'paused', why, until: null });
    this.#rouse();
  }

  resume(): void {
    if (this.#state.phase !== 'paused') return;
    this.#failures = 0;
    this.#set(waiting);
    this.#rouse();
  }

  /** No further call leaves; what waits can be resumed later. */
  cancel(): void {
    this.#stop('cancelled');
  }

  /** As `cancel`, because the window closes. */
  leave(): void {
    this.#stop('left');
  }

  /** Says that this window is alive; ends the run when another one has taken the batch. */
  async beat(): Promise<void> {
    if (!this.#stopped && !(await this.#hold())) this.#stop('taken');
  }

  #stop(end: RunEnd): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#end = end;
    this.#rouse();
    this.#means.changed();
  }

  #hold(): Promise<boolean> {
    const { batch, holder } = this.#options;
    return this.#means.store.hold(batch, holder, this.#means.now(), leaseMs);
  }

  #set(state: Pick<RunStatus, 'phase' | 'why' | 'until'>): void {
    this.#state = state;
    this.#means.changed();
  }

  /** Ends every sleep. */
  #rouse(): void {
    this.#wake.abort();
    this.#wake = new AbortController();
  }

  async #work(): Promise<void> {
    for (;;) {
      const call = await this.#inTurn(() => this.#next());
      if (call === null) return;
      await this.#send(call);
    }
  }

  /** One worker at a time decides what leaves next. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  /** The next call, once it may leave; null when there is none or the run is over. */
  async #next(): Promise<BatchCall | null> {
    for (;;) {
      if (this.#stopped) return null;
      if (this.#state.phase === 'paused') {
        await this.#sleep(longestSleepMs);
        continue;
      }
      if (!(await this.#hold())) {
        this.#stop('taken');
        return null;
      }
      const call = await this.#waiting();
      if (call === null) return null;
      const verdict = await this.#means.look(call, this.#lag());
      if (await this.#allows(call, verdict)) {
        this.#claimed.add(call.call);
        this.#from = call.call + 1;
        return call;
      }
    }
  }

  /** Looks from the start again before it says that nothing waits: the user may have decided about an earlier call. */
  async #waiting(): Promise<BatchCall | null> {
    for (const from of this.#from === 0 ? [0] : [this.#from, 0]) {
      let call = await this.#means.store.nextCall(this.#options.batch, from);
      while (call !== null && this.#claimed.has(call.call)) {
        call = await this.#means.store.nextCall(this.#options.batch, call.call + 1);
      }
      if (call !== null) return call;
    }
    return null;
  }

  async #allows(call: BatchCall, verdict: Verdict): Promise<boolean> {
    // The user may have paused or cancelled while it was looked at.
    if (this.#stopped || this.#state.phase === 'paused') return false;
    switch (verdict.kind) {
      case 'go':
        if (this.#state.phase === 'waiting') this.#set(waiting);
        return true;
      case 'aside':
        await this.#means.store.setAside(call.batch, call.call, verdict.state, verdict.why);
        this.#means.changed();
        return false;
      case 'stop':
        this.pause(verdict.why);
        return false;
      case 'wait': {
        const { why, until } = verdict;
        if (this.#state.until !== until) this.#set({ phase: 'waiting', why, until });
        await this.#sleep(Math.min(Math.max(until - this.#means.now(), 50), longestSleepMs));
        return false;
      }
    }
  }

  async #sleep(ms: number): Promise<void> {
    await this.#means.sleep(ms, this.#wake.signal);
  }

  /** The longest way to the service of late. */
  #lag(): number {
    return Math.ceil(Math.min(mostLagMs, leastLagMs + Math.max(0, ...this.#lags)));
  }

  async #send(call: BatchCall): Promise<void> {
    this.#means.changed();
    try {
      const sent = await this.#means.send(call);
      if (sent.kind === 'settled') this.#took(sent);
      else {
        this.#from = Math.min(this.#from, call.call);
        if (sent.guard) await this.#sleep(lookAgainMs);
        else this.pause(sent.why);
      }
    } finally {
      this.#claimed.delete(call.call);
      this.#means.changed();
    }
  }

  #took(sent: Extract<Sent, { kind: 'settled' }>): void {
    this.#settled += 1;
    if (sent.connectedMs !== null) this.#lags = [...this.#lags, sent.connectedMs].slice(-remembered);
    if (answered.has(sent.outcome)) {
      this.#failures = 0;
      return;
    }
    if (sent.outcome === 'refused') {
      const code = sent.messageCode ?? '';
      this.pause({
        text: 'The service refuses calls ({0}): every other row would fare alike.',
        args: [code],
      });
      return;
    }
    this.#failures += 1;
    if (this.#failures >= this.#options.stopAfterFailures) {
      this.pause({ text: '{0} calls in a row did not succeed.', args: [this.#failures] });
    }
  }
}
