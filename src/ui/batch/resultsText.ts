import { once } from 'node:events';
import { type BigIntStats, createReadStream, createWriteStream, existsSync, type WriteStream } from 'node:fs';
import { open, stat, truncate } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeBeside } from '../base/writeBeside.ts';

/** Others wrote to the file since it was looked at: it is to be looked at again before anything is added. */
export class WrittenMeanwhile extends Error {}

type Encoding = 'utf8' | 'latin1';

export type NewText = AsyncIterable<string | Buffer>;

/** Bytes of a text, from the first to before the last. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The text of a results file, which only grows until it is exchanged as a whole. */
export interface ResultsText {
  /** Nothing that stands there is changed before something is added. @returns whether anything does. @param fresh what is there goes */
  open(fresh: boolean): Promise<boolean>;
  /** Nothing ends the last line: it broke off, or a spreadsheet or an editor saved it so. It is ended before anything is added. */
  readonly unended: boolean;
  /** It broke off: it is no line any more, and goes before anything is added. */
  cut(): void;
  /** @param ended with what ends them @param encoding `latin1` = each byte as a unit, whatever it is of */
  lines(ended?: boolean, encoding?: Encoding): AsyncIterable<string>;
  /** What stands there, piece by piece. */
  parts(spans: Iterable<Span>): AsyncIterable<Buffer>;
  /** @throws WrittenMeanwhile */
  append(text: string): Promise<void>;
  /** To go on after an append that failed, or where others have written. @returns as `open`; null = it is as it was, as far as is known */
  again(): Promise<boolean | null>;
  /** What was appended stands in the file. @param due only where it is time again to write @throws WrittenMeanwhile */
  save(due?: boolean): Promise<void>;
  /** @throws WrittenMeanwhile */
  exchange(lines: NewText): Promise<void>;
  /** Nothing more is appended. @returns whether everything stands in the file @throws WrittenMeanwhile */
  end(): Promise<boolean>;
  /** Another window writes it now. */
  leave(): Promise<void>;
}

/** Bytes up to and with the last line break. */
export function endOfLines(bytes: Buffer): number {
  return Math.max(bytes.lastIndexOf(10), bytes.lastIndexOf(13)) + 1;
}

/** Before a text that is added behind a line without an end, which is ended as its lines are. */
export function endAsIn(text: string): string {
  return /(?:\r\n?|\n)$/.exec(text)?.[0] ?? '\n';
}

/**
 * Parted as spreadsheets and editors save lines, old ones of the Macintosh too: `readline` parts at U+2028 and U+2029 as well, which a cell may hold.
 * @param ended with what ends them
 */
export async function* linesOf(
  pieces: AsyncIterable<unknown> | Iterable<string>,
  ended = false,
): AsyncIterable<string> {
  let begun: string[] = [];
  let before = '';
  for await (const piece of pieces) {
    const text = `${before}${piece}`;
    // A line feed may follow.
    before = text.endsWith('\r') ? '\r' : '';
    const parts = text.slice(0, text.length - before.length).split(/(\r\n?|\n)/);
    // Lines, and between them what ends them.
    for (let at = 0; at < parts.length; at += 2) {
      const [line = '', end] = parts.slice(at, at + 2);
      begun.push(line);
      if (end === undefined) continue;
      yield begun.join('') + (ended ? end : '');
      begun = [];
    }
  }
  const last = begun.join('');
  if (`${last}${before}` !== '') yield ended ? `${last}${before}` : last;
}

/** Bytes of a file that is read as a whole; of a larger one those that are read at once where they stand behind each other. */
const mostInMemory = 32_000_000;
const readAhead = 16_384;

/** Bytes in which a header stands: some two hundred names. */
const mostHeader = 8192;

