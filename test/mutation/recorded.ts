import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Summary } from './report.ts';

const place = join(import.meta.dirname, 'recorded.jsonl');

interface Entry extends Summary {
  /** Of the file's text. */
  readonly print: string;
}

/** What came of files on whatever machine tried them, for as long as each stays as it is. */
export class Recorded {
  readonly #place: string;
  readonly #before: ReadonlyMap<string, Entry>;
  readonly #now: Entry[] = [];

  /** @param file where it is recorded */
  constructor(file: string = place) {
    this.#place = file;
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    const all = lines.map((line): Entry => JSON.parse(line));
    this.#before = new Map(all.map((one) => [one.file, one]));
  }

  /** What more is known of the file by: what was recorded, or what was tried here. */
  orNewer(text: string, here: Summary): Summary {
    const print = createHash('sha256').update(text).digest('hex').slice(0, 24);
    const before = this.#before.get(here.file);
    const known =
      before !== undefined && before.print === print && before.score.tried > here.score.tried ? before : here;
    const { file, score, left } = known;
    if (score.tried > 0) this.#now.push({ file, print, score, left });
    return known;
  }

  write(): void {
    writeFileSync(this.#place, this.#now.map((one) => `${JSON.stringify(one)}\n`).join(''));
  }
}
