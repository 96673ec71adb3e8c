import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureFolder, outFolder } from '../support/paths.ts';
import type { Change } from './kinds.ts';
import type { Ending } from './tried.ts';

/** How the mutants of one file ended, on disk for as long as the file stays as it is. */
export class Kept {
  readonly #place: string;
  readonly #print: string;
  readonly #endings: Map<string, Ending>;

  /** @param fresh forgets what was kept */
  constructor(file: string, text: string, fresh = false) {
    const folder = ensureFolder(join(outFolder, 'mutation/tried'));
    this.#place = join(folder, `${file.replaceAll('/', '.')}.json`);
    this.#print = createHash('sha256').update(text).digest('hex');
    this.#endings = new Map(fresh ? [] : this.#read());
  }

  #read(): [string, Ending][] {
    if (!existsSync(this.#place)) return [];
    const { print, endings } = JSON.parse(readFileSync(this.#place, 'utf8'));
    return print === this.#print ? endings : [];
  }

  of(change: Change): Ending | null {
    return this.#endings.get(keyOf(change)) ?? null;
  }

  add(change: Change, ending: Ending): void {
    this.#endings.set(keyOf(change), ending);
  }

  write(): void {
    writeFileSync(this.#place, JSON.stringify({ print: this.#print, endings: [...this.#endings] }));
  }
}

function keyOf({ from, to, by }: Change): string {
  return `${from} ${to} ${by}`;
}
