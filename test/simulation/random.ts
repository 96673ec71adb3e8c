/** A 32-bit mix, so that neighbouring seeds have nothing in common (the finalizer of MurmurHash3). */
export function mixed(seed: number, salt: number): number {
  let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(salt + 0x7f4a7c15, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Numbers as if drawn by lot, the same ones for the same seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, and without, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mix = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mix ^= mix + Math.imul(mix ^ (mix >>> 7), mix | 61);
    return ((mix ^ (mix >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number below `end`. */
  int(end: number): number {
    return Math.floor(this.next() * end);
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(from: readonly T[]): T {
    const one = from[this.int(from.length)];
    if (one === undefined) throw new Error('nothing to pick from');
    return one;
  }

  /** By weights from 0 on, of which one at least is above. */
  weighted<T extends string>(weights: Readonly<Partial<Record<T, number>>>): T {
    let sum = 0;
    for (const name in weights) sum += weights[name] ?? 0;
    let left = this.next() * sum;
    let last: T | null = null;
    for (const name in weights) {
      const weight = weights[name] ?? 0;
      if (weight === 0) continue;
      last = name;
      left -= weight;
      if (left < 0) break;
    }
    if (last === null) throw new Error('nothing to choose from');
    return last;
  }

  /** A seed for somebody who draws on their own. */
  seed(): number {
    return Math.floor(this.next() * 4_294_967_296);
  }
}
