/** Teaches a ledger until it is killed: `teacher.ts folder name`. Says `ready` once it has begun. */
import { randomUUID } from 'node:crypto';
import { openLedger } from '../../../src/ledger/ledger.ts';
import { keyRing, noon } from './aLedger.ts';
import { teach } from './taught.ts';

const [folder = '', name = ''] = process.argv.slice(2);
const ledger = await openLedger({ folder, sealing: keyRing('a-key'), now: () => noon, newId: randomUUID });
for (let n = 0; ; n += 1) {
  const result = {
    year: n,
    ...(n % 3 === 0 ? { color: null } : {}),
    ...(n % 4 === 0 ? { amount: '1' } : {}),
  };
  await teach(ledger, `${name} ${n}`, { input: `${name}${n % 40}`, result, at: n });
  if (n === 5) console.log('ready');
}
