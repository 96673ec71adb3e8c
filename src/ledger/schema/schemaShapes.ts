/**
 * Beside each order: the highest grade in which its answer departed from what was known, which departures those were
 * (JSON; no values), and whether it has taught: 0 = not yet, 1 = it has, 2 = there is nothing to learn from it.
 */
const ofOrders = `
ALTER TABLE orders ADD COLUMN drift TEXT;
ALTER TABLE orders ADD COLUMN taught INTEGER NOT NULL DEFAULT 0;
CREATE INDEX orders_drift ON orders (facet, begun_at, seq, drift) WHERE drift IS NOT NULL;
CREATE INDEX orders_untaught ON orders (begun_at, seq) WHERE taught = 0 AND payloads_kept = 1 AND state = 'settled';
CREATE TABLE order_drifts (
  seq INTEGER PRIMARY KEY REFERENCES orders (seq) ON DELETE CASCADE,
  drifts TEXT NOT NULL
) STRICT;`;

/**
 * What was learned, apart from all orders (src/shapes/facts.ts). A row of `learned` = one side of an operation at a place under a
 * code; `known` counts how often it was written. Inputs that showed the very same facts share a set: what a fact counts is
 * the sum over the sets that hold it (`ids`, 32 bits each, little-endian, ascending). An input stands there by a keyed
 * print that goes with its orders; a place of values or keys is JSON of StoredPlace. `seal` = whose key made the prints.
 */
const facts = `
CREATE TABLE learned (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  operation TEXT NOT NULL,
  place TEXT NOT NULL,
  side TEXT NOT NULL,
  code TEXT NOT NULL,
  known INTEGER NOT NULL DEFAULT 0,
  UNIQUE (operation, place, side, code)
) STRICT;
CREATE TABLE facts (
  id INTEGER PRIMARY KEY,
  learned INTEGER NOT NULL REFERENCES learned (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  UNIQUE (learned, text)
) STRICT;
CREATE TABLE fact_sets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  learned INTEGER NOT NULL REFERENCES learned (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  ids BLOB NOT NULL,
  inputs INTEGER NOT NULL,
  since INTEGER NOT NULL,
  last INTEGER NOT NULL,
  UNIQUE (learned, hash)
) STRICT;
CREATE TABLE fact_inputs (
  learned INTEGER NOT NULL REFERENCES learned (id) ON DELETE CASCADE,
  print BLOB NOT NULL,
  fact_set INTEGER NOT NULL,
  PRIMARY KEY (learned, print)
) STRICT, WITHOUT ROWID;
CREATE TABLE fact_ranges (
  learned INTEGER NOT NULL REFERENCES learned (id) ON DELETE CASCADE,
  what TEXT NOT NULL,
  at TEXT NOT NULL,
  least INTEGER NOT NULL,
  most INTEGER NOT NULL,
  PRIMARY KEY (learned, what, at)
) STRICT, WITHOUT ROWID;
CREATE TABLE fact_places (
  learned INTEGER NOT NULL REFERENCES learned (id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  stored TEXT NOT NULL,
  PRIMARY KEY (learned, at)
) STRICT, WITHOUT ROWID;
CREATE TABLE learning (id INTEGER PRIMARY KEY CHECK (id = 1), seal TEXT NOT NULL) STRICT;`;

export const shapes11 = [ofOrders, facts].join('\n');
