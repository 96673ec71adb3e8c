import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { migrations, runStep } from '../../../src/ledger/schema/schema.ts';
import { applicationId } from '../../../src/ledger/schema/version.ts';
import { seal } from '../../../src/ledger/sealing.ts';
import { aFolder, aSettlement, bytes, keyRing, noon } from './aLedger.ts';

/** What version 1 wrote: one order settled, one pending, one lost, one under way, and a draft. */
async function fillVersion1(db: DatabaseSync): Promise<void> {
  const { id: sealId, key } = await keyRing('a-key').current();
  const insert = db.prepare(
    `INSERT INTO orders (id, draft_id, operation, environment, kind, origin, key_tail, machine, begun_at, deadline_at, masked_input,
       fingerprint, state, settled_at, outcome, billing, evidence, http_status, message_code, order_id, total_ms, attention, seal_id,
       request_body, answer_head, answer_body)
     VALUES (?, ?, 'rc-advanced', 'acme-prod', 'live', 'https://api.example.invalid', '9f3a', 'workbench', ?, ?, 'XX••01', NULL, ?, ?, ?,
       ?, 'stated', 422, ?, ?, 800, ?, ?, ?, ?, ?)`,
  );
  const put = (id: string, at: number, state: string, outcome: string, attention: number): void => {
    const settled = state === 'settled';
    const { body, ...head } = aSettlement().answer;
    insert.run(
      id,
      `draft of ${id}`,
      noon + at,
      noon + 70_000,
      state,
      settled ? noon + 812 : null,
      outcome,
      settled ? 'billed' : 'unknown',
      settled ? 'CODE' : null,
      settled ? `ORD-${id}` : null,
      attention,
      sealId,
      seal(key, id, 'request_body', bytes(`request of ${id}`)),
      settled ? seal(key, id, 'answer_head', bytes(JSON.stringify(head))) : null,
      settled ? seal(key, id, 'answer_body', body) : null,
    );
  };
  put('settled', 1, 'settled', 'negative', 0);
  put('pending', 2, 'settled', 'pending', 1);
  put('lost', 3, 'lost', 'unknown', 1);
  put('under-way', 4, 'in-flight', 'unknown', 0);
  db.prepare('INSERT INTO drafts VALUES (?, ?, ?, ?)').run(
    'd',
    noon,
    sealId,
    seal(key, 'd', 'body', bytes('draft')),
  );
}

/** A file as an earlier version left it, its newest pages still in the log alone; a window of that version has it open. */
export async function fileOf(t: TestContext, version: number): Promise<string> {
  const folder = aFolder(t);
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  t.after(() => db.close());
  db.exec(
    `PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; PRAGMA application_id = ${applicationId}`,
  );
  runStep(db, migrations[0] ?? '');
  await fillVersion1(db);
  for (const step of migrations.slice(1, version)) runStep(db, step);
  db.exec(`PRAGMA user_version = ${version}`);
  return folder;
}
