import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { orderId, pageId } from '../../../src/calls/ports/ids.ts';
import { asLedgerRefusal, type Ledger } from '../../../src/calls/ports/ports.ts';
import { plain } from '../../../src/contract/words.ts';
import type { LedgerOptions } from '../../../src/ledger/options.ts';
import { migrate, migrations } from '../../../src/ledger/schema/schema.ts';
import { sealCopy } from '../../../src/ledger/transfer/backUp.ts';
import { copied } from '../../../src/ledger/transfer/mergeOrder.ts';
import {
  aDocument,
  aFolder,
  aSettlement,
  aWindow,
  bytes,
  filesHolding,
  ids,
  keyRing,
  newOrder,
  noon,
  pending,
  place,
  question,
  text,
} from './aLedger.ts';
import { fileOf } from './oldFile.ts';

/** A window whose passphrases cost little. */
const opened = (
  t: TestContext,
  folder: string,
  ring = keyRing('a-key'),
  changes: Partial<LedgerOptions> = {},
) => aWindow(t, folder, ring, { passphraseCost: 1 << 10, ...changes });

const passphrase = 'a passphrase of these tests';
const id = orderId;
const request = bytes('{"rc_number":"XX00AA0001"}');
const secrets = [
  'XX00AA0001',
  'an answer nobody may read',
  'a note of mine',
  'what was pasted',
  'support wrote',
  'a document of the answer',
];

/** A paid order, and a pending one with all that may belong to an order. */
async function fill(ledger: Ledger, operation = 'rc-advanced' as const): Promise<void> {
  const print = await ledger.inputPrint(operation, request);
  const keyHash = await ledger.keyHash('https://api.example.invalid', 'an-invented-key-9f3a');
  const order = { requestBody: request, fingerprint: print.whole, parts: print.parts, keyHash };
  const answer = { ...aSettlement().answer, body: bytes('{"said":"an answer nobody may read"}') };
  await place(ledger, 'paid', { order, settlement: { answer } });
  await place(ledger, 'open', { order, settlement: { ...pending, answer } });
  await ledger.note(id('open'), 'a note of mine', noon + 1);
  const pasted = bytes('{"it":"what was pasted"}');
  await ledger.resolve(id('open'), { at: noon + 2, outcome: 'still-open', note: 'asked', pasted });
  await ledger.followUps.addText(id('open'), bytes('support wrote'), noon + 3);
  await ledger.followUps.set([id('open')], '2026-11-24');
  await ledger.documents.keep(id('paid'), aDocument({ at: noon + 4 }), bytes('a document of the answer'));
}

async function backedUp(t: TestContext, ledger: Ledger): Promise<string> {
  const file = join(aFolder(t), 'orders.backup');
  await ledger.transfer.backUp(file, passphrase);
  return file;
}

async function sentence(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => assert.fail('it was taken'),
    (reason: unknown) => reason,
  );
  const refusal = asLedgerRefusal(error);
  assert.ok(refusal !== null, String(error));
  return plain(refusal.what);
}

/** Tables whose rows go with their order. */
/** Taken along into a history that has learned nothing yet. */
const ofLearning = ['fact_inputs', 'fact_places', 'fact_ranges', 'fact_sets', 'facts', 'learned'];

const ofOrders = [
  'order_drifts',
  'orders',
  'payloads',
  'aadhaar_numbers',
  'events',
  'support_texts',
  'documents',
  'input_parts',
];
/** Made by triggers as orders come. */
const remade = ['begun', 'facets', 'latency', 'latency_steps', 'seals', 'spend'];
/** What waits here, who is at work here, and what is known of this computer's keys and clock. */
const ofThisComputer = [
  'learning',
  ...[
    'aadhaar_old',
    'batch_rows',
    'batches',
    'clock',
    'drafts',
    'earlier_identities',
    'erased_orders',
    'erasures',
    'keeping',
    'seal_requests',
    'seal_stores',
  ],
  ...['session_spend', 'throttles', 'valid_seal'],
];

const moving = (folder: string): string[] => readdirSync(folder).filter((name) => name.includes('moving'));

