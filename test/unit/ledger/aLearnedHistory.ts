import type { TestContext } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { InputReader } from '../../../src/calls/ports/inputReader.ts';
import type { Settlement } from '../../../src/calls/ports/ports.ts';
import { Learned } from '../../../src/ledger/learning/learning.ts';
import { Teaching } from '../../../src/ledger/learning/teaching.ts';
import { sealAnswer, sealedColumns } from '../../../src/ledger/payloads.ts';
import { seal } from '../../../src/ledger/sealing.ts';
import { insertOrder, settleOrder } from '../../../src/ledger/writing.ts';
import type { Observed } from '../../../src/shapes/model.ts';
import { aLearner, seenOf } from './aLearner.ts';
import { aSettlement, damages, newOrder, noon } from './aLedger.ts';

const o = orderId;
export const key = { id: 'a-key', key: new Uint8Array(32).fill(7) };
export const year = seenOf({ year: 'integer' });
export const never = (): boolean => false;
export const silent = (): void => undefined;

type Read = Parameters<InputReader['observed']>[0];

/** What has learned, with orders that are written whole; it notes what was asked to be read, and what it did. */
export async function aLearnedHistory(t: TestContext) {
  const learner = await aLearner(t);
  const { store } = learner;
  const asked: Read[] = [];
  const did = {
    changes: 0,
    scrubbed: [] as number[],
    mayWrite: true,
    keys: new Set(['a-key']),
    failed: [] as unknown[],
  };
  const reader = {
    observed: (read: Read): Observed => {
      asked.push(read);
      return {
        code: read.reading.messageCode ?? read.reading.shape,
        request: seenOf({}),
        answer: year,
        retryAfter: null,
      };
    },
  } as unknown as InputReader;
  const means = {
    store,
    sealing: { current: async () => key, find: async (id: string) => (did.keys.has(id) ? key.key : null) },
    mustWrite: () => {
      if (!did.mayWrite) throw new Error('open for reading only');
    },
    changed: () => {
      did.changes += 1;
    },
    scrub: async (changes: number) => void did.scrubbed.push(changes),
    damages,
    inputs: async (): Promise<InputReader | null> => reader,
    teaching: new Teaching(store, (error) => did.failed.push(error)),
  };
  const settle = async (id: string, changes: Partial<Settlement> = {}, at = 0, sealId = 'a-key') => {
    const order = newOrder(id, { fingerprint: id, begunAt: noon + at });
    const body = seal(key.key, id, sealedColumns.request, order.requestBody);
    insertOrder(store, order, { sealId, body, aadhaar: null });
    const settlement = aSettlement({ settledAt: noon + at + 1, ...changes });
    settleOrder(store, o(id), settlement, { sealId, ...(await sealAnswer(key.key, id, settlement.answer)) });
  };
  return { ...learner, means, did, asked, settle, learned: new Learned(means) };
}
