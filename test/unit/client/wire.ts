import { Socket } from 'node:net';

/** What a proxy does when it is told something: it answers with bytes, in hexadecimal digits, or does what it does. */
export type Turn = string | ((wire: Wire) => void);

/** A socket without a network: what is said to it is kept, and answered as was agreed. */
export class Wire extends Socket {
  readonly said: string[] = [];
  /** What is said goes nowhere, and is not known to. */
  held = false;
  readonly #turns: Turn[];
  readonly #piece: number;

  /** @param piece bytes that come at a time */
  constructor(turns: readonly Turn[], piece = 1_000) {
    super();
    this.#turns = [...turns];
    this.#piece = piece;
  }

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.said.push(bytes.toString('hex'));
    const turn = this.#turns.shift();
    if (typeof turn === 'function') turn(this);
    else if (turn !== undefined) void this.#answer(Buffer.from(turn, 'hex'));
    if (!this.held) done();
  }

  async #answer(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; at += this.#piece) {
      if (at > 0) await new Promise(setImmediate);
      this.push(bytes.subarray(at, at + this.#piece));
    }
  }

  listeners4(): readonly number[] {
    return ['readable', 'error', 'end', 'close'].map((event) => this.listenerCount(event));
  }
}
