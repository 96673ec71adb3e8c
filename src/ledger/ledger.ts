import { setImmediate as turn } from 'node:timers/promises';
import type { BatchStore } from '../calls/batchPorts.ts';
import type { Admission, GuardFacts, GuardQuestion, Usage, UsageQuery } from '../calls/guardPorts.ts';
import {
  type Clock,
  type Erased,
  type KeepPolicy,
  type Ledger,
  type LedgerProblem,
  LedgerRefusal,
  type NewId,
  type NewOrder,
  type OrderEvent,
  type OrderFilter,
  type OrderPage,
  type OrderPayloads,
  type OrderQuery,
  type OrderSummary,
  type Resolution,
  type Settlement,
} from '../calls/ports.ts';
import type { OperationId } from '../contract/words.ts';
import { admitOrder } from './admitting.ts';
import { Batches } from './batches.ts';
import { Eraser } from './erasing.ts';
import { findByWords, openEvent, openNote, sealPasted, sealWords } from './events.ts';
import { detailOf, movedAway, unwritable } from './faults.ts';
import { findByText, newest } from './find.ts';
import { fingerprintOf } from './fingerprint.ts';
import { readFacts } from './guard.ts';
import { distinctValues, listPage, places } from './lists.ts';
import {
  anyOverdue,
  attentionCount,
  begunSince,
  billedSince,
  knownSeqs,
  resolvableSeq,
  sameInput,
  seqOf,
  span,
} from './lookups.ts';
import { type OpenFile, openFile } from './openFile.ts';
import { columns, openPayloads, sealAnswer } from './payloads.ts';
import { summaryColumns, summaryOf } from './rows.ts';
import { open, type SealingKeys, seal } from './sealing.ts';
import { lostKey } from './seals.ts';
import { patience, Store } from './store.ts';
import { timeline } from './timeline.ts';
import { readUsage } from './usage.ts';
import { Watch } from './watch.ts';
import { loseOverdue, settleOrder, writeDraft, writeNote, writeResolution } from './writing.ts';

export interface LedgerOptions {
  /** Created if missing, readable by its owner only. */
  readonly folder: string;
  readonly sealing: SealingKeys;
  readonly now: Clock;
  readonly newId: NewId;
  /** How often other windows' changes are looked for. */
  readonly pollMs?: number;
}

/** Rows a scan holds at a time. */
const scanStep = 500;

class SqliteLedger implements Ledger {
  readonly #sealing: SealingKeys;
  readonly #file: OpenFile;
  readonly #store: Store;
  readonly #eraser: Eraser;
  readonly #watch: Watch;
  readonly #problems: LedgerProblem[];
  readonly batches: BatchStore;

  constructor(options: LedgerOptions, file: OpenFile) {
    this.#sealing = options.sealing;
    this.#file = file;
    this.#problems = [...file.problems];
    this.#store = new Store(file.db, file.names);
    this.#eraser = new Eraser(this.#store, file.names);
    this.#watch = new Watch(file.db, options.pollMs ?? 500);
    this.batches = new Batches({
      store: this.#store,
      sealing: this.#sealing,
      mustWrite: () => this.#mustWrite(),
      changed: () => this.#watch.changed(),
      scrub: (changes) => this.#eraser.finish(changes),
    });
  }

  /** Looks for keys that are gone. */
  async lookAtKeys(): Promise<void> {
    if (this.#file.readOnly?.reason === 'newer-schema') return;
    const lost = await lostKey(this.#store, this.#sealing, this.#file.readOnly === null);
    if (lost !== null) this.#problems.push(lost);
  }

  async begin(order: NewOrder, admission?: Admission): Promise<void> {
    if (this.#file.readOnly !== null) throw this.#file.readOnly;
    const { id: sealId, key } = await this.#sealing.current().catch((error: unknown) => {
      throw new LedgerRefusal('unwritable', {
        text: 'Not sent: the key that seals orders could not be read ({0}). Nothing was billed. Unlock the secret store of this computer and send again.',
        args: [detailOf(error)],
      });
    });
    if (!this.#store.inPlace) throw new LedgerRefusal('unwritable', movedAway);
    const body = seal(key, order.id, columns.request, order.requestBody);
    try {
      await this.#store.write(() => admitOrder(this.#store, order, { sealId, body }, admission));
    } catch (error) {
      throw error instanceof LedgerRefusal ? error : unwritable(error);
    }
    this.#watch.changed();
  }

  async settle(id: string, settlement: Settlement): Promise<void> {
    this.#mustWrite();
    const { id: sealId, key } = await this.#sealing.current();
    const answer = { sealId, ...(await sealAnswer(key, id, settlement.answer)) };
    const done = await this.#store.write(
      () => settleOrder(this.#store, id, settlement, answer),
      patience.answer,
    );
    if (!done) throw new Error('this order is settled already, or unknown');
    this.#watch.changed();
  }

  #mustWrite(): void {
    if (this.#file.readOnly !== null) {
      throw new Error('the order history is open for reading only, so nothing in it can be changed');
    }
  }

  async get(id: string): Promise<OrderSummary | null> {
    const row = await this.#store.read(() =>
      this.#store.sql(`SELECT ${summaryColumns} FROM orders WHERE id = ?`).get(id),
    );
    return row === undefined ? null : summaryOf(row);
  }

