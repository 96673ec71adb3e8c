import type { SQLInputValue } from 'node:sqlite';
import type { Store } from '../store.ts';
import type { PreparedOrder, Row } from './reseal.ts';

/** Columns of an order that are copied; what is generated, what triggers keep, and what belongs to the other computer is not. */
export const copied: readonly string[] = [
  ...['id', 'draft_id', 'operation', 'environment', 'kind', 'origin', 'key_tail', 'machine', 'begun_at'],
  ...['deadline_at', 'masked_input', 'state', 'settled_at', 'outcome', 'billing', 'evidence', 'http_status'],
  ...['message_code', 'order_id', 'failure_code', 'total_ms', 'has_note', 'resolved', 'resolved_at'],
  ...['payloads_kept', 'day', 'price', 'repeat', 'identity', 'place', 'follow_up'],
  ...['aadhaar_reduced_at', 'drift'],
];

function insert(store: Store, table: string, row: Readonly<Record<string, SQLInputValue>>): number | bigint {
  const names = Object.keys(row);
  const statement = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  return store.sql(statement).run(...Object.values(row)).lastInsertRowid;
}

function seqless({ id: _id, seq: _seq, ...row }: Row): Row {
  return row;
}

/**
 * Where an order's answer was timed it counts to the latencies, as it did there; triggers see to the rest. One that was erased
 * here has been counted, see schemaErasedOrders.ts.
 */
function countLatency(store: Store, seq: number | bigint): void {
  store
    .sql(
      `INSERT INTO latency SELECT environment, day, operation,
         (SELECT bucket FROM latency_steps WHERE from_ms <= total_ms ORDER BY from_ms DESC LIMIT 1), 1
       FROM orders WHERE seq = ? AND state = 'settled' AND http_status IS NOT NULL AND failure_code IS NULL AND total_ms >= 0
         AND NOT EXISTS (SELECT 1 FROM erased_orders WHERE erased_orders.id = orders.id)
       ON CONFLICT DO UPDATE SET calls = calls + 1`,
    )
    .run(seq);
}

function insertParts(store: Store, parts: readonly string[], seq: number | bigint): void {
  if (parts.length === 0) return;
  // As the trigger of version 5 counts twins: 1 while open, 2 where the provider may have run the lookup.
  store
    .sql(
      `INSERT OR IGNORE INTO input_parts (fingerprint, place, twin, begun_at, seq)
       SELECT j.value, o.place, CASE WHEN o.is_open = 1 THEN 1
         WHEN o.billing IN ('billed', 'unknown') OR coalesce(o.resolved, '') IN ('verified', 'negative') THEN 2 ELSE 0 END,
         o.begun_at, o.seq FROM orders o, json_each(?) j WHERE o.seq = ?`,
    )
    .run(JSON.stringify(parts), seq);
}

/**
 * A batch of an older copy of this history may still hold the row as one that waits: the trigger that takes an order for
 * one that begins marked it as sent. It comes to what its order came to.
 */
function settleRow(store: Store, seq: number | bigint): void {
  store.sql(`UPDATE orders SET state = state WHERE seq = ? AND draft_id GLOB 'batch-*'`).run(seq);
}

/** Seals that nothing here opens were told of where the backup was made or restored. */
function rememberSeals(
  store: Store,
  { payloads, numbers, events, texts, documents }: PreparedOrder,
  own: string,
): void {
  const sealed = [
    payloads?.request_seal,
    payloads?.answer_seal,
    numbers?.seal_id,
    ...[...events, ...texts, ...documents].map((row) => row.seal_id),
  ];
  for (const seal of new Set(sealed)) {
    if (typeof seal !== 'string') continue;
    store.sql('INSERT OR IGNORE INTO seals (id, told) VALUES (?, ?)').run(seal, seal === own ? 0 : 1);
  }
}

/** Within a transaction that writes. False when the order came into this history meanwhile. */
export function writeOrder(store: Store, prepared: PreparedOrder, own: string): boolean {
  const { order, print, keyHash, payloads, drifts, numbers, events, texts, documents } = prepared;
  const here = store.sql('SELECT 1 FROM orders WHERE id = ? OR draft_id = ?');
  if (here.get(String(order.id), String(order.draft_id)) !== undefined) return false;
  const row = Object.fromEntries(copied.map((name) => [name, order[name] ?? null]));
  const fingerprint = print?.whole ?? order.fingerprint ?? null;
  const seq = insert(store, 'orders', { ...row, key_hash: keyHash, fingerprint, numbers_told: 1 });
  if (payloads !== null) insert(store, 'payloads', { ...seqless(payloads), seq });
  if (drifts !== null) insert(store, 'order_drifts', { ...seqless(drifts), seq });
  if (numbers !== null) insert(store, 'aadhaar_numbers', { ...seqless(numbers), seq });
  for (const event of events) insert(store, 'events', { ...seqless(event), seq });
  for (const text of texts) insert(store, 'support_texts', { ...seqless(text), seq });
  for (const one of documents) insert(store, 'documents', { ...seqless(one), seq });
  insertParts(store, print?.parts ?? [], seq);
  countLatency(store, seq);
  settleRow(store, seq);
  rememberSeals(store, prepared, own);
  return true;
}
