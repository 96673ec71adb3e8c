import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { asDamaged, type Damaged } from '../calls/ports/damaged.ts';

/** `id` names the key without revealing it; 32 bytes. */
export interface SealingKey {
  readonly id: string;
  readonly key: Uint8Array;
}

/** A key that a window brings along. */
export interface OwnKey extends SealingKey {
  /** It was kept before this window was, by an earlier version or in a file: where it is kept, keys last. */
  readonly lasted?: boolean;
}

/** The keys as the ledger works with them. */
export interface SealingKeys {
  /** The one key that all windows seal with. Rejects while it cannot be had. */
  current(): Promise<SealingKey>;
  /** The key that sealed an old payload, or null when it is gone. */
  find(id: string): Promise<Uint8Array | null>;
}

/** Where a window keeps keys; the ui keeps them in SecretStorage. */
export interface KeyHome {
  /** A key of this window's own, kept already: the one that seals, should the ledger have none. The same each time. */
  current(): Promise<OwnKey>;
  /** A key that is kept here now, or null. */
  find(id: string): Promise<Uint8Array | null>;
  /** Keeps a key that another window handed over. False when it is not the key of that name; then nothing is kept. */
  keep?(id: string, key: Uint8Array): Promise<boolean>;
  /** The own key was not needed, and has sealed nothing. */
  drop?(id: string): Promise<void>;
  /** Keeps a key in a file of the owner's as well. */
  keepInFile?(key: Uint8Array): Promise<void>;
  /** Calls back when what is kept here changed; returns how to stop that. */
  onDidChange?(listener: () => void): () => void;
}

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** Ties a payload to its place, so that nothing can be swapped between orders or columns. */
function place(owner: string, column: string): Buffer {
  return Buffer.from(`${version}\u0000${owner}\u0000${column}`, 'utf8');
}

/** AES-256-GCM: version byte, nonce, tag, ciphertext. Node takes three times as long with a key that is bare bytes. */
export function seal(key: Uint8Array, owner: string, column: string, bytes: Uint8Array): Uint8Array {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(key), nonce);
  cipher.setAAD(place(owner, column));
  // In one go at the end: every copy of a large answer stands still for tens of milliseconds.
  const parts = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), ...parts]);
}

/** A payload was changed, swapped or damaged since it was written: nobody can open it. */
class SealBroken extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SealBroken';
  }
}

/** What is done to one of many payloads; null where it is broken, which must not stand in the way of the others. */
export async function unlessBroken<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

/** The bytes as they were sealed. Throws SealBroken when the payload was changed, swapped or sealed with another key. */
export function open(key: Uint8Array, owner: string, column: string, sealed: Uint8Array): Uint8Array {
  const body = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (body[0] !== version || body.length < 1 + nonceBytes + tagBytes) {
    throw new SealBroken('a sealed payload has a form this version does not know');
  }
  const tagAt = 1 + nonceBytes;
  const decipher = createDecipheriv('aes-256-gcm', createSecretKey(key), body.subarray(1, tagAt));
  decipher.setAAD(place(owner, column));
  decipher.setAuthTag(body.subarray(tagAt, tagAt + tagBytes));
  const opened = decipher.update(body.subarray(tagAt + tagBytes));
  try {
    return Buffer.concat([opened, decipher.final()]);
  } catch {
    // The library's sentence says nothing; GCM has one way to fail here: the tag does not fit.
    throw new SealBroken('a sealed payload was changed, moved or damaged since it was written');
  }
}

/** The same of what must not stand in the way of anything else. @param sealed not bytes at all: damaged, too */
export function openedOr(
  key: Uint8Array,
  owner: string,
  column: string,
  sealed: unknown,
): Uint8Array | Damaged {
  if (!(sealed instanceof Uint8Array)) return asDamaged;
  try {
    return open(key, owner, column, sealed);
  } catch (error) {
    if (error instanceof SealBroken) return asDamaged;
    throw error;
  }
}
