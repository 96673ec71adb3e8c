/**
 * Does one thing with a ledger in a process of its own and tells what came of it: `node child.ts FOLDER [unprivileged]`.
 * One line of JSON: how opening ended, problems, orders read, how begin ended.
 */
import { randomUUID } from 'node:crypto';
import { asLedgerRefusal } from '../../../src/calls/ports/ports.ts';
import { plain } from '../../../src/contract/words.ts';
import { openLedger } from '../../../src/ledger/ledger.ts';
import { keyRing, newOrder } from './aLedger.ts';

export interface ChildReport {
  readonly opened: string;
  readonly problems: readonly string[];
  readonly orders: readonly string[];
  readonly begun: string;
}

function sentence(error: unknown): string {
  const refusal = asLedgerRefusal(error);
  return refusal === null ? `no refusal: ${String(error)}` : `${refusal.reason}: ${plain(refusal.what)}`;
}

async function report(folder: string): Promise<ChildReport> {
  const nothing = { problems: [], orders: [], begun: '' };
  const options = { folder, sealing: keyRing('a-key'), now: Date.now, newId: randomUUID };
  const ledger = await openLedger(options).catch((error: unknown) => sentence(error));
  if (typeof ledger === 'string') return { ...nothing, opened: ledger };
  const { orders } = await ledger.list({ group: 'all', limit: 1000, after: null });
  const begun = await ledger
    .begin(newOrder(randomUUID(), { requestBody: new Uint8Array(1_000_000) }))
    .then(() => 'begun', sentence);
  const problems = ledger.problems().map(plain);
  await ledger.close();
  return { opened: 'open', problems, orders: orders.map((order) => order.id), begun };
}

if (import.meta.main) {
  const [folder = '', right] = process.argv.slice(2);
  // The superuser may write everywhere; nobody may not.
  if (right === 'unprivileged' && process.getuid?.() === 0) {
    process.setgid?.(65_534);
    process.setuid?.(65_534);
  }
  console.log(JSON.stringify(await report(folder)));
}
