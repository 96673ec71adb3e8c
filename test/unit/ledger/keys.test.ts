import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { asLedgerRefusal } from '../../../src/calls/ports/ports.ts';
import { plain } from '../../../src/contract/words.ts';
import type { KeyHome } from '../../../src/ledger/sealing.ts';
import { SealingKeyStore } from '../../../src/ui/adapters/sealingKeys.ts';
import { aFolder, aWindow, bytes, filesHolding, keyRing, newOrder, noon, place } from './aLedger.ts';

/** A secret storage as a page of VS Code in a browser has it: its own. */
function aStorage(
  kept = new Map<string, string>(),
): vscode.SecretStorage & { readonly kept: Map<string, string> } {
  const storage = {
    kept,
    get: async (name: string) => kept.get(name),
    store: async (name: string, value: string) => void kept.set(name, value),
    delete: async (name: string) => void kept.delete(name),
    onDidChange: () => ({ dispose: () => undefined }),
  };
  return storage as unknown as vscode.SecretStorage & { readonly kept: Map<string, string> };
}

it('hands the key to a window whose secret storage has another, and both read and find both orders', async (t) => {
  const folder = aFolder(t);
  const one = await aWindow(t, folder, new SealingKeyStore(aStorage(), folder));
  const storage = aStorage();
  const two = await aWindow(t, folder, new SealingKeyStore(storage, folder));
  await place(one, 'a');
  await place(two, 'b');
  for (const ledger of [one, two])
    for (const id of ['a', 'b']) assert.equal((await ledger.payloads(orderId(id))).kind, 'open', id);
  const print = (ledger: typeof one) =>
    ledger.fingerprint('rc-advanced', bytes('{"rc_number":"XX00AA0001"}'));
  assert.equal(await print(one), await print(two));
  // What was handed over stands in the other's own storage, and nowhere in the file.
  const keys = [...storage.kept.values()];
  assert.equal(keys.length, 1);
  await two.close();
  await one.close();
  const key = Buffer.from(keys[0] ?? '', 'hex');
  assert.equal(key.length, 32);
  assert.deepEqual(filesHolding(folder, key), []);
  assert.deepEqual(filesHolding(folder, bytes(keys[0] ?? '')), []);
  const again = await aWindow(t, folder, new SealingKeyStore(storage, folder));
  assert.equal((await again.payloads(orderId('a'))).kind, 'open');
});

it('lets others go on when the window that had chosen a key could not write', async (t) => {
  const folder = aFolder(t);
  const one = await aWindow(t, folder, keyRing('a-key'));
  const other = new DatabaseSync(join(folder, 'orders.sqlite'));
  // Chosen already, so that the window fails when it wants to hold it.
  other.exec("INSERT INTO valid_seal (one, seal, made_at) VALUES (1, 'a-key', 1); BEGIN IMMEDIATE");
  await assert.rejects(one.fingerprint('rc-advanced', bytes('{}')), /locked/);
  other.exec('COMMIT');
  other.close();
  const two = await aWindow(t, folder, keyRing('b-key'));
  await place(two, 'b');
});

it('refuses to send, in one sentence, while a window that has the key does not hand it over', async (t) => {
  const folder = aFolder(t);
  const one = await aWindow(t, folder, keyRing('a-key'));
  await place(one, 'a');
  const home: KeyHome = { ...keyRing('b-key'), keep: async () => false };
  const two = await aWindow(t, folder, home, { wait: () => setImmediate() });
  const refused = await two.begin(newOrder('b')).catch(asLedgerRefusal);
  assert.equal(refused?.reason, 'unwritable');
  assert.match(
    plain(refused?.what ?? { text: '' }),
    /^Not sent: .*has not reached this window yet.*Nothing was billed\./,
  );
  assert.equal(await one.get(orderId('b')), null);
  await one.close();
  await place(two, 'b');
});

it('never writes an order with a key that is not the one of all windows', async (t) => {
  const folder = aFolder(t);
  const one = await aWindow(t, folder, keyRing('a-key'));
  await place(one, 'a');
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec("UPDATE valid_seal SET seal = 'b-key'");
  db.close();
  const refused = await one.begin(newOrder('b')).catch(asLedgerRefusal);
  assert.match(plain(refused?.what ?? { text: '' }), /now sealed with another key.*Reload the window/);
  assert.equal(await one.get(orderId('b')), null);
});

it('takes over the key of an earlier version, and overwrites none', async (t) => {
  const folder = aFolder(t);
  const old = 'ab'.repeat(32);
  const storage = aStorage(new Map([['verificationExplorer.ledgerKey', old]]));
  const ledger = await aWindow(t, folder, new SealingKeyStore(storage, folder));
  await place(ledger, 'a');
  assert.equal(await ledger.keys.survived(), true, 'it came from a window before this one');
  await ledger.close();
  assert.equal(storage.kept.get('verificationExplorer.ledgerKey'), old);
  assert.deepEqual([...storage.kept.values()], [old, old]);
  const other = aStorage();
  const stranger = await aWindow(t, folder, new SealingKeyStore(other, folder));
  assert.equal((await stranger.payloads(orderId('a'))).kind, 'sealed');
});

