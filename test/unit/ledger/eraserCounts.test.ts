import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type OrderId, orderId, pageId } from '../../../src/calls/ports/ids.ts';
import type { InputReader } from '../../../src/calls/ports/inputReader.ts';
import type { KeepPolicy } from '../../../src/calls/ports/keepingPorts.ts';
import type { Settlement } from '../../../src/calls/ports/ports.ts';
import { Drafts } from '../../../src/ledger/drafts.ts';
import { Eraser } from '../../../src/ledger/erasing.ts';
import { fingerprintKey, fingerprintOf } from '../../../src/ledger/fingerprint.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { sealedColumns } from '../../../src/ledger/payloads.ts';
import { seal } from '../../../src/ledger/sealing.ts';
import { Store } from '../../../src/ledger/store.ts';
import { insertOrder, settleOrder } from '../../../src/ledger/writing.ts';
import { aFolder, aSettlement, bytes, damages, keyRing, newOrder, noon, pending } from './aLedger.ts';
import { count } from './anEraser.ts';

const ring = keyRing('a-key');
const { key } = await ring.current();

/** Requests of one field, which is what tells them apart. */
const reader: InputReader = {
  marks: (_, body) => [String(JSON.parse(body).n)],
  names: (_, body) => [String(JSON.parse(body).n)],
  words: () => [],
  folded: (typed) => typed,
  observed: () => assert.fail('nothing is learned here'),
  bodies: (kept) => (kept.startsWith('{') ? [{ operation: 'rc-advanced', body: kept }] : []),
};

async function anErasing(t: TestContext) {
  const { db, names } = await openFile(aFolder(t), noon);
  t.after(() => db.close());
  const store = new Store(db, names);
  const eraser = new Eraser(store, names, { sealing: ring, now: () => noon, inputs: async () => reader });
  const drafts = new Drafts(store, ring, true, damages);
  /** An order of a mark, begun so long after noon, with a page that holds the mark. */
  const put = async (mark: string, at: number, settled: Partial<Settlement> | null): Promise<OrderId> => {
    const request = bytes(JSON.stringify({ n: mark }));
    const body = seal(key, mark, sealedColumns.request, request);
    const sealed = { sealId: 'a-key', body, head: bytes('head'), aadhaar: null };
    const fingerprint = fingerprintOf(fingerprintKey(key), 'rc-advanced', request);
    insertOrder(store, newOrder(mark, { begunAt: noon + at, fingerprint }), sealed);
    if (settled !== null) settleOrder(store, orderId(mark), aSettlement(settled), sealed);
    await drafts.save(pageId(mark), bytes(`typed ${mark}`), noon);
    return orderId(mark);
  };
  /** Marks of which a page still holds what was typed. */
  const held = async (...marks: readonly string[]) => {
    const found = await Promise.all(marks.map((mark) => drafts.load(pageId(mark))));
    return marks.filter((_, n) => found[n] !== null);
  };
  return { store, eraser, put, held };
}

const everything: KeepPolicy = { keep: 'everything', payloadDays: 0, orderDays: 0 };

describe('what is erased', () => {
  it('takes the drafts of orders that go, and of none that is under way', async (t) => {
    const { eraser, put, held } = await anErasing(t);
    const ids = [await put('MARK1', 0, {}), await put('MARK2', 0, pending), await put('MARK3', 0, null)];
    await put('MARK4', 0, {});
    assert.deepEqual(await eraser.orders(ids), { orders: 2, leftOpen: 1 });
    assert.deepEqual(await held('MARK1', 'MARK2', 'MARK3', 'MARK4'), ['MARK3', 'MARK4']);
  });

  it('before a date takes the drafts of settled orders, and counts those that are open', async (t) => {
    const { eraser, store, put, held } = await anErasing(t);
    await put('MARK1', 1, {});
    await put('MARK2', 2, pending);
    await put('MARK3', 3, null);
    await put('MARK4', 4, {});
    await put('MARK5', 5, {});
    assert.deepEqual(await eraser.settledBefore(noon + 5), { orders: 2, leftOpen: 2 });
    assert.deepEqual(await held('MARK1', 'MARK2', 'MARK3', 'MARK4', 'MARK5'), ['MARK2', 'MARK3', 'MARK5']);
    assert.equal(count(store, 'SELECT count(*) FROM orders'), 3);
  });

  it('by policy is counted: orders that went, those left open, and payloads', async (t) => {
    const { eraser, put } = await anErasing(t);
    for (const mark of ['MARK1', 'MARK2', 'MARK3']) await put(mark, 0, {});
    await put('MARK4', 0, pending);
    const metadata = { ...everything, keep: 'metadata' } as const;
    assert.deepEqual(await eraser.apply(metadata, noon + 1), { orders: 0, leftOpen: 0, dropped: 3 });
    const openOnly = { ...everything, keep: 'open-only' } as const;
    assert.deepEqual(await eraser.apply(openOnly, noon + 1), { orders: 3, leftOpen: 1, dropped: 0 });
  });

  it('by policy never touches a request of which versions before said nothing, where requests are kept for good', async (t) => {
    const { eraser, store, put } = await anErasing(t);
    await put('MARK1', 0, null);
    store.sql(`UPDATE orders SET state = 'lost', resolved = 'verified', resolved_at = ?`).run(noon);
    const told = () => count(store, 'SELECT payloads_kept FROM orders');
    const nothing = { orders: 0, leftOpen: 0, dropped: 0 };
    assert.deepEqual([await eraser.apply(everything, noon + 1), told()], [nothing, 0]);
    const aDay = { ...everything, payloadDays: 1 };
    assert.deepEqual([await eraser.apply(aDay, noon + 1), told()], [nothing, 1]);
    const dropped = await eraser.apply({ ...everything, keep: 'metadata' }, noon + 1);
    assert.deepEqual([dropped, told()], [{ ...nothing, dropped: 1 }, 0]);
  });
});
