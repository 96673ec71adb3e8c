import type { Phrase } from '../contract/words.ts';
import { codingsOf, type Decoded, decoded } from './decoding.ts';

/** What becomes of a body. Exactly one is called, once, and nothing after it. */
export interface BodyEvents {
  /** @param oddities in what it is not as its Content-Encoding says */
  whole(body: Buffer, oddities: readonly Phrase[]): void;
  tooLarge(): void;
  /** The encoding ended too early (`truncated`) or is not what Content-Encoding says (`encoding`). */
  broken(code: 'truncated' | 'encoding', cause: string): void;
}

/** Reads one body, decompressing where the server compressed unasked, and never keeps more than `limit` bytes. */
export interface BodyReader {
  write(chunk: Buffer): void;
  end(): void;
  /** No more will come: calls back, instead of any event, once `partial` holds all that can be read of what came. */
  cut(then: () => void): void;
  /** Everything readable so far, at most `limit` bytes; as it came where nothing of its encoding could be read. */
  partial(): Buffer;
  /** No event after this. */
  stop(): void;
}

/** A block of what is kept; what is larger is kept as it comes. */
const [firstBlock, largestBlock] = [1024, 256 * 1024];

/** Bytes in few pieces, however small they came: a piece of its own would cost a hundred times its byte. */
class Kept {
  readonly #full: Buffer[] = [];
  readonly #limit: number;
  #block = Buffer.alloc(0);
  #filled = 0;
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** False once the limit is passed; what fits is kept. */
  add(chunk: Buffer): boolean {
    const part = chunk.subarray(0, this.#limit - this.#size);
    this.#size += part.length;
    if (part.length >= largestBlock) {
      this.#close();
      this.#full.push(part);
    } else {
      const fits = part.copy(this.#block, this.#filled);
      this.#filled += fits;
      if (fits < part.length) {
        this.#close();
        this.#block = Buffer.allocUnsafeSlow(Math.min(Math.max(firstBlock, this.#size), largestBlock));
        this.#filled = part.copy(this.#block, 0, fits);
      }
    }
    return part.length === chunk.length;
  }

  #close(): void {
    if (this.#filled > 0) this.#full.push(this.#block.subarray(0, this.#filled));
    this.#block = Buffer.alloc(0);
    this.#filled = 0;
  }

  bytes(): Buffer {
    return Buffer.concat([...this.#full, this.#block.subarray(0, this.#filled)], this.#size);
  }
}

/** `limit` in bytes, after decompression; what comes over the wire is held to it too. */
export function bodyReader(contentEncoding: string, limit: number, events: BodyEvents): BodyReader {
  const codings = codingsOf(contentEncoding);
  const kept = new Kept(limit);
  let over = false;
  let stopped = false;
  let result: Promise<Decoded> | null = null;
  let readable: Buffer | null = null;

  const decode = (): Promise<Decoded> => {
    result ??= decoded(codings, kept.bytes(), limit);
    return result;
  };
  const tell = ({ bytes, end, cause, oddities }: Decoded): void => {
    readable = bytes;
    if (stopped) return;
    if (end === 'whole') events.whole(bytes, oddities);
    else if (end === 'too-large') events.tooLarge();
    else events.broken(end === 'cut' ? 'truncated' : 'encoding', cause);
  };
  return {
    write(chunk) {
      if (over || kept.add(chunk)) return;
      over = true;
      events.tooLarge();
    },
    end() {
      if (over) return;
      over = true;
      // What came plainly is told at once, as it came.
      if (codings.length === 0) events.whole(kept.bytes(), []);
      else void decode().then(tell);
    },
    cut(then) {
      over = true;
      if (codings.length === 0) then();
      else {
        void decode().then(({ bytes }) => {
          readable = bytes;
          then();
        });
      }
    },
    partial: () => readable ?? kept.bytes(),
    stop() {
      over = true;
      stopped = true;
    },
  };
}
