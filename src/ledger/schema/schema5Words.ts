/** Expressions that several statements of versions 5, 12 and 13 share. Released with them: what they make there never changes. */

const embedded = (row: string): string => `${row}.kind = 'sandbox' AND ${row}.environment = 'Sandbox'`;

/** Of an order as it was written; a window of the version before writes none. */
export const identitySql = (row: string): string =>
  `CASE WHEN ${row}.identity <> '' THEN ${row}.identity WHEN ${embedded(row)} THEN 'embedded'
    ELSE 'name:' || lower(${row}.environment) END`;

export const placeSql = (row: string): string =>
  `CASE WHEN ${row}.identity <> '' THEN ${row}.place WHEN ${embedded(row)} THEN 'embedded-sandbox' ELSE ${row}.origin END`;

/** `tail:` and the key's last characters until somebody who has the key says what its hash is. */
export const keySql = (row: string): string =>
  `CASE WHEN ${row}.identity <> '' THEN ${row}.key_hash ELSE coalesce('tail:' || ${row}.key_tail, '') END`;

/** The local day of an order that was written without one. */
const localDaySql = (row: string): string => `date(${row}.begun_at / 1000, 'unixepoch', 'localtime')`;

export const dayWritten = `CASE new.day WHEN '' THEN ${localDaySql('new')} ELSE new.day END`;

export const spendKey = (row: string, billing = `${row}.billing`): string =>
  `identity = ${row}.identity AND operation = ${row}.operation AND outcome = ${row}.outcome
    AND billing = ${billing} AND message_code = coalesce(${row}.message_code, '')
    AND price = coalesce(${row}.price, '') AND repeat = ${row}.repeat AND environment = ${row}.environment`;

export const addToSpend = (identity: string, day: string, billing = 'new.billing'): string => `
  INSERT INTO spend VALUES (${identity}, ${day}, new.operation, coalesce(new.message_code, ''), new.outcome,
    ${billing}, coalesce(new.price, ''), new.repeat, new.environment, 1) ON CONFLICT DO UPDATE SET calls = calls + 1;`;

export const counted = (row: string): string => `${row}.billing IN ('billed', 'unknown')`;

/** 1 while open, 2 where the provider may have run the lookup, 0 for no twin. */
export const twin = (row: string): string =>
  `CASE WHEN ${row}.is_open = 1 THEN 1
    WHEN ${counted(row)} OR coalesce(${row}.resolved, '') IN ('verified', 'negative') THEN 2 ELSE 0 END`;

export const fillOrder = `
  UPDATE orders SET day = CASE day WHEN '' THEN ${localDaySql('orders')} ELSE day END, identity = ${identitySql('new')},
    place = ${placeSql('new')}, key_hash = ${keySql('new')} WHERE seq = new.seq;`;

const facet = (billing = 'new.billing'): string => `
  INSERT OR IGNORE INTO facets (operation, environment, outcome, message_code, billing, attention, has_note)
    VALUES (new.operation, new.environment, new.outcome, coalesce(new.message_code, ''), ${billing}, new.attention, new.has_note);
  UPDATE orders SET facet = (
    SELECT id FROM facets WHERE operation = new.operation AND environment = new.environment AND outcome = new.outcome
      AND message_code = coalesce(new.message_code, '') AND billing = ${billing} AND attention = new.attention
      AND has_note = new.has_note) WHERE seq = new.seq;`;

/** Each order's facet, from the moment it begins. None relies on another trigger having run before. */
export const facetTriggers = (billing?: string): string => `
CREATE TRIGGER orders_begun AFTER INSERT ON orders BEGIN ${facet(billing)} END;
CREATE TRIGGER orders_changed AFTER UPDATE OF state, outcome, message_code, billing, resolved, has_note ON orders BEGIN ${facet(billing)} END;`;
