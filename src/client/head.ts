import type { Socket } from 'node:net';

/** No line of a head is longer: undici refuses a head of this size itself. */
const longestLine = 64 * 1024;

const statusStart = 'HTTP/';
const newLine = 10;

type State =
  /** At a status line. */
  | 'status'
  /** Amid the headers of an interim answer. */
  | 'interim'
  /** Amid the headers of the answer. */
  | 'fields'
  /** All that comes is passed on as it is. */
  | 'through';

/**
 * Makes of a head what undici's parser takes, as other clients do (RFC 9110 15.2, 8.6): interim answers are left out (undici
 * takes a 100 that it did not ask for as the end of the connection), and a Content-Length that is said twice, the same both
 * times, is said once. All else, readable or not, is passed on as it is. Holds at most one line.
 */
export class HeadFilter {
  #state: State = 'status';
  #held: Buffer[] = [];
  #heldBytes = 0;
  #length: string | null = null;
  /** A second Content-Length, until it is known that no folded line goes on with it. */
  #second: Buffer | null = null;

  get done(): boolean {
    return this.#state === 'through';
  }

  /** What of a chunk is to be parsed now; nothing where its line has not ended. */
  pass(chunk: Buffer): Buffer {
    const out: Buffer[] = [];
    let rest = chunk;
    while (rest.length > 0 && this.#state !== 'through') {
      const end = rest.indexOf(newLine) + 1;
      const part = end === 0 ? rest : rest.subarray(0, end);
      rest = rest.subarray(part.length);
      this.#held.push(part);
      this.#heldBytes += part.length;
      if (end > 0) out.push(...this.#line(this.#release()));
      else if (this.#heldBytes > longestLine || !this.#mayBeHead()) {
        this.#state = 'through';
        out.push(this.#release());
      }
    }
    if (rest.length > 0) out.push(rest);
    return Buffer.concat(out);
  }

  #release(): Buffer {
    const held = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    return held;
  }

  /** Another protocol may wait for us after half a line. */
  #mayBeHead(): boolean {
    if (this.#state !== 'status' || this.#heldBytes > 1024) return true;
    const start = Buffer.concat(this.#held).toString('latin1', 0, statusStart.length);
    return /^\r?$/.test(start) || statusStart.startsWith(start);
  }

  #line(line: Buffer): readonly Buffer[] {
    const text = line.toString('latin1');
    const blank = /^\r?\n$/.test(text);
    if (this.#state === 'status') {
      if (blank) return [line];
      const status = /^HTTP\/\d\.\d (\d{3})\b/.exec(text)?.[1] ?? '';
      // 101 is no interim answer but another protocol: nobody asked for that, and undici says so.
      const interim = status.startsWith('1') && status !== '101';
      this.#state = interim ? 'interim' : status === '' ? 'through' : 'fields';
      return interim ? [] : [line];
    }
    if (this.#state === 'interim') {
      if (blank) this.#state = 'status';
      return [];
    }
    if (blank) this.#state = 'through';
    return this.#field(line, text);
  }

  #field(line: Buffer, text: string): readonly Buffer[] {
    const before = this.#second;
    this.#second = null;
    // A folded line would go on with what was left out: both are the parser's to refuse.
    if (before !== null && /^[ \t]/.test(text)) return [before, line];
    const value = /^content-length:([^\r\n]*)\r?\n$/i.exec(text)?.[1];
    if (value === undefined) return [line];
    const said = value.split(',').map((one) => one.trim());
    const [first = ''] = said;
    if (!/^\d+$/.test(first) || said.some((one) => one !== first)) return [line];
    if (this.#length === null) {
      this.#length = first;
      return [said.length === 1 ? line : Buffer.from(`Content-Length: ${first}\r\n`)];
    }
    if (this.#length !== first) return [line];
    this.#second = line;
    return [];
  }
}

/** From now on a socket gives undici, which reads in no other way than by `read`, what the filter passes. */
export function filterHead(socket: Socket): void {
  const filter = new HeadFilter();
  const read = socket.read.bind(socket);
  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk: unknown = read(size);
      if (!Buffer.isBuffer(chunk)) return null;
      if (filter.done) return chunk;
      const passed = filter.pass(chunk);
      if (passed.length > 0) return passed;
    }
  };
}
