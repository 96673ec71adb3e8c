import type { DatabaseSync } from 'node:sqlite';
import { orderId } from '../../calls/ports/ids.ts';
import type { SealedAnswer, Settlement } from '../../calls/ports/ports.ts';
import { openPayloads } from '../payloads.ts';
import { failureCodeOf } from '../rows.ts';
import type { SealingKey, SealingKeys } from '../sealing.ts';
import { written, writtenOrNull } from '../written.ts';
import type { TransferMeans } from './means.ts';
import type { Row } from './reseal.ts';

/** Keys that open what the backup holds. */
export interface BackupKeys {
  readonly own: SealingKey;
  readonly known: ReadonlyMap<string, SealingKey>;
}

export function sealingKeys({ own, known }: BackupKeys): SealingKeys {
  const find = (id: string): Uint8Array | null => (id === own.id ? own : known.get(id))?.key ?? null;
  return { current: async () => own, find: async (id) => find(id) };
}

function numberOrNull(value: unknown): number | null {
  return value === null ? null : Number(value);
}

/** As its call was settled there. Nothing is observed: what it may teach, older orders teach. Its cool-down is long over. */
function settlementOf(row: Row, answer: SealedAnswer): Settlement {
  return {
    settledAt: Number(row.settled_at),
    outcome: written(row.outcome),
    billing: written(row.billing),
    evidence: written(row.evidence),
    httpStatus: numberOrNull(row.http_status),
    messageCode: writtenOrNull(row.message_code),
    orderId: writtenOrNull(row.order_id),
    failureCode: failureCodeOf(row.failure_code),
    totalMs: Number(row.total_ms),
    coolDown: null,
    observed: null,
    answer,
  };
}

/**
 * The answer of an order that is here without one, and that nobody waits for any more: an older backup brought it while its call
 * was out. It is settled as by an answer that comes late. False where there is nothing to take, or nothing opens it.
 * @param row of `orders` in the copy
 */
export async function takeAnswer(
  { store, now, settle }: TransferMeans,
  copy: DatabaseSync,
  row: Row,
  keys: BackupKeys,
): Promise<boolean> {
  if (row.state !== 'settled') return false;
  const id = orderId(String(row.id));
  const unanswered = store.sql(
    `SELECT 1 FROM orders WHERE id = ? AND draft_id = ? AND begun_at = ?
       AND (state = 'lost' OR (state = 'in-flight' AND deadline_at < ?))`,
  );
  const found = await store.read(() => unanswered.get(id, String(row.draft_id), Number(row.begun_at), now()));
  if (found === undefined) return false;
  const payloads = copy.prepare('SELECT * FROM payloads WHERE seq = ?').get(Number(row.seq));
  // What was damaged before it was backed up must not keep the other orders out.
  const opened = await openPayloads(sealingKeys(keys), id, payloads);
  if (opened.kind !== 'open' || opened.answer === null) return false;
  return settle(id, settlementOf(row, opened.answer));
}
