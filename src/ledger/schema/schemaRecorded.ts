import type { DatabaseSync } from 'node:sqlite';
import { counted, facetTriggers } from './schema5Words.ts';
import { moveSpend, spendBegun, uncounted } from './schemaErasedOrders.ts';

/**
 * Whether an order was billed, as its user recorded it where the service left that open, and else as it was answered; as
 * calls/orders/attention.ts has it. Beside an answer that is final a version before may have left a word: its answer counts.
 */
const billingRecorded = (row: string): string =>
  `CASE WHEN ${row}.resolved = 'refunded' AND (${row}.billing = 'unknown'
      OR ${row}.billing = 'billed' AND ${row}.outcome IN ('pending', 'held', 'unknown')) THEN 'refunded'
    WHEN ${row}.billing = 'unknown' AND ${row}.resolved IN ('verified', 'negative') THEN 'billed' ELSE ${row}.billing END`;

/** What an order counts as, of a row of that name. */
export type CountedAs = (row: string) => string;

const mayCost = (row: string, billing: CountedAs = billingRecorded): string =>
  `${billing(row)} IN ('billed', 'unknown')`;

/** A session that nothing was sent in for long is gone, and may have begun anew: it never counts less than nothing. */
const toSession = (calls: string): string =>
  `UPDATE session_spend SET calls = ${calls} WHERE session = new.session AND identity = new.identity
    AND price = coalesce(new.price, '');`;

/** As versions 5 and 12 made them, but for what was recorded. An order begins in its session with nothing recorded of it. @param counting the one before */
export const recordedTriggers = (
  billing: CountedAs,
  counting: 'spend_changed' | 'spend_recorded',
): string => `
DROP TRIGGER orders_begun;
DROP TRIGGER orders_changed;
DROP TRIGGER spend_begun;
DROP TRIGGER ${counting};
DROP TRIGGER spend_given_back;
DROP TRIGGER spend_taken_after_all;${facetTriggers(billing('new'))}
${spendBegun(billing('new'))}
CREATE TRIGGER spend_recorded AFTER UPDATE OF outcome, billing, message_code, resolved ON orders
WHEN (old.outcome <> new.outcome OR ${billing('old')} <> ${billing('new')} OR old.message_code IS NOT new.message_code)
  AND ${uncounted} BEGIN
  ${moveSpend(billing('old'), billing('new'))}
END;
CREATE TRIGGER spend_given_back AFTER UPDATE OF outcome, billing, resolved ON orders
WHEN ${mayCost('old', billing)} AND NOT ${mayCost('new', billing)} BEGIN
  ${toSession('max(calls - 1, 0)')}
END;
CREATE TRIGGER spend_taken_after_all AFTER UPDATE OF outcome, billing, resolved ON orders
WHEN ${mayCost('new', billing)} AND NOT ${mayCost('old', billing)} BEGIN
  ${toSession('calls + 1')}
END;`;

/**
 * Orders of which an outcome is recorded, and that count otherwise by it. The service left them open, so their facets, which are still
 * those of their answers, lead to them: a million others are never looked at.
 */
const recorded = `FROM facets f CROSS JOIN orders o ON o.facet = f.id
  WHERE f.attention = 0 AND (f.outcome IN ('pending', 'held', 'unknown') OR f.billing = 'unknown')
    AND o.resolved IS NOT NULL AND ${billingRecorded('o')} <> o.billing`;

const notErased = 'AND NOT EXISTS (SELECT 1 FROM erased_orders e WHERE e.id = o.id)';

const key = [
  'identity',
  'day',
  'operation',
  'message_code',
  'outcome',
  'price',
  'repeat',
  'environment',
] as const;

/** What is gone from the counts cannot be moved: as many calls as are there, and no more. */
function moveRecorded(db: DatabaseSync): void {
  const groups = db.prepare(
    `SELECT o.identity, o.day, o.operation, coalesce(o.message_code, '') AS message_code, o.outcome, coalesce(o.price, '') AS price,
       o.repeat, o.environment, o.billing, ${billingRecorded('o')} AS recorded, count(*) AS calls ${recorded}
       ${notErased} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`,
  );
  const at = `${key.map((name) => `${name} = ?`).join(' AND ')} AND billing = ?`;
  const there = db.prepare(`SELECT calls FROM spend WHERE ${at}`);
  const take = db.prepare(`UPDATE spend SET calls = calls - ? WHERE ${at}`);
  const add = db.prepare(
    `INSERT INTO spend (${key.join(', ')}, billing, calls) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET calls = calls + excluded.calls`,
  );
  for (const group of groups.all()) {
    const own = key.map((name) => group[name] ?? '');
    const from = [...own, String(group.billing)];
    const calls = Math.min(Number(group.calls), Number(there.get(...from)?.calls ?? 0));
    if (calls === 0) continue;
    take.run(calls, ...from);
    add.run(...own, String(group.recorded), calls);
  }
  db.exec('DELETE FROM spend WHERE calls = 0');
}

/** A restored order has no session. */
const moveSessions = `
UPDATE session_spend SET calls = max(session_spend.calls - given.calls, 0)
FROM (SELECT o.session, o.identity, coalesce(o.price, '') AS price, count(*) AS calls ${recorded}
    ${notErased} AND o.session <> '' AND ${counted('o')} AND NOT ${mayCost('o')} GROUP BY 1, 2, 3) AS given
WHERE session_spend.session = given.session AND session_spend.identity = given.identity AND session_spend.price = given.price;`;

/** The facet comes from the trigger that was just made; no other one follows whether there is a note. */
const moveFacets = `UPDATE orders SET has_note = has_note WHERE seq IN (SELECT o.seq ${recorded});`;

/**
 * Version 13: spend counts an order, and lists find it, as its user recorded it. Refunded counts as refunded where it was billed or
 * nobody knew, and verified or negative as billed where nobody knew; what is still open, or gave way to a later answer, counts as it
 * was answered. The order itself keeps its billing: that is what the service said. What is erased stays counted as it was then
 * (version 12).
 */
export function recorded13(db: DatabaseSync): void {
  moveRecorded(db);
  db.exec(moveSessions + recordedTriggers(billingRecorded, 'spend_changed') + moveFacets);
}
