import { createHmac, hkdfSync } from 'node:crypto';
import type { ShapeHead } from '../../shapes/aggregate.ts';
import { fingerprintKey } from '../fingerprint.ts';
import type { SealingKey } from '../sealing.ts';

/** The order whose input is meant; without a fingerprint it is an input of its own. */
export interface Asked {
  readonly id: string;
  readonly place: string;
  readonly fingerprint: string | null;
}

/** Keyed prints of what must not be readable where something was learned. */
export class Prints {
  /** Of the sealing key that they come from. */
  readonly seal: string;
  readonly #inputs: Uint8Array;
  readonly #texts: Uint8Array;

  /** Keys of their own: a print of an input here is none of those beside orders, and says nothing of which order it was. */
  constructor({ id, key }: SealingKey) {
    const from = fingerprintKey(key);
    const derived = (what: string): Uint8Array => Buffer.from(hkdfSync('sha256', from, '', what, 32));
    this.seal = id;
    this.#inputs = derived('input that taught something, 1');
    this.#texts = derived('text that was learned, 1');
  }

  /** 16 bytes; the same for every code and side. */
  input({ id, place, fingerprint }: Asked): Uint8Array {
    const which = fingerprint === null ? `order\u0000${id}` : `input\u0000${fingerprint}`;
    return createHmac('sha256', this.#inputs).update(`${place}\u0000${which}`).digest().subarray(0, 16);
  }

  /** Of a text at a place of a shape, see Knowing.print. */
  text({ operation, place, side, code }: ShapeHead, text: string): string {
    const where = JSON.stringify([operation, place, side, code]);
    return createHmac('sha256', this.#texts).update(`${where}\u0000${text}`).digest('base64url').slice(0, 16);
  }
}
