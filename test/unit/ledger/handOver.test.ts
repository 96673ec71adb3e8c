import assert from 'node:assert/strict';
import { createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { handOver, KeyRequest } from '../../../src/ledger/handOver.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { open } from '../../../src/ledger/sealing.ts';
import { Store } from '../../../src/ledger/store.ts';
import { aFolder, bytes, keyRing, noon } from './aLedger.ts';

const held = await keyRing('a-key').current();
const der = { format: 'der', type: 'spki' } as const;

async function aStore(t: TestContext): Promise<Store> {
  const { db, names } = await openFile(aFolder(t), noon);
  t.after(() => db.close());
  return new Store(db, names);
}

const asking = (store: Store) =>
  store
    .sql('SELECT id, given IS NOT NULL AS given FROM seal_requests ORDER BY id')
    .all()
    .map(({ id, given }) => [id, given === 1]);

describe('a key that another window asks for', () => {
  it('is handed to all that ask for it, and nobody else gets anything', async (t) => {
    const store = await aStore(t);
    const [one, two, other] = [
      new KeyRequest(store, 'one', 'a-key'),
      new KeyRequest(store, 'two', 'a-key'),
      new KeyRequest(store, 'other', 'another-key'),
    ];
    for (const request of [one, two, other]) await request.ask(noon);
    assert.deepEqual([one.id, one.seal, await one.given()], ['one', 'a-key', null]);
    await handOver(store, held, noon);
    for (const request of [one, two])
      assert.deepEqual(Buffer.from((await request.given()) ?? []), Buffer.from(held.key));
    assert.equal(await other.given(), null);
    await one.end();
    assert.equal(await one.given(), null);
    assert.deepEqual(asking(store), [
      ['other', false],
      ['two', true],
    ]);
  });

  it('is handed over once: what was given stays, asked anew or not', async (t) => {
    const store = await aStore(t);
    const request = new KeyRequest(store, 'one', 'a-key');
    await request.ask(noon);
    await handOver(store, held, noon);
    const given = () => Object.values(store.sql('SELECT given, asked_at FROM seal_requests').get() ?? {});
    const [first] = given();
    await handOver(store, held, noon + 1);
    assert.deepEqual(given(), [first, noon]);
    await request.ask(noon + 5);
    assert.deepEqual(given(), [first, noon + 5]);
  });

  it('is handed to nobody who asked more than a minute ago: that window is gone', async (t) => {
    const store = await aStore(t);
    await new KeyRequest(store, 'gone', 'a-key').ask(noon - 60_001);
    await new KeyRequest(store, 'there', 'a-key').ask(noon - 60_000);
    await handOver(store, held, noon);
    assert.deepEqual(asking(store), [['there', true]]);
  });

  it('leaves who asked for another one alone, where nobody asks for it', async (t) => {
    const store = await aStore(t);
    await new KeyRequest(store, 'old', 'another-key').ask(noon - 3_600_000);
    await handOver(store, held, noon);
    assert.deepEqual(asking(store), [['old', false]]);
  });

  it('travels in the form that windows of every version know', async (t) => {
    const store = await aStore(t);
    const own = generateKeyPairSync('x25519');
    store
      .sql(`INSERT INTO seal_requests (id, seal, public_key, asked_at) VALUES ('old', 'a-key', ?, ?)`)
      .run(own.publicKey.export(der), noon);
    await handOver(store, held, noon);
    const given = store.sql('SELECT given FROM seal_requests').get()?.given;
    assert.ok(given instanceof Uint8Array);
    const publicKey = createPublicKey({ key: Buffer.from(given.subarray(0, 44)), ...der });
    const shared = diffieHellman({ privateKey: own.privateKey, publicKey });
    const wrapping = Buffer.from(hkdfSync('sha256', shared, '', 'hand-over of a sealing key, 1, old', 32));
    assert.deepEqual(
      Buffer.from(open(wrapping, 'old', 'sealing key', given.subarray(44))),
      Buffer.from(held.key),
    );
    store.sql('UPDATE seal_requests SET given = ?').run(bytes('too short'));
    await assert.rejects(new KeyRequest(store, 'old', 'a-key').given());
  });
});
