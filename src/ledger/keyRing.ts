import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerKeys } from '../calls/ports/keyPorts.ts';
import type { Clock, NewId } from '../calls/ports/ports.ts';
import { keepByTails } from './adopting.ts';
import { detailOf } from './faults.ts';
import { handOver, KeyRequest } from './handOver.ts';
import { Holders } from './holders.ts';
import type { OpenFile } from './openFile.ts';
import type { LedgerOptions } from './options.ts';
import type { KeyHome, OwnKey, SealingKey, SealingKeys } from './sealing.ts';
import type { Store } from './store.ts';
import {
  isOthers,
  rememberFound,
  rememberStore,
  type ValidSeal,
  validSeal,
  writeValidSeal,
} from './validSeal.ts';

/** Another window's key, which has not come. */
class KeyElsewhere extends Error {
  constructor() {
    super('another window made the key that seals orders, and has not handed it over');
    this.name = 'KeyElsewhere';
  }
}

/** The place where keys are kept refused, as a locked keyring does. */
class KeyUnreadable extends Error {
  constructor(error: unknown) {
    super(detailOf(error));
    this.name = 'KeyUnreadable';
  }
}

function asked<T>(home: Promise<T>): Promise<T> {
  return home.catch((error: unknown) => {
    throw new KeyUnreadable(error);
  });
}

export interface RingMeans {
  readonly store: Store;
  readonly home: KeyHome;
  readonly holders: Holders;
  readonly mayWrite: boolean;
  readonly now: Clock;
  readonly newId: NewId;
  /** Names what a secret storage may be tied to: the same for all extension hosts that one window had. */
  readonly window: string;
  readonly wait: (ms: number) => Promise<void>;
  /** Calls back when the file may have changed; returns how to stop that. */
  readonly watch: (look: () => void) => () => void;
}

const stepMs = 250;
/** How often a key is looked for that seals: eight seconds; to read an old order only: two. */
const tries = { seal: 32, read: 8 } as const;
/** How long it is believed that a key is nowhere. */
const missingMs = 5000;
/** A key that was made less than this ago may still be on its way through the secret storage, in ms. */
const arrivesWithinMs = 60_000;
/** So many tries a key of which no window is left gets to arrive. */
const arrivalTries = 8;

/**
 * The one key that all windows seal with. Which one that is stands in the ledger, chosen in a transaction; a window that
 * has another fetches it from its store, or from a window that holds it. It is replaced only when no window holds it and
 * no store has it, so nothing is ever sealed with two keys at once; a window stays with its key as long as it lives.
 */
export class KeyRing implements SealingKeys, LedgerKeys {
  readonly #means: RingMeans;
  readonly #known = new Map<string, Uint8Array>();
  /** When a key was looked for in vain. */
  readonly #missing = new Map<string, number>();
  #current: Promise<SealingKey> | null = null;
  #settled: SealingKey | null = null;
  #stopWatching: (() => void) | null = null;

  constructor(means: RingMeans) {
    this.#means = means;
  }

  current(): Promise<SealingKey> {
    return this.#once(tries.seal);
  }

