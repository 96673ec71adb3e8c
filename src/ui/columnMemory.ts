import type { Memento } from 'vscode';
import type { Ledger } from '../calls/ports/ports.ts';
import type { OperationId } from '../contract/words.ts';

/** Mappings of this many files, the newest, are remembered. */
const most = 200;

/** Where versions before kept the names of columns as they stood, which may have been somebody's data. */
const inClear = ['batchColumns', 'statementColumns'];

/** Takes away what versions before kept so. */
export async function forgetInClear(memory: Memento): Promise<void> {
  for (const name of inClear) if (memory.get(name) !== undefined) await memory.update(name, undefined);
}

/**
 * Which column of a file held what, by the names of its columns. What is remembered lies unsealed in VS Code's own store, so
 * names are kept as keyed hashes, under the ledger's key, and columns by their places.
 */
export class ColumnMemory {
  readonly #memory: Memento;
  readonly #ledger: () => Promise<Pick<Ledger, 'fingerprint'>>;
  readonly #kept: string;

  /** @param kept the name of the store */
  constructor(memory: Memento, ledger: () => Promise<Pick<Ledger, 'fingerprint'>>, kept: string) {
    this.#memory = memory;
    this.#ledger = ledger;
    this.#kept = kept;
  }

  /** What was remembered, not to be trusted; undefined = nothing. */
  async recall(operation: OperationId, names: string): Promise<unknown> {
    const print = await this.#print(operation, names);
    return this.#all().find(([one]) => one === print)?.[1];
  }

  async remember(operation: OperationId, names: string, columns: object): Promise<void> {
    const print = await this.#print(operation, names);
    const others = this.#all().filter(([one]) => one !== print);
    await this.#memory.update(this.#kept, Object.fromEntries([...others.slice(1 - most), [print, columns]]));
  }

  #all(): readonly (readonly [string, unknown])[] {
    return Object.entries(this.#memory.get<Record<string, unknown>>(this.#kept, {}));
  }

  async #print(operation: OperationId, names: string): Promise<string> {
    return (await this.#ledger()).fingerprint(operation, new TextEncoder().encode(names));
  }
}
