import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { batchId, orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { migrations, runStep } from '../../../src/ledger/schema/schema.ts';
import { applicationId } from '../../../src/ledger/schema/version.ts';
import { seal } from '../../../src/ledger/sealing.ts';
import { aFolder, aWindow, bytes, ids, keyRing, noon, question } from './aLedger.ts';

const here = 'https://api.example.invalid';
const minute = { ms: 60_000, most: null, learns: true };

interface Old {
  readonly environment?: string;
  readonly kind?: string;
  readonly origin?: string;
  readonly tail?: string | null;
  readonly fingerprint?: string;
  readonly settled?: readonly [outcome: string, billing: string, code: string | null];
  readonly erased?: boolean;
}

/** Orders as version 4 wrote them; its own triggers counted them. */
function writeOld(db: DatabaseSync, orders: Readonly<Record<string, Old>>): void {
  const insert = db.prepare(
    `INSERT INTO orders (id, draft_id, operation, environment, kind, origin, key_tail, machine, begun_at, deadline_at,
       masked_input, fingerprint, day, session, price, state, outcome, billing, evidence)
     VALUES (?, ?, 'rc-advanced', ?, ?, ?, ?, 'm', ?, ?, 'XX', ?, '2026-11-21', 'session', '4', 'in-flight', 'unknown', 'unknown', 'not-known')`,
  );
  const settle = db.prepare(
    `UPDATE orders SET state = 'settled', outcome = ?, billing = ?, message_code = ?, http_status = 200, settled_at = ? WHERE id = ?`,
  );
  let at = noon - 1000;
  for (const [id, old] of Object.entries(orders)) {
    const { environment = 'Acme-Prod', kind = 'live', origin = here, tail = '9f3a' } = old;
    at += 1;
    insert.run(id, `draft ${id}`, environment, kind, origin, tail, at, at + 70_000, old.fingerprint ?? null);
    if (old.settled !== undefined) settle.run(...old.settled, at + 500, id);
    if (old.erased === true) db.prepare('DELETE FROM orders WHERE id = ?').run(id);
  }
}

async function version4(t: TestContext, fill: (db: DatabaseSync) => void): Promise<Ledger> {
  const folder = aFolder(t);
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  t.after(() => db.close());
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; PRAGMA application_id = ${applicationId}`);
  for (const step of migrations.slice(0, 4)) runStep(db, step);
  db.exec('PRAGMA user_version = 4');
  fill(db);
  return aWindow(t, folder);
}

const billed = ['negative', 'billed', 'NO_RECORD_FOUND'] as const;
const ofName = (name: string) =>
  question({ spenders: [`name:${name}`], keyHash: 'tail:9f3a', windows: [minute] });

it('empties no meter, budget or cool-down, and takes every spelling of a name for one', async (t) => {
  const ledger = await version4(t, (db) => {
    writeOld(db, {
      a: { settled: billed, fingerprint: 'f' },
      b: { environment: 'ACME-prod' },
      c: { environment: 'ÉCOLE', origin: 'https://ecole.example.invalid', settled: billed },
      d: { environment: 'gone', origin: 'https://gone.example.invalid', settled: billed, erased: true },
      e: { tail: null },
      f: { tail: '' },
      g: { erased: true },
      h: {
        environment: 'Sandbox',
        kind: 'sandbox',
        origin: 'http://127.0.0.1:5',
        tail: null,
        fingerprint: 'f',
      },
    });
    db.exec(`
      INSERT INTO throttles VALUES ('rc-advanced', 'Acme-Prod', '9f3a', ${noon + 60_000}, 0, 1, 4, ${noon - 999}),
        ('rc-advanced', 'ACME-prod', '9f3a', ${noon + 90_000}, 1, NULL, 2, ${noon - 2000}),
        ('rc-advanced', 'gone', '9f3a', ${noon + 50_000}, 0, NULL, 3, ${noon}),
        ('email-bulk', 'Sandbox', '', ${noon + 50_000}, 0, NULL, 3, ${noon});`);
  });
  const acme = await ledger.guard(ofName('acme-prod'));
  const leaves = noon - 999 + 60_000;
  assert.deepEqual(acme.meters, [{ ...minute, most: 3, count: 3, freeAt: leaves, fallsAt: leaves }]);
  assert.deepEqual(acme.coolDown, { until: noon + 90_000, since: noon - 2000, guessed: true, id: null });
  assert.deepEqual(acme.learned, { calls: 4, at: noon - 999 });
  assert.deepEqual([acme.spent.session.calls, acme.spent.day.calls, acme.spent.month.calls], [5, 5, 5]);
  assert.deepEqual(acme.spent.day.byPrice, [{ price: '4', calls: 5 }]);
  assert.equal(acme.lastAnswer?.id, 'a');
  assert.equal((await ledger.guard(ofName('école'))).spent.day.calls, 1);
  assert.equal((await ledger.guard(ofName('gone'))).spent.day.calls, 1);
  const unnamed = async (keyHash: string) => (await ledger.guard(question({ keyHash }))).meters[0]?.count;
  assert.deepEqual([await unnamed(''), await unnamed('tail:')], [1, 1]);
  // Of an environment whose orders are all erased nobody knows the place: the key's last characters have to do.
  const place = 'https://gone.example.invalid';
  const keyHash = await ledger.keyHash(place, 'an-invented-key-9f3a');
  const gone = await ledger.guard(question({ place, keyHash, spenders: ['name:gone'], windows: [minute] }));
  assert.deepEqual(
    [gone.meters[0]?.count, gone.coolDown?.until, gone.spent.day.calls],
    [1, noon + 50_000, 1],
  );
  const sandbox = await ledger.guard(
    question({ operation: 'email-bulk', place: 'embedded-sandbox', keyHash: '', spenders: ['embedded'] }),
  );
  assert.deepEqual([sandbox.coolDown?.until, sandbox.spent.day.calls], [noon + 50_000, 1]);
  const { rows } = await ledger.usage({ from: '2026-11-21', to: '2026-11-21', environment: null });
  assert.deepEqual([...new Set(rows.map(({ environment }) => environment))].toSorted(), [
    'ACME-prod',
    'Acme-Prod',
    'Sandbox',
    'gone',
    'ÉCOLE',
  ]);
});

it('knows old orders by place as twins, and lists those with unclear billing anew', async (t) => {
  const ledger = await version4(t, (db) => {
    writeOld(db, {
      unclear: { settled: ['negative', 'unknown', null], fingerprint: 'f' },
      open: { settled: ['pending', 'billed', 'ACCEPTED'], fingerprint: 'f', environment: 'renamed' },
      elsewhere: { settled: billed, fingerprint: 'f', origin: 'https://other.example.invalid' },
      embedded: { environment: 'Sandbox', kind: 'sandbox', origin: 'http://127.0.0.1:5', fingerprint: 'f' },
      recorded: { settled: ['verified', 'unknown', null] },
    });
    db.exec(`UPDATE orders SET resolved = 'verified', resolved_at = 1 WHERE id = 'recorded'`);
  });
  const input = { whole: 'f', parts: [] };
  const { pendingTwins, paidTwins } = await ledger.guard(question({ input }));
  assert.deepEqual(
    [pendingTwins.map(({ id }) => id), paidTwins.map(({ id }) => id)],
    [['open'], ['unclear']],
  );
  const sandbox = await ledger.guard(question({ input, place: 'embedded-sandbox' }));
  assert.deepEqual(
    sandbox.pendingTwins.map(({ id }) => id),
    ['embedded'],
  );
  assert.deepEqual(await ids(ledger, 'attention'), ['open', 'unclear']);
  assert.deepEqual(await ids(ledger, 'rest'), ['recorded', 'embedded', 'elsewhere']);
  await ledger.resolve(orderId('unclear'), { at: noon, outcome: 'negative', note: '', pasted: null });
  assert.deepEqual(await ids(ledger, 'attention'), ['open']);
});

it('keeps batches with what was accepted, by name where a name was kept', async (t) => {
  const { key } = await keyRing('a-key').current();
  const sealed = (owner: string, column: string, value: unknown) =>
    seal(key, owner, column, bytes(JSON.stringify(value)));
  const ledger = await version4(t, (db) => {
    db.prepare(
      `INSERT INTO batches (id, operation, environment, kind, origin, created_at, state, seal_id, words)
       VALUES ('b', 'rc-advanced', 'Acme-Prod', 'live', '${here}', 1, 'started', 'a-key', ?)`,
    ).run(sealed('b', 'batch_words', { source: 's.csv', results: null }));
    const row = db.prepare(
      `INSERT INTO batch_rows (batch, row, line, call, draft_id, state, flawed, paid_twin, paid_accepted, pending_accepted, masked,
         seal_id, input) VALUES ('b', ?, 1, ?, ?, 'waiting', 0, ?, ?, 1, 'm', 'a-key', ?)`,
    );
    const put = (n: number, twin: string | null, accepted: number): void => {
      row.run(n, n, `batch-b.${n}`, twin, accepted, sealed(`b.${n}`, 'batch_input', { rc_number: `${n}` }));
    };
    put(0, 'paid-0', 1);
    put(1, 'paid-1', 0);
    put(2, null, 0);
  });
  const b = batchId('b');
  const kept = await ledger.batches.get(b, 'me', noon);
  assert.deepEqual([kept?.identity, kept?.fields, kept?.source], ['name:acme-prod', null, 's.csv']);
  assert.deepEqual(kept?.tally.map(({ paid, rows }) => [paid, rows]).toSorted(), [
    [false, 2],
    [true, 1],
  ]);
  const accepted = [];
  for (const from of [0, 1, 2]) {
    const call = await ledger.batches.nextCall(b, from);
    accepted.push([call?.acceptedPaid, call?.acceptedOpen]);
  }
  assert.deepEqual(accepted, [
    [['paid-0'], []],
    [[], []],
    [[], []],
  ]);
});

it('holds, once a doubtful wait is lifted, the real one that another spelling of the name was asked', async (t) => {
  const day = 24 * 3_600_000;
  const ledger = await version4(t, (db) => {
    writeOld(db, { a: {}, b: { environment: 'ACME-prod' } });
    db.exec(`
      INSERT INTO throttles VALUES ('rc-advanced', 'Acme-Prod', '9f3a', ${noon + 60_000}, 1, NULL, 4, ${noon - 999}),
        ('rc-advanced', 'ACME-prod', '9f3a', ${noon + 9 * day}, 0, NULL, 2, ${noon - 2000});`);
  });
  const account = { place: here, keyHash: 'tail:9f3a' };
  await ledger.liftCoolDown(account, 'rc-advanced', noon + 9 * day, noon);
  const { coolDown } = await ledger.guard(ofName('acme-prod'));
  assert.deepEqual(coolDown, { until: noon + 60_000, since: noon - 999, guessed: true, id: null });
});
