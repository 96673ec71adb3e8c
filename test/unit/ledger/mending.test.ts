import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { isDamaged } from '../../../src/calls/ports/damaged.ts';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { blobs, damage, ofOrder } from './aDamagedFile.ts';
import { aDocument, aFolder, aWindow, bytes, keyRing, noon, pending, place, text } from './aLedger.ts';

const passphrase = 'a passphrase of these tests';
const a = orderId('a');

async function aBackup(t: TestContext): Promise<{ ledger: Ledger; folder: string; file: string }> {
  const folder = aFolder(t);
  const ledger = await aWindow(t, folder, keyRing('a-key'), { passphraseCost: 1 << 10 });
  for (const id of ['a', 'b']) await place(ledger, id, { settlement: pending });
  await ledger.note(a, 'a note', noon);
  await ledger.resolve(a, { at: noon + 1, outcome: 'still-open', note: 'asked', pasted: bytes('{}') });
  await ledger.followUps.addText(a, bytes('they wrote'), noon + 2);
  await ledger.documents.keep(a, aDocument(), bytes('%PDF'));
  const file = join(aFolder(t), 'orders.backup');
  await ledger.transfer.backUp(file, passphrase);
  return { ledger, folder, file };
}

const parts = [
  ['payloads', 'request_body', ofOrder('a')],
  ['payloads', 'answer_head', ofOrder('a')],
  ['payloads', 'answer_body', ofOrder('a')],
  ['events', 'words', `${ofOrder('a')} AND kind = 'noted'`],
  ['events', 'pasted', `${ofOrder('a')} AND kind = 'resolved'`],
  ['support_texts', 'body', ofOrder('a')],
  ['documents', 'facts', ofOrder('a')],
] as const;

/** Everything that can be read of it. */
async function read(ledger: Ledger): Promise<readonly unknown[]> {
  const payloads = await ledger.payloads(a);
  assert.ok(payloads.kind === 'open');
  const [document] = await ledger.documents.list(a);
  const body = await ledger.documents.open(a, document?.id ?? 0);
  assert.ok(body !== null);
  const { events, readNote, followUps } = ledger;
  return [
    text(payloads.requestBody),
    payloads.answer,
    await readNote(a),
    await events.call(ledger, a),
    await followUps.texts(a),
    [document, text(body)],
  ];
}

it('takes what is damaged here from a backup that has it whole, and nothing else', async (t) => {
  const { ledger, folder, file } = await aBackup(t);
  const before = await read(ledger);
  const others = blobs(folder, 'payloads', 'request_body')[1];
  for (const [table, column, where] of parts) damage(folder, table, column, `zeroblob(40)`, where);
  assert.deepEqual(await ledger.transfer.restore(file, passphrase), {
    added: 0,
    known: 2,
    sealed: 0,
    mended: 1,
  });
  assert.deepEqual(await read(ledger), before);
  assert.equal(blobs(folder, 'payloads', 'request_body')[1], others);
  assert.deepEqual(await ledger.transfer.restore(file, passphrase), { added: 0, known: 2, sealed: 0 });
});

it('leaves what is damaged in the backup, too, as it is, and goes on with the others', async (t) => {
  const { ledger, folder } = await aBackup(t);
  damage(folder, 'payloads', 'request_body', `x'01'`, ofOrder('a'));
  const file = join(aFolder(t), 'spoilt.backup');
  await ledger.transfer.backUp(file, passphrase);
  damage(folder, 'payloads', 'answer_body', `x'02'`, ofOrder('b'));
  assert.equal((await ledger.transfer.restore(file, passphrase)).mended, 1);
  assert.deepEqual(
    [blobs(folder, 'payloads', 'request_body')[0], (await ledger.payloads(orderId('b'))).kind],
    ['01', 'open'],
  );
  const elsewhere = await aWindow(t, aFolder(t), keyRing('b-key'), { passphraseCost: 1 << 10 });
  assert.deepEqual(await elsewhere.transfer.restore(file, passphrase), { added: 2, known: 0, sealed: 1 });
  assert.deepEqual(
    ['sealed', 'open'],
    [(await elsewhere.payloads(a)).kind, (await elsewhere.payloads(orderId('b'))).kind],
  );
});

it('brings nothing back that was reduced, dropped, rewritten or answered anew since', async (t) => {
  const { ledger, folder, file } = await aBackup(t);
  damage(folder, 'orders', 'settled_at', 'settled_at + 1', `id = 'b'`);
  damage(folder, 'payloads', 'answer_body', `x'01'`, ofOrder('b'));
  await ledger.note(a, 'another note', noon + 9);
  damage(folder, 'events', 'words', `x'01'`, `${ofOrder('a')} AND kind = 'noted'`);
  assert.equal((await ledger.transfer.restore(file, passphrase)).mended, undefined);
  assert.ok(isDamaged(await ledger.readNote(a)));
  damage(folder, 'payloads', 'request_body', `x'01'`, ofOrder('a'));
  damage(folder, 'orders', 'aadhaar_reduced_at', String(noon), `id = 'a'`);
  assert.equal((await ledger.transfer.restore(file, passphrase)).mended, undefined);
  assert.equal(blobs(folder, 'payloads', 'request_body')[0], '01');
});
