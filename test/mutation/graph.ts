import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { importsOf, read, root } from '../unit/house/sources.ts';

/** Who imports whom among our sources and tests, types left out: they do not run. */
export class Graph {
  readonly #imports = new Map<string, readonly string[]>();
  readonly #closures = new Map<string, ReadonlyMap<string, number>>();

  constructor() {
    const files = globSync(['src/**/*.ts', 'test/{unit,support,fuzz,simulation}/**/*.ts'], { cwd: root });
    const ours = new Set(files.map((file) => file.replaceAll('\\', '/')));
    for (const file of ours) {
      const values = importsOf(file).filter(({ kind, to }) => kind !== 'type' && ours.has(to));
      this.#imports.set(file, [...new Set(values.map(({ to }) => to))]);
    }
  }

  /** All that a file reads, itself included, by how many imports away it stands. */
  closure(file: string): ReadonlyMap<string, number> {
    const known = this.#closures.get(file);
    if (known !== undefined) return known;
    const away = new Map([[file, 0]]);
    for (const [one, steps] of away)
      for (const next of this.#imports.get(one) ?? []) if (!away.has(next)) away.set(next, steps + 1);
    this.#closures.set(file, away);
    return away;
  }

  /** Files that import a file through whatever others, itself included. */
  dependants(file: string): readonly string[] {
    return [...this.#imports.keys()].filter((one) => this.closure(one).has(file));
  }

  /** One print of all texts that a file reads: with it, what the file does when it is run stays the same. */
  print(file: string): string {
    const hash = createHash('sha256');
    for (const one of [...this.closure(file).keys()].sort()) hash.update(`${one}\0${read(one)}\0`);
    return hash.digest('hex').slice(0, 24);
  }
}
