import { statSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import type { Erased, HeldElsewhere } from '../calls/ports/erasurePorts.ts';
import { type OrderId, orderId } from '../calls/ports/ids.ts';
import type { EarlierOrders, KeepPolicy } from '../calls/ports/keepingPorts.ts';
import type { Clock } from '../calls/ports/ports.ts';
import { applyToBatches, eraseRowsOf } from './batchErasing.ts';
import { ErasedElsewhere, type ErasingMeans } from './erasedElsewhere.ts';
import { detailOf } from './faults.ts';
import { type FileNames, removeCopies } from './fileNames.ts';
import { GoneInputs } from './learning/goneInputs.ts';
import { idsOfInput } from './lookups.ts';
import { draftsBefore, ever, ordersBefore, payloadsBefore } from './retention.ts';
import type { ListPlace } from './rows.ts';
import { scrub } from './scrub.ts';
import { markSpent } from './spentDrafts.ts';
import type { Store } from './store.ts';
import { tellLostRequests } from './writing.ts';

/** Orders erased in one transaction, some milliseconds each; between two the host does other things. */
const batch = 100;
const dayMs = 24 * 3_600_000;
/** A window that sent nothing for so long has lost count of its session; days and months count for ever. */
const sessionDays = 90;
/**
 * Retention also runs after every call where little is kept: the whole file is written anew only after this many
 * changes, and only up to this size; 256 MiB take some two seconds.
 */
const rewrittenAfter = 200;
const rewrittenBytes = 256 * 1024 * 1024;
/** A file of this size is written anew in some tens of milliseconds. */
const smallBytes = 8 * 1024 * 1024;
const rewrittenEveryMs = 600_000;

/** What stays when others go: all of it once that holds no more, asked in each transaction that takes something. */
type Stays = Pick<EarlierOrders, 'upTo' | 'since'> & { holds(): boolean };

/** Payloads dropped do not count as orders erased. */
interface Taken extends Erased {
  readonly dropped: number;
}

const always = (): boolean => true;

/** Nothing of an order is owed any more: neither what came of it nor, where its answer does not say, whether it was billed. Until then its row stays. */
const isOver = 'is_open = 0 AND attention = 0';

/**
 * Erases without a trace, see scrub. Backups of earlier versions hold the same orders and go whole: the file they were made of is in use.
 */
export class Eraser {
  readonly #store: Store;
  readonly #names: FileNames;
  readonly #kept: ErasedElsewhere;
  readonly #inputs: GoneInputs;
  readonly #now: Clock;
  /** An erasure the user asked for whose traces may still be in the file. */
  #owed = false;
  /** Changes since the file was last written anew. */
  #changes = 0;
  /** By tidy, ms. */
  #rewrittenAt = Number.NEGATIVE_INFINITY;

  constructor(store: Store, names: FileNames, means: ErasingMeans) {
    this.#store = store;
    this.#names = names;
    this.#kept = new ErasedElsewhere(store, means);
    this.#inputs = new GoneInputs(store, means.sealing);
    this.#now = means.now;
  }

  /** Erases these orders, open or not; one that is under way is left, as its answer needs a place. */
  async orders(ids: readonly OrderId[]): Promise<Erased> {
    const all = JSON.stringify(ids);
    const { done, drafts } = await this.#withDrafts(() =>
      this.#store
        .sql(`SELECT id FROM orders WHERE id IN (SELECT value FROM json_each(?)) AND state <> 'in-flight'`)
        .all(all),
    );
    const { orders } = await this.#orders(done, drafts);
    return { orders, leftOpen: await this.#store.read(() => this.#countOf(all)) };
  }

  /**
   * Orders that may go, and how many drafts with an input of them went: those that are answered while drafts are searched included, as an
   * order that is gone tells no input. What is answered after that stays.
   */
  async #withDrafts(find: () => Record<string, unknown>[]): Promise<{ done: OrderId[]; drafts: number }> {
    const done = new Set<OrderId>();
    const more = async (): Promise<OrderId[]> => {
      const found = await this.#store.read(find);
      return found.map(({ id }) => orderId(String(id))).filter((id) => !done.has(id));
    };
    let drafts = 0;
    let next = await more();
    do {
      drafts += await this.#kept.drafts(next);
      for (const id of next) done.add(id);
      next = await more();
    } while (next.length > 0);
    return { done: [...done], drafts };
  }

  /** @param others what was changed for the same erasure before */
  async #orders(ids: readonly OrderId[], others: number): Promise<Erased> {
    let [orders, leftOpen] = [0, 0];
    for (let start = 0; start < ids.length; start += batch) {
      const part = JSON.stringify(ids.slice(start, start + batch));
      const gone = `DELETE FROM orders WHERE id IN (SELECT value FROM json_each(?)) AND state <> 'in-flight'`;
      orders += await this.#delete(part, gone);
      leftOpen += await this.#store.read(() => this.#countOf(part));
      await turn();
    }
    await this.#finish(orders + others, true);
    return { orders, leftOpen };
  }

  /** Of these, those that are there: another window may have erased some meanwhile. @param ids JSON */
  #countOf(ids: string): number {
    const all = 'SELECT count(*) AS n FROM orders WHERE id IN (SELECT value FROM json_each(?))';
    return Number(this.#store.sql(all).get(ids)?.n ?? 0);
  }

  /**
   * By id: SQLite gives the place of the newest row to the next one once it is gone, so a place that was found a while ago may be
   * another order's by now. @param ids JSON; `gone` deletes those of them that may go
   */
  async #delete(ids: string, gone: string, holds = always): Promise<number> {
    const prints = await this.#inputs.prints();
    const erase = (): number => {
      const rows = this.#store.sql(`${gone} RETURNING draft_id`).all(ids);
      markSpent(
        this.#store,
        rows.map(({ draft_id }) => String(draft_id)),
      );
      return rows.length;
    };
    return this.#store.write(() => (holds() ? this.#inputs.deleting(ids, prints, erase) : 0));
  }

  /**
   * Everything about these inputs: their orders and those that name them, open or not, and what drafts, batches and notes of other orders hold of them.
   * `alone`: the very same requests and nothing else that names them.
   */
  async inputs(fingerprints: readonly string[], which: 'named' | 'alone' = 'named'): Promise<Erased> {
    const own = await this.#store.read(() => fingerprints.flatMap((one) => idsOfInput(this.#store, one)));
    const { changed, ids, prints } = await this.#kept.everywhere(own, fingerprints, which);
    let others = changed;
    for (let start = 0; start < prints.length; start += batch) {
      const part = prints.slice(start, start + batch);
      const erased = await this.#store.write(() => part.map((print) => eraseRowsOf(this.#store, print)));
      others += erased.reduce((sum, one) => sum + one, 0);
      await turn();
    }
    return this.#orders([...own, ...ids], others);
  }

  /** See Erasing.heldElsewhere. */
  heldElsewhere(fingerprints: readonly string[]): Promise<HeldElsewhere> {
    return this.#kept.count(fingerprints);
  }

  /** Erases what is settled and begun before; open orders are counted and left. */
  async settledBefore(before: number): Promise<Erased> {
    const { done, drafts } = await this.#withDrafts(() =>
      this.#store.sql(`SELECT id FROM orders WHERE begun_at < ? AND ${isOver}`).all(before),
    );
    const orders = await this.#settled(done);
    await this.#finish(orders + drafts, true);
    const left = await this.#store.read(() =>
      this.#store.sql('SELECT count(*) AS n FROM orders WHERE begun_at < ?').get(before),
    );
    return { orders, leftOpen: Number(left?.n ?? 0) };
  }

  async #deleteSettled({ upTo, holds }: Stays, before: number): Promise<Erased> {
    let erased = 0;
    let leftOpen = 0;
    let after: ListPlace = { begunAt: Number.MIN_SAFE_INTEGER, seq: -1 };
    for (;;) {
      const rows = await this.#store.read(() =>
        this.#store
          .sql(
            `SELECT begun_at, seq, id, NOT (${isOver}) AS is_open FROM orders WHERE begun_at < ? AND seq > ? AND (begun_at, seq) > (?, ?)
             ORDER BY begun_at, seq LIMIT ${batch * 5}`,
          )
          .all(before, upTo, after.begunAt, after.seq),
      );
      const end = rows.at(-1);
      if (end === undefined) break;
      after = { begunAt: Number(end.begun_at), seq: Number(end.seq) };
      const settled = rows.filter((row) => row.is_open === 0).map((row) => String(row.id));
      leftOpen += rows.length - settled.length;
      erased += await this.#settled(settled, holds);
    }
    return { orders: erased, leftOpen };
  }

  /** Looks again whether they are settled, in the transaction that erases: another window may have reopened one. */
  async #settled(ids: readonly string[], holds = always): Promise<number> {
    let erased = 0;
    for (let start = 0; start < ids.length; start += batch) {
      const part = JSON.stringify(ids.slice(start, start + batch));
      const gone = `DELETE FROM orders WHERE id IN (SELECT value FROM json_each(?)) AND ${isOver}`;
      erased += await this.#delete(part, gone, holds);
      await turn();
    }
    return erased;
  }

  /**
   * Drops the payloads of settled orders begun before; their rows, notes and resolutions stay. Those that still stand beside Aadhaar
   * numbers wait for the next look: nothing else tells what to look for in notes. The keyring is locked, the order kept changing, or
   * another window closed it since numbers were reduced. Returns how many.
   */
  async #dropPayloads({ upTo, holds }: Stays, before: number, now: number): Promise<number> {
    let dropped = 0;
    if (before > ever) await this.#store.write(() => tellLostRequests(this.#store));
    for (;;) {
      const some = await this.#store.write(() => (holds() ? this.#dropBatch(upTo, before, now) : 0));
      dropped += some;
      if (some < batch) break;
      await turn();
    }
    return dropped;
  }

  #dropBatch(behind: number, before: number, now: number): number {
    const rows = this.#store
      .sql(
        `SELECT seq FROM orders WHERE payloads_kept = 1 AND is_open = 0 AND seq > ? AND begun_at < ?
           AND NOT EXISTS (SELECT 1 FROM aadhaar_numbers n WHERE n.seq = orders.seq)
         ORDER BY begun_at LIMIT ${batch}`,
      )
      .all(behind, before);
    const seqs = JSON.stringify(rows.map((row) => Number(row.seq)));
    const these = '(SELECT value FROM json_each(?))';
    const late = this.#store
      .sql(`SELECT seq, at, seal_id, body FROM support_texts WHERE at >= ? AND seq IN ${these}`)
      .all(before, seqs);
    this.#store.sql(`DELETE FROM payloads WHERE seq IN ${these}`).run(seqs);
    this.#store.sql(`UPDATE orders SET payloads_kept = 0 WHERE seq IN ${these}`).run(seqs);
    // A trigger has taken all that support sent.
    const again = this.#store.sql('INSERT INTO support_texts (seq, at, seal_id, body) VALUES (?, ?, ?, ?)');
    for (const row of late) again.run(...Object.values(row));
    this.#store
      .sql(`INSERT INTO events (seq, kind, at) SELECT value, 'payloads-erased', ? FROM json_each(?)`)
      .run(now, seqs);
    return rows.length;
  }

  /**
   * What support sent, and answers that were recorded, of settled orders without payloads: an order may be open for longer than
   * these are kept, and what came of it is known last. They go by their own time. Returns how many.
   */
  #dropLate(behind: number, before: number): number {
    const texts = this.#store
      .sql(
        `DELETE FROM support_texts WHERE seq > ? AND at < ? AND (SELECT payloads_kept = 0 AND is_open = 0 FROM orders o WHERE o.seq = support_texts.seq)`,
      )
      .run(behind, before);
    const pasted = this.#store
      .sql(
        `UPDATE events SET pasted = NULL WHERE kind IN ('noted', 'resolved') AND seq > ? AND at < ? AND pasted IS NOT NULL
           AND (SELECT payloads_kept = 0 AND is_open = 0 FROM orders o WHERE o.seq = events.seq)`,
      )
      .run(behind, before);
    return Number(texts.changes) + Number(pasted.changes);
  }

  /** See KeepPolicy. @param holds see Stays */
  async apply(policy: KeepPolicy, now: number, holds = always): Promise<Taken> {
    const { earlier } = policy;
    const all = { upTo: -1, since: ever, holds };
    const before = earlier && (await this.#take({ ...policy, keep: earlier.keep }, now, all));
    const after = await this.#take(policy, now, { ...all, ...earlier });
    const drafts = await this.#store.write(() =>
      this.#store.sql('DELETE FROM drafts WHERE saved_at < ?').run(draftsBefore(policy, now)),
    );
    await this.#store.write(() =>
      this.#store.sql('DELETE FROM session_spend WHERE last_at < ?').run(now - sessionDays * dayMs),
    );
    const orders = after.orders + (before?.orders ?? 0);
    const dropped = after.dropped + (before?.dropped ?? 0);
    const others = after.others + (before?.others ?? 0);
    await this.#finish(orders + dropped + others + Number(drafts.changes), false);
    return { orders, leftOpen: after.leftOpen, dropped };
  }

  async #take(policy: KeepPolicy, now: number, stays: Stays): Promise<Taken & { readonly others: number }> {
    const { upTo, since: from, holds } = stays;
    const before = ordersBefore(policy, now);
    const erased = await this.#deleteSettled(stays, before);
    const payloads = payloadsBefore(policy, now);
    const dropped = await this.#dropPayloads(stays, payloads, now);
    const late = await this.#store.write(() => (holds() ? this.#dropLate(upTo, payloads) : 0));
    const going = { from, before, payloads };
    const inputs = await this.#store.write(() => (holds() ? applyToBatches(this.#store, going, now) : 0));
    return { ...erased, dropped, others: late + inputs };
  }

  /**
   * After payloads were written anew: their old forms leave the copies and the log, and what a split page may have kept leaves with the
   * whole file where that is small, at most once in a while, or after many. False = another window was in the way.
   */
  async tidy(changed: number, now: number): Promise<boolean> {
    removeCopies(this.#names.folder, now);
    this.#changes += changed;
    const size = statSync(this.#names.orders).size;
    const small = size <= smallBytes && now - this.#rewrittenAt >= rewrittenEveryMs;
    const whole = small || (this.#changes >= rewrittenAfter && size <= rewrittenBytes);
    const done = await this.#store.hold(() => scrub(this.#names.orders, whole));
    if (whole) {
      this.#changes = 0;
      this.#rewrittenAt = now;
    }
    return done;
  }

  /** After rows of other tables were erased, asked for by the user. */
  finish(changed: number): Promise<void> {
    return this.#finish(changed, true);
  }

  /** @param asked by the user, for these very orders: then nothing may stay, however long it takes */
  async #finish(changed: number, asked: boolean): Promise<void> {
    if (changed === 0 && !this.#owed) return;
    this.#owed ||= asked;
    await this.#store.write(() => {
      // The words of a filter that only erased orders had.
      this.#store
        .sql('DELETE FROM facets WHERE NOT EXISTS (SELECT 1 FROM orders WHERE facet = facets.id)')
        .run();
      if (asked) this.#store.sql('UPDATE erasures SET count = count + 1').run();
    });
    removeCopies(this.#names.folder, this.#now());
    this.#changes += changed;
    const due = this.#changes >= rewrittenAfter && statSync(this.#names.orders).size <= rewrittenBytes;
    const whole = this.#owed || due;
    try {
      const done = await this.#store.hold(() => scrub(this.#names.orders, whole));
      if (whole) this.#changes = 0;
      if (done) this.#owed = false;
    } catch (error) {
      throw new Error(`the orders are erased, but traces may remain in the file: ${detailOf(error)}`);
    }
  }
}
