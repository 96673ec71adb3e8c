import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Settlement } from '../../../src/calls/ports/ports.ts';
import type { TransferMeans } from '../../../src/ledger/transfer/means.ts';
import { takeAnswer } from '../../../src/ledger/transfer/takeAnswer.ts';
import { insertOrder } from '../../../src/ledger/writing.ts';
import { aFolder, aSettlement, aWindow, bytes, keyRing, newOrder, noon, place, text } from './aLedger.ts';
import { aMerger, copyOf, keyOf } from './aMerge.ts';

const keyNamed = (id: string) => ({ id, key: new Uint8Array(keyOf(id)) });
const failed: Partial<Settlement> = {
  outcome: 'unknown',
  billing: 'unknown',
  httpStatus: null,
  messageCode: null,
  orderId: null,
  failureCode: 'deadline',
};

interface Own {
  /** How it is here: without an answer, its call given up by the deadline or by a window. */
  readonly here?: string;
  /** Done to the copy. */
  readonly change?: string;
  readonly settlement?: Partial<Settlement>;
  /** With which the copy is sealed, and those that open it here. */
  readonly sealedBy?: string;
  readonly own?: string;
  readonly known?: readonly string[];
  readonly now?: number;
}

const deadline = newOrder('a').deadlineAt;

/** An order that is here without its answer, and in a copy with it: whether it is taken, and what is settled. */
async function taken(
  t: TestContext,
  {
    here = '',
    change = '',
    settlement = {},
    sealedBy = 'a-key',
    own = 'a-key',
    known = [],
    now = deadline + 1,
  }: Own = {},
): Promise<{ readonly done: boolean; readonly settled: readonly unknown[] }> {
  const from = aFolder(t);
  const old = await aWindow(t, from, keyRing(sealedBy));
  await place(old, 'a', { settlement });
  await old.close();
  const copy = copyOf(t, from, change);
  const { store, means } = await aMerger(t, own);
  insertOrder(store, newOrder('a'), { sealId: own, body: bytes('sealed'), aadhaar: null });
  store.db.exec(here);
  const settled: unknown[] = [];
  const settle: TransferMeans['settle'] = async (id, { answer, ...all }) => {
    settled.push([id, { ...all, answer: { ...answer, body: text(answer.body) } }]);
    return true;
  };
  const row = copy.prepare('SELECT * FROM orders').get() ?? {};
  const keys = { own: keyNamed(own), known: new Map(known.map((id) => [id, keyNamed(id)])) };
  const done = await takeAnswer({ ...means, now: () => now, settle }, copy, row, keys);
  return { done, settled };
}

const lost = `UPDATE orders SET state = 'lost'`;
/** As it is settled there, but for what may teach or be waited for. */
function whole(settlement: Partial<Settlement> = {}): readonly unknown[] {
  const { answer, ...all } = aSettlement({ ...settlement, observed: null, coolDown: null });
  return [[orderId('a'), { ...all, answer: { ...answer, body: text(answer.body) } }]];
}

for (const [what, own, settlement] of [
  ['its deadline is past', {}, {}],
  ['it is lost', { here: lost, now: noon }, {}],
  ['its key came along', { own: 'another-key', known: ['a-key'] }, {}],
  ['it failed', { settlement: failed }, failed],
] as const)
  it(`an order without its answer is settled as it was in a backup: ${what}`, async (t) => {
    assert.deepEqual(await taken(t, own), { done: true, settled: whole(settlement) });
  });

for (const [what, own] of [
  ['its call may still be out', { now: deadline }],
  ['it has its answer', { here: `UPDATE orders SET state = 'settled', settled_at = 1` }],
  ['it is not here', { here: 'DELETE FROM orders' }],
  ['another form has sent one of that name', { here: `UPDATE orders SET draft_id = 'other'` }],
  ['one of that name was begun at another time', { here: `UPDATE orders SET begun_at = begun_at + 1` }],
  ['it is not settled there either', { change: lost }],
  ['its answer is not kept there', { change: 'DELETE FROM payloads' }],
  [
    'its answer was never there',
    { change: 'UPDATE payloads SET answer_seal = NULL, answer_head = NULL, answer_body = NULL' },
  ],
  ['its answer was damaged there', { change: 'UPDATE payloads SET answer_body = zeroblob(60)' }],
  ['no key opens it', { own: 'another-key' }],
] as const)
  it(`an order stays as it is where ${what}`, async (t) => {
    assert.deepEqual(await taken(t, own), { done: false, settled: [] });
  });