it('is whole on a computer with other keys: answers, notes, what support sent, twins and what a key has called', async (t) => {
  const from = aFolder(t);
  const old = await opened(t, from, keyRing('a-key'));
  await fill(old);
  const file = await backedUp(t, old);
  await old.close();
  const folder = aFolder(t);
  const ledger = await opened(t, folder, keyRing('another-key'));
  assert.deepEqual(await ledger.transfer.restore(file, passphrase), { added: 2, known: 0, sealed: 0 });
  assert.deepEqual(await ids(ledger), ['open', 'paid']);
  const payloads = await ledger.payloads(id('open'));
  assert.ok(payloads.kind === 'open');
  assert.equal(text(payloads.requestBody), '{"rc_number":"XX00AA0001"}');
  assert.equal(text(payloads.answer?.body ?? bytes('')), '{"said":"an answer nobody may read"}');
  assert.equal(await ledger.readNote(id('open')), 'a note of mine');
  const recorded = (await ledger.events(id('open'))).find((event) => event.kind === 'resolved');
  assert.ok(recorded?.kind === 'resolved');
  assert.equal(text(recorded.resolution.pasted ?? bytes('')), '{"it":"what was pasted"}');
  assert.equal(text((await ledger.followUps.texts(id('open')))[0]?.body ?? bytes('')), 'support wrote');
  assert.equal((await ledger.get(id('open')))?.followUp, '2026-11-24');
  const [document] = await ledger.documents.list(id('paid'));
  assert.deepEqual(document?.facts, aDocument({ at: noon + 4 }));
  const kept = await ledger.documents.open(id('paid'), document?.id ?? 0);
  assert.equal(text(kept ?? bytes('')), 'a document of the answer');
  const input = await ledger.inputPrint('rc-advanced', request);
  const keyHash = await ledger.keyHash('https://api.example.invalid', 'an-invented-key-9f3a');
  const facts = await ledger.guard(question({ input, keyHash }));
  assert.deepEqual(
    [facts.paidTwins.map((one) => one.id), facts.pendingTwins.map((one) => one.id)],
    [['paid'], ['open']],
  );
  assert.equal(facts.meters[0]?.count, 2);
  assert.equal(facts.spent.day.calls, 2);
  assert.deepEqual(ledger.problems(), []);
  await ledger.close();
  const again = await opened(t, folder, keyRing('another-key'));
  assert.deepEqual(again.problems(), []);
  assert.equal((await again.find('note of mine', 5)).length, 1);
});

it('takes along every table and column there is, but those of this computer', () => {
  const db = new DatabaseSync(':memory:');
  migrate(db);
  const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const tables = names.map(({ name }) => String(name)).sort();
  const left = [...remade, ...ofThisComputer, ...ofOrders, ...ofLearning].sort();
  assert.deepEqual(
    tables.filter((name) => !name.startsWith('sqlite_')),
    left,
    'a new table is taken along, or named here',
  );
  const columns = db.prepare("SELECT name FROM pragma_table_xinfo('orders') WHERE hidden = 0").all();
  const here = [
    'taught',
    'numbers_told',
    'batch',
    'batch_row',
    'seq',
    'session',
    'key_hash',
    'fingerprint',
    'facet',
  ];
  assert.deepEqual(columns.map(({ name }) => String(name)).sort(), [...copied, ...here].sort());
  db.close();
});

it('holds nothing in clear, neither in the file nor beside it, and leaves no copy', async (t) => {
  const from = aFolder(t);
  const old = await aWindow(t, from, keyRing('a-key'));
  await fill(old);
  const file = await backedUp(t, old);
  const folder = aFolder(t);
  const ledger = await opened(t, folder, keyRing('another-key'));
  await ledger.transfer.restore(file, passphrase);
  const own = file.slice(0, -'/orders.backup'.length);
  for (const where of [own, from, folder]) {
    for (const secret of [...secrets, passphrase])
      assert.deepEqual(filesHolding(where, bytes(secret)), [], secret);
    assert.deepEqual(moving(where), []);
  }
  // Not even what the ledger itself does not seal.
  for (const word of ['NO_RECORD_FOUND', 'acme-prod', 'CREATE TABLE'])
    assert.deepEqual(filesHolding(own, bytes(word)), [], word);
  assert.deepEqual(readdirSync(own), ['orders.backup']);
  if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
  const [first, header = ''] = readFileSync(file).subarray(0, 400).toString('latin1').split('\n');
  assert.equal(first, 'Orders of Verification API Explorer, sealed');
  const { kdf, N, r, p, cipher } = JSON.parse(header);
  assert.deepEqual([kdf, N, r, p, cipher], ['scrypt', 131_072, 8, 1, 'aes-256-gcm']);
});