  /** @throws KeyElsewhere when it is another window's, which does not answer */
  async find(id: string): Promise<Uint8Array | null> {
    const known = this.#settled?.id === id ? this.#settled.key : this.#known.get(id);
    if (known !== undefined) return known;
    // A search opens a thousand notes: a key that is gone is not looked for a thousand times.
    const { now } = this.#means;
    if (Math.abs(now() - (this.#missing.get(id) ?? Number.NEGATIVE_INFINITY)) < missingMs) return null;
    const found = await this.#look(id);
    if (found === null) this.#missing.set(id, now());
    return found;
  }

  async #look(id: string): Promise<Uint8Array | null> {
    const { home, holders, mayWrite } = this.#means;
    const kept = await asked(home.find(id));
    if (kept !== null) {
      this.#known.set(id, kept);
      return kept;
    }
    if (!mayWrite || (await this.#valid())?.seal !== id || !holders.anyOther()) return null;
    const fetched = await this.#once(tries.read);
    return fetched.id === id ? fetched.key : null;
  }

  async survived(): Promise<boolean> {
    return (await this.#valid())?.survived ?? false;
  }

  async fetch(): Promise<void> {
    if (this.#means.mayWrite && (await this.#valid()) !== null) await this.current();
  }

  async keepInFile(): Promise<void> {
    const { home, store } = this.#means;
    const { id, key } = await this.current();
    await home.keepInFile?.(key);
    // A file lasts, whatever the secret storage does.
    await store.write(() => store.sql('UPDATE valid_seal SET survived = 1 WHERE seal = ?').run(id));
  }

  close(): void {
    this.#stopWatching?.();
    this.#means.holders.release();
  }

  #valid(): Promise<ValidSeal | null> {
    return this.#means.store.read(() => validSeal(this.#means.store));
  }

  /** Once it is there it stays; what failed is tried anew when it is asked for again. */
  #once(most: number): Promise<SealingKey> {
    this.#current ??= this.#settle(most).catch((error: unknown) => {
      this.#current = null;
      throw error;
    });
    return this.#current;
  }

  async #settle(most: number): Promise<SealingKey> {
    const asking: { request: KeyRequest | null } = { request: null };
    try {
      for (let left = most; left > 0; left -= 1) {
        const found = await this.#try(asking, most - left);
        if (found !== null) return found;
      }
    } finally {
      await asking.request?.end();
    }
    throw new KeyElsewhere();
  }

  /** One way to the key, or null after a pause. */
  async #try(asking: { request: KeyRequest | null }, tried: number): Promise<SealingKey | null> {
    const { home, mayWrite } = this.#means;
    const valid = await this.#valid();
    if (valid === null) {
      const own = await asked(home.current());
      return !mayWrite || (await this.#choose(null, own)) ? this.#join(own, 'made') : null;
    }
    const kept = await asked(home.find(valid.seal));
    if (kept !== null) return this.#join({ id: valid.seal, key: kept }, 'found');
    // Nothing can be sealed or sent here, and prints made with another key find nothing.
    if (!mayWrite) return asked(home.current());
    const given = await this.#askFor(valid.seal, asking, tried);
    if (given !== null) return this.#join({ id: valid.seal, key: given }, 'given');
    const arriving = Math.abs(this.#means.now() - valid.madeAt) < arrivesWithinMs && tried < arrivalTries;
    if (!arriving && !this.#means.holders.anyOther()) {
      const own = await asked(home.current());
      if (await this.#choose(valid.seal, own)) return this.#join(own, 'made');
    }
    await this.#pause();
    return null;
  }

  /** Until the next try, or until the store changed. */
  async #pause(): Promise<void> {
    const { home, wait } = this.#means;
    let stop = (): void => undefined;
    const changed = new Promise<void>((resolve) => {
      stop = home.onDidChange?.(resolve) ?? stop;
    });
    await Promise.race([wait(stepMs), changed]);
    stop();
  }

  /** What a window that holds it handed over, asked now or before. */
  async #askFor(
    seal: string,
    asking: { request: KeyRequest | null },
    tried: number,
  ): Promise<Uint8Array | null> {
    const { store, home, now, newId, holders } = this.#means;
    if (asking.request?.seal !== seal) {
      await asking.request?.end();
      asking.request = null;
      if (!holders.anyOther()) return null;
      asking.request = new KeyRequest(store, newId(), seal);
      await asking.request.ask(now());
    } else if (tried % 4 === 0) await asking.request.ask(now());
    const given = await asking.request.given();
    if (given === null) return null;
    return (await asked(Promise.resolve(home.keep?.(seal, given)))) === false ? null : given;
  }

  /** Makes the own key the one that seals, if the ledger still says what it said and nobody holds what it names. */
  async #choose(instead: string | null, own: OwnKey): Promise<boolean> {
    const { store, holders, window, now, home } = this.#means;
    const chosen = await store.write(() => {
      if ((validSeal(store)?.seal ?? null) !== instead) return false;
      // Who wants to hold it waits for this transaction, see #join.
      if (instead !== null && holders.anyOther()) return false;
      // What was counted was counted by hashes that this key does not make. A file of before there was a choice says who sealed.
      if (instead !== null || isOthers(store, own.id)) keepByTails(store);
      writeValidSeal(store, own, window, now());
      return true;
    });
    if (!chosen) await home.drop?.(own.id);
    return chosen;
  }

  /** Holds the key from now on, unless another took its place meanwhile: then null. */
  async #join(own: SealingKey, how: 'made' | 'found' | 'given'): Promise<SealingKey | null> {
    const { store, holders, window, mayWrite, watch, now } = this.#means;
    if (mayWrite) {
      await holders.hold();
      let still = false;
      try {
        still = await store.write(() => {
          if (validSeal(store)?.seal !== own.id) return false;
          if (how === 'found') rememberFound(store, own.id, window);
          else rememberStore(store, own.id, window);
          return true;
        });
      } finally {
        // Who does not have it must not look as if: others would wait for it in vain.
        if (!still) holders.release();
      }
      if (!still) return null;
      const give = (): void => {
        // Who asked asks again, and says it when nobody answers.
        handOver(store, own, now()).catch(() => undefined);
      };
      this.#stopWatching ??= watch(give);
      give();
    }
    this.#settled = own;
    return own;
  }
}

/** The ring of an open ledger. */
export function ringOf(
  options: LedgerOptions,
  file: OpenFile,
  store: Store,
  watch: RingMeans['watch'],
): KeyRing {
  return new KeyRing({
    store,
    home: options.sealing,
    holders: new Holders(file.names),
    mayWrite: file.readOnly === null,
    now: options.now,
    newId: options.newId,
    window: options.window ?? options.newId(),
    wait: options.wait ?? sleep,
    watch,
  });
}
