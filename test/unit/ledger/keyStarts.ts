import type * as vscode from 'vscode';
import { Holders } from '../../../src/ledger/holders.ts';
import { KeyRing } from '../../../src/ledger/keyRing.ts';
import type { OpenFile } from '../../../src/ledger/openFile.ts';
import type { KeyHome } from '../../../src/ledger/sealing.ts';
import { Store } from '../../../src/ledger/store.ts';
import { Random } from '../../simulation/random.ts';
import { VirtualTime } from '../../support/virtualTime.ts';

/**
 * How a secret storage is shared. `shared`: by all windows, late (desktop). `blob`: each window has what was kept when it
 * started, and writes all of it (VS Code in a browser). `own`: each window its own, gone with it (no keyring).
 */
export type Sharing = 'shared' | 'blob' | 'own';

export interface Start {
  readonly seed: number;
  readonly sharing: Sharing;
  /** The window that first has a key dies some time after, or its writes to the secret storage are lost. */
  readonly fault: 'none' | 'dies' | 'write lost' | 'both';
}

/** What a window came to: the key's id it sealed an order with, `refused`, or `died`. */
export type Came = string;

interface World {
  readonly time: VirtualTime;
  readonly random: Random;
  /** What outlives windows, by name. */
  readonly kept: Map<string, string>;
  /** Ids that living windows seal with. */
  readonly living: Map<number, string>;
  readonly rings: KeyRing[];
  splits: number;
}

class Windowed {
  dead = false;
  losesWrites = false;
  readonly own: Map<string, string>;
  readonly listeners = new Set<(event: { key: string }) => void>();
  readonly world: World;
  readonly sharing: Sharing;
  readonly others: Set<Windowed>;

  constructor(world: World, sharing: Sharing, others: Set<Windowed>) {
    this.world = world;
    this.sharing = sharing;
    this.others = others;
    this.own = sharing === 'shared' ? world.kept : new Map(sharing === 'blob' ? world.kept : []);
    others.add(this);
  }

  /** Up to half a second; for ever once the window is dead. */
  async lag(): Promise<void> {
    await this.world.time.wait(this.world.random.int(501));
    if (this.dead) await new Promise(() => undefined);
  }

  async change(change: (map: Map<string, string>) => void, key: string): Promise<void> {
    await this.lag();
    if (!this.losesWrites) change(this.own);
    if (this.sharing === 'blob' && !this.losesWrites) {
      this.world.kept.clear();
      for (const [name, value] of this.own) this.world.kept.set(name, value);
    }
    if (this.sharing !== 'shared') return;
    for (const one of this.others) for (const listener of one.listeners) listener({ key });
  }

  storage(): vscode.SecretStorage {
    const storage = {
      get: async (key: string) => {
        await this.lag();
        return this.own.get(key);
      },
      store: (key: string, value: string) => this.change((map) => map.set(key, value), key),
      delete: (key: string) => this.change((map) => map.delete(key), key),
      onDidChange: (listener: (event: { key: string }) => void) => {
        this.listeners.add(listener);
        return { dispose: () => this.listeners.delete(listener) };
      },
    };
    return storage as unknown as vscode.SecretStorage;
  }
}

/** Some windows on one file; `newHome` makes a window's store of keys. */
export interface Stage {
  readonly files: readonly OpenFile[];
  readonly newHome: (secrets: vscode.SecretStorage) => KeyHome;
  /** Null: a window seals with what its store calls current, as versions before 8 did. */
  readonly ring: 'ring' | null;
}

function clear(file: OpenFile): void {
  for (const table of ['valid_seal', 'seal_stores', 'seal_requests']) file.db.exec(`DELETE FROM ${table}`);
}

function ringOf(file: OpenFile, name: string, world: World, secrets: Windowed, home: KeyHome): KeyRing {
  const { time, random } = world;
  let watching = true;
  const look = async (give: () => void): Promise<void> => {
    while (watching) {
      await time.wait(500);
      if (watching) give();
    }
  };
  return new KeyRing({
    store: new Store(file.db, file.names),
    home,
    holders: new Holders(file.names),
    mayWrite: true,
    now: () => time.now,
    newId: () => `${name}-${random.int(1e9)}`,
    window: name,
    wait: async (ms) => {
      await time.wait(ms);
      if (secrets.dead) await new Promise(() => undefined);
    },
    watch: (give) => {
      void look(give);
      return () => {
        watching = false;
      };
    },
  });
}

/** Resolves when the first window dies, if it does. */
async function doom(
  start: Start,
  index: number,
  world: World,
  secrets: Windowed,
  ring: KeyRing,
): Promise<Came> {
  const never = new Promise<never>(() => undefined);
  if (index > 0 || start.fault === 'none') return never;
  secrets.losesWrites = start.fault !== 'dies';
  if (start.fault === 'write lost') return never;
  await world.time.wait(world.random.int(2500));
  secrets.dead = true;
  world.living.delete(index);
  ring.close();
  return 'died';
}

async function live(
  stage: Stage,
  index: number,
  start: Start,
  world: World,
  secrets: Windowed,
): Promise<Came> {
  const file = stage.files[index];
  if (file === undefined) throw new Error('no such window');
  const home = stage.newHome(secrets.storage());
  const ring = ringOf(file, `window ${index}`, world, secrets, home);
  world.rings.push(ring);
  await world.time.wait(world.random.int(501));
  const seal = async (): Promise<Came> => {
    const { id } = await (stage.ring === null ? home : ring).current();
    if (secrets.dead) return 'died';
    world.living.set(index, id);
    if (new Set(world.living.values()).size > 1) world.splits += 1;
    return id;
  };
  const sealed = seal().catch((error: unknown) => `refused: ${String(error)}`);
  return Promise.race([sealed, doom(start, index, world, secrets, ring)]);
}

/** Two to four windows that start within half a second of each other, for the first time; what each came to. */
export async function startTogether(
  stage: Stage,
  start: Start,
): Promise<{ readonly came: readonly Came[]; readonly splits: number; readonly keys: number }> {
  const [first] = stage.files;
  if (first !== undefined) clear(first);
  const random = new Random(start.seed);
  const time = new VirtualTime(1_700_000_000_000);
  const world: World = { time, random, kept: new Map(), living: new Map(), rings: [], splits: 0 };
  const all = new Set<Windowed>();
  const windows = Array.from({ length: 2 + random.int(3) }, () => new Windowed(world, start.sharing, all));
  const came = await time.until(
    Promise.all(windows.map((secrets, index) => live(stage, index, start, world, secrets))),
  );
  for (const ring of world.rings) ring.close();
  return { came, splits: world.splits, keys: new Set(world.living.values()).size };
}
