import type { Outcome, Phrase } from '../../contract/words.ts';
import type { Remedy } from '../guard/choices.ts';
import type { BatchCall, BatchStore } from '../ports/batchPorts.ts';
import type { BatchId } from '../ports/ids.ts';
import type { Clock } from '../ports/ports.ts';
import type { Verdict } from './pace.ts';
import { looksRefused, refusesCalls, remedyOfCode, remedyOfStatus } from './refusing.ts';

/** What the pace of a batch needs to know of an answer. */
export interface CallEnd {
  readonly outcome: Outcome;
  readonly messageCode: string | null;
  /** Null where no answer came. */
  readonly httpStatus: number | null;
  /** What came of it, in a word or two. */
  readonly headline: Phrase;
  /** From the start of the call until it was connected, ms, or null. */
  readonly connectedMs: number | null;
}

/** What came of trying to send a call. */
export type Attempted =
  /** Its order is begun and it is under way; `end` never rejects for what the network or the service did. */
  | { readonly kind: 'left'; readonly end: Promise<CallEnd> }
  /** Nothing left, and it is known what to do about it. */
  | { readonly kind: 'held-back'; readonly verdict: Verdict }
  /** Nothing left, and only the user can mend why. */
  | { readonly kind: 'not-begun'; readonly why: Phrase };

export interface EngineMeans {
  readonly store: Pick<BatchStore, 'nextCall' | 'setAside' | 'hold' | 'release'>;
  /**
   * Sends the call if it may leave now. `lagMs`: calls may arrive at the service this much after they begin here. `still`
   * is asked last: false once the run was paused or stopped meanwhile.
   */
  readonly attempt: (call: BatchCall, lagMs: number, still: () => boolean) => Promise<Attempted>;
  readonly now: Clock;
  /** Ends early, without a fault, when the signal says so. */
  readonly sleep: (ms: number, wake: AbortSignal) => Promise<void>;
  /** Something of `status` changed. */
  readonly changed: () => void;
}

export interface EngineOptions {
  readonly batch: BatchId;
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
  /** What the user can do about what it is paused for; null = nothing that we know of. */
  readonly remedy: Remedy | null;
  /** End of the wait, ms since the epoch. */
  readonly until: number | null;
  /** Calls that came to an end in this run. */
  readonly settled: number;
  readonly underWay: number;
  /** Nothing more leaves; what is under way is awaited. */
  readonly ending: boolean;
}

/** `taken`: another window runs it now. `left`: this window closes; the next one is to say so. */
export type RunEnd = 'done' | 'cancelled' | 'taken' | 'left';

/** How long another window waits before it believes that this one is gone. */
export const leaseMs = 15_000;
/** Longest sleep, so that a computer that slept and a lease are noticed. */
const longestSleepMs = 5000;
/** A hold is taken anew this long after the last time. */
const holdAgainMs = leaseMs / 3;
/** Added to what the clocks say, and the most a slow connection adds: 95 % of a minute's limit is kept all the same. */
const leastLagMs = 250;
const mostLagMs = 2500;
const remembered = 20;

const answered: ReadonlySet<Outcome> = new Set(['verified', 'negative', 'pending', 'held']);

const waiting = { phase: 'running', why: null, remedy: null, until: null } as const;

type State = Pick<RunStatus, 'phase' | 'why' | 'remedy' | 'until'>;

/**
 * Sends the waiting calls of a batch, in order, at the pace that `attempt` allows. A call that has left is never tried
 * again by itself: what failed stays as it is. Pauses by itself; a pause lets calls that are under way end.
 */
export class BatchRun {
  readonly #means: EngineMeans;
  readonly #options: EngineOptions;
  #state: State = waiting;
  #end: RunEnd = 'done';
  #stopped = false;
  #settled = 0;
  #failures = 0;
  /** What was found to pause for; nothing more leaves until it is known whether anything is left to. */
  #halt: Pick<RunStatus, 'why' | 'remedy'> | null = null;
  #from = 0;
  #underWay = 0;
  #heldAt = Number.NEGATIVE_INFINITY;
  #lags: number[] = [];
  #wake = new AbortController();
  #turn: Promise<unknown> = Promise.resolve();
  #beating: Promise<unknown> = Promise.resolve();

  constructor(means: EngineMeans, options: EngineOptions) {
    this.#means = means;
    this.#options = options;
  }

  get status(): RunStatus {
    return {
      ...this.#state,
      settled: this.#settled,
      underWay: this.#underWay,
      ending: this.#stopped,
    };
  }

