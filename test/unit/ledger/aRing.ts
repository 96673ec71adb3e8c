import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Holders } from '../../../src/ledger/holders.ts';
import { KeyRing, type RingMeans } from '../../../src/ledger/keyRing.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import type { KeyHome, OwnKey } from '../../../src/ledger/sealing.ts';
import { Store } from '../../../src/ledger/store.ts';
import { noon } from './aLedger.ts';

export const keyOf = (id: string): Uint8Array => new Uint8Array(createHash('sha256').update(id).digest());

export function hex(key: Uint8Array | null): string {
  return key === null ? 'none' : Buffer.from(key).toString('hex');
}

export interface Home extends KeyHome {
  readonly kept: Set<string>;
  /** What was asked of it, in order. */
  readonly asked: string[];
}

/** Where a window keeps keys, by their ids alone; its own first. */
export function aHome(
  [own, ...others]: readonly [string, ...string[]],
  changes: Partial<KeyHome> = {},
): Home {
  const kept = new Set([own, ...others]);
  const asked: string[] = [];
  return {
    kept,
    asked,
    current: async (): Promise<OwnKey> => {
      asked.push('current');
      return { id: own, key: keyOf(own) };
    },
    find: async (id) => {
      asked.push(`find ${id}`);
      return kept.has(id) ? keyOf(id) : null;
    },
    keep: async (id, key) => {
      asked.push(`keep ${id}`);
      if (Buffer.compare(key, keyOf(id)) !== 0) return false;
      kept.add(id);
      return true;
    },
    drop: async (id) => {
      asked.push(`drop ${id}`);
    },
    ...changes,
  };
}

export interface Ringed {
  readonly ring: KeyRing;
  readonly store: Store;
  /** All that was waited, ms. */
  readonly waits: number[];
  readonly clock: { now: number };
  /** Those that want to know of a changed file. */
  readonly looks: Set<() => void>;
  /** What happens elsewhere while this one waits. */
  during: (() => Promise<void>) | null;
}

/** One window's ring on a file; waiting passes its clock on, which begins at noon. */
export async function aRing(
  t: TestContext,
  folder: string,
  home: KeyHome,
  changes: Partial<RingMeans> = {},
): Promise<Ringed> {
  const { db, names } = await openFile(folder, noon);
  // Nothing here is about what a power cut leaves.
  db.exec('PRAGMA synchronous = OFF');
  const clock = { now: noon };
  const looks = new Set<() => void>();
  const waits: number[] = [];
  const store = new Store(db, names);
  let ids = 0;
  const ring = new KeyRing({
    store,
    home,
    holders: new Holders(names),
    mayWrite: true,
    now: () => clock.now,
    newId: () => `request ${++ids}`,
    window: 'a window',
    wait: async (ms) => {
      waits.push(ms);
      clock.now += ms;
      await ringed.during?.();
    },
    watch: (look) => {
      looks.add(look);
      return () => void looks.delete(look);
    },
    ...changes,
  });
  const ringed: Ringed = { ring, store, waits, clock, looks, during: null };
  t.after(() => {
    ring.close();
    db.close();
  });
  return ringed;
}

/** The file has changed: whoever watches looks, and does what follows. */
export async function look({ looks }: Ringed): Promise<void> {
  for (const one of looks) one();
  for (let n = 0; n < 5; n += 1) await turn();
}

/** As another window has chosen it. */
export function choose({ store }: Ringed, seal: string, madeAt: number): void {
  store.sql('INSERT OR REPLACE INTO valid_seal (one, seal, made_at) VALUES (1, ?, ?)').run(seal, madeAt);
}

export function all({ store }: Ringed, sql: string): readonly unknown[] {
  return store
    .sql(sql)
    .all()
    .map((row) => Object.values(row).join(' '));
}
