import { createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync, type KeyObject } from 'node:crypto';
import { open, type SealingKey, seal } from './sealing.ts';
import type { Store } from './store.ts';

/** How long what a window asked for waits for an answer, in ms; then its asker is gone. */
const requestMs = 60_000;
const column = 'sealing key';

/** The key that wraps a sealing key on its way, from X25519 between the asker's key and one of the giver's for this once. */
function wrapping(own: KeyObject, others: KeyObject, id: string): Uint8Array {
  const shared = diffieHellman({ privateKey: own, publicKey: others });
  return Buffer.from(hkdfSync('sha256', shared, '', `hand-over of a sealing key, 1, ${id}`, 32));
}

function publicKey(bytes: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.from(bytes), format: 'der', type: 'spki' });
}

const exported = (key: KeyObject): Uint8Array => key.export({ format: 'der', type: 'spki' });

/** Bytes of an X25519 public key as SPKI. */
const publicBytes = 44;

/**
 * What a window asks of the others, as they need not share a secret storage: in a browser each page has its own until it
 * is reloaded. The file sees public keys and a wrapped key that nobody can open once both windows are gone.
 */
export class KeyRequest {
  readonly id: string;
  readonly seal: string;
  readonly #store: Store;
  readonly #own = generateKeyPairSync('x25519');

  constructor(store: Store, id: string, sealId: string) {
    this.#store = store;
    this.id = id;
    this.seal = sealId;
  }

  /** Asks, or asks anew: the others look when the file changes. */
  async ask(now: number): Promise<void> {
    await this.#store.write(() =>
      this.#store
        .sql(
          `INSERT INTO seal_requests (id, seal, public_key, asked_at) VALUES (?, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET asked_at = excluded.asked_at`,
        )
        .run(this.id, this.seal, exported(this.#own.publicKey), now),
    );
  }

  /** What was handed over, or null while nothing was, or nothing that can be opened. */
  async given(): Promise<Uint8Array | null> {
    const row = await this.#store.read(() =>
      this.#store.sql('SELECT given FROM seal_requests WHERE id = ?').get(this.id),
    );
    if (!(row?.given instanceof Uint8Array)) return null;
    const from = publicKey(row.given.subarray(0, publicBytes));
    const key = wrapping(this.#own.privateKey, from, this.id);
    return open(key, this.id, column, row.given.subarray(publicBytes));
  }

  async end(): Promise<void> {
    await this.#store.write(() => this.#store.sql('DELETE FROM seal_requests WHERE id = ?').run(this.id));
  }
}

function wrapped(held: SealingKey, id: string, asker: Uint8Array): Uint8Array {
  const own = generateKeyPairSync('x25519');
  const key = wrapping(own.privateKey, publicKey(asker), id);
  return Buffer.concat([exported(own.publicKey), seal(key, id, column, held.key)]);
}

/** Hands a key to all windows that ask for it. */
export async function handOver(store: Store, held: SealingKey, now: number): Promise<void> {
  const asked = () =>
    store.sql('SELECT id, public_key FROM seal_requests WHERE seal = ? AND given IS NULL').all(held.id);
  if ((await store.read(asked)).length === 0) return;
  await store.write(() => {
    store.sql('DELETE FROM seal_requests WHERE asked_at < ?').run(now - requestMs);
    for (const { id, public_key } of asked()) {
      if (!(public_key instanceof Uint8Array)) continue;
      store
        .sql('UPDATE seal_requests SET given = ? WHERE id = ?')
        .run(wrapped(held, String(id), public_key), String(id));
    }
  });
}
