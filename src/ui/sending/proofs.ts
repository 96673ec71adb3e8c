/** What is remembered of proofs that nobody has used. */
const most = 100;

/**
 * Tells our own buttons from commands that anybody may call: a button carries a text nobody can guess, good once, for
 * what it was made for alone. A command called without one is asked about.
 */
export class Proofs {
  readonly #newId: () => string;
  readonly #open = new Map<string, string>();

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  /** @param what everything the button stands for; with anything else it proves nothing */
  issue(what: string): string {
    const proof = this.#newId();
    this.#open.set(proof, what);
    const [oldest] = this.#open.keys();
    if (this.#open.size > most && oldest !== undefined) this.#open.delete(oldest);
    return proof;
  }

  /** Good once, whether or not it fits. */
  take(proof: unknown, what: string): boolean {
    if (typeof proof !== 'string') return false;
    const known = this.#open.get(proof);
    this.#open.delete(proof);
    return known === what;
  }
}