/** Which file it is, whatever it is called. */
function inodeIn({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

/** Which file bears the name; null where none does. */
async function inodeOf(file: string): Promise<string | null> {
  return existsSync(file) ? inodeIn(await stat(file, { bigint: true })) : null;
}

/** A file of this machine: never in memory as a whole. */
export class ResultsOnDisk implements ResultsText {
  private readonly file: string;
  private out: WriteStream | null = null;
  /** Bytes that it holds by our own hand, or as it was looked at; and those of its whole lines. */
  private size = 0;
  private whole = 0;
  /** How it begins: columns that were moved leave it as long as it was. */
  private begin: Uint8Array = new Uint8Array();
  private isCut = false;
  private inode: string | null = null;
  private failure: Error | null = null;

  constructor(file: string) {
    this.file = file;
  }

  async open(fresh: boolean): Promise<boolean> {
    if (fresh && existsSync(this.file)) await truncate(this.file);
    await this.measure();
    this.failure = null;
    this.out?.destroy();
    this.out = createWriteStream(this.file, { flags: 'a', mode: 0o600 });
    this.out.on('error', (error) => {
      this.failure = error;
    });
    this.inode = await this.inodeNow(this.out);
    return this.size > 0;
  }

  /** Of the file that is written to, once it is open. Null where it cannot be, which the next piece is told. */
  private async inodeNow(out: WriteStream): Promise<string | null> {
    try {
      await once(out, 'open');
    } catch {
      // Kept in `failure`.
      return null;
    }
    // Asked of the name each time: some file systems number an open file otherwise.
    return inodeOf(this.file);
  }

  private async measure(): Promise<void> {
    [this.size, this.whole, this.isCut] = [0, 0, false];
    this.begin = await this.beginning(mostHeader);
    if (!existsSync(this.file)) return;
    for await (const chunk of createReadStream(this.file)) {
      if (!(chunk instanceof Uint8Array)) throw new Error('a file is read in bytes');
      const end = endOfLines(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      if (end > 0) this.whole = this.size + end;
      this.size += chunk.byteLength;
    }
  }

  get unended(): boolean {
    return this.size > this.whole && !this.isCut;
  }

  cut(): void {
    this.isCut = this.size > this.whole;
  }

  async *lines(ended = false, encoding: Encoding = 'utf8'): AsyncIterable<string> {
    const end = this.isCut ? this.whole : this.size;
    if (end > 0) yield* linesOf(createReadStream(this.file, { encoding, end: end - 1 }), ended);
  }

  async *parts(spans: Iterable<Span>): AsyncIterable<Buffer> {
    const file = await open(this.file, 'r');
    const from = async (position: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position });
      return buffer.subarray(0, bytesRead);
    };
    try {
      let [start, read] = [0, await from(0, this.size > mostInMemory ? 0 : this.size)];
      for (const span of spans) {
        if (span.from < start || span.to > start + read.length)
          [start, read] = [span.from, await from(span.from, Math.max(span.to - span.from, readAhead))];
        yield read.subarray(span.from - start, span.to - start);
      }
    } finally {
      await file.close();
    }
  }

  async append(text: string): Promise<void> {
    if (this.failure !== null) throw this.failure;
    const ended = this.unended ? `${endAsIn(text)}${text}` : text;
    if (this.isCut) {
      await truncate(this.file, this.whole);
      [this.size, this.isCut] = [this.whole, false];
      this.begin = this.begin.subarray(0, this.whole);
    }
    await new Promise<void>((resolve, reject) => {
      this.out?.write(ended, (error) => {
        if (!error) {
          this.grow(Buffer.from(ended));
          return resolve();
        }
        this.failure = error;
        reject(error);
      });
    });
    // An editor exchanged it just now: that went into the one before, which nobody sees.
    if ((await inodeOf(this.file)) !== this.inode) throw new WrittenMeanwhile();
  }

  private grow(added: Buffer): void {
    this.size += added.length;
    this.whole = this.size;
    if (this.begin.length < mostHeader)
      this.begin = Buffer.concat([this.begin, added]).subarray(0, mostHeader);
  }

  /** A part may have been written; its user may have put another file there, or a window that took the batch written to it. */
  async again(): Promise<boolean | null> {
    if (this.failure !== null) {
      const before = this.size;
      const holds = await this.open(false);
      // What was refused is written again, with answers that may be nowhere else; what stood there before is not cut.
      if (this.whole >= before) this.cut();
      return holds;
    }
    return (await this.isSame()) ? null : this.open(false);
  }

  /** Editors save what did not change as another file, too: what is written to the one before would be nowhere. */
  private async isSame(): Promise<boolean> {
    const { size, inode, begin } = this;
    if (!existsSync(this.file)) return size === 0 && inode === null;
    const there = await stat(this.file, { bigint: true });
    if (Number(there.size) !== size || inodeIn(there) !== inode) return false;
    return (await this.beginning(begin.length)).equals(begin);
  }

  private async beginning(bytes: number): Promise<Buffer> {
    if (bytes === 0 || !existsSync(this.file)) return Buffer.alloc(0);
    const file = await open(this.file, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  async save(): Promise<void> {
    // Each piece is on its way to the disk once it is appended.
  }

  /** Until then, and if that fails, the file stays as it was. */
  async exchange(lines: NewText): Promise<void> {
    await writeBeside(this.file, async (path) => {
      await pipeline(Readable.from(lines), createWriteStream(path, { mode: 0o600 }));
      // What its user saved while that was written is not in it.
      if (!(await this.isSame())) throw new WrittenMeanwhile();
      return path;
    });
  }

  async end(): Promise<boolean> {
    await this.leave();
    return this.failure === null;
  }

  async leave(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.out === null) resolve();
      else this.out.end(() => resolve());
    });
  }
}
