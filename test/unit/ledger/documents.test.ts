import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { asDamaged, readableOf } from '../../../src/calls/ports/damaged.ts';
import { orderId } from '../../../src/calls/ports/ids.ts';
import {
  aDocument,
  aLedger,
  aWindow,
  bytes,
  filesHolding,
  keyRing,
  newOrder,
  noon,
  pending,
  place,
  text,
} from './aLedger.ts';

const a = orderId('a');
const b = orderId('b');
const forAll = { payloadDays: 0, orderDays: 0 } as const;

it('keeps documents sealed with their order, oldest first, and opens them with their key alone', async (t) => {
  const ring = keyRing('a-key');
  const { folder } = await aLedger(t);
  const ledger = await aWindow(t, folder, ring);
  await place(ledger, 'a');
  await place(ledger, 'b');
  const secret = bytes('%PDF-1.4 report of INVENTED PERSON');
  const facts = aDocument({ at: noon + 5, host: 'quirkhost.example.invalid', size: secret.byteLength });
  await ledger.documents.keep(a, facts, secret);
  await ledger.documents.keep(a, aDocument({ at: noon + 3, field: 'data.result.other' }), bytes('older'));
  const found = await ledger.documents.list(a);
  assert.deepEqual(
    found.map((one) => one.facts),
    [aDocument({ at: noon + 3, field: 'data.result.other' }), facts],
  );
  const [, newest] = found;
  assert.equal(text((await ledger.documents.open(a, newest?.id ?? 0)) ?? bytes('')), text(secret));
  assert.equal(await ledger.documents.open(b, newest?.id ?? 0), null, 'it is none of another order');
  assert.deepEqual([await ledger.documents.count(a), await ledger.documents.count(b)], [2, 0]);
  for (const clear of [secret, bytes('quirkhost'), bytes('pdf_url')])
    assert.deepEqual(filesHolding(folder, clear), []);
  // A window that holds the key would hand it over.
  await ledger.close();
  const later = await aWindow(t, folder, keyRing('another-key'));
  assert.deepEqual(
    (await later.documents.list(a)).map((one) => one.facts),
    [null, null],
  );
  assert.equal(await later.documents.open(a, newest?.id ?? 0), null);
});

it('gives a large document back byte for byte, packed or not', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'a');
  const noise = randomBytes(3_000_000);
  const plain = Buffer.alloc(3_000_000, 'invented ');
  await ledger.documents.keep(a, aDocument({ at: noon }), noise);
  await ledger.documents.keep(a, aDocument({ at: noon + 1 }), plain);
  const [first, second] = await ledger.documents.list(a);
  assert.ok(noise.equals(readableOf(await ledger.documents.open(a, first?.id ?? 0)) ?? bytes('')));
  assert.ok(plain.equals(readableOf(await ledger.documents.open(a, second?.id ?? 0)) ?? bytes('')));
});

it('knows for damaged one that was moved to another order, or whose parts were swapped', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await place(ledger, 'a');
  await place(ledger, 'b');
  await ledger.documents.keep(a, aDocument(), bytes('of a'));
  await ledger.documents.keep(a, aDocument({ at: noon + 1 }), bytes('of a, later'));
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec('UPDATE documents SET body = (SELECT body FROM documents ORDER BY at LIMIT 1)');
  const [, later] = await ledger.documents.list(a);
  assert.deepEqual(await ledger.documents.open(a, later?.id ?? 0), asDamaged);
  db.exec(`UPDATE documents SET seq = (SELECT seq FROM orders WHERE id = 'b')`);
  db.close();
  assert.deepEqual(
    (await ledger.documents.list(b)).map(({ facts }) => facts),
    [asDamaged, asDamaged],
  );
});

it('keeps none where the answer is not kept, or not there yet, and nothing of it', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await place(ledger, 'a');
  await ledger.applyPolicy({ keep: 'metadata', ...forAll }, noon + 1);
  await ledger.begin(newOrder('under-way'));
  const late = /not kept any more/;
  await assert.rejects(ledger.documents.keep(a, aDocument(), bytes('x')), late);
  await assert.rejects(ledger.documents.keep(orderId('under-way'), aDocument(), bytes('x')), late);
  await assert.rejects(
    ledger.documents.keep(orderId('nobody'), aDocument(), bytes('x')),
    /no longer in the order history/,
  );
  const db = new DatabaseSync(join(folder, 'orders.sqlite'), { readOnly: true });
  t.after(() => db.close());
  assert.equal(db.prepare('SELECT count(*) AS n FROM documents').get()?.n, 0);
});

it('drops documents with the payloads, and with the order, without a trace', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await place(ledger, 'a');
  await place(ledger, 'b', { settlement: pending });
  for (const id of [a, b]) await ledger.documents.keep(id, aDocument(), bytes(`document of ${id}`));
  const sealed = (): Uint8Array[] => {
    const db = new DatabaseSync(join(folder, 'orders.sqlite'), { readOnly: true });
    const rows = db.prepare('SELECT body FROM documents ORDER BY seq').all();
    db.close();
    return rows.flatMap(({ body }) => (body instanceof Uint8Array ? [body] : []));
  };
  const [ofA, ofB] = sealed();
  assert.ok(ofA !== undefined && ofB !== undefined);
  await ledger.applyPolicy({ keep: 'metadata', ...forAll }, noon + 1);
  assert.deepEqual([await ledger.documents.count(a), await ledger.documents.count(b)], [0, 1]);
  assert.equal(filesHolding(folder, ofB).length > 0, true, 'an open order is kept whole');
  await ledger.erase([a, b]);
  assert.deepEqual([...filesHolding(folder, ofA), ...filesHolding(folder, ofB)], []);
});
