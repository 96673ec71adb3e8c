import { createReadStream, createWriteStream, existsSync, type WriteStream } from 'node:fs';
import { stat, truncate } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeBeside } from '../base/writeBeside.ts';

/** The text of a results file, which only grows until it is exchanged as a whole. */
export interface ResultsText {
  /** @returns whether it holds whole lines. @param fresh what is there goes; else a line that broke off goes */
  open(fresh: boolean): Promise<boolean>;
  lines(): AsyncIterable<string>;
  append(text: string): Promise<void>;
  /** To go on after an append that failed, or where others may have written. @returns as `open`; null = it is as it was */
  again(): Promise<boolean | null>;
  /** What was appended stands in the file. @param due only where it is time again to write */
  save(due?: boolean): Promise<void>;
  exchange(lines: AsyncIterable<string>): Promise<void>;
  /** Nothing more is appended. @returns whether everything stands in the file */
  end(): Promise<boolean>;
  /** Another window writes it now. */
  leave(): Promise<void>;
}

/** Bytes up to and with the last line break: a line that broke off is written again. */
async function wholeLines(file: string): Promise<number> {
  let end = 0;
  let at = 0;
  for await (const chunk of createReadStream(file)) {
    if (!(chunk instanceof Uint8Array)) throw new Error('a file is read in bytes');
    const last = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).lastIndexOf(10);
    if (last !== -1) end = at + last + 1;
    at += chunk.byteLength;
  }
  return end;
}

/** A file of this machine: never in memory as a whole. */
export class ResultsOnDisk implements ResultsText {
  private readonly file: string;
  private out: WriteStream | null = null;
  /** Bytes that it holds by our own hand. */
  private size = 0;
  private failure: Error | null = null;

  constructor(file: string) {
    this.file = file;
  }

  async open(fresh: boolean): Promise<boolean> {
    const there = existsSync(this.file);
    const whole = there && !fresh ? await wholeLines(this.file) : 0;
    if (there && (await stat(this.file)).size > whole) await truncate(this.file, whole);
    this.failure = null;
    this.size = whole;
    this.out?.destroy();
    this.out = createWriteStream(this.file, { flags: 'a', mode: 0o600 });
    this.out.on('error', (error) => {
      this.failure = error;
    });
    return whole > 0;
  }

  /** Parted at line feeds alone: `readline` parts at U+2028 and U+2029, too, which a cell may hold. */
  async *lines(): AsyncIterable<string> {
    let begun: string[] = [];
    for await (const piece of createReadStream(this.file, 'utf8')) {
      const [first = '', ...more] = String(piece).split('\n');
      begun.push(first);
      for (const next of more) {
        yield begun.join('').replace(/\r$/, '');
        begun = [next];
      }
    }
  }

  async append(text: string): Promise<void> {
    if (this.failure !== null) throw this.failure;
    await new Promise<void>((resolve, reject) => {
      this.out?.write(text, (error) => {
        if (!error) {
          this.size += Buffer.byteLength(text);
          return resolve();
        }
        this.failure = error;
        reject(error);
      });
    });
  }

  /** A part may have been written; its user may have put another file there, or a window that took the batch written to it. */
  async again(): Promise<boolean | null> {
    if (this.failure !== null) return this.open(false);
    const size = existsSync(this.file) ? (await stat(this.file)).size : 0;
    return size === this.size ? null : this.open(false);
  }

  async save(): Promise<void> {
    // Each piece is on its way to the disk once it is appended.
  }

  /** Until then, and if that fails, the file stays as it was. */
  async exchange(lines: AsyncIterable<string>): Promise<void> {
    await writeBeside(this.file, async (path) => {
      await pipeline(Readable.from(lines), createWriteStream(path, { mode: 0o600 }));
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