it('adds what is missing, doubles nothing and overwrites nothing', async (t) => {
  const old = await opened(t, aFolder(t), keyRing('a-key'));
  await fill(old);
  const file = await backedUp(t, old);
  const ledger = await opened(t, aFolder(t), keyRing('another-key'));
  await place(ledger, 'own');
  await ledger.begin(newOrder('paid'));
  await ledger.note(id('paid'), 'written here', noon);
  assert.deepEqual(await ledger.transfer.restore(file, passphrase), { added: 1, known: 1, sealed: 0 });
  assert.deepEqual((await ids(ledger)).toSorted(), ['open', 'own', 'paid']);
  assert.deepEqual(
    [(await ledger.get(id('paid')))?.state, await ledger.readNote(id('paid'))],
    ['in-flight', 'written here'],
  );
  assert.deepEqual(await ledger.transfer.restore(file, passphrase), { added: 0, known: 2, sealed: 0 });
  assert.equal((await ids(ledger)).length, 3);
  // Into the very history it was made of.
  assert.deepEqual(await old.transfer.restore(file, passphrase), { added: 0, known: 2, sealed: 0 });
});

it('comes back after everything was lost, with the same key', async (t) => {
  const ring = keyRing('a-key');
  const old = await opened(t, aFolder(t), ring);
  await fill(old);
  const file = await backedUp(t, old);
  const print = await old.inputPrint('rc-advanced', request);
  await old.close();
  const ledger = await opened(t, aFolder(t), ring);
  assert.deepEqual(await ledger.transfer.restore(file, passphrase), { added: 2, known: 0, sealed: 0 });
  assert.equal((await ledger.get(id('paid')))?.fingerprint, print.whole);
  assert.equal((await ledger.payloads(id('paid'))).kind, 'open');
});

it('says how many orders nothing opens any more, and keeps what can be read of them', async (t) => {
  const from = aFolder(t);
  const first = await opened(t, from, keyRing('lost-key'));
  await fill(first);
  await first.close();
  const old = await opened(t, from, keyRing('a-key'), { now: () => noon + 3_600_000 });
  await place(old, 'new');
  const file = join(aFolder(t), 'orders.backup');
  assert.deepEqual(await old.transfer.backUp(file, passphrase), { orders: 3, lostKeys: 1 });
  const folder = aFolder(t);
  const ledger = await opened(t, folder, keyRing('another-key'));
  assert.deepEqual(await ledger.transfer.restore(file, passphrase), { added: 3, known: 0, sealed: 2 });
  assert.equal((await ledger.payloads(id('open'))).kind, 'sealed');
  assert.equal((await ledger.get(id('open')))?.orderId, 'ORD-PENDING-1');
  assert.equal((await ledger.payloads(id('new'))).kind, 'open');
  await ledger.close();
  assert.deepEqual((await opened(t, folder, keyRing('another-key'))).problems(), []);
});

it('brings no drafts and no rows to send: another computer may hold them too', async (t) => {
  const old = await opened(t, aFolder(t), keyRing('a-key'));
  await fill(old);
  await old.saveDraft(pageId('page'), bytes('typed'), noon);
  const ledger = await opened(t, aFolder(t), keyRing('another-key'));
  await ledger.transfer.restore(await backedUp(t, old), passphrase);
  assert.equal(await ledger.loadDraft(pageId('page')), null);
});

it('refuses what is no whole backup in one sentence, with nothing changed and nothing left behind', async (t) => {
  const old = await opened(t, aFolder(t), keyRing('a-key'));
  await fill(old);
  const file = await backedUp(t, old);
  const folder = aFolder(t);
  const ledger = await opened(t, folder, keyRing('another-key'));
  await place(ledger, 'own');
  const refused = async (body: Uint8Array, words = passphrase): Promise<string> => {
    const changed = join(aFolder(t), 'changed');
    writeFileSync(changed, body);
    const said = await sentence(ledger.transfer.restore(changed, words));
    assert.deepEqual(await ids(ledger), ['own']);
    assert.deepEqual(moving(folder), []);
    return said;
  };
  const whole = readFileSync(file);
  const flipped = (at: number): Buffer => {
    const body = Buffer.from(whole);
    body[at] = (body[at] ?? 0) ^ 1;
    return body;
  };
  assert.match(await refused(whole, 'another passphrase'), /^This is not the passphrase of this backup\./);
  for (const length of [60, whole.length - 1, whole.length >> 1, whole.indexOf('\n', 60) + 1])
    assert.match(await refused(whole.subarray(0, length)), /^This backup is cut short/, String(length));
  assert.match(await refused(Buffer.concat([whole, bytes('x')])), /^This backup is damaged/);
  for (const at of [whole.length - 1, whole.length - 40, whole.length >> 1])
    assert.match(await refused(flipped(at)), /^This backup is damaged/, String(at));
  const salt = whole.indexOf('"salt":"') + 10;
  assert.match(await refused(flipped(salt)), /^This is not the passphrase|^This backup is damaged/);
  for (const other of ['', 'PK\u0003\u0004', '{"orders":[]}', 'Orders of Verification API'])
    assert.match(await refused(bytes(other)), /^This file is not a backup of orders\./, other);
  const newer = Buffer.from(whole.toString('latin1').replace('"v":1', '"v":2'), 'latin1');
  assert.match(await refused(newer), /newer version.*Update the extension/);
  const greedy = Buffer.from(whole.toString('latin1').replace('"N":1024', '"N":1073741824'), 'latin1');
  assert.match(await refused(greedy), /^This backup is damaged/);
});

