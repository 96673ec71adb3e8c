/** Begins orders while fewer than five were begun within the minute, in a process of its own: `node admitted.ts FOLDER NAME COUNT`. */
import { asLedgerRefusal } from '../../../src/calls/ports/ports.ts';
import { openLedger } from '../../../src/ledger/ledger.ts';
import { keyRing, newOrder, question } from './aLedger.ts';

const [folder = '', name = '', count = '0'] = process.argv.slice(2);
const ledger = await openLedger({ folder, sealing: keyRing('a-key'), now: Date.now, newId: () => name });
const admission = {
  question: question(),
  admit: (facts: Awaited<ReturnType<typeof ledger.guard>>) =>
    (facts.meters[0]?.count ?? 0) < 5 ? null : { text: 'full' },
};
const calls = Array.from({ length: Number(count) }, (_, n) =>
  ledger.begin(newOrder(`${name}-${n}`), admission).then(
    () => 'begun',
    (error: unknown) => asLedgerRefusal(error)?.reason ?? String(error),
  ),
);
console.log(JSON.stringify(await Promise.all(calls)));
await ledger.close();
