import { setImmediate as turn } from 'node:timers/promises';
import type { InputReader } from '../calls/inputReader.ts';
import type { Clock } from '../calls/ports.ts';
import type { OperationId } from '../contract/words.ts';
import { keyUnreadable } from './faults.ts';
import { fingerprintKey, fingerprintOf } from './fingerprint.ts';
import type { LedgerOptions } from './options.ts';
import { columns } from './payloads.ts';
import { open, type SealingKeys } from './sealing.ts';
import type { Store } from './store.ts';

/** Requests opened at a time, some milliseconds; between two the host does other things. */
const step = 200;
const utf8 = new TextEncoder();

/** What is to be forgotten: prints of whole inputs, and what tells them apart wherever it is quoted. */
export interface Forgotten {
  readonly prints: ReadonlySet<string>;
  readonly marks: ReadonlySet<string>;
}

/** What drafts are opened and told by. */
export interface ErasingMeans extends Pick<LedgerOptions, 'inputs' | 'now'> {
  readonly sealing: SealingKeys;
}

/** What opens and compares without waiting, so that it can be done within a transaction. */
interface Means {
  readonly reader: InputReader;
  readonly keys: ReadonlyMap<string, Uint8Array>;
  readonly printKey: Uint8Array;
}

export function quotes(folded: string, { marks }: Forgotten): boolean {
  for (const mark of marks) if (folded.includes(mark)) return true;
  return false;
}

/**
 * Drafts that hold what is erased. They are few and their keys are at hand, so each is opened and compared: that finds
 * more than a print kept beside it could, another spelling and a corrected row of a batch included.
 */
export class ErasedDrafts {
  readonly #store: Store;
  readonly #sealing: SealingKeys;
  readonly #now: Clock;
  readonly #inputs: () => Promise<InputReader | null>;

  constructor(store: Store, { sealing, inputs, now }: ErasingMeans) {
    this.#store = store;
    this.#sealing = sealing;
    this.#now = now;
    this.#inputs = inputs ?? (async () => null);
  }

  /** Empties every draft that holds an input of these orders. Returns how many. @param prints of inputs besides */
  async empty(seqs: readonly number[], prints: readonly string[]): Promise<number> {
    if (!(await this.#any())) return 0;
    const reader = await this.#inputs();
    if (reader === null) return this.#store.write(() => this.#emptyThose(() => true));
    const forgotten = await this.#forgotten(reader, seqs, prints);
    const means = await this.#means(reader);
    return this.#store.write(() =>
      this.#emptyThose((id, sealId, body) => {
        const kept = openDraft(means, id, sealId, body);
        return kept === null || holds(means, kept, forgotten);
      }),
    );
  }

  #any(): Promise<boolean> {
    return this.#store.read(
      () => this.#store.sql('SELECT 1 FROM drafts WHERE length(body) > 0 LIMIT 1').get() !== undefined,
    );
  }

  async #forgotten(
    reader: InputReader,
    seqs: readonly number[],
    others: readonly string[],
  ): Promise<Forgotten> {
    const prints = new Set(others);
    const marks = new Set<string>();
    for (let start = 0; start < seqs.length; start += step) {
      const rows = await this.#store.read(() =>
        this.#store
          .sql(
            `SELECT id, operation, fingerprint, request_seal, request_body FROM orders LEFT JOIN payloads USING (seq)
             WHERE seq IN (SELECT value FROM json_each(?))`,
          )
          .all(JSON.stringify(seqs.slice(start, start + step))),
      );
      for (const { id, operation, fingerprint, request_seal, request_body } of rows) {
        if (typeof fingerprint === 'string') prints.add(fingerprint);
        if (!(request_body instanceof Uint8Array)) continue;
        const key = await this.#find(String(request_seal));
        if (key === null) continue;
        const body = new TextDecoder().decode(open(key, String(id), columns.request, request_body));
        for (const mark of reader.marks(operation as OperationId, body)) marks.add(mark);
      }
      await turn();
    }
    return { prints, marks };
  }

  /** @throws when the keys cannot be read: then nobody can tell what drafts hold, and nothing is erased */
  async #find(id: string): Promise<Uint8Array | null> {
    try {
      return await this.#sealing.find(id);
    } catch (error) {
      throw keyUnreadable(error);
    }
  }

  async #means(reader: InputReader): Promise<Means> {
    const seals = await this.#store.read(() => this.#store.sql('SELECT id FROM seals').all());
    const keys = new Map<string, Uint8Array>();
    for (const { id } of seals) {
      const key = await this.#find(String(id));
      if (key !== null) keys.set(String(id), key);
    }
    try {
      const current = await this.#sealing.current();
      keys.set(current.id, current.key);
      return { reader, keys, printKey: fingerprintKey(current.key) };
    } catch (error) {
      throw keyUnreadable(error);
    }
  }

  #emptyThose(isHit: (id: string, sealId: string, body: Uint8Array) => boolean): number {
    const empty = this.#store.sql(
      `UPDATE drafts SET body = x'', seal_id = '', erasures = erasures + 1, saved_at = ? WHERE id = ?`,
    );
    let emptied = 0;
    for (const { id, seal_id, body } of this.#store
      .sql('SELECT id, seal_id, body FROM drafts WHERE length(body) > 0')
      .all()) {
      if (!(body instanceof Uint8Array) || !isHit(String(id), String(seal_id), body)) continue;
      empty.run(this.#now(), String(id));
      emptied += 1;
    }
    return emptied;
  }
}

/** Null for what nobody can open: it cannot be told what it holds, and nobody loses what nobody can read. */
function openDraft({ keys }: Means, id: string, sealId: string, body: Uint8Array): string | null {
  const key = keys.get(sealId);
  if (key === undefined) return null;
  try {
    return new TextDecoder().decode(open(key, id, columns.draft, body));
  } catch {
    // Damaged since it was written: as good as sealed for ever.
    return null;
  }
}

function holds({ reader, printKey }: Means, kept: string, forgotten: Forgotten): boolean {
  const { bodies, folded } = reader.draft(kept);
  return (
    quotes(folded, forgotten) ||
    bodies.some(({ operation, body }) =>
      forgotten.prints.has(fingerprintOf(printKey, operation, utf8.encode(body))),
    )
  );
}
