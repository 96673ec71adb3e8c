import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { asDamaged } from '../../../src/calls/ports/damaged.ts';
import { orderId, pageId } from '../../../src/calls/ports/ids.ts';
import { asLedgerRefusal } from '../../../src/calls/ports/ports.ts';
import { plain } from '../../../src/contract/words.ts';
import { orders1 } from '../../../src/ledger/schema/schema1.ts';
import {
  aFolder,
  aLedger,
  aSettlement,
  aWindow,
  bytes,
  filesHolding,
  keyRing,
  newOrder,
  noon,
  pending,
  place,
} from './aLedger.ts';

function change(folder: string, ...statements: readonly string[]): void {
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  for (const one of statements) db.exec(one);
  db.close();
}

it('opens nothing that was swapped between orders, columns or times, or changed', async (t) => {
  const { ledger, folder } = await aLedger(t);
  for (const id of ['a', 'b', 'c', 'd']) await place(ledger, id, { settlement: pending });
  await ledger.note(orderId('d'), 'first', noon);
  await ledger.resolve(orderId('d'), {
    at: noon + 1,
    outcome: 'verified',
    note: 'second',
    pasted: bytes('{}'),
  });
  change(
    folder,
    'UPDATE payloads SET answer_body = (SELECT answer_body FROM payloads WHERE seq = 2) WHERE seq = 1',
    'UPDATE payloads SET request_body = answer_body WHERE seq = 2',
    "UPDATE payloads SET answer_body = CAST(substr(answer_body, 1, 29) || x'00' || substr(answer_body, 31) AS BLOB) WHERE seq = 3",
    "UPDATE events SET words = (SELECT words FROM events WHERE kind = 'resolved') WHERE kind = 'noted'",
  );
  for (const id of ['a', 'b', 'c']) assert.equal((await ledger.payloads(orderId(id))).kind, 'damaged', id);
  assert.deepEqual(await ledger.readNote(orderId('d')), asDamaged);
  assert.equal((await ledger.payloads(orderId('d'))).kind, 'open');
});

it('says once that a key is gone, and keeps the rest readable', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await place(ledger, 'old', { settlement: pending });
  await ledger.note(orderId('old'), 'words', noon);
  await ledger.resolve(orderId('old'), { at: noon, outcome: 'verified', note: 'words', pasted: bytes('{}') });
  assert.deepEqual(ledger.problems(), []);
  // As long as a window holds the key it is not gone.
  await ledger.close();
  const ring = keyRing('new-key');
  const next = await aWindow(t, folder, ring);
  assert.match(next.problems().map(plain).join(), /^The key that sealed older orders is gone: /);
  assert.equal((await next.get(orderId('old')))?.orderId, 'ORD-PENDING-1');
  assert.equal((await next.payloads(orderId('old'))).kind, 'sealed');
  assert.equal(await next.readNote(orderId('old')), null);
  assert.equal((await next.events(orderId('old'))).length, 4);
  await place(next, 'new');
  assert.equal((await next.payloads(orderId('new'))).kind, 'open');
  assert.deepEqual((await aWindow(t, folder, ring)).problems(), []);
});

it('keeps an answer whose request was sealed with a key that is gone since', async (t) => {
  const folder = aFolder(t);
  const ring = keyRing('first-key');
  const ledger = await aWindow(t, folder, ring);
  await ledger.begin(newOrder('a'));
  ring.names = ['second-key', 'first-key'];
  await ledger.settle(orderId('a'), aSettlement());
  assert.equal((await ledger.payloads(orderId('a'))).kind, 'open');
});

it('sends nothing while the key cannot be read', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await place(ledger, 'a');
  const locked = await aWindow(t, folder, {
    current: () => Promise.reject(new Error('the secret store is locked')),
    find: () => Promise.reject(new Error('the secret store is locked')),
  });
  assert.match(locked.problems().map(plain).join(), /could not be read \(the secret store is locked\)/);
  const refused = await locked.begin(newOrder('b')).catch(asLedgerRefusal);
  assert.match(
    plain(refused?.what ?? { text: '' }),
    /^Not sent: .*secret store is locked.*Nothing was billed/,
  );
  assert.deepEqual(await locked.get(orderId('b')), null);
});

it('writes nothing that was typed, answered or noted where it can be read', async (t) => {
  const folder = aFolder(t);
  const words = {
    request: randomUUID(),
    answer: randomUUID(),
    header: randomUUID(),
    note: randomUUID(),
    reason: randomUUID(),
    pasted: randomUUID(),
    draft: randomUUID(),
  };
  change(folder, orders1, 'PRAGMA user_version = 1; PRAGMA application_id = 0x56415049');
  const ledger = await aWindow(t, folder);
  await ledger.saveDraft(pageId('d'), bytes(words.draft), noon);
  await ledger.begin(newOrder('a', { requestBody: bytes(words.request) }));
  const { answer } = aSettlement();
  const head = { status: 202, statusText: '', headers: [['x-word', words.header]] } as const;
  await ledger.settle(
    orderId('a'),
    aSettlement({ ...pending, answer: { ...answer, head, body: bytes(words.answer) } }),
  );
  await ledger.note(orderId('a'), words.note, noon);
  await ledger.resolve(orderId('a'), {
    at: noon,
    outcome: 'verified',
    note: words.reason,
    pasted: bytes(words.pasted),
  });
  assert.ok(
    filesHolding(folder, bytes('ORD-PENDING-1')).includes('orders.sqlite-wal'),
    'what is not sealed is found',
  );
  assert.ok(filesHolding(folder, bytes('CREATE TABLE')).some((name) => name.startsWith('orders.backup-v1')));
  for (const [what, word] of Object.entries(words))
    assert.deepEqual(filesHolding(folder, bytes(word)), [], what);
  await ledger.close();
  for (const [what, word] of Object.entries(words))
    assert.deepEqual(filesHolding(folder, bytes(word)), [], what);
});

it('keeps with an answer in what it was odd on the wire, and nothing where it was not', async (t) => {
  const { ledger } = await aLedger(t);
  const { answer } = aSettlement();
  const oddities = [{ text: 'odd: {0}', args: ['gzip'] }];
  await place(ledger, 'a', { settlement: aSettlement({ answer: { ...answer, oddities } }) });
  await place(ledger, 'b');
  const kept = async (id: string) => {
    const payloads = await ledger.payloads(orderId(id));
    return payloads.kind === 'open' ? payloads.answer : null;
  };
  assert.deepEqual((await kept('a'))?.oddities, oddities);
  assert.equal(Object.hasOwn((await kept('b')) ?? {}, 'oddities'), false);
});
