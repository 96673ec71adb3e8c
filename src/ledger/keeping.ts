import type { Retained } from '../calls/ports/erasurePorts.ts';
import type { OrderId } from '../calls/ports/ids.ts';
import {
  type EarlierOrders,
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
  readonly apply: (policy: KeepPolicy, now: number, holds: () => boolean) => Promise<Retained>;
}

interface State {
  readonly agreed: Keep;
  readonly wanted: Keep | null;
  readonly upTo: number;
  readonly since: number;
  readonly leftAlone: boolean;
}

function isLess(one: Keep, than: Keep): boolean {
  return keepChoices.indexOf(one) > keepChoices.indexOf(than);
}

/** Answers that were recorded, and what support sent, are kept by their own time: longer than payloads. */
const late = `SELECT seq FROM events WHERE kind IN ('noted', 'resolved') AND pasted IS NOT NULL AND seq <= ?1
  UNION SELECT seq FROM support_texts WHERE seq <= ?1`;

/** Earlier orders that have what a choice keeps no more, whether it would go at once or once nothing is owed any more. */
const having = {
  everything: 'SELECT seq FROM orders WHERE 0',
  metadata: `SELECT seq FROM orders WHERE payloads_kept = 1 AND seq <= ?1 UNION ${late}`,
  'open-only': 'SELECT seq FROM orders WHERE seq <= ?1',
} as const satisfies Record<Keep, string>;

/** Of them, those of which nothing is owed, see erasing.ts. */
const over = {
  everything: '0',
  metadata: 'o.is_open = 0',
  'open-only': 'o.is_open = 0 AND o.attention = 0',
} as const satisfies Record<Keep, string>;

/** See Keeping. */
export class KeptAsAgreed implements Keeping {
  readonly #means: KeepingMeans;

  constructor(means: KeepingMeans) {
    this.#means = means;
  }

  async apply(policy: KeepPolicy, now: number, settled?: OrderId): Promise<Retained> {
    const earlier = this.#means.mayWrite ? await this.#earlier(policy.keep, now, settled) : null;
    const decided = earlier === null ? policy : { ...policy, earlier };
    return this.#means.apply(decided, now, () => holdsStill(this.#means.store, decided));
  }

  async #earlier(keep: Keep, now: number, settled: OrderId | undefined): Promise<EarlierOrders | null> {
    const { store } = this.#means;
    const known = await store.read(() => stateIn(store));
    // As with nearly every call: nothing to write.
    if (keep === known.agreed && known.wanted === null) return null;
    return store.write(() => {
      const { agreed, wanted, ...state } = stateIn(store);
      if (!isLess(keep, agreed)) return agreeTo(store, keep);
      if (wanted === keep && state.leftAlone) return { keep: agreed, ...state };
      const isNew = wanted !== keep;
      const [upTo, since] = isNew ? [lastBefore(store, settled), now] : [state.upTo, state.since];
      if (store.sql(`${having[keep]} LIMIT 1`).get(upTo) === undefined) return agreeTo(store, keep);
      if (isNew) choose(store, keep, upTo, since);
      return { keep: agreed, upTo, since };
    });
  }

  async claim(now: number): Promise<HeldBack | null> {
    const { store, mayWrite } = this.#means;
    if (!mayWrite) return null;
    const { wanted, upTo, since, leftAlone } = await store.read(() => stateIn(store));
    if (wanted === null || wanted === 'everything' || leftAlone) return null;
    const orders = await store.read(() => countGoing(store, wanted, upTo));
    if (orders === 0) return null;
    // A clock that was set back has not been asked by in the future.
    const claimed = await store.write(() =>
      store
        .sql(
          `UPDATE keeping SET asked_at = ?1 WHERE wanted = ?2 AND since = ?3 AND (asked_at IS NULL OR abs(?1 - asked_at) >= ${askedMs})`,
        )
        .run(now, wanted, since),
    );
    return claimed.changes === 0 ? null : { keep: wanted, orders, upTo, since };
  }

  async answer({ keep, upTo, since }: HeldBack, answer: 'erase' | 'keep'): Promise<boolean> {
    const { store } = this.#means;
    return store.write(() => {
      if (!isAsked(stateIn(store), keep, { upTo, since })) return false;
      if (answer === 'erase') agreeTo(store, keep);
      else store.sql('UPDATE keeping SET left_alone = 1').run();
      return true;
    });
  }
}

/** Orders that came from elsewhere are as their user had them: what they agreed to, or said to leave, was said of others. Within a transaction. */
export function askAgain(store: Store): void {
  store
    .sql(
      `UPDATE keeping SET agreed = 'everything', wanted = NULL WHERE agreed <> 'everything' OR wanted IS NOT NULL`,
    )
    .run();
}

/**
 * The last place of what was there before the choice: all but the order that has just been settled, where that is the newest. What came
 * after it, from a backup or beside a slow call, was not made under the choice either.
 */
function lastBefore(store: Store, settled: OrderId | undefined): number {
  const newest = store.sql('SELECT id, seq FROM orders WHERE seq = (SELECT max(seq) FROM orders)').get();
  if (newest === undefined) return 0;
  return newest.id === settled ? Number(newest.seq) - 1 : Number(newest.seq);
}

/** A new order is none of the earlier ones, though it may get the place of one that was erased. Within its transaction. @param seq its place */
export function isNotEarlier(store: Store, seq: number | bigint): void {
  store.sql('UPDATE keeping SET until_seq = ?1 - 1 WHERE until_seq >= ?1').run(seq);
}

/**
 * Whether this choice waits for a word about these orders. Fewer of them by now are no other question, see isNotEarlier; more are, though a
 * clock that was set back says the same.
 */
function isAsked({ wanted, upTo, since }: State, keep: Keep, of: Pick<State, 'upTo' | 'since'>): boolean {
  return wanted === keep && since === of.since && upTo <= of.upTo;
}

/** Whether what was decided is so still: a backup that another window restored since asks anew. Within each transaction that takes some. */
function holdsStill(store: Store, { keep, earlier }: KeepPolicy): boolean {
  const state = stateIn(store);
  if (earlier === undefined) return state.agreed === keep;
  return state.agreed === earlier.keep && isAsked(state, keep, earlier);
}

function choose(store: Store, keep: Keep, upTo: number, since: number): void {
  store
    .sql('UPDATE keeping SET wanted = ?, until_seq = ?, since = ?, asked_at = NULL, left_alone = 0')
    .run(keep, upTo, since);
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
    upTo: Number(row.until_seq),
    since: Number(row.since),
    leftAlone: row.left_alone === 1,
  };
}

function choiceOf(value: unknown): Keep | null {
  return keepChoices.find((one) => one === value) ?? null;
}

function countGoing(store: Store, keep: Keep, upTo: number): number {
  const found = store
    .sql(
      `SELECT count(*) AS n FROM (SELECT 1 FROM orders o WHERE o.seq IN (${having[keep]}) AND ${over[keep]} LIMIT ${mostHeld})`,
    )
    .get(upTo);
  return Number(found?.n);
}