it('keeps what a key file held when one more is kept there, for its owner alone', async (t) => {
  const folder = aFolder(t);
  const file = join(folder, 'orders.key');
  mkdirSync(folder, { recursive: true });
  const earlier = '0f'.repeat(32);
  writeFileSync(file, earlier);
  const store = new SealingKeyStore(aStorage(), folder);
  await store.keepInFile(new Uint8Array(Buffer.from('1e'.repeat(32), 'hex')));
  await store.keepInFile(new Uint8Array(Buffer.from(earlier, 'hex')));
  assert.equal(readFileSync(file, 'utf8'), `${'1e'.repeat(32)}\n${earlier}\n`);
  if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
  const id = createHash('sha256')
    .update('ledger key')
    .update(Buffer.from(earlier, 'hex'))
    .digest('hex')
    .slice(0, 16);
  assert.deepEqual(await store.find(id), new Uint8Array(Buffer.from(earlier, 'hex')));
});

it('takes no key for another that is not it', async (t) => {
  const store = new SealingKeyStore(aStorage(), aFolder(t));
  assert.equal(await store.keep('0123456789abcdef', new Uint8Array(32)), false);
  assert.equal(await store.find('0123456789abcdef'), null);
});

it('knows that a key lasts once a window that was never given it has found it, and not before', async (t) => {
  const folder = aFolder(t);
  const [first, second] = [aStorage(), aStorage()];
  const open = (storage: vscode.SecretStorage, window: string) =>
    aWindow(t, folder, new SealingKeyStore(storage, folder), { window });
  const one = await open(first, 'page 1');
  await place(one, 'a');
  assert.equal(await one.keys.survived(), false);
  // Another extension host of the same page, and of one that was handed the key: neither storage has outlived anything.
  const two = await open(second, 'page 2');
  await place(two, 'b');
  for (const [storage, window] of [
    [first, 'page 1'],
    [second, 'page 2'],
  ] as const) {
    const again = await open(storage, window);
    await place(again, `again in ${window}`);
    assert.equal(await again.keys.survived(), false, window);
    await again.close();
  }
  for (const ledger of [one, two]) await ledger.close();
  const later = await open(first, 'page 3');
  await later.keys.fetch();
  assert.equal(await later.keys.survived(), true);
});

it('lasts from the moment it is kept in a file, and opens what it sealed after a restart', async (t) => {
  const folder = aFolder(t);
  const one = await aWindow(t, folder, new SealingKeyStore(aStorage(), folder));
  await place(one, 'a');
  await one.keys.keepInFile();
  assert.equal(await one.keys.survived(), true);
  await one.close();
  const later = await aWindow(t, folder, new SealingKeyStore(aStorage(), folder));
  assert.deepEqual(later.problems(), []);
  assert.equal((await later.payloads(orderId('a'))).kind, 'open');
  await place(later, 'b');
});

/** A start on a computer whose secret storage forgets everything: what it says, and an order of a kind. */
async function forgetfulStart(t: TestContext, folder: string, id: string, kind: 'live' | 'sandbox') {
  let now = noon;
  const home = new SealingKeyStore(aStorage(), folder);
  const ledger = await aWindow(t, folder, home, {
    window: id,
    now: () => now,
    wait: async (ms) => {
      now += ms;
    },
  });
  const said = ledger.problems().map(plain);
  await place(ledger, id, { order: { kind } });
  await ledger.close();
  return said;
}

it('says once that keys do not last, and again only when what was paid for is lost', async (t) => {
  const folder = aFolder(t);
  const kinds = ['sandbox', 'sandbox', 'sandbox', 'live', 'sandbox'] as const;
  const said: number[] = [];
  for (const [n, kind] of kinds.entries()) {
    const texts = await forgetfulStart(t, folder, `order ${n}`, kind);
    said.push(texts.length);
    for (const text of texts)
      assert.match(text, /^The key that sealed older orders is gone: .* Lost: .* Kept: .*keyring/);
  }
  assert.deepEqual(said, [0, 1, 0, 0, 1]);
});

it('does not ask the secret storage for a key that is gone with each of many notes', async (t) => {
  const folder = aFolder(t);
  const old = await aWindow(t, folder, keyRing('gone'));
  for (let n = 0; n < 30; n += 1) {
    await place(old, `order ${n}`);
    await old.note(orderId(`order ${n}`), 'words', noon);
  }
  await old.close();
  const home = keyRing('new');
  let asked = 0;
  const counting: KeyHome = {
    ...home,
    find: (id) => {
      asked += 1;
      return home.find(id);
    },
  };
  const ledger = await aWindow(t, folder, counting);
  assert.equal((await ledger.find('words', 5)).length, 0);
  assert.ok(asked <= 3, `${asked} times`);
});