  /**
   * Resolves once nothing is under way any more.
   * @param last what is owed before the batch is given back, unless another window has it; where it fails, the batch stays as one that was interrupted
   */
  async run(last: (end: RunEnd) => Promise<void> = async () => undefined): Promise<RunEnd> {
    const workers = Array.from({ length: this.#options.concurrency }, () => this.#work());
    let owes = false;
    try {
      await Promise.all(workers);
      owes = this.#end !== 'taken';
      if (owes) await last(this.#end);
      owes = false;
    } finally {
      this.#stopped = true;
      await Promise.allSettled(workers);
      // A hold that is written after the batch was given back would keep it.
      await this.#beating;
      // A hold that nobody gives back tells the next window that this one was interrupted.
      if (!owes && this.#end !== 'left')
        await this.#means.store.release(this.#options.batch, this.#options.holder);
    }
    return this.#end;
  }

  /** @param why null = the user did it */
  pause(why: Phrase | null, remedy: Remedy | null = null): void {
    this.#halt = null;
    if (this.#stopped || this.#state.phase === 'paused') return;
    // Who sleeps sleeps on: a pause is longer than any sleep, and its end wakes.
    this.#set({ phase: 'paused', why, remedy, until: null });
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
    if (this.#stopped) return;
    const hold = this.#hold();
    this.#beating = hold.catch(() => undefined);
    if (!(await hold)) this.#stop('taken');
  }

  #stop(end: RunEnd): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#end = end;
    this.#rouse();
    this.#means.changed();
  }

  async #hold(): Promise<boolean> {
    const { batch, holder } = this.#options;
    const now = this.#means.now();
    const held = await this.#means.store.hold(batch, holder, now, leaseMs);
    this.#heldAt = now;
    return held;
  }

  /** Each hold is a write; a call that leaves twice is refused by the ledger, whoever holds the batch. */
  async #stillHeld(): Promise<boolean> {
    const since = this.#means.now() - this.#heldAt;
    return (since >= 0 && since < holdAgainMs) || this.#hold();
  }

  #set(state: State): void {
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
      const left = await this.#inTurn(() => this.#next());
      if (left === null) return;
      try {
        this.#took(await left.end);
      } finally {
        this.#underWay -= 1;
        this.#means.changed();
      }
    }
  }

  /** One worker at a time decides what leaves next. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  /**
   * The next call, once it has left; null when there is none or the run is over. Its end is handed over within an object:
   * a promise that is returned would be awaited, and the turn with it.
   */
  async #next(): Promise<Extract<Attempted, { kind: 'left' }> | null> {
    for (;;) {
      if (this.#stopped) return null;
      if (this.#state.phase === 'paused') {
        await this.#sleep(longestSleepMs);
        continue;
      }
      if (!(await this.#stillHeld())) {
        this.#stop('taken');
        return null;
      }
      const call = await this.#waiting();
      if (call === null) return null;
      if (this.#halt !== null) {
        this.pause(this.#halt.why, this.#halt.remedy);
        continue;
      }
      const attempted = await this.#means.attempt(call, this.#lag(), () => this.#goesOn);
      if (attempted.kind === 'left') {
        this.#from = call.call + 1;
        this.#underWay += 1;
        if (this.#state.phase === 'waiting') this.#set(waiting);
        this.#means.changed();
        return attempted;
      }
      await this.#heldBack(call, attempted);
    }
  }

  get #goesOn(): boolean {
    return !this.#stopped && this.#state.phase !== 'paused' && this.#halt === null;
  }

  /** With nothing left to send there is nothing to pause: the batch ends, and says what came of it. */
  #haltFor(why: Phrase, remedy: Remedy | null = null): void {
    if (this.#state.phase === 'paused') return;
    this.#halt = { why, remedy };
    this.#rouse();
  }

  /** Looks from the start again before it says that nothing waits: the user may have decided about an earlier call. */
  async #waiting(): Promise<BatchCall | null> {
    for (const from of this.#from === 0 ? [0] : [this.#from, 0]) {
      const call = await this.#means.store.nextCall(this.#options.batch, from);
      if (call !== null) return call;
    }
    return null;
  }

  async #heldBack(call: BatchCall, attempted: Exclude<Attempted, { kind: 'left' }>): Promise<void> {
    // The user paused or cancelled meanwhile: their word stands, whatever was found.
    if (!this.#goesOn) return;
    if (attempted.kind === 'not-begun') {
      // Left, erased or sent elsewhere meanwhile: then the next one is tried.
      const still = await this.#means.store.nextCall(call.batch, call.call);
      if (still?.draftId === call.draftId) this.pause(attempted.why);
      return;
    }
    const { verdict } = attempted;
    switch (verdict.kind) {
      case 'aside':
        await this.#means.store.setAside(call.batch, call.call, verdict.state, verdict.why, verdict.twins);
        this.#means.changed();
        return;
      case 'stop':
        this.pause(verdict.why, verdict.remedy);
        return;
      case 'wait': {
        const { why, until } = verdict;
        if (this.#state.until !== until) this.#set({ phase: 'waiting', why, remedy: null, until });
        await this.#sleep(Math.min(Math.max(until - this.#means.now(), 50), longestSleepMs));
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

  #took(sent: CallEnd): void {
    this.#settled += 1;
    if (sent.connectedMs !== null) this.#lags = [...this.#lags, sent.connectedMs].slice(-remembered);
    if (answered.has(sent.outcome)) {
      this.#failures = 0;
      return;
    }
    if (sent.outcome === 'refused') {
      const code = sent.messageCode ?? '';
      this.#haltFor(refusesCalls(code), remedyOfCode(code));
      return;
    }
    this.#failures += 1;
    const refusal = looksRefused(sent);
    if (refusal !== null) this.#haltFor(refusal, remedyOfStatus(sent.httpStatus ?? 0));
    else if (this.#failures >= this.#options.stopAfterFailures) {
      this.#haltFor(
        this.#failures === 1
          ? { text: 'A call did not succeed: {0}.', args: [sent.headline] }
          : {
              text: '{0} calls in a row did not succeed, the last: {1}.',
              args: [this.#failures, sent.headline],
            },
      );
    }
  }
}
