import {
  endAsIn,
  endOfLines,
  linesOf,
  type NewText,
  type ResultsText,
  type Span,
  WrittenMeanwhile,
} from './resultsText.ts';

/** A file that is only read and written as a whole. */
export interface WholeFile {
  /** Null where there is none. */
  read(): Promise<Uint8Array | null>;
  write(bytes: Uint8Array): Promise<void>;
}

/** Ms between two writes at least and at most, and how much more of the time goes to the batch than to writing. */
const leastMs = 5000;
/** A computer that sleeps as it writes takes hours. */
const mostMs = 600_000;
const share = 20;

/**
 * Results in a folder that VS Code alone reaches, such as that of a remote window: nothing can be appended there, so the text
 * is in memory and written anew now and then, the more seldom the longer that takes, and whenever the batch asks. What a
 * window that ended did not write is added from the ledger, as on disk.
 */
export class ResultsElsewhere implements ResultsText {
  private readonly file: WholeFile;
  private readonly now: () => number;
  private readonly most: { readonly bytes: number; readonly error: () => Error };
  private readonly mayWait: () => boolean;
  private pieces: Buffer[] = [];
  private size = 0;
  unended = false;
  private saved = true;
  /** As it was read or written last. */
  private there: Buffer = Buffer.alloc(0);
  /** What the last write was to leave there, which failed, and that was told: all of it may stand there, or a part. */
  private tried: Buffer | null = null;
  /** It was found that others wrote to it. */
  private isChanged = false;
  /** Between these it is not yet time to write again, ms since the epoch. */
  private wrote = 0;
  private next = 0;

  /**
   * @param most bytes that are written at most, and what is said of more
   * @param mayWait whether what a killed window did not write can be added from the ledger; else each piece is written at once
   */
  constructor(file: WholeFile, now: () => number, most: ResultsElsewhere['most'], mayWait: () => boolean) {
    this.file = file;
    this.now = now;
    this.most = most;
    this.mayWait = mayWait;
  }

  async open(fresh: boolean): Promise<boolean> {
    const there = fresh ? null : await this.file.read();
    this.take(Buffer.from(there ?? []));
    // Written at once: a folder that refuses is told before anything is sent.
    if (there === null) await this.put();
    return this.size > 0;
  }

  /** In memory: what stands there is written anew with what is added. */
  cut(): void {
    const bytes = Buffer.concat(this.pieces);
    this.hold([bytes.subarray(0, endOfLines(bytes))]);
    this.unended = false;
  }

  async *lines(ended = false, encoding: 'utf8' | 'latin1' = 'utf8'): AsyncIterable<string> {
    yield* linesOf([Buffer.concat(this.pieces).toString(encoding)], ended);
  }

  async *parts(spans: Iterable<Span>): AsyncIterable<Buffer> {
    const bytes = Buffer.concat(this.pieces);
    for (const { from, to } of spans) yield bytes.subarray(from, to);
  }

  async append(text: string): Promise<void> {
    const { unended } = this;
    const bytes = Buffer.from(unended ? `${endAsIn(text)}${text}` : text);
    if (this.size + bytes.length > this.most.bytes) throw this.most.error();
    this.pieces.push(bytes);
    this.size += bytes.length;
    this.saved = false;
    this.unended = false;
    if (this.mayWait() && !this.isDue()) return;
    try {
      await this.write();
    } catch (error) {
      // Its rows are not written: they are handed over again.
      this.pieces.pop();
      this.size -= bytes.length;
      this.unended = unended;
      throw error;
    }
  }

  /** What was not written yet goes: it is added anew, from the ledger. */
  async again(): Promise<boolean | null> {
    return this.isChanged ? this.open(false) : null;
  }

  async save(due = false): Promise<void> {
    if (!this.saved && (!due || this.isDue())) await this.write();
  }

  async exchange(lines: NewText): Promise<void> {
    const before = this.pieces;
    const parts: Buffer[] = [];
    for await (const line of lines) parts.push(typeof line === 'string' ? Buffer.from(line) : line);
    this.hold(parts);
    try {
      if (this.size > this.most.bytes) throw this.most.error();
      await this.write();
    } catch (error) {
      this.hold(before);
      throw error;
    }
  }

  async end(): Promise<boolean> {
    if (this.tried !== null) return false;
    await this.save();
    return true;
  }

  async leave(): Promise<void> {
    // Written whole it would take the place of what the other window wrote.
  }

  private take(there: Buffer): void {
    this.hold([there]);
    this.there = there;
    this.tried = null;
    this.isChanged = false;
    this.saved = true;
    this.unended = endOfLines(there) < there.length;
  }

  private hold(parts: Buffer[]): void {
    this.pieces = parts;
    this.size = parts.reduce((sum, part) => sum + part.length, 0);
  }

  /** Also before the last time, for then the clock was set back. */
  private isDue(): boolean {
    const now = this.now();
    return now < this.wrote || now >= this.next;
  }

  /** What its user wrote there is not overwritten. */
  private async write(): Promise<void> {
    const began = this.now();
    const there = await this.file.read();
    if (there !== null && !this.isOurs(there)) {
      this.isChanged = true;
      throw new WrittenMeanwhile();
    }
    await this.put(began);
  }

  private isOurs(there: Uint8Array): boolean {
    return this.there.equals(there) || this.tried?.subarray(0, there.length).equals(there) === true;
  }

  private async put(began = this.now()): Promise<void> {
    const bytes = Buffer.concat(this.pieces);
    this.tried = bytes;
    await this.file.write(bytes);
    this.tried = null;
    this.saved = true;
    this.there = bytes;
    // Held as one from now on: a batch of many answers is many pieces.
    this.pieces = [bytes];
    this.wrote = this.now();
    const took = this.wrote - began;
    this.next = this.wrote + Math.min(mostMs, Math.max(leastMs, took * share));
  }
}
