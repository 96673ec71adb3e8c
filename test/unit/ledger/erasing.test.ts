import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { draftId, orderId, pageOfDraft } from '../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import {
  aDocument,
  aLedger,
  aSettlement,
  aWindow,
  bytes,
  filesHolding,
  ids,
  newOrder,
  noon,
  pending,
  place,
} from './aLedger.ts';

/** A plate of its own. */
const plateOf = (id: string) =>
  `MH12AB${String(Number.parseInt(hash(id).slice(0, 12), 16) % 10_000).padStart(4, '0')}`;
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** Everything by which an order may be recognised in a file, but the id made for it: its words and the bytes of what is sealed. */
function traces(folder: string, id: string): Uint8Array[] {
  const db = new DatabaseSync(join(folder, 'orders.sqlite'), { readOnly: true });
  const rows = [
    db.prepare('SELECT draft_id, fingerprint, order_id FROM orders WHERE id = ?').get(id),
    db.prepare('SELECT p.* FROM payloads p JOIN orders o USING (seq) WHERE o.id = ?').get(id),
    ...db.prepare('SELECT e.words, e.pasted FROM events e JOIN orders o USING (seq) WHERE o.id = ?').all(id),
    ...db.prepare('SELECT s.body FROM support_texts s JOIN orders o USING (seq) WHERE o.id = ?').all(id),
    ...db.prepare('SELECT d.facts, d.body FROM documents d JOIN orders o USING (seq) WHERE o.id = ?').all(id),
    db.prepare('SELECT body FROM drafts WHERE id = ?').get(hash(`page ${id}`)),
  ];
  db.close();
  return rows
    .flatMap((row) => Object.values(row ?? {}))
    .filter((value) => value !== 'a-key')
    .flatMap((value) =>
      typeof value === 'string' ? [bytes(value)] : value instanceof Uint8Array ? [value] : [],
    );
}

/** The id stays in one place: restored, the order is not counted again. */
function assertIdAlone(folder: string, id: string): void {
  assert.deepEqual(filesHolding(folder, bytes(id)), ['orders.sqlite']);
  assert.equal(readFileSync(join(folder, 'orders.sqlite')).toString('latin1').split(id).length, 2);
}

async function placeWithAll(ledger: Ledger, id: string): Promise<void> {
  const draft = draftId(`${hash(`page ${id}`)}.0`);
  await ledger.saveDraft(pageOfDraft(draft), bytes(JSON.stringify({ typed: plateOf(id) })), noon);
  await place(ledger, id, {
    order: {
      draftId: draft,
      requestBody: bytes(JSON.stringify({ rc_number: plateOf(id) })),
      fingerprint: hash(`input ${id}`).slice(0, 32),
      maskedInput: `XX${id.slice(0, 5)}`,
    },
    settlement: { ...pending, orderId: `ORD-${hash(id)}` },
  });
  await ledger.note(orderId(id), 'note', noon);
  await ledger.followUps.addText(orderId(id), bytes('what support sent'), noon);
  await ledger.documents.keep(orderId(id), aDocument(), bytes('%PDF-1.4'));
  await ledger.resolve(orderId(id), { at: noon, outcome: 'verified', note: 'told', pasted: bytes('{}') });
}

it('leaves no trace of an erased order in any file, backups included', async (t) => {
  const { ledger, folder } = await aLedger(t);
  const names = Array.from({ length: 60 }, (_, n) => hash(`order ${n}`));
  for (const name of names) await placeWithAll(ledger, name);
  // A copy as a migration leaves it, and a second window that has the file open.
  new DatabaseSync(join(folder, 'orders.sqlite')).exec(
    `VACUUM INTO '${join(folder, 'orders.backup-v1-2026.sqlite')}'`,
  );
  await aWindow(t, folder);
  const erased = names.filter((_, n) => n % 3 === 0);
  const gone = erased.flatMap((name) => traces(folder, name));
  assert.ok(gone.length >= erased.length * 10);
  for (const trace of gone) assert.equal(filesHolding(folder, trace).length >= 2, true);
  assert.deepEqual(await ledger.erase([...erased, 'nobody'].map(orderId)), { orders: 20, leftOpen: 0 });
  for (const trace of gone) assert.deepEqual(filesHolding(folder, trace), []);
  for (const name of erased) assertIdAlone(folder, name);
  assert.equal((await ids(ledger)).length, 40);
  for (const name of names.filter((_, n) => n % 3 !== 0))
    assert.equal((await ledger.payloads(orderId(name))).kind, 'open');
});