it('takes over what was damaged before as it is, and all the others', async (t) => {
  const from = aFolder(t);
  const old = await opened(t, from);
  await fill(old);
  const db = new DatabaseSync(join(from, 'orders.sqlite'));
  db.exec(
    "UPDATE payloads SET answer_body = zeroblob(60) WHERE seq = (SELECT seq FROM orders WHERE id = 'paid')",
  );
  db.close();
  const ledger = await opened(t, aFolder(t), keyRing('another-key'));
  const restored = await ledger.transfer.restore(await backedUp(t, old), passphrase);
  assert.deepEqual(restored, { added: 2, known: 0, sealed: 1 });
  assert.equal((await ledger.payloads(id('open'))).kind, 'open');
  assert.equal((await ledger.payloads(id('paid'))).kind, 'sealed');
});

it('goes on where it was cut off', async (t) => {
  const old = await opened(t, aFolder(t));
  for (let n = 0; n < 120; n += 1) await old.begin(newOrder(`order ${n}`));
  const file = await backedUp(t, old);
  const folder = aFolder(t);
  const ledger = await opened(t, folder, keyRing('another-key'));
  const going = ledger.transfer.restore(file, passphrase);
  const ended = going.then(
    () => 'restored',
    () => 'cut off',
  );
  while ((await ids(ledger)).length === 0) await turn();
  await ledger.close();
  assert.equal(await ended, 'cut off');
  assert.deepEqual(moving(folder), []);
  const again = await opened(t, folder, keyRing('another-key'));
  const before = (await ids(again)).length;
  assert.ok(before > 0 && before < 120, String(before));
  assert.deepEqual(await again.transfer.restore(file, passphrase), {
    added: 120 - before,
    known: before,
    sealed: 0,
  });
});

it('removes copies that a crash left, and none that another window works with', async (t) => {
  const folder = aFolder(t);
  const ended = join(folder, 'orders.moving-4194303-00ff.sqlite');
  const old = join(folder, `orders.moving-${process.pid}-00aa.sqlite`);
  const used = join(folder, `orders.moving-${process.pid}-00bb.sqlite`);
  const mine = join(folder, 'orders.moving-of-mine.sqlite');
  for (const file of [ended, `${ended}-wal`, old, used, mine]) writeFileSync(file, 'x');
  utimesSync(old, noon / 1000 - 2 * 86_400, noon / 1000 - 2 * 86_400);
  utimesSync(used, noon / 1000, noon / 1000);
  await opened(t, folder);
  assert.deepEqual([ended, `${ended}-wal`, old, used, mine].map(existsSync), [
    false,
    false,
    false,
    true,
    true,
  ]);
});

it('leaves an earlier backup as it is when a new one cannot be written', async (t) => {
  const ledger = await opened(t, aFolder(t));
  await place(ledger, 'a');
  const file = await backedUp(t, ledger);
  const before = readFileSync(file);
  await assert.rejects(ledger.transfer.backUp(join(file, 'no folder'), passphrase), /ENOTDIR/);
  assert.deepEqual(readFileSync(file), before);
  await ledger.transfer.backUp(file, 'another one');
  assert.notDeepEqual(readFileSync(file), before);
  assert.match(await sentence(ledger.transfer.restore(file, passphrase)), /^This is not the passphrase/);
});

