import type { OperationId } from '../../../src/contract/words.ts';
import type { Random } from '../random.ts';
import { type Body, contradictory, documented, strange, throttling } from './bodies.ts';
import { type Code, codes, endpoints } from './codes.ts';
import { type Pause, pauseFor } from './retryAfter.ts';

/** One call that arrived, as the service wrote it down, whatever it answered and whoever heard it. */
export interface Entry {
  readonly arrivedAt: number;
  readonly key: string | null;
  readonly origin: string;
  readonly operation: OperationId | null;
  readonly body: Uint8Array;
  /** What the wallet lost, in truth. */
  readonly charged: boolean;
  readonly answer: Answer;
}

export interface Answer {
  readonly status: number;
  readonly body: Body;
  /** Of a 429. */
  readonly pause: Pause | null;
}

/** What one merchant's account is like. */
export interface Account {
  /** Calls a minute takes, whatever the documents say: limits are set per merchant. */
  readonly perMinute: number;
  /** Calls the wallet pays for. */
  wallet: number;
  readonly subscribed: boolean;
  expired: boolean;
}

/** How the service behaves in a run. */
export interface Temper {
  /** Share of answers that contradict the documents. */
  readonly contradicts: number;
  /** Share of answers that are no envelopes. */
  readonly strange: number;
  /** Share of 429s that come for no reason. */
  readonly throttles: number;
  /** How often a 429 asks for a wait that nobody believes, against 18 in all: 1 = seldom. */
  readonly doubtful: number;
  /** Its clock against ours, ms. */
  readonly skewMs: number;
}

interface Window {
  arrivals: number[];
  blockedUntil: number;
}

const ran: readonly Code[] = [
  'OK',
  'OK',
  'OK',
  'ACCEPTED',
  'PROVIDER_NO_RESPONSE',
  'VERIFICATION_FAILED',
  'NO_RECORD_FOUND',
  'SOURCE_UNAVAILABLE',
];
const failed: readonly Code[] = [
  'INVALID_INPUT',
  'REQUEST_FAILED',
  'INTERNAL_ERROR',
  'PROVIDER_UNAVAILABLE',
  'NOT_FOUND',
];

/** The service itself, with a book of what arrived. It shares no line with `src/sandbox`. */
export class Service {
  readonly book: Entry[] = [];
  readonly #accounts = new Map<string, Account>();
  readonly #windows = new Map<string, Window>();
  readonly #temper: Temper;
  readonly #open: (key: string) => Account;

  /** @param open makes the account of a key that is seen for the first time */
  constructor(temper: Temper, open: (key: string) => Account) {
    this.#temper = temper;
    this.#open = open;
  }

  account(key: string): Account {
    let account = this.#accounts.get(key);
    if (account === undefined) {
      account = this.#open(key);
      this.#accounts.set(key, account);
    }
    return account;
  }

  /** A call arrives. @param wall the moment by a right clock */
  take(url: string, key: string | null, body: Uint8Array, wall: number, random: Random): Entry {
    const slash = url.indexOf('/', 8);
    const origin = url.slice(0, slash);
    const operation = endpoints[url.slice(slash)] ?? null;
    const answer = this.#answer(origin, operation, key, wall, random);
    const charged = this.#charge(key, answer, random);
    const entry = { arrivedAt: wall, key, origin, operation, body, charged, answer };
    this.book.push(entry);
    return entry;
  }

  /** What the wallet pays is no matter of what the answer says. */
  #charge(key: string | null, { body }: Answer, random: Random): boolean {
    const isCharged = key !== null && (body.charges ?? random.chance(0.5));
    if (isCharged) this.account(key).wallet -= 1;
    return isCharged;
  }

  #answer(
    origin: string,
    operation: OperationId | null,
    key: string | null,
    wall: number,
    random: Random,
  ): Answer {
    if (operation === null) return said('NOT_FOUND');
    if (key === null) return said('MISSING_API_KEY');
    const account = this.account(key);
    if (account.expired) return said('INVALID_API_KEY');
    const seconds = this.#secondsToWait(`${origin} ${key} ${operation}`, account, wall, random);
    if (seconds !== null) return this.#throttled(seconds, wall, random);
    if (!account.subscribed) return said('NO_API_ACCESS');
    if (account.wallet <= 0) return said('INSUFFICIENT_BALANCE');
    if (random.chance(this.#temper.contradicts)) return odd(random.pick(contradictory));
    if (random.chance(this.#temper.strange))
      return { ...odd(random.pick(strange)), status: random.pick([200, 502]) };
    return said(random.pick(random.chance(0.75) ? ran : failed));
  }

  /** Null = it may pass. Who comes back early waits longer. */
  #secondsToWait(who: string, account: Account, wall: number, random: Random): number | null {
    let window = this.#windows.get(who);
    if (window === undefined) {
      window = { arrivals: [], blockedUntil: 0 };
      this.#windows.set(who, window);
    }
    window.arrivals = window.arrivals.filter((at) => at > wall - 60_000);
    if (wall < window.blockedUntil) window.blockedUntil += 5000;
    else if (window.arrivals.length < account.perMinute && !random.chance(this.#temper.throttles)) {
      window.arrivals.push(wall);
      return null;
    } else window.blockedUntil = Math.max(wall + 1000, (window.arrivals[0] ?? wall) + 60_000);
    return Math.ceil((window.blockedUntil - wall) / 1000);
  }

  #throttled(seconds: number, wall: number, random: Random): Answer {
    const body = random.pick(throttling);
    return {
      status: 429,
      body,
      pause: pauseFor(random, seconds, wall + this.#temper.skewMs, this.#temper.doubtful),
    };
  }
}

function said(code: Code): Answer {
  return { status: codes[code].http, body: documented[code], pause: null };
}

/** Its status is the documented one of nothing in particular. */
function odd(body: Body): Answer {
  if (body.name.startsWith('RATE_LIMITED')) {
    return { status: 429, body, pause: { headers: [['retry-after', '3']], waitMs: 3000 } };
  }
  return { status: body.name.startsWith('IN') ? 422 : 200, body, pause: null };
}