it('leaves no trace in a copy that a window left which was killed while it made or read a backup', async (t) => {
  const { ledger, folder } = await aLedger(t);
  const [gone, stays] = [hash('order 0'), hash('order 1')];
  for (const id of [gone, stays]) await placeWithAll(ledger, id);
  const marks = traces(folder, gone);
  const { pid } = spawnSync(process.execPath, ['--version']);
  const left = join(folder, `orders.moving-${pid}-0123456789ab.sqlite`);
  new DatabaseSync(join(folder, 'orders.sqlite')).exec(`VACUUM INTO '${left}'`);
  for (const mark of marks) assert.ok(filesHolding(folder, mark).length >= 2);
  await ledger.erase([orderId(gone)]);
  for (const trace of marks) assert.deepEqual(filesHolding(folder, trace), []);
  assertIdAlone(folder, gone);
});

it('leaves no trace where pages were split and merged before', async (t) => {
  const { ledger, folder } = await aLedger(t);
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec('PRAGMA secure_delete = ON');
  const insert = db.prepare(
    `INSERT INTO orders (id, draft_id, operation, environment, kind, origin, machine, begun_at, deadline_at, masked_input, fingerprint,
       state, outcome, billing, evidence, order_id) VALUES (?, ?, 'rc-advanced', 'e', 'live', 'o', 'm', ?, ?, ?, ?, 'settled',
       'verified', 'billed', 'stated', ?)`,
  );
  const names = Array.from({ length: 3000 }, (_, n) => hash(`order ${n}`).slice(0, 32));
  db.exec('BEGIN');
  for (const name of names) {
    const words = ['draft', 'masked', 'fingerprint', 'order_id'].map((what) =>
      hash(what + name).slice(0, 32),
    );
    const [draft = '', masked = '', fingerprint = '', theirs = ''] = words;
    insert.run(name, draft, noon + Number.parseInt(name.slice(0, 6), 16), noon, masked, fingerprint, theirs);
  }
  db.exec('COMMIT');
  db.close();
  const erased = names.filter((_, n) => n % 4 === 1);
  assert.equal((await ledger.erase(erased.map(orderId))).orders, 750);
  const files = ['orders.sqlite', 'orders.sqlite-wal'].map((name) => readFileSync(join(folder, name)));
  const left = erased.flatMap((name) =>
    ['draft', 'masked', 'fingerprint', 'order_id']
      .map((what) => hash(what + name).slice(0, 32))
      .filter((word) => files.some((file) => file.includes(word))),
  );
  assert.deepEqual(left, []);
  for (const name of erased.slice(0, 20)) assertIdAlone(folder, name);
});

it('gives the room back', async (t) => {
  const { ledger, folder } = await aLedger(t);
  const { answer } = aSettlement();
  for (const id of ['a', 'b']) {
    // An empty file has some 400 kB.
    const body = randomBytes(800_000);
    await place(ledger, id, { settlement: { answer: { ...answer, body } } });
  }
  const size = () => readFileSync(join(folder, 'orders.sqlite')).length;
  await ledger.erase([orderId('a')]);
  const one = size();
  await ledger.erase([orderId('b')]);
  assert.ok(size() < one / 2);
});

async function someOfAll(t: TestContext): Promise<Ledger> {
  const { ledger } = await aLedger(t);
  const order = (day: number) => ({ begunAt: noon + day, fingerprint: 'f'.repeat(32) });
  await place(ledger, 'settled-1', { order: order(1) });
  await place(ledger, 'pending-2', { order: order(2), settlement: pending });
  await place(ledger, 'resolved-3', { order: order(3), settlement: pending });
  await ledger.resolve(orderId('resolved-3'), { at: noon, outcome: 'refunded', note: '', pasted: null });
  await ledger.begin(newOrder('lost-4', { ...order(4), deadlineAt: noon }));
  await ledger.recover(noon + 1);
  await ledger.begin(newOrder('under-way-5', order(5)));
  await place(ledger, 'settled-6', { order: order(6) });
  return ledger;
}

it('erases what is settled before a date, and leaves what is open', async (t) => {
  const ledger = await someOfAll(t);
  // What is said before: a call that is under way counts, too, where the day is to come.
  assert.equal(await ledger.countUpTo({ group: 'rest', filter: { to: noon + 6 } }, 99), 2 + 1);
  assert.deepEqual(await ledger.eraseSettledBefore(noon + 6), { orders: 2, leftOpen: 3 });
  assert.deepEqual(await ids(ledger), ['settled-6', 'under-way-5', 'lost-4', 'pending-2']);
});

it('erases everything about an input but a call that is under way', async (t) => {
  const ledger = await someOfAll(t);
  await place(ledger, 'other');
  assert.deepEqual(await ledger.eraseInput('f'.repeat(32)), { orders: 5, leftOpen: 1 });
  assert.deepEqual(await ids(ledger), ['under-way-5', 'other']);
  await ledger.settle(orderId('under-way-5'), aSettlement());
});

it('erases many orders in steps between which the host goes on', async (t) => {
  const { ledger } = await aLedger(t);
  for (let n = 0; n < 250; n += 1) await place(ledger, `o${n}`);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  assert.deepEqual(await ledger.eraseSettledBefore(noon + 1), { orders: 250, leftOpen: 0 });
  clearInterval(timer);
  assert.ok(turns >= 2);
});