/** A backup of a ledger's file of that version, its orders sealed with the key `a-key`. */
async function backupOf(t: TestContext, folder: string, change = ''): Promise<string> {
  const file = join(aFolder(t), 'orders.backup');
  const copy = join(aFolder(t), 'copy.sqlite');
  const source = new DatabaseSync(join(folder, 'orders.sqlite'));
  await backup(source, copy);
  source.close();
  const db = new DatabaseSync(copy);
  db.exec(`PRAGMA journal_mode = DELETE; ${change}`);
  db.close();
  const { key } = await keyRing('a-key').current();
  const keys = { 'a-key': Buffer.from(key).toString('hex') };
  await sealCopy(file, passphrase, { orders: 4, keys }, copy, 1 << 10);
  return file;
}

for (let version = 1; version < migrations.length; version += 1) {
  it(`restores a backup of version ${version}, by way of its migration`, async (t) => {
    const file = await backupOf(t, await fileOf(t, version));
    const ledger = await opened(t, aFolder(t), keyRing('another-key'), { now: () => noon + 100_000 });
    assert.deepEqual(await ledger.transfer.restore(file, passphrase), { added: 4, known: 0, sealed: 0 });
    const payloads = await ledger.payloads(id('settled'));
    assert.ok(payloads.kind === 'open');
    assert.equal(text(payloads.requestBody), 'request of settled');
    assert.equal(text(payloads.answer?.body ?? bytes('')), '{"answered":true}');
    // What was under way there is past its deadline here.
    assert.deepEqual(await ledger.recover(noon + 100_000), ['under-way']);
    assert.deepEqual((await ids(ledger, 'attention')).toSorted(), ['lost', 'pending', 'under-way']);
  });
}

for (const damaged of [0, -1, 5, -2_147_483_648]) {
  it(`restores a backup that calls itself version ${damaged}, by its tables`, async (t) => {
    const file = await backupOf(t, await fileOf(t, 9), `PRAGMA user_version = ${damaged}`);
    const ledger = await opened(t, aFolder(t), keyRing('another-key'), { now: () => noon + 100_000 });
    assert.deepEqual(await ledger.transfer.restore(file, passphrase), { added: 4, known: 0, sealed: 0 });
  });
}

it('refuses a backup whose tables are of no version, whatever it calls itself', async (t) => {
  const folder = aFolder(t);
  await place(await opened(t, folder), 'a');
  const ledger = await opened(t, aFolder(t));
  for (const version of [-2_147_483_648, 0, 11]) {
    const file = await backupOf(t, folder, `DROP TABLE erasures; PRAGMA user_version = ${version}`);
    assert.match(await sentence(ledger.transfer.restore(file, passphrase)), /^This backup is damaged/);
  }
  assert.deepEqual(await ids(ledger), []);
});

it('refuses a backup of a newer version, and another program’s database', async (t) => {
  const folder = aFolder(t);
  await place(await opened(t, folder), 'a');
  const ledger = await opened(t, aFolder(t));
  const newer = await backupOf(t, folder, 'PRAGMA user_version = 99');
  assert.equal(
    await sentence(ledger.transfer.restore(newer, passphrase)),
    'This backup is marked as version 99; this extension reads versions up to 14. Update the extension to restore it. Nothing was changed.',
  );
  const foreign = await backupOf(t, folder, 'PRAGMA application_id = 1');
  assert.match(await sentence(ledger.transfer.restore(foreign, passphrase)), /not a backup of orders/);
  assert.deepEqual(await ids(ledger), []);
});

it('what a backup brings back does not go by what was agreed to before it came', async (t) => {
  const policy = { keep: 'open-only', payloadDays: 0, orderDays: 0 } as const;
  const folder = aFolder(t);
  const ledger = await opened(t, folder);
  await fill(ledger);
  const file = join(folder, 'a.backup');
  await ledger.transfer.backUp(file, passphrase);
  await ledger.keeping.apply(policy, noon + 10);
  const held = await ledger.keeping.claim(noon + 10);
  assert.ok(held !== null);
  await ledger.keeping.answer(held, 'erase');
  await ledger.keeping.apply(policy, noon + 11);
  assert.deepEqual(await ids(ledger), ['open']);
  await ledger.transfer.restore(file, passphrase);
  await ledger.keeping.apply(policy, noon + 12);
  assert.deepEqual((await ids(ledger)).toSorted(), ['open', 'paid']);
  assert.equal((await ledger.keeping.claim(noon + 13))?.orders, 1);
});
