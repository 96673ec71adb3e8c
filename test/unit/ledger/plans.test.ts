import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { due } from '../../../src/ledger/earlier.ts';
import { laterWaits } from '../../../src/ledger/meters.ts';
import { ranInput } from '../../../src/ledger/ranFree.ts';
import { costless, keptPart, openInput, paidInput, paying } from '../../../src/ledger/twins.ts';
import { addMany, aLedger } from './aLedger.ts';

const source = join(import.meta.dirname, '../../../src/ledger');

/** Every statement of the ledger's source that reads or changes rows, as SQLite sees it. */
function statements(): string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.startsWith('schema'),
  );
  return files.flatMap((name) => {
    const text = readFileSync(join(source, name), 'utf8');
    const found = [...text.matchAll(/\.sql\(\s*(`[^`]*`|'[^']*')/g)].map((match) =>
      (match[1] ?? '').slice(1, -1),
    );
    return found.filter((sql) => /^\s*(SELECT|UPDATE|DELETE|INSERT)/.test(sql));
  });
}

/** Holes of a template, with what stands there when it runs. */
function filled(sql: string): string[] {
  const values: Readonly<Record<string, string>> = {
    summaryColumns: 'seq, id',
    these: '(SELECT value FROM json_each(?))',
    condition: 'is_open IS NOT NULL',
    mark: 'flawed = 1',
    over: "state = 'started'",
    rowsWithOrders:
      'SELECT r.row FROM batch_rows r LEFT JOIN orders o ON o.id = r.order_ref WHERE r.batch = ?',
    unheld: '(holder IS NULL OR held_until < ?)',
    undecided:
      "batch = ? AND state = 'undecided' AND why = ? AND draft_id IN (SELECT value FROM json_each(?))",
    is: 'place = ? AND key_hash = ? AND operation = ? AND until = ?',
    laterWaits,
    due,
    inStretch: 'begun_at >= ? AND (begun_at, seq) < (?, ?)',
    byTime: 'begun_at DESC, seq DESC',
    index: 'orders_facet',
    only: '',
    fromPlace: '(masked_input COLLATE NOCASE, begun_at, seq) > (?, ?, ?) AND',
    inputOrder: 'ASC',
    unlearnedOrders: "FROM orders WHERE taught = 0 AND payloads_kept = 1 AND state = 'settled'",
    shapes: 'learned IN (SELECT id FROM learned WHERE operation = ? AND place = ?)',
    where: 'seq IN (SELECT value FROM json_each(?)) AND is_open = 0',
    part: keptPart,
    openInput,
    paidInput,
    costless,
    paying,
    has: `json_each(?1) j CROSS JOIN orders o ON o.seq = j.value CROSS JOIN input_parts p ON p.seq = o.seq
      WHERE +p.fingerprint IN (SELECT value FROM json_each(?2))`,
    'having[keep]': 'SELECT seq FROM orders WHERE seq <= ?1',
    'over[keep]': 'o.is_open = 0',
    "outcomeRecorded('o')": 'o.outcome',
    'inGroup[kind]': "r.state = 'waiting' AND r.why IS NULL",
  };
  const several: Readonly<Record<string, readonly string[]>> = {
    column: ['order_id', 'masked_input'],
    input: [openInput, paidInput, ranInput],
  };
  const [hole, choices] = Object.entries(several).find(([name]) => sql.includes(`\${${name}}`)) ?? ['', ['']];
  return choices.map((choice) =>
    sql.replace(/\$\{([^}]+)\}/g, (_, name: string) => (name === hole ? choice : (values[name] ?? '100'))),
  );
}

it('scans no table that grows with the orders', async (t) => {
  const { folder } = await aLedger(t);
  addMany(folder, 10);
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  t.after(() => db.close());
  const all = statements().flatMap(filled);
  assert.ok(all.length >= 35, `${all.length} statements`);
  const scans = all.flatMap((sql) => {
    const plan = db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map((step) => String(step.detail));
    return plan
      .filter((step) =>
        /^SCAN (orders|o|payloads|events|e|drafts|begun|spend|session_spend|latency|throttles|t)\b(?! USING (COVERING )?INDEX)/.test(
          step,
        ),
      )
      .map((step) => `${step}: ${sql}`);
  });
  // Drafts are few, and looked through once a day and where the user erases; when the clock was set, all times move along.
  const few = /^SCAN drafts: .*(saved_at <|length\(body\) > 0)/s;
  // A key that is gone is told of once.
  const once = /request_seal IN/;
  assert.deepEqual(
    scans.filter((one) => !few.test(one) && !once.test(one) && !/ SET (at|until) = (at|until) \+/.test(one)),
    [],
  );
});

/** Indexes and primary keys that a reading before a call walks, statement by statement. */
function walked(db: DatabaseSync, file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8');
  const found = [...text.matchAll(/\.sql\(\s*(`[^`]*`|'[^']*')/g)].map((match) =>
    (match[1] ?? '').slice(1, -1),
  );
  return found
    .filter((sql) => sql.startsWith('SELECT'))
    .flatMap(filled)
    .flatMap((sql) => db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all())
    .map((step) => String(step.detail))
    .filter((step) => /SEARCH|SCAN orders/.test(step));
}

it('reads before a call by indexes that lead to the very rows', async (t) => {
  const { folder } = await aLedger(t);
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  t.after(() => db.close());
  assert.deepEqual(
    [...walked(db, 'meters.ts'), ...walked(db, 'guard.ts'), ...walked(db, 'twins.ts')].map((step) =>
      step.replace('COVERING ', ''),
    ),
    [
      'SEARCH begun USING INDEX begun_meter (place=? AND key_hash=? AND operation=? AND at>? AND at<?)',
      'SEARCH begun USING INDEX begun_meter (place=? AND key_hash=? AND operation=? AND at>?)',
      'SEARCH t USING INDEX sqlite_autoindex_throttles_1 (place=? AND key_hash=? AND operation=?)',
      'SEARCH orders USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH begun USING INDEX sqlite_autoindex_begun_1 (seq=?)',
      'SEARCH session_spend USING PRIMARY KEY (session=? AND identity=?)',
      'SEARCH spend USING PRIMARY KEY (identity=? AND day>? AND day<?)',
      'SEARCH orders USING INDEX orders_answered (place=? AND key_hash=? AND settled_at<?)',
      'SEARCH orders USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH orders USING INDEX orders_open_input (fingerprint=? AND place=?)',
      'SEARCH orders USING INDEX orders_open_input (fingerprint=? AND place=?)',
      'SEARCH orders USING INDEX orders_paid_input (fingerprint=? AND place=?)',
      'SEARCH orders USING INDEX orders_paid_input (fingerprint=? AND place=?)',
      'SEARCH orders USING INDEX orders_fingerprint (fingerprint=?)',
      'SEARCH orders USING INDEX orders_fingerprint (fingerprint=?)',
      'SEARCH orders USING INDEX orders_open_input (fingerprint=? AND place=?)',
      'SEARCH orders USING INDEX orders_paid_input (fingerprint=? AND place=?)',
      'SEARCH orders USING INDEX orders_fingerprint (fingerprint=?)',
      'SEARCH o USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH p USING PRIMARY KEY (fingerprint=? AND place=? AND twin=?)',
      'SEARCH p USING PRIMARY KEY (fingerprint=? AND place=? AND twin=?)',
      'SEARCH o USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH p USING PRIMARY KEY (fingerprint=? AND place=? AND twin=?)',
      'SEARCH q EXISTS USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH o USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH p USING INDEX input_parts_order (seq=?)',
      'SEARCH o USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH p USING INDEX input_parts_order (seq=?)',
      'SEARCH orders USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH orders USING INDEX orders_open_input (fingerprint=? AND place=?)',
      'SEARCH orders USING INDEX orders_paid_input (fingerprint=? AND place=?)',
      'SEARCH p USING PRIMARY KEY (fingerprint=? AND place=? AND twin>?)',
      'SEARCH o USING INTEGER PRIMARY KEY (rowid=?)',
    ],
  );
});

it('sorts no more than one page', async (t) => {
  const { folder } = await aLedger(t);
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  t.after(() => db.close());
  const sorted = statements()
    .flatMap(filled)
    .filter((sql) =>
      db
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .some((step) => String(step.detail).includes('TEMP B-TREE FOR ORDER BY')),
    );
  assert.deepEqual(sorted, []);
});
