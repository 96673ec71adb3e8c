/** Begins and settles orders in a process of its own: `node writer.ts FOLDER NAME COUNT`. */
import { orderId } from '../../../src/calls/ports/ids.ts';
import { openLedger } from '../../../src/ledger/ledger.ts';
import { aSettlement, keyRing, newOrder } from './aLedger.ts';

const [folder = '', name = '', count = '0'] = process.argv.slice(2);
const ledger = await openLedger({ folder, sealing: keyRing('a-key'), now: Date.now, newId: () => name });
const calls = Array.from({ length: Number(count) }, async (_, n) => {
  await ledger.begin(newOrder(`${name}-${n}`));
  await ledger.settle(orderId(`${name}-${n}`), aSettlement());
});
const done = await Promise.allSettled(calls);
const settled = done.filter((one) => one.status === 'fulfilled').length;
console.log(`${settled} settled, ${done.length - settled} refused`);
await ledger.close();
