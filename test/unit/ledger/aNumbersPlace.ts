import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import type { KeepAadhaar } from '../../../src/calls/ports/aadhaarPorts.ts';
import { type OrderId, orderId } from '../../../src/calls/ports/ids.ts';
import type { NewOrder, Settlement } from '../../../src/calls/ports/ports.ts';
import { AadhaarNumbers } from '../../../src/ledger/aadhaar/aadhaarNumbers.ts';
import type { OrderPlace } from '../../../src/ledger/aadhaar/aadhaarRewriting.ts';
import { AadhaarUpkeep } from '../../../src/ledger/aadhaar/aadhaarUpkeep.ts';
import { BatchTables } from '../../../src/ledger/batches.ts';
import type { Eraser } from '../../../src/ledger/erasing.ts';
import { FollowUpRecords } from '../../../src/ledger/followUps.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { openPayloads, sealAnswer, sealedColumns } from '../../../src/ledger/payloads.ts';
import { Records } from '../../../src/ledger/recording.ts';
import { type SealingKeys, seal } from '../../../src/ledger/sealing.ts';
import { Store } from '../../../src/ledger/store.ts';
import { insertOrder, settleOrder } from '../../../src/ledger/writing.ts';
import { aFolder, damages, noon, text } from './aLedger.ts';
import { aadhaarOrder, answered } from './anAadhaarOrder.ts';

const keyOf = (id: string): Uint8Array => new Uint8Array(createHash('sha256').update(id).digest());

/** What the test says and is told. */
interface Told {
  keep: KeepAadhaar;
  /** The key that seals. */
  seals: string;
  /** Keys that are gone. */
  readonly gone: Set<string>;
  mayWrite: boolean;
  changes: number;
  /** Called before a key is handed out to whoever opens something. */
  opening: (() => Promise<void> | void) | null;
  /** Changes that were tidied up after, one by one, and whether that came to its end. */
  readonly tidied: number[];
  readonly finished: number[];
  tidies: () => Promise<boolean>;
}

/** What reduces numbers, without the ledger around it: orders are written as `Calls` does, an eraser only takes note. */
export async function aNumbersPlace(t: TestContext) {
  const { db, names } = await openFile(aFolder(t), noon);
  t.after(() => db.close());
  db.exec('PRAGMA synchronous = OFF');
  const store = new Store(db, names);
  const told: Told = {
    ...{ keep: 'untilSettled', seals: 'a-key', gone: new Set(), mayWrite: true, changes: 0, opening: null },
    ...{ tidied: [], finished: [], tidies: async () => true },
  };
  const sealing: SealingKeys = {
    current: async () => ({ id: told.seals, key: keyOf(told.seals) }),
    find: async (id) => {
      await told.opening?.();
      return told.gone.has(id) ? null : keyOf(id);
    },
  };
  const means = {
    store,
    sealing,
    damages,
    mustWrite: () => {
      if (!told.mayWrite) throw new Error('open for reading only');
    },
    changed: () => {
      told.changes += 1;
    },
  };
  const numbers = new AadhaarNumbers({ ...means, keep: () => told.keep, now: () => noon + 50 });
  const eraser = {
    tidy: async (count: number) => {
      told.tidied.push(count);
      return told.tidies();
    },
    finish: async (count: number) => void told.finished.push(count),
  } as unknown as Eraser;
  const upkeep = () =>
    new AadhaarUpkeep({ ...means, keep: () => told.keep, mayWrite: told.mayWrite, numbers, eraser });
  const none = async () => [];
  const placeOf = (id: string): OrderPlace => ({
    seq: Number(store.sql('SELECT seq FROM orders WHERE id = ?').get(id)?.seq),
    id: orderId(id),
  });
  return {
    store,
    told,
    means,
    numbers,
    upkeep,
    placeOf,
    records: new Records(means, none),
    followUps: new FollowUpRecords(means, none),
    batches: new BatchTables({
      ...means,
      now: () => noon,
      keepClock: () => undefined,
      scrub: async () => undefined,
    }),
    /** An order with a number, under way. @param kept whether its numbers are beside it, as of today's windows */
    begin: async (id: string, changes: Partial<NewOrder> = {}, kept = true): Promise<NewOrder> => {
      const order = aadhaarOrder(id, changes);
      const { id: sealId, key } = await sealing.current();
      const body = seal(key, order.id, sealedColumns.request, order.requestBody);
      const aadhaar = kept ? numbers.sealed(key, order) : null;
      await store.write(() => insertOrder(store, order, { sealId, body, aadhaar }));
      return order;
    },
    /** Its answer, written whole. */
    settle: async (id: string, changes: Partial<Settlement> = {}): Promise<void> => {
      const settlement = answered(changes);
      const { id: sealId, key } = await sealing.current();
      const answer = { sealId, ...(await sealAnswer(key, id, settlement.answer)) };
      await store.write(() => settleOrder(store, orderId(id), settlement, answer));
    },
    /** Request, answer, first header and when it was reduced. */
    kept: async (id: string) => {
      const { seq } = placeOf(id);
      const payloads = await openPayloads(
        sealing,
        id,
        store.sql('SELECT * FROM payloads WHERE seq = ?').get(seq),
      );
      if (payloads.kind !== 'open') return payloads.kind;
      const { requestBody, answer } = payloads;
      const row = store.sql('SELECT aadhaar_reduced_at AS at FROM orders WHERE seq = ?').get(seq);
      return {
        request: text(requestBody),
        answer: answer === null ? null : text(answer.body),
        header: answer?.head?.headers[0]?.[1] ?? null,
        reducedAt: row?.at ?? null,
      };
    },
    hasNumbers: (id: string): boolean =>
      store.sql('SELECT 1 FROM aadhaar_numbers WHERE seq = ?').get(placeOf(id).seq) !== undefined,
    knows: (sealId: string): boolean =>
      store.sql('SELECT 1 FROM seals WHERE id = ?').get(sealId) !== undefined,
  };
}

export const o = (id: string): OrderId => orderId(id);
