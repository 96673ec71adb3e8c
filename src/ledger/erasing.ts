import { rmSync } from 'node:fs';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Erased, KeepPolicy } from '../calls/ports.ts';
import { backups } from './fileNames.ts';
import type { Place } from './rows.ts';
import type { Store } from './store.ts';

/** Orders erased in one transaction, some milliseconds each; between two the host does other things. */
const batch = 100;
const dayMs = 24 * 3_600_000;
/** Pages given back at a time. */
const freedPages = 500;
const scrubTries = 20;
const scrubPauseMs = 100;

/**
 * Erases without a trace: deleted cells are overwritten (`secure_delete`), the log is emptied and freed pages leave the
 * file. Backups of earlier versions hold the same orders and go whole: the file they were made of is in use.
 */
export class Eraser {
  readonly #store: Store;
  readonly #folder: string;
  #scrubOwed = false;

  constructor(store: Store, folder: string) {
    this.#store = store;
    this.#folder = folder;
  }

  /** Erases these rows, open or not; an order that is under way is left, as its answer needs a place. */
  async rows(seqs: readonly number[]): Promise<Erased> {
    let erased = 0;
    for (let start = 0; start < seqs.length; start += batch) {
      const part = JSON.stringify(seqs.slice(start, start + batch));
      erased += await this.#store.write(() => {
        this.#store
          .sql(
            `DELETE FROM drafts WHERE id IN (SELECT draft_id FROM orders
             WHERE seq IN (SELECT value FROM json_each(?)) AND state <> 'in-flight')`,
          )
          .run(part);
        const gone = this.#store
          .sql(`DELETE FROM orders WHERE seq IN (SELECT value FROM json_each(?)) AND state <> 'in-flight'`)
          .run(part);
        return Number(gone.changes);
      });
      await turn();
    }
    await this.#finish(erased);
    return { orders: erased, leftOpen: seqs.length - erased };
  }

  /** Erases what is settled and begun before; open orders are counted and left. */
  async settledBefore(before: number): Promise<Erased> {
    let erased = 0;
    let leftOpen = 0;
    let after: Place = { begunAt: Number.MIN_SAFE_INTEGER, seq: -1 };
    for (;;) {
      const rows = await this.#store.read(() =>
        this.#store
          .sql(
            `SELECT begun_at, seq, is_open FROM orders WHERE begun_at < ? AND (begun_at, seq) > (?, ?)
             ORDER BY begun_at, seq LIMIT ${batch * 5}`,
          )
          .all(before, after.begunAt, after.seq),
      );
      const end = rows.at(-1);
      if (end === undefined) break;
      after = { begunAt: Number(end.begun_at), seq: Number(end.seq) };
      const settled = rows.filter((row) => row.is_open === 0).map((row) => Number(row.seq));
      leftOpen += rows.length - settled.length;
      erased += await this.#settled(settled);
    }
    await this.#finish(erased);
    return { orders: erased, leftOpen };
  }

  /** Looks again whether they are settled, in the transaction that erases: another window may have reopened one. */
  async #settled(seqs: readonly number[]): Promise<number> {
    let erased = 0;
    for (let start = 0; start < seqs.length; start += batch) {
      const part = JSON.stringify(seqs.slice(start, start + batch));
      const where = 'seq IN (SELECT value FROM json_each(?)) AND is_open = 0';
      erased += await this.#store.write(() => {
        this.#store
          .sql(`DELETE FROM drafts WHERE id IN (SELECT draft_id FROM orders WHERE ${where})`)
          .run(part);
        return Number(this.#store.sql(`DELETE FROM orders WHERE ${where}`).run(part).changes);
      });
      await turn();
    }
    return erased;
  }

  /** Drops the payloads of settled orders begun before; their rows, notes and resolutions stay. Returns how many. */
  async payloadsBefore(before: number, now: number): Promise<number> {
    let dropped = 0;
    for (;;) {
      const some = await this.#store.write(() => this.#dropBatch(before, now));
      dropped += some;
      if (some < batch) break;
      await turn();
    }
    await this.#finish(dropped);
    return dropped;
  }

  #dropBatch(before: number, now: number): number {
    const rows = this.#store
      .sql(
        `SELECT seq FROM orders WHERE payloads_kept = 1 AND is_open = 0 AND begun_at < ? ORDER BY begun_at LIMIT ${batch}`,
      )
      .all(before);
    const seqs = JSON.stringify(rows.map((row) => Number(row.seq)));
    const these = '(SELECT value FROM json_each(?))';
    this.#store.sql(`DELETE FROM payloads WHERE seq IN ${these}`).run(seqs);
    this.#store
      .sql(`DELETE FROM drafts WHERE id IN (SELECT draft_id FROM orders WHERE seq IN ${these})`)
      .run(seqs);
    this.#store.sql(`UPDATE orders SET payloads_kept = 0 WHERE seq IN ${these}`).run(seqs);
    this.#store.sql(`UPDATE events SET pasted = NULL WHERE seq IN ${these} AND pasted IS NOT NULL`).run(seqs);
    this.#store
      .sql(`INSERT INTO events (seq, kind, at) SELECT value, 'payloads-erased', ? FROM json_each(?)`)
      .run(now, seqs);
    return rows.length;
  }

  /** See KeepPolicy. Payloads dropped do not count as orders erased. */
  async apply(policy: KeepPolicy, now: number): Promise<Erased & { readonly dropped: number }> {
    const before = (days: number): number => (days > 0 ? now - days * dayMs : Number.MIN_SAFE_INTEGER);
    const orders = policy.keep === 'open-only' ? Number.MAX_SAFE_INTEGER : before(policy.orderDays);
    const erased = await this.settledBefore(orders);
    const payloads = policy.keep === 'metadata' ? Number.MAX_SAFE_INTEGER : before(policy.payloadDays);
    await this.#store.write(() =>
      this.#store.sql('DELETE FROM drafts WHERE saved_at < ?').run(before(policy.payloadDays)),
    );
    return { ...erased, dropped: await this.payloadsBefore(payloads, now) };
  }

  async #finish(changed: number): Promise<void> {
    if (changed === 0 && !this.#scrubOwed) return;
    this.#scrubOwed = true;
    // The words of a filter that only erased orders had.
    await this.#store.write(() =>
      this.#store
        .sql('DELETE FROM facets WHERE NOT EXISTS (SELECT 1 FROM orders WHERE facet = facets.id)')
        .run(),
    );
    for (const copy of backups(this.#folder)) rmSync(copy, { force: true });
    await this.scrub();
  }

  /** Empties the log and gives freed pages back. What another window's reading prevents is done the next time. */
  async scrub(): Promise<void> {
    if (!this.#scrubOwed) return;
    while (Number(this.#store.sql('PRAGMA freelist_count').get()?.freelist_count ?? 0) > 0) {
      if (Number(this.#store.sql('PRAGMA auto_vacuum').get()?.auto_vacuum) === 0) break;
      await this.#store.read(() => this.#store.db.exec(`PRAGMA incremental_vacuum(${freedPages})`));
      await turn();
    }
    for (let left = scrubTries; left > 0; left -= 1) {
      const row = await this.#store.read(() => this.#store.sql('PRAGMA wal_checkpoint(TRUNCATE)').get());
      if (row?.busy === 0) {
        this.#scrubOwed = false;
        return;
      }
      await sleep(scrubPauseMs);
    }
  }
}
