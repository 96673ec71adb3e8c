import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  type Clock,
  type Ledger,
  LedgerRefusal,
  type NewId,
  type NewOrder,
  type OrderEvent,
  type OrderPage,
  type OrderPayloads,
  type OrderQuery,
  type OrderSummary,
  type Settlement,
} from '../calls/ports.ts';
import type { OperationId, Outcome, Phrase } from '../contract/words.ts';
import { type OpenFile, openFile } from './openFile.ts';
import { columns, openPayloads, sealAnswer } from './payloads.ts';
import { cursorOf, readCursor, summaryColumns, summaryOf } from './rows.ts';
import { open, type SealingKeys, seal } from './sealing.ts';
import { Watch } from './watch.ts';

export interface LedgerOptions {
  /** Created if missing, readable by its owner only. */
  readonly folder: string;
  readonly sealing: SealingKeys;
  readonly now: Clock;
  readonly newId: NewId;
  /** How often other windows' changes are looked for. */
  readonly pollMs?: number;
}

const attention: ReadonlySet<Outcome> = new Set(['pending', 'held', 'unknown']);

function whyUnwritable(error: unknown): Phrase {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  const detail = error instanceof Error ? error.message : String(error);
  if (code === 13) return { text: 'Not sent: the disk is full, so the order could not be written first. Free some space and send again.' };
  if (code === 5) return { text: 'Not sent: another window holds the order history. Send again in a moment.' };
  return { text: 'Not sent: the order could not be written to the order history first ({0}). Nothing was billed.', args: [detail] };
}

function isSameDraft(error: unknown): boolean {
  return error instanceof Error && error.message.includes('UNIQUE') && error.message.includes('orders.draft_id');
}