  async payloads(id: string): Promise<OrderPayloads> {
    const row = await this.#store.read(() => {
      const seq = seqOf(this.#store, id);
      return this.#store.sql('SELECT * FROM payloads WHERE seq = ?').get(seq);
    });
    return openPayloads(this.#sealing, id, row);
  }

  list(query: OrderQuery): Promise<OrderPage> {
    return this.#store.read(() => listPage(this.#store, query));
  }

  async exists(query: Pick<OrderQuery, 'group' | 'filter'>): Promise<boolean> {
    return (await this.#store.read(() => places(this.#store, query, null, 1))).length > 0;
  }

  span(): Promise<{ readonly oldest: number; readonly newest: number } | null> {
    return this.#store.read(() => span(this.#store));
  }

  distinct(): Promise<{
    readonly environments: readonly string[];
    readonly messageCodes: readonly string[];
  }> {
    return this.#store.read(() => distinctValues(this.#store));
  }

  guard(question: GuardQuestion): Promise<GuardFacts> {
    return this.#store.snapshot(() => readFacts(this.#store, question));
  }

  usage(query: UsageQuery): Promise<Usage> {
    return this.#store.snapshot(() => readUsage(this.#store, query));
  }

  attentionCount(): Promise<number> {
    return this.#store.read(() => attentionCount(this.#store));
  }

  begunSince(
    operation: OperationId,
    environment: string,
    keyTail: string | null,
    sinceMs: number,
  ): Promise<readonly number[]> {
    return this.#store.read(() => begunSince(this.#store, operation, environment, keyTail, sinceMs));
  }

  billedSince(operation: OperationId, environment: string, sinceMs: number): Promise<number> {
    return this.#store.read(() => billedSince(this.#store, operation, environment, sinceMs));
  }

  /** Notes are sealed, so only the newest of them are searched (see `searchedWords`). */
  async find(text: string, limit: number): Promise<readonly OrderSummary[]> {
    if (text.trim() === '') return [];
    const noted = await findByWords(this.#store, this.#sealing, text);
    return this.#store.read(() =>
      newest(this.#store, [...findByText(this.#store, text, limit), ...noted], limit),
    );
  }

  async fingerprint(operation: OperationId, body: Uint8Array): Promise<string> {
    return fingerprintOf((await this.#sealing.current()).key, operation, body);
  }

  sameInput(fingerprint: string, limit: number): Promise<readonly OrderSummary[]> {
    return this.#store.read(() => sameInput(this.#store, fingerprint, limit));
  }

  async note(id: string, text: string, now: number): Promise<void> {
    this.#mustWrite();
    const { id: sealId, key } = await this.#sealing.current();
    const note = text.trim() === '' ? null : { sealId, body: sealWords(key, id, 'noted', text, now) };
    await this.#store.write(() => writeNote(this.#store, seqOf(this.#store, id), now, note));
    this.#watch.changed();
  }

  async readNote(id: string): Promise<string> {
    const row = await this.#store.read(() =>
      this.#store
        .sql(
          `SELECT at, seal_id, words FROM events WHERE seq = ? AND kind = 'noted' ORDER BY at DESC LIMIT 1`,
        )
        .get(seqOf(this.#store, id)),
    );
    return openNote(this.#sealing, id, row);
  }

  /** Refused for an order that is under way, or that the service settled for good. A later resolution replaces an earlier one. */
  async resolve(id: string, resolution: Resolution): Promise<void> {
    this.#mustWrite();
    const { id: sealId, key } = await this.#sealing.current();
    const { at, outcome, note } = resolution;
    const words = { sealId, body: sealWords(key, id, 'resolved', note, at) };
    const pasted = resolution.pasted === null ? null : sealPasted(key, id, resolution.pasted, at);
    await this.#store.write(() =>
      writeResolution(this.#store, resolvableSeq(this.#store, id), { outcome, at, pasted }, words),
    );
    this.#watch.changed();
  }

  async events(id: string): Promise<readonly OrderEvent[]> {
    const order = await this.get(id);
    if (order === null) throw new Error('there is no such order');
    const rows = await this.#store.read(() =>
      this.#store.sql('SELECT * FROM events WHERE seq = ? ORDER BY at, id').all(seqOf(this.#store, id)),
    );
    const recorded: OrderEvent[] = [];
    for (const row of rows) recorded.push(await openEvent(this.#sealing, id, row));
    return timeline(order, await this.payloads(id), recorded);
  }

  async *scan(filter: OrderFilter): AsyncIterable<OrderSummary> {
    let after: string | null = null;
    do {
      const page: OrderPage = await this.list({ group: 'all', filter, limit: scanStep, after });
      yield* page.orders;
      after = page.next;
      await turn();
    } while (after !== null);
  }

  async erase(ids: readonly string[]): Promise<Erased> {
    this.#mustWrite();
    const seqs = await this.#store.read(() => knownSeqs(this.#store, ids));
    return this.#told(await this.#eraser.rows(seqs));
  }

  async eraseInput(fingerprint: string): Promise<Erased> {
    this.#mustWrite();
    return this.#told(await this.#eraser.input(fingerprint));
  }

  async eraseSettledBefore(before: number): Promise<Erased> {
    this.#mustWrite();
    return this.#told(await this.#eraser.settledBefore(before));
  }

  async applyPolicy(policy: KeepPolicy, now: number): Promise<Erased> {
    if (this.#file.readOnly !== null) return { orders: 0, leftOpen: 0 };
    const { orders, leftOpen, dropped } = await this.#eraser.apply(policy, now);
    if (orders + dropped > 0) this.#watch.changed();
    return { orders, leftOpen };
  }

  #told(erased: Erased): Erased {
    if (erased.orders > 0) this.#watch.changed();
    return erased;
  }

  async recover(now: number): Promise<readonly string[]> {
    if (this.#file.readOnly !== null) return [];
    if (!(await this.#store.read(() => anyOverdue(this.#store, now)))) return [];
    const lost = await this.#store.write(() => loseOverdue(this.#store, now));
    if (lost.length > 0) this.#watch.changed();
    return lost;
  }

  async saveDraft(id: string, draft: Uint8Array, now: number): Promise<void> {
    if (this.#file.readOnly !== null) return;
    const { id: sealId, key } = await this.#sealing.current();
    const body = seal(key, id, columns.draft, draft);
    await this.#store.write(() => writeDraft(this.#store, id, now, { sealId, body }));
  }

  async loadDraft(id: string): Promise<Uint8Array | null> {
    const row = await this.#store.read(() =>
      this.#store.sql('SELECT seal_id, body FROM drafts WHERE id = ?').get(id),
    );
    if (row === undefined || !(row.body instanceof Uint8Array)) return null;
    const key = await this.#sealing.find(String(row.seal_id));
    return key === null ? null : open(key, id, columns.draft, row.body);
  }

  async deleteDraft(id: string): Promise<void> {
    if (this.#file.readOnly !== null) return;
    await this.#store.write(() => this.#store.sql('DELETE FROM drafts WHERE id = ?').run(id));
  }

  problems(): readonly LedgerProblem[] {
    return this.#problems;
  }

  onDidChange(listener: () => void): () => void {
    return this.#watch.listen(listener);
  }

  async close(): Promise<void> {
    this.#watch.stop();
    if (this.#store.db.isOpen) this.#store.db.close();
  }
}

/** A ledger on a file that is open already. */
export function ledgerOn(options: LedgerOptions, file: OpenFile): Ledger {
  return new SqliteLedger(options, file);
}

/**
 * Opens the ledger of a folder; several windows may have it open at once.
 * @throws LedgerRefusal when there is nothing to show and nothing can be written.
 */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  const ledger = new SqliteLedger(options, await openFile(options.folder, options.now()));
  await ledger.lookAtKeys();
  return ledger;
}
