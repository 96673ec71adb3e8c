import { addToSpend, dayWritten, identitySql, keySql, placeSql, spendKey } from './schema5Words.ts';

/** In the order of ids that were made by lot: it does not say when each was erased. */
const erased = `
CREATE TABLE erased_orders (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TRIGGER order_erased AFTER DELETE ON orders BEGIN
  INSERT INTO erased_orders VALUES (old.id) ON CONFLICT DO NOTHING;
END;`;

export const uncounted = 'NOT EXISTS (SELECT 1 FROM erased_orders WHERE id = new.id)';

export const spendBegun = (billing?: string): string => `
CREATE TRIGGER spend_begun AFTER INSERT ON orders WHEN ${uncounted} BEGIN
  ${addToSpend(identitySql('new'), dayWritten, billing)}
  INSERT INTO begun (seq, operation, place, key_hash, at)
    SELECT new.seq, new.operation, ${placeSql('new')}, ${keySql('new')}, new.begun_at WHERE new.outcome <> 'not-sent';
END;`;

/** From what it counted as to what it counts as. */
export const moveSpend = (from?: string, to?: string): string => `
  UPDATE spend SET calls = calls - 1 WHERE day = old.day AND ${spendKey('old', from)};
  DELETE FROM spend WHERE day = old.day AND ${spendKey('old', from)} AND calls = 0;
  ${addToSpend('new.identity', 'new.day', to)}`;

/** As versions 3 and 5 made them, but for the orders they pass over. Those of sessions need none: a restored order has no session. */
const counting = `
DROP TRIGGER spend_begun;
DROP TRIGGER spend_changed;
DROP TRIGGER latency_settled;${spendBegun()}
CREATE TRIGGER spend_changed AFTER UPDATE OF outcome, billing, message_code ON orders
WHEN (old.outcome <> new.outcome OR old.billing <> new.billing OR old.message_code IS NOT new.message_code)
  AND ${uncounted} BEGIN
  ${moveSpend()}
END;
CREATE TRIGGER latency_settled AFTER UPDATE OF state ON orders
WHEN new.state = 'settled' AND old.state <> 'settled' AND new.http_status IS NOT NULL AND new.failure_code IS NULL
  AND new.total_ms >= 0 AND ${uncounted} BEGIN
  INSERT INTO latency VALUES (new.environment, new.day, new.operation,
    (SELECT bucket FROM latency_steps WHERE from_ms <= new.total_ms ORDER BY from_ms DESC LIMIT 1), 1)
    ON CONFLICT DO UPDATE SET calls = calls + 1;
END;`;

/**
 * Version 12: which orders were erased here, by the ids that were made for them, beside marks of their drafts (spentDrafts.ts) and nothing else. What they count stays (version 3), so
 * one that a backup brings back is counted no more, however often it is erased and restored: its id stays.
 *
 * It stays counted as it was when it was erased, whatever it comes to later. A backup may hold an earlier state of it, under way or
 * lost: taking that one's count away would take another order's, and adding what it comes to would count its money twice. Where it
 * was erased without an answer and comes back with one, it goes on counting as maybe billed, as it does when nothing brings it back:
 * too much, never too little. Orders erased before this version are not known and count anew once.
 */
export const erasedOrders12 = erased + counting;
