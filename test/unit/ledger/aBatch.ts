import type { BatchStore, Decision, NewBatchRow, RowWhy } from '../../../src/calls/ports/batchPorts.ts';
import { batchId, draftId } from '../../../src/calls/ports/ids.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { newOrder, noon } from './aLedger.ts';

const { requestFields: fields } = operationById('rc-advanced');
export const b = batchId('b');
export const aBatch = {
  id: b,
  operation: 'rc-advanced',
  environment: 'acme-prod',
  identity: 'name:acme-prod',
  kind: 'live',
  origin: 'https://api.example.invalid',
  baseUrl: 'https://api.example.invalid/prefix',
  source: 'secret-name.csv',
  createdAt: noon,
  fields,
} as const;

export function aRow(row: number, changes: Partial<NewBatchRow> = {}): NewBatchRow {
  return {
    row,
    line: row + 2,
    call: row,
    state: 'waiting',
    why: null,
    flawed: false,
    paidTwins: [],
    openTwins: [],
    accepted: [],
    sameAs: null,
    masked: `XX••••••0${row}`,
    repeatKey: `key ${row}`,
    fingerprint: `print ${row}`,
    fields: { rc_number: `XX00QQ900${row}` },
    ...changes,
  };
}

export async function started(store: BatchStore, rows: readonly NewBatchRow[]): Promise<void> {
  await store.create(aBatch);
  await store.addRows(b, rows);
  await store.start(b, { sendFlawed: false, sendPaid: false, results: null, insteadOf: null });
}

/** The user's word on all that are undecided for this reason now. */
export async function decide(store: BatchStore, why: RowWhy, what: Decision['what']): Promise<void> {
  await store.decide(b, [{ why, what, drafts: await store.undecided(b, why) }]);
}

export async function states(store: BatchStore): Promise<string[]> {
  return (await store.rows(b, null, 100)).rows.map(({ state, why }) =>
    why === null ? state : `${state} ${why}`,
  );
}

/** The order of a call of the batch, not begun. */
export const order = (call: number, draft = `batch-b.${call}`) =>
  newOrder(`order ${draft}`, {
    draftId: draftId(draft),
    fingerprint: `print ${call}`,
    batch: { id: b, row: call },
  });
