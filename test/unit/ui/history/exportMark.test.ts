import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import { plainVscode, reset, world } from '../../../support/plainVscode.ts';
import { aFolder, aLedger, aSettlement, bytes, noon, place } from '../../ledger/aLedger.ts';

const { exportOrders } = await import('../../../../src/ui/history/exportOrders.ts');

beforeEach(reset);

test('an answer that began with a byte order mark is exported with personal data as it was received', async (t) => {
  const came = '\ufeff{"status":"SUCCESS","message_code":"OK","charged":true}';
  const { ledger } = await aLedger(t);
  const settled = aSettlement();
  const answer = { ...settled.answer, body: bytes(came) };
  await place(ledger, 'a', { settlement: { ...settled, answer } } as never);
  const target = join(aFolder(t), 'export');
  // NDJSON, with personal data.
  world.choices.push((given) => (given[0] as readonly unknown[])[2]);
  world.choices.push((given) => given.at(-1));
  world.choices.push(() => plainVscode.Uri.file(target));
  const services = { ledger: async () => ledger, now: () => noon, operation: operationById };
  await exportOrders(services as never, { filter: {} });
  const line: { readonly answer?: string } = JSON.parse(readFileSync(target, 'utf8'));
  assert.equal(line.answer, came);
});
