import type {
  AnswerHead,
  CallRequest,
  Exchange,
  FailureCode,
  Transport,
} from '../../src/calls/ports/ports.ts';
import { checkSent } from './invariants/sent.ts';
import { Random } from './random.ts';
import { type Meaning, nothingKnown } from './service/bodies.ts';
import type { Answer } from './service/service.ts';
import type { Call } from './trace.ts';
import type { SimWindow } from './window.ts';
import type { World } from './world.ts';

/** What the network makes of a call. */
type Fate = 'whole' | 'refused' | 'lost-there' | 'lost-back' | 'cut' | 'late' | 'throws';

const notSent: Meaning = { outcomes: ['not-sent'], billings: ['free'] };

export function openTransport(world: World, window: SimWindow): Transport {
  return {
    send: (request, signal) =>
      new Promise((resolve, reject) => new Journey(world, window, request, signal, resolve, reject).begin()),
  };
}

/** One call on its way to the service and back. */
class Journey {
  readonly #world: World;
  readonly #window: SimWindow;
  readonly #request: CallRequest;
  readonly #signal: AbortSignal;
  readonly #resolve: (exchange: Exchange) => void;
  readonly #reject: (error: Error) => void;
  readonly #call: Call;
  readonly #random: Random;
  readonly #fate: Fate;
  readonly #startedAt: number;
  #isOver = false;
  #isOut = false;

  constructor(
    world: World,
    window: SimWindow,
    request: CallRequest,
    signal: AbortSignal,
    resolve: (exchange: Exchange) => void,
    reject: (error: Error) => void,
  ) {
    this.#world = world;
    this.#window = window;
    this.#request = request;
    this.#signal = signal;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#startedAt = world.scheduler.time;
    this.#call = checkSent(world, window, request);
    this.#random = this.#call.kept?.wish?.random ?? new Random(this.#call.number);
    const spoilt = this.#random.chance(world.climate.network);
    this.#fate = spoilt
      ? this.#random.weighted({ refused: 3, 'lost-there': 2, 'lost-back': 3, cut: 3, late: 2, throws: 0.3 })
      : 'whole';
  }

  begin(): void {
    const { scheduler } = this.#world;
    const { life } = this.#window;
    const connect = this.#random.between(1, 200);
    scheduler.after(connect, life, () => this.#connected());
    scheduler.after(this.#request.deadlineMs, life, () => this.#fail('deadline'));
    if (this.#signal.aborted) this.#fail('cancelled');
    else this.#signal.addEventListener('abort', () => this.#fail('cancelled'), { once: true });
  }

  #connected(): void {
    if (this.#isOver) return;
    if (this.#fate === 'refused') {
      this.#fail('refused');
      return;
    }
    this.#isOut = true;
    if (this.#fate === 'throws') {
      this.#over({ meaning: nothingKnown, waitMs: null, cools: false });
      this.#reject(new Error('the client failed in a way nobody foresaw'));
    }
    if (this.#fate === 'lost-there')
      this.#world.scheduler.after(this.#random.between(1, 90_000), this.#window.life, () =>
        this.#fail('reset'),
      );
    // Bytes that left arrive, whatever becomes of who sent them.
    else this.#world.scheduler.after(this.#random.between(1, 100), null, () => this.#arrived());
  }

  #arrived(): void {
    const { scheduler, service, climate } = this.#world;
    const { url, apiKey, body } = this.#request;
    const entry = service.take(url, apiKey, body, climate.startAt + scheduler.time, this.#random);
    this.#call.entry = entry;
    this.#world.story.tell(
      'service',
      () =>
        `call ${this.#call.number} arrives (key ${apiKey}): ${entry.answer.body.name}, ${entry.charged ? 'charged' : 'not charged'}`,
    );
    const slow = this.#random.chance(0.1)
      ? this.#random.between(1000, 50_000)
      : this.#random.between(5, 2000);
    const ms = this.#fate === 'late' ? this.#request.deadlineMs + 5000 : slow;
    scheduler.after(ms, this.#window.life, () => this.#answered(entry.answer));
  }

  #answered(answer: Answer): void {
    if (this.#isOver) return;
    if (this.#fate === 'lost-back') {
      this.#fail('reset');
      return;
    }
    const head: AnswerHead = { status: answer.status, statusText: '', headers: answer.pause?.headers ?? [] };
    const cools = answer.status === 429;
    const waitMs = answer.pause?.waitMs ?? null;
    const { bytes, saidBy, whole } = answer.body;
    const length = this.#fate === 'cut' ? this.#random.int(bytes.byteLength) : bytes.byteLength;
    if (length === bytes.byteLength) {
      this.#over({ meaning: whole, waitMs, cools });
      this.#resolve({ kind: 'answered', head, body: bytes, wireBytes: length, timing: this.#timing() });
      return;
    }
    const isSaid = saidBy !== null && length >= saidBy;
    // Of what came only in part, "free" counts where the code says the same; what was charged may be known or not.
    const meaning = isSaid
      ? { outcomes: ['unknown' as const], billings: [...whole.billings, 'unknown' as const] }
      : partly(answer, length);
    this.#over({ meaning, waitMs, cools });
    this.#resolve({ ...this.#failure('truncated', 'maybe'), head, partialBody: bytes.subarray(0, length) });
  }

  #fail(code: FailureCode): void {
    if (this.#isOver) return;
    const sent = this.#isOut ? 'maybe' : 'no';
    this.#over({ meaning: this.#isOut ? nothingKnown : notSent, waitMs: null, cools: false });
    this.#resolve(this.#failure(code, sent));
  }

  #failure(code: FailureCode, sent: 'no' | 'maybe'): Exchange & { readonly kind: 'failed' } {
    const what = { text: code };
    return {
      kind: 'failed',
      sent,
      code,
      what,
      cause: code,
      head: null,
      partialBody: null,
      timing: this.#timing(),
    };
  }

  #timing() {
    const totalMs = this.#world.scheduler.time - this.#startedAt;
    return { connectedMs: this.#isOut ? totalMs / 2 : null, firstByteMs: null, totalMs };
  }

  #over(told: Omit<NonNullable<Call['told']>, 'at'>): void {
    this.#isOver = true;
    this.#call.told = { ...told, at: this.#world.scheduler.time };
    this.#world.story.tell(
      this.#window.name,
      () =>
        `hears of call ${this.#call.number}: ${told.meaning.outcomes.join('/')}, ${told.meaning.billings.join('/')}`,
    );
  }
}

/** A "charged: true" that came whole may be believed without its code. */
function partly({ body }: Answer, length: number): Meaning {
  const text = new TextDecoder().decode(body.bytes.subarray(0, length));
  return text.includes('"charged":true')
    ? { outcomes: ['unknown'], billings: ['unknown', 'billed'] }
    : nothingKnown;
}
