import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { printOf } from '../../../src/calls/inputs/compared.ts';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { Hashes } from '../../../src/ledger/hashes.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { Store } from '../../../src/ledger/store.ts';
import type { TransferMeans } from '../../../src/ledger/transfer/means.ts';
import { merge } from '../../../src/ledger/transfer/merge.ts';
import { aDocument, aFolder, aWindow, bytes, keyRing, noon, pending, place } from './aLedger.ts';
import { aadhaarOrder, answered, requestText } from './anAadhaarOrder.ts';

/** How often the texts of the history were searched for calls under a key's tail again. */
class Looking extends Hashes {
  looked = 0;

  override lookAgain(): void {
    this.looked += 1;
    super.lookAgain();
  }
}

/** A file that says how many orders it has after each write, and lets something happen before the next one. */
class Counting extends Store {
  readonly after: number[] = [];
  before: (() => void) | null = null;

  override async write<T>(work: () => T, tries?: number): Promise<T> {
    this.before?.();
    this.before = null;
    const done = await super.write(work, tries);
    this.after.push(Number(this.sql('SELECT count(*) AS n FROM orders').get()?.n));
    return done;
  }
}

/** A history that takes orders of copies, sealing with the key of this name. */
export async function aMerger(t: TestContext, key = 'a-key') {
  const { db, names } = await openFile(aFolder(t), noon);
  t.after(() => db.close());
  const store = new Counting(db, names);
  const sealing = keyRing(key);
  const hashes = new Looking(store, sealing, true);
  const means: TransferMeans = {
    store,
    names,
    sealing,
    hashes,
    now: () => noon,
    settle: async () => false,
    record: async () => false,
    passphraseCost: 1 << 10,
    mustWrite: () => undefined,
    changed: () => undefined,
  };
  const take = (copy: DatabaseSync, ...keys: readonly string[]) =>
    merge(means, copy, Object.fromEntries(keys.map((name) => [name, keyOf(name).toString('hex')])));
  return { store, hashes, means, take };
}

export const keyOf = (name: string): Buffer => createHash('sha256').update(name).digest();

/** The file of a folder as a backup has it; `change` is done to it before. */
export function copyOf(t: TestContext, folder: string, change = ''): DatabaseSync {
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  t.after(() => db.close());
  db.exec(change);
  return db;
}

export const request = '{"emails":["one@example.org","two@example.org"]}';

const oneAddress = '{"emails":["two@example.org"]}';

/** Orders with all that may belong to one: settled, without an answer, open and noted, and one on its way. */
export async function aHistory(t: TestContext): Promise<string> {
  const folder = aFolder(t);
  const ledger = await aWindow(t, folder);
  const operation = 'email-bulk';
  const { whole: fingerprint, parts } = await ledger.inputPrint(operation, bytes(request));
  const asked = { operation, requestBody: bytes(request), fingerprint, parts, price: '2.50' } as const;
  await place(ledger, 'paid', { order: asked });
  const one = await ledger.inputPrint(operation, bytes(oneAddress));
  const ofOne = { requestBody: bytes(oneAddress), fingerprint: one.whole, parts: one.parts };
  await place(ledger, 'failed', {
    order: { ...asked, ...ofOne, begunAt: noon + 1 },
    settlement: { outcome: 'unknown', billing: 'unknown', httpStatus: null, failureCode: 'deadline' },
  });
  const linked = await printOf(ledger, operationById('aadhaar-pan-link'), requestText);
  const link = { fingerprint: linked.whole };
  await ledger.begin(aadhaarOrder('open', { ...link, begunAt: noon + 2 }));
  await ledger.settle(orderId('open'), answered(pending));
  await ledger.begin(aadhaarOrder('on its way', { ...link, begunAt: noon + 3, aadhaar: [] }));
  const open = orderId('open');
  await ledger.note(open, 'a note of mine', noon + 1);
  const pasted = bytes('{"it":"what was pasted"}');
  await ledger.resolve(open, { at: noon + 2, outcome: 'still-open', note: 'asked', pasted });
  await ledger.resolve(open, { at: noon + 3, outcome: 'still-open', note: 'again', pasted: null });
  await ledger.followUps.addText(open, bytes('support wrote'), noon + 3);
  await ledger.followUps.set([open], '2026-11-24');
  await ledger.documents.keep(orderId('paid'), aDocument({ at: noon + 4 }), bytes('a document'));
  await ledger.close();
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec(
    `INSERT INTO order_drifts (seq, drifts) VALUES (1, '[]'); UPDATE orders SET drift = 'new' WHERE seq = 1`,
  );
  db.close();
  return folder;
}
