import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { addMany, aLedger, noon } from './aLedger.ts';

const many = 250;
const all = Array.from({ length: many }, (_, n) => orderId(`many ${n + 1}`));

/** The counts that the host finds in the file, one after another, whenever it has a turn until the work is done. */
async function foundMeanwhile(
  db: DatabaseSync,
  sql: string,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const counted = db.prepare(sql);
  const found = new Set<number>();
  let next: NodeJS.Immediate | undefined;
  const look = (): void => {
    found.add(Number(counted.get()?.n));
    next = setImmediate(look);
  };
  look();
  await work();
  clearImmediate(next);
  return [...found];
}

const left = 'SELECT count(*) AS n FROM orders';
const whole = 'SELECT count(*) AS n FROM orders WHERE payloads_kept = 1';
const ways: readonly (readonly [what: string, sql: string, erase: (ledger: Ledger) => Promise<unknown>])[] = [
  ['orders that were chosen', left, (ledger) => ledger.erase(all)],
  ['orders before a date', left, (ledger) => ledger.eraseSettledBefore(noon + 1000)],
  [
    'payloads',
    whole,
    (ledger) => ledger.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, noon),
  ],
];
for (const [what, sql, erase] of ways) {
  it(`erases ${what} a hundred at a time, and the host goes on in between`, async (t) => {
    const { ledger, folder } = await aLedger(t);
    addMany(folder, many);
    const db = new DatabaseSync(join(folder, 'orders.sqlite'));
    t.after(() => db.close());
    db.exec(
      `UPDATE orders SET state = 'settled', outcome = 'verified', billing = 'billed', payloads_kept = 1`,
    );
    assert.deepEqual(await foundMeanwhile(db, sql, () => erase(ledger)), [250, 150, 50, 0]);
  });
}
