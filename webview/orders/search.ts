/** How long after the last key a search is made. */
const searchAfterMs = 250;

interface SearchPorts {
  /** What the list that is shown was searched for; '' = it is not a search. */
  found(): string;
  /** False = it failed, and the page says why. */
  find(text: string): Promise<boolean>;
  /** Runs `run` once after `ms`; the result takes it back. */
  later(run: () => void, ms: number): () => void;
}

/** Searches as one types: one search at a pause, and of several the last one counts. */
export class Search {
  readonly #ports: SearchPorts;
  /** Takes back the search that is made once the keys rest. */
  #quiet: (() => void) | null = null;
  /** What was asked for last, until its list is here; null = nothing is awaited. */
  #sought: string | null = null;

  constructor(ports: SearchPorts) {
    this.#ports = ports;
  }

  /** Once the keys rest; an emptied field shows all orders at once. */
  type(text: string): void {
    this.#quiet?.();
    if (text === '') this.make('');
    else this.#quiet = this.#ports.later(() => this.make(text), searchAfterMs);
  }

  /** At once. */
  make(text: string): void {
    this.#quiet?.();
    const sought = text.trim();
    if (sought !== (this.#sought ?? this.#ports.found())) void this.#seek(sought);
  }

  async #seek(text: string): Promise<void> {
    this.#sought = text;
    const isDone = await this.#ports.find(text);
    if (!isDone && this.#sought === text) this.#sought = null;
  }

  /** Another list was asked for. */
  end(): void {
    this.#quiet?.();
    this.#sought = null;
  }

  /** Whether a list is that of an earlier search, which another has followed. */
  isLate(found: string): boolean {
    if (this.#sought !== null && found !== this.#sought) return true;
    this.#sought = null;
    return false;
  }
}
