import type { Duplex } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';

/** What becomes of a body while it is read. Exactly one of the first three is called, once, and nothing after it. */
export interface BodyEvents {
  whole(body: Buffer): void;
  tooLarge(): void;
  /** The encoding ended too early (`truncated`) or is not what Content-Encoding says (`encoding`). */
  broken(code: 'truncated' | 'encoding', cause: string): void;
  /** After `write` returned false: more may be written. */
  drained(): void;
}

/** Reads one body, decompressing where the server compressed unasked, and never keeps more than `limit` bytes. */
export interface BodyReader {
  /** False: wait for `drained`. */
  write(chunk: Buffer): boolean;
  end(): void;
  /** No more will come: calls back, instead of any event, once `partial` holds all that can be read of what came. */
  cut(then: () => void): void;
  /** Everything readable so far, at most `limit` bytes. */
  partial(): Buffer;
  /** No event after this. */
  stop(): void;
}

type Decoder = (first: Buffer) => Duplex;

/** Source: RFC 9110 8.4.1. Some servers send `deflate` without its zlib wrapper, which starts with method 8. */
const decoders: Readonly<Record<string, Decoder>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: (first) => (((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
};

const zlibStart = Buffer.of(0x78);

/** The codings to undo, last applied first; none when one is not known: then the body is kept as it came. */
function codingsOf(header: string): readonly Decoder[] {
  const names = header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  const codings = names.flatMap((name) => (Object.hasOwn(decoders, name) ? (decoders[name] ?? []) : []));
  // More than two is no server's habit but a way to make us work.
  return codings.length === names.length && codings.length <= 2 ? codings.reverse() : [];
}

/** `limit` in bytes, after decompression; what comes over the wire is held to it too. */
export function bodyReader(contentEncoding: string, limit: number, events: BodyEvents): BodyReader {
  const codings = codingsOf(contentEncoding);
  const kept = new Kept(limit);
  return codings.length === 0 ? readPlain(kept, events) : readCoded(codings, kept, limit, events);
}

class Kept {
  readonly #chunks: Buffer[] = [];
  readonly #limit: number;
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** False once the limit is passed; what fits is kept. */
  add(chunk: Buffer): boolean {
    const room = this.#limit - this.#size;
    const fits = chunk.length <= room;
    const part = fits ? chunk : chunk.subarray(0, room);
    this.#chunks.push(part);
    this.#size += part.length;
    return fits;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks, this.#size);
  }
}

function readPlain(kept: Kept, events: BodyEvents): BodyReader {
  let over = false;
  return {
    write(chunk) {
      if (over) return true;
      if (!kept.add(chunk)) {
        over = true;
        events.tooLarge();
      }
      return true;
    },
    end() {
      if (!over) events.whole(kept.bytes());
    },
    cut(then) {
      over = true;
      then();
    },
    partial: () => kept.bytes(),
    stop() {
      over = true;
    },
  };
}

/** Decoders one behind the other: the first is given the body, the last gives what it says. */
function chained(
  codings: readonly Decoder[],
  first: Buffer,
  broken: (error: NodeJS.ErrnoException) => void,
): readonly Duplex[] {
  const chain = codings.map((decode, index) => decode(index === 0 ? first : zlibStart));
  chain.forEach((decoder, index) => {
    decoder.on('error', broken);
    const next = chain[index + 1];
    if (next !== undefined) decoder.pipe(next);
  });
  return chain;
}

function readCoded(codings: readonly Decoder[], kept: Kept, limit: number, events: BodyEvents): BodyReader {
  let chain: readonly Duplex[] = [];
  let over = false;
  let wire = 0;
  let whenCut: (() => void) | null = null;

  const stop = (): void => {
    over = true;
    for (const decoder of chain) decoder.destroy();
  };
  const finish = (tell: () => void): void => {
    if (over) return;
    stop();
    (whenCut ?? tell)();
  };
  const open = (first: Buffer): void => {
    chain = chained(codings, first, (error) => {
      const cut = error.code === 'Z_BUF_ERROR' || error.code === 'ERR_STREAM_PREMATURE_CLOSE';
      finish(() => events.broken(cut ? 'truncated' : 'encoding', error.code ?? error.name));
    });
    chain[0]?.on('drain', () => {
      if (!over) events.drained();
    });
    const last = chain.at(-1);
    last?.on('data', (chunk: Buffer) => {
      if (!over && !kept.add(chunk)) finish(() => events.tooLarge());
    });
    last?.on('end', () => finish(() => events.whole(kept.bytes())));
  };

  return {
    write(chunk) {
      if (over || whenCut !== null || chunk.length === 0) return true;
      wire += chunk.length;
      if (wire > limit) {
        finish(() => events.tooLarge());
        return true;
      }
      if (chain.length === 0) open(chunk);
      return chain[0]?.write(chunk) ?? true;
    },
    end() {
      if (over) return;
      if (chain.length === 0) finish(() => events.whole(kept.bytes()));
      else chain[0]?.end();
    },
    cut(then) {
      if (over || chain.length === 0) {
        over = true;
        then();
      } else {
        // The decoders work beside us: their end comes, well or badly, after everything they were given.
        whenCut = then;
        chain[0]?.end();
      }
    },
    partial: () => kept.bytes(),
    stop,
  };
}
