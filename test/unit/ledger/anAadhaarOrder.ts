import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { type OrderId, orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger, NewOrder, Settlement } from '../../../src/calls/ports/ports.ts';
import type { LedgerOptions } from '../../../src/ledger/options.ts';
import { number } from '../contract/aadhaar/aNumber.ts';
import { aSettlement, aWindow, bytes, keyRing, newOrder, text } from './aLedger.ts';

export const spelt = '2345 6789 0124';
/** Invented; its number and the answer's are spelt differently. */
export const requestText = `{"aadhaar_number":"${spelt}","pan_number":"ZZZPZ9999Z"}`;
export const answerText = `{"charged":true,"data":{"result":{"aadhaar":${number},"linked":true}},"n":1.0}`;
export const reducedRequest = '{"aadhaar_number":"XXXX XXXX 0124","pan_number":"ZZZPZ9999Z"}';
export const reducedAnswer =
  '{"charged":true,"data":{"result":{"aadhaar":"XXXXXXXX0124","linked":true}},"n":1.0}';

/** A window whose user keeps numbers as long as said. */
export function aKeeper(t: TestContext, folder: string, more: Partial<LedgerOptions> = {}): Promise<Ledger> {
  return aWindow(t, folder, keyRing('a-key'), { newId: () => 'id', ...more });
}

export function aadhaarOrder(id: string, changes: Partial<NewOrder> = {}): NewOrder {
  return newOrder(id, {
    operation: 'aadhaar-pan-link',
    fingerprint: `print of ${number}`,
    requestBody: bytes(requestText),
    aadhaar: [number],
    ...changes,
  });
}

export function answered(changes: Partial<Settlement> = {}): Settlement {
  const { answer } = aSettlement();
  const head = { status: 200, statusText: '', headers: [['x-echo', number]] } as const;
  return aSettlement({
    outcome: 'verified',
    answer: { ...answer, head, body: bytes(answerText) },
    ...changes,
  });
}

export interface Kept {
  readonly request: string;
  readonly answer: string | null;
  readonly header: string | null;
  readonly reducedAt: number | null;
}

export async function keptOf(ledger: Ledger, id: string): Promise<Kept> {
  const payloads = await ledger.payloads(orderId(id));
  if (payloads.kind !== 'open') throw new Error(payloads.kind);
  const { requestBody, answer } = payloads;
  return {
    request: text(requestBody),
    answer: answer === null ? null : text(answer.body),
    header: answer?.head?.headers[0]?.[1] ?? null,
    reducedAt: (await ledger.get(orderId(id)))?.aadhaarReducedAt ?? null,
  };
}

/** What is sealed of an order, as it stands in the file. */
export function sealedOf(folder: string, id: OrderId | string): Uint8Array[] {
  const db = new DatabaseSync(join(folder, 'orders.sqlite'), { readOnly: true });
  const rows = [
    db.prepare('SELECT p.* FROM payloads p JOIN orders o USING (seq) WHERE o.id = ?').get(id),
    db.prepare('SELECT n.body FROM aadhaar_numbers n JOIN orders o USING (seq) WHERE o.id = ?').get(id),
    ...db.prepare('SELECT input FROM batch_rows WHERE order_ref = ?').all(id),
  ];
  db.close();
  return rows.flatMap((row) => Object.values(row ?? {})).filter((value) => value instanceof Uint8Array);
}