class SqliteLedger implements Ledger {
  readonly #options: LedgerOptions;
  readonly #file: OpenFile;
  readonly #db: DatabaseSync;
  readonly #watch: Watch;
  readonly #statements = new Map<string, StatementSync>();

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#file = openFile(options.folder, options.now());
    this.#db = this.#file.db;
    this.#watch = new Watch(this.#db, options.pollMs ?? 500);
  }

  #sql(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    const made = this.#db.prepare(text);
    this.#statements.set(text, made);
    return made;
  }

  async begin(order: NewOrder): Promise<void> {
    if (this.#file.readOnly) {
      const text = 'Not sent: the order history was written by a newer version of this extension. Update the extension to send.';
      throw new LedgerRefusal('newer-schema', { text });
    }
    const { id: sealId, key } = await this.#options.sealing.current();
    const body = seal(key, order.id, columns.request, order.requestBody);
    try {
      this.#sql(
        `INSERT INTO orders (id, draft_id, operation, environment, kind, origin, key_tail, machine, begun_at, deadline_at,
           masked_input, fingerprint, state, outcome, billing, evidence, seal_id, request_body)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'in-flight', 'unknown', 'unknown', 'not-known', ?, ?)`,
      ).run(
        order.id,
        order.draftId,
        order.operation,
        order.environment,
        order.kind,
        order.origin,
        order.keyTail,
        order.machine,
        order.begunAt,
        order.deadlineAt,
        order.maskedInput,
        order.fingerprint,
        sealId,
        body,
      );
    } catch (error) {
      if (isSameDraft(error)) {
        throw new LedgerRefusal('same-draft', { text: 'Not sent again: this request was sent already. Its answer is in the order history.' });
      }
      throw new LedgerRefusal('unwritable', whyUnwritable(error));
    }
    this.#watch.changed();
  }

  /**
   * An order turned `lost` by another window may still be settled by the one that sent it: a late answer is knowledge,
   * `lost` was only the lack of it. A settled order never changes.
   */
  async settle(id: string, settlement: Settlement): Promise<void> {
    const { id: sealId, key } = await this.#sealOf(id);
    const answer = sealAnswer(key, id, settlement.answer);
    const done = this.#sql(
      `UPDATE orders SET state = 'settled', settled_at = ?, outcome = ?, billing = ?, evidence = ?, http_status = ?, message_code = ?,
         order_id = ?, failure_code = ?, total_ms = ?, attention = ?, seal_id = ?, answer_head = ?, answer_body = ?
       WHERE id = ? AND state IN ('in-flight', 'lost')`,
    ).run(
      settlement.settledAt,
      settlement.outcome,
      settlement.billing,
      settlement.evidence,
      settlement.httpStatus,
      settlement.messageCode,
      settlement.orderId,
      settlement.failureCode,
      settlement.totalMs,
      attention.has(settlement.outcome) ? 1 : 0,
      sealId,
      answer.head,
      answer.body,
      id,
    );
    if (Number(done.changes) !== 1) throw new Error('this order is settled already, or unknown');
    this.#watch.changed();
  }

  /** The key that sealed the request, so that one order is sealed with one key. */
  async #sealOf(id: string): Promise<{ readonly id: string; readonly key: Uint8Array }> {
    const row = this.#sql('SELECT seal_id FROM orders WHERE id = ?').get(id);
    const sealId = typeof row?.seal_id === 'string' ? row.seal_id : null;
    const key = sealId === null ? null : await this.#options.sealing.find(sealId);
    if (sealId === null || key === null) throw new Error('the key that sealed this order is gone');
    return { id: sealId, key };
  }

  async get(id: string): Promise<OrderSummary | null> {
    const row = this.#sql(`SELECT ${summaryColumns} FROM orders WHERE id = ?`).get(id);
    return row === undefined ? null : summaryOf(row);
  }

  async payloads(id: string): Promise<OrderPayloads> {
    const row = this.#sql('SELECT seal_id, request_body, answer_head, answer_body FROM orders WHERE id = ?').get(id);
    if (row === undefined) throw new Error('there is no such order');
    return openPayloads(this.#options.sealing, id, row);
  }

  async list(query: OrderQuery): Promise<OrderPage> {
    const group = { attention: 'attention = 1', rest: 'attention = 0', all: 'true' }[query.group];
    const [at, seq] = query.after === null ? [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] : readCursor(query.after);
    const rows = this.#sql(
      `SELECT ${summaryColumns} FROM orders WHERE ${group} AND (begun_at, seq) < (?, ?) AND begun_at >= ? AND begun_at < ? ORDER BY begun_at DESC, seq DESC LIMIT ?`,
    ).all(at, seq, query.filter?.from ?? 0, query.filter?.to ?? Number.MAX_SAFE_INTEGER, query.limit + 1);
    const shown = rows.slice(0, query.limit);
    const last = shown.at(-1);
    return {
      orders: shown.map(summaryOf),
      next: rows.length > query.limit && last !== undefined ? cursorOf(last) : null,
    };
  }

  async exists(query: Pick<OrderQuery, 'group' | 'filter'>): Promise<boolean> {
    return (await this.list({ ...query, limit: 1, after: null })).orders.length > 0;
  }

  async span(): Promise<{ readonly oldest: number; readonly newest: number } | null> {
    const row = this.#sql('SELECT min(begun_at) AS oldest, max(begun_at) AS newest FROM orders').get();
    return typeof row?.oldest === 'number' ? { oldest: row.oldest, newest: Number(row.newest) } : null;
  }

  async events(): Promise<readonly OrderEvent[]> {
    return [];
  }

  async attentionCount(): Promise<number> {
    return Number(this.#sql('SELECT count(*) AS n FROM orders WHERE attention = 1').get()?.n ?? 0);
  }

  async begunSince(operation: OperationId, environment: string, keyTail: string | null, sinceMs: number): Promise<readonly number[]> {
    const rows = this.#sql(
      `SELECT begun_at FROM orders WHERE operation = ? AND environment = ? AND key_tail IS ? AND begun_at >= ? AND outcome <> 'not-sent'
       ORDER BY begun_at`,
    ).all(operation, environment, keyTail, sinceMs);
    return rows.map((row) => Number(row.begun_at));
  }

  async billedSince(operation: OperationId, environment: string, sinceMs: number): Promise<number> {
    const row = this.#sql(
      `SELECT count(*) AS n FROM orders WHERE operation = ? AND environment = ? AND begun_at >= ? AND state <> 'in-flight'
         AND billing IN ('billed', 'unknown')`,
    ).get(operation, environment, sinceMs);
    return Number(row?.n ?? 0);
  }

  async recover(now: number): Promise<readonly string[]> {
    if (this.#file.readOnly) return [];
    const rows = this.#sql(
      `UPDATE orders SET state = 'lost', outcome = 'unknown', billing = 'unknown', evidence = 'not-known', attention = 1
       WHERE state = 'in-flight' AND deadline_at < ? RETURNING id`,
    ).all(now);
    if (rows.length > 0) this.#watch.changed();
    return rows.map((row) => String(row.id));
  }

  async saveDraft(id: string, draft: Uint8Array, now: number): Promise<void> {
    if (this.#file.readOnly) return;
    const { id: sealId, key } = await this.#options.sealing.current();
    this.#sql('INSERT OR REPLACE INTO drafts (id, saved_at, seal_id, body) VALUES (?, ?, ?, ?)').run(
      id,
      now,
      sealId,
      seal(key, id, columns.draft, draft),
    );
  }

  async loadDraft(id: string): Promise<Uint8Array | null> {
    const row = this.#sql('SELECT seal_id, body FROM drafts WHERE id = ?').get(id);
    if (row === undefined || !(row.body instanceof Uint8Array)) return null;
    const key = await this.#options.sealing.find(String(row.seal_id));
    return key === null ? null : open(key, id, columns.draft, row.body);
  }

  async deleteDraft(id: string): Promise<void> {
    if (this.#file.readOnly) return;
    this.#sql('DELETE FROM drafts WHERE id = ?').run(id);
  }

  problems(): readonly Phrase[] {
    return this.#file.problems;
  }

  onDidChange(listener: () => void): () => void {
    return this.#watch.listen(listener);
  }

  async close(): Promise<void> {
    this.#watch.stop();
    this.#db.close();
  }
}

/** Opens the ledger of a folder; several windows may have it open at once. */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  return new SqliteLedger(options);
}
