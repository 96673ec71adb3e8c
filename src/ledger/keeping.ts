import type { Retained } from '../calls/ports/erasurePorts.ts';
import {
  type HeldBack,
  type Keep,
  type Keeping,
  type KeepPolicy,
  keepChoices,
  mostHeld,
} from '../calls/ports/keepingPorts.ts';
import type { Store } from './store.ts';

/** Another window does not ask, too. */
const askedMs = 600_000;

interface KeepingMeans {
  readonly store: Store;
  readonly mayWrite: boolean;
  readonly apply: (policy: KeepPolicy, now: number) => Promise<Retained>;
}

interface State {
  readonly agreed: Keep;
  readonly wanted: Keep | null;
  readonly since: number;
  readonly leftAlone: boolean;
}

function isLess(one: Keep, than: Keep): boolean {
  return keepChoices.indexOf(one) > keepChoices.indexOf(than);
}

/** Nothing of the order is owed any more, see erasing.ts; of others neither choice takes anything. */
const going = {
  everything: '0',
  metadata: 'payloads_kept = 1 AND is_open = 0',
  'open-only': 'is_open = 0 AND attention = 0',
} as const satisfies Record<Keep, string>;

/** See Keeping. */
export class KeptAsAgreed implements Keeping {
  readonly #means: KeepingMeans;

  constructor(means: KeepingMeans) {
    this.#means = means;
  }

  async apply(policy: KeepPolicy, now: number, since = now): Promise<Retained> {
    const earlier = this.#means.mayWrite ? await this.#earlier(policy.keep, since) : null;
    return this.#means.apply(earlier === null ? policy : { ...policy, earlier }, now);
  }

  async #earlier(keep: Keep, since: number): Promise<NonNullable<KeepPolicy['earlier']> | null> {
    const { store } = this.#means;
    const { agreed, wanted } = await store.read(() => stateIn(store));
    // As with nearly every call: nothing to write.
    if (keep === agreed && wanted === null) return null;
    return store.write(() => {
      const state = stateIn(store);
      if (!isLess(keep, state.agreed)) return agreeTo(store, keep);
      const before = state.wanted === keep ? state.since : since;
      if (state.wanted !== keep)
        store
          .sql('UPDATE keeping SET wanted = ?, since = ?, asked_at = NULL, left_alone = 0')
          .run(keep, before);
      const isLeftAlone = state.wanted === keep && state.leftAlone;
      if (!isLeftAlone && countHeld(store, keep, before, 1) === 0) return agreeTo(store, keep);
      return { keep: state.agreed, before };
    });
  }

  async claim(now: number): Promise<HeldBack | null> {
    const { store, mayWrite } = this.#means;
    if (!mayWrite) return null;
    const { wanted, since, leftAlone } = await store.read(() => stateIn(store));
    if (wanted === null || wanted === 'everything' || leftAlone) return null;
    const orders = await store.read(() => countHeld(store, wanted, since, mostHeld));
    if (orders === 0) return null;
    const claimed = await store.write(() =>
      store
        .sql('UPDATE keeping SET asked_at = ? WHERE wanted = ? AND coalesce(asked_at, ?) <= ?')
        .run(now, wanted, Number.MIN_SAFE_INTEGER, now - askedMs),
    );
    return claimed.changes === 0 ? null : { keep: wanted, orders };
  }

  async answer(choice: Keep, answer: 'erase' | 'keep'): Promise<boolean> {
    const { store } = this.#means;
    return store.write(() => {
      if (stateIn(store).wanted !== choice) return false;
      if (answer === 'erase') agreeTo(store, choice);
      else store.sql('UPDATE keeping SET left_alone = 1').run();
      return true;
    });
  }
}

/** Orders that came from elsewhere are as their user had them: what they agreed to was said of others. Within a transaction. */
export function askAgain(store: Store): void {
  store.sql(`UPDATE keeping SET agreed = 'everything', wanted = NULL WHERE agreed <> 'everything'`).run();
}

function agreeTo(store: Store, keep: Keep): null {
  store.sql('UPDATE keeping SET agreed = ?, wanted = NULL').run(keep);
  return null;
}

function stateIn(store: Store): State {
  const row = store.sql('SELECT * FROM keeping').get() ?? {};
  return {
    agreed: choiceOf(row.agreed) ?? 'everything',
    wanted: choiceOf(row.wanted),
    since: Number(row.since),
    leftAlone: row.left_alone === 1,
  };
}

function choiceOf(value: unknown): Keep | null {
  return keepChoices.find((one) => one === value) ?? null;
}

function countHeld(store: Store, keep: Keep, before: number, most: number): number {
  const found = store
    .sql(`SELECT count(*) AS n FROM (SELECT 1 FROM orders WHERE begun_at < ? AND ${going[keep]} LIMIT ?)`)
    .get(before, most);
  return Number(found?.n);
}
