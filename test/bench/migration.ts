/**
 * What it takes to bring a history of an earlier version to this one, and for how long the host stands still meanwhile.
 * `node test/bench/migration.ts [orders …]`
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { openLedger } from '../../src/ledger/ledger.ts';
import { migrations, runStep } from '../../src/ledger/schema/schema.ts';
import { applicationId } from '../../src/ledger/schema/version.ts';
import { type Row, table } from './table.ts';

/** The last version whose tables the next one wrote anew. */
const oldVersion = 4;
const schema = join(import.meta.dirname, '../../src/ledger/schema/schema.ts');

/** Orders as version 4 wrote them, a second apart; its own triggers count them. */
function fillOld(folder: string, count: number, now: number): void {
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec(`PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
    PRAGMA application_id = ${applicationId}`);
  for (const step of migrations.slice(0, oldVersion)) runStep(db, step);
  db.exec(`PRAGMA user_version = ${oldVersion}`);
  db.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO orders (id, draft_id, operation, environment, kind, origin, key_tail, machine, begun_at, deadline_at,
       masked_input, fingerprint, day, session, price, state, outcome, billing, evidence)
     SELECT 'order ' || i, 'draft ' || i, 'rc-advanced', 'acme-' || (i % 5), 'live', 'https://api.example.invalid', '9f3a', 'm',
       ? - i * 1000, ? - i * 1000 + 70000, 'XX', 'print ' || i, date((? - i * 1000) / 1000, 'unixepoch'), 's', NULL, 'in-flight',
       'unknown', 'unknown', 'not-known' FROM n`,
  ).run(count, now, now, now);
  db.exec(`UPDATE orders SET state = 'settled', outcome = 'verified', billing = 'billed', message_code = 'OK', http_status = 200,
    settled_at = begun_at + 500, total_ms = 500`);
  db.close();
}

/** The longest time, in ms, in which this thread took no turn, from now until it is stopped. */
function watchStalls(): () => number {
  let longest = 0;
  let last = performance.now();
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  return () => {
    look();
    clearInterval(timer);
    return longest;
  };
}

export async function measureMigration(parent: string, count = 100_000): Promise<Row[]> {
  const folder = mkdtempSync(join(parent, 'migration-'));
  const key = new Uint8Array(32).fill(1);
  const sealing = { current: async () => ({ id: 'bench-key', key }), find: async () => key };
  try {
    fillOld(folder, count, Date.now());
    const stalls = watchStalls();
    const start = performance.now();
    const ledger = await openLedger({ folder, sealing, now: Date.now, newId: randomUUID, schema });
    const taken = performance.now() - start;
    const longest = stalls();
    await ledger.close();
    const size = count.toLocaleString('en');
    return [
      { what: `${size} orders of version ${oldVersion}: opened`, unit: 'ms', values: [taken] },
      { what: 'longest stall of the host meanwhile', unit: 'ms', values: [longest], aim: 50 },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const counts = process.argv.slice(2).map(Number);
  for (const count of counts.length > 0 ? counts : [100_000])
    console.log(table('Migration', await measureMigration(tmpdir(), count)));
}
