import {
  type Attempted,
  BatchRun,
  type CallEnd,
  type EngineMeans,
  type EngineOptions,
} from '../../../../src/calls/batch/engine.ts';
import type { BatchCall } from '../../../../src/calls/ports/batchPorts.ts';
import { batchId, draftOfBatch } from '../../../../src/calls/ports/ids.ts';

const bare = batchId('bare');
/** This window. */
const me = 'me';

export const end = (outcome: CallEnd['outcome'], more: Partial<CallEnd> = {}): CallEnd => ({
  ...{
    outcome,
    messageCode: null,
    httpStatus: null,
    headline: { text: 'Input rejected' },
    connectedMs: null,
  },
  ...more,
});

function aCall(call: number): BatchCall {
  return {
    ...{ batch: bare, call, draftId: draftOfBatch(bare, call), fingerprint: null },
    ...{ rows: [], acceptedPaid: [], acceptedOpen: [] },
  };
}

/**
 * A run around a batch that is held in memory as the ledger keeps one: a call waits until it leaves or is set aside, and
 * one window has it until its lease is over. What a test does not replace answers at once and is verified.
 */
export class BareRun {
  at = 1_000_000;
  /** Calls that wait, in order. */
  waiting: BatchCall[];
  /** What was looked for, by where it was begun to look. */
  readonly looked: number[] = [];
  /** The calls that left. */
  readonly left: number[] = [];
  readonly aside: unknown[][] = [];
  /** When the hold was taken. */
  readonly holds: number[] = [];
  holder: string | null = null;
  heldUntil = 0;
  readonly slept: number[] = [];
  readonly lags: number[] = [];
  /** Times that it said that something changed. */
  changes = 0;
  /** Replaced by a test. */
  attempt: (call: BatchCall, still: () => boolean) => Promise<Attempted> = async (call) => this.leave(call);
  sleep: (wake: AbortSignal) => Promise<void> = () => new Promise((resolve) => setImmediate(resolve));
  changed: () => void = () => undefined;
  hold: () => Promise<void> = async () => undefined;
  readonly run: BatchRun;

  constructor(calls: number, options: Partial<EngineOptions> = {}) {
    this.waiting = Array.from({ length: calls }, (_, call) => aCall(call));
    const whole = { batch: bare, holder: me, stopAfterFailures: 3, concurrency: 1, ...options };
    this.run = new BatchRun(this.#means(), whole);
  }

  /** The call leaves and is answered. */
  leave(call: BatchCall, answer: Promise<CallEnd> | CallEnd = end('verified')): Attempted {
    this.waiting = this.waiting.filter((one) => one !== call);
    this.left.push(call.call);
    return { kind: 'left', end: Promise.resolve(answer) };
  }

  /** Each call is answered by what stands at its place, the last one answers the rest. */
  answers(...ends: readonly CallEnd[]): void {
    this.attempt = async (call) => this.leave(call, ends[Math.min(call.call, ends.length - 1)]);
  }

  /** What the status is, without its counts. */
  get state(): readonly unknown[] {
    const { phase, why, remedy, until } = this.run.status;
    return [phase, why?.text ?? null, remedy, until];
  }

  #means(): EngineMeans {
    return {
      store: {
        nextCall: async (_batch, from) => {
          this.looked.push(from);
          return this.waiting.find(({ call }) => call >= from) ?? null;
        },
        setAside: async (_batch, call, ...said) => {
          this.waiting = this.waiting.filter((one) => one.call !== call);
          this.aside.push([call, ...said]);
        },
        hold: async (batch, holder, now, forMs) => {
          if (batch !== bare) throw new Error('another batch is held');
          this.holds.push(now);
          await this.hold();
          if (this.holder !== null && this.holder !== holder && this.heldUntil >= now) return false;
          this.holder = holder;
          this.heldUntil = now + forMs;
          return true;
        },
        release: async (batch, holder) => {
          if (batch === bare && this.holder === holder) this.holder = null;
        },
      },
      attempt: (call, lagMs, still) => {
        this.lags.push(lagMs);
        return this.attempt(call, still);
      },
      now: () => this.at,
      sleep: async (ms, wake) => {
        this.slept.push(ms);
        this.at += ms;
        await this.sleep(wake);
      },
      changed: () => {
        this.changes += 1;
        this.changed();
      },
    };
  }
}

/** Until nothing goes on by itself any more. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
