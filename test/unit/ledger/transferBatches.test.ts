import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { aRow, b, order, started, states } from './aBatch.ts';
import { aFolder, aSettlement, aWindow, keyRing } from './aLedger.ts';

const passphrase = 'a passphrase of these tests';
const cheap = { passphraseCost: 1 << 10 };

it('an order of a row that an older copy of the history still holds as waiting settles that row', async (t) => {
  const ledger = await aWindow(t, aFolder(t), keyRing('a-key'), cheap);
  const rows = [aRow(0), aRow(1), aRow(2)];
  await started(ledger.batches, rows);
  for (const call of [0, 1]) await ledger.begin(order(call));
  await ledger.settle(order(0).id, aSettlement());
  await ledger.settle(order(1).id, aSettlement({ outcome: 'unknown', billing: 'unknown' }));
  const came = ['done', 'undecided unknown', 'waiting'];
  assert.deepEqual(await states(ledger.batches), came);
  const file = join(aFolder(t), 'orders.backup');
  await ledger.transfer.backUp(file, passphrase);

  // As a copy of the whole computer brings it back, made before the two calls left.
  const older = await aWindow(t, aFolder(t), keyRing('another-key'), cheap);
  await started(older.batches, rows);
  await older.transfer.restore(file, passphrase);
  assert.deepEqual(await states(older.batches), came);
  assert.equal((await older.batches.nextCall(b, 0))?.call, 2);
});
