import { createHmac, hkdfSync } from 'node:crypto';
import type { InputPrint } from '../calls/ports/guardPorts.ts';
import { bulkEntries } from '../contract/bulk.ts';
import type { OperationId } from '../contract/words.ts';
import { adoptKey } from './adopting.ts';
import { keyUnreadable } from './faults.ts';
import { fingerprintKey, fingerprintOf, partOf } from './fingerprint.ts';
import type { SealingKeys } from './sealing.ts';
import type { Store } from './store.ts';

/** HMAC-SHA-256 of place and key under a key derived from the sealing key; 32 hexadecimal digits of it. */
function keyHashOf(sealingKey: Uint8Array, place: string, key: string): string {
  const derived = Buffer.from(hkdfSync('sha256', sealingKey, '', 'hash of an API key, 1', 32));
  return createHmac('sha256', derived).update(`${place}\u0000${key}`).digest('hex').slice(0, 32);
}

/** Keyed hashes of inputs and API keys. They reject with one sentence when the sealing key cannot be read. */
export class Hashes {
  readonly #store: Store;
  readonly #sealing: SealingKeys;
  readonly #mayWrite: boolean;
  /** Hashes whose calls were looked for under the key's tail, in this run. */
  readonly #adopted = new Set<string>();

  constructor(store: Store, sealing: SealingKeys, mayWrite: boolean) {
    this.#store = store;
    this.#sealing = sealing;
    this.#mayWrite = mayWrite;
  }

  async fingerprint(operation: OperationId, body: Uint8Array): Promise<string> {
    return fingerprintOf(fingerprintKey(await this.#key()), operation, body);
  }

  async inputPrint(operation: OperationId, body: Uint8Array): Promise<InputPrint> {
    const key = fingerprintKey(await this.#key());
    const entries = bulkEntries(operation, new TextDecoder().decode(body));
    const parts = entries.map((entry) => partOf(key, operation, entry));
    return { whole: fingerprintOf(key, operation, body), parts };
  }

  async keyHash(place: string, key: string | null): Promise<string> {
    if (key === null) return '';
    const hash = keyHashOf(await this.#key(), place, key);
    if (this.#mayWrite && !this.#adopted.has(hash)) {
      await adoptKey(this.#store, place, key, hash);
      this.#adopted.add(hash);
    }
    return hash;
  }

  /** Calls under tails came in: the next use of a key takes them over. */
  lookAgain(): void {
    this.#adopted.clear();
  }

  async #key(): Promise<Uint8Array> {
    try {
      return (await this.#sealing.current()).key;
    } catch (error) {
      throw keyUnreadable(error);
    }
  }
}
