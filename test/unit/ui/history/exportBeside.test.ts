import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, type TestContext, test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { plainVscode, reset, world } from '../../../support/plainVscode.ts';
import { damage, ofOrder } from '../../ledger/aDamagedFile.ts';
import { aFolder, aLedger, bytes, noon, pending, place } from '../../ledger/aLedger.ts';

const { exportOrders } = await import('../../../../src/ui/history/exportOrders.ts');

beforeEach(reset);

const pasted = '{"message_code":"OK","data":{"result":{"owner_name":"Invented Person","score":712}}}';
const mail = 'planted@example.invalid wrote: it is XX00ZZ1234';

/** An order that was left open, whose answer came by mail, exported in this form. */
async function exported(t: TestContext, index: 0 | 2, spoil = false): Promise<Record<string, unknown>> {
  const { ledger, folder } = await aLedger(t);
  await place(ledger, 'a', { settlement: pending });
  await ledger.followUps.set([orderId('a')], '2026-12-01');
  await ledger.followUps.addText(orderId('a'), bytes(mail), noon + 1);
  const note = 'told by Asha';
  await ledger.resolve(orderId('a'), { at: noon + 2, outcome: 'still-open', note, pasted: null });
  await ledger.resolve(orderId('a'), {
    at: noon + 3,
    outcome: 'still-open',
    note: '',
    pasted: bytes(pasted),
  });
  if (spoil) {
    damage(folder, 'events', 'pasted', 'zeroblob(40)', `${ofOrder('a')} AND pasted IS NOT NULL`);
    damage(folder, 'support_texts', 'body', 'zeroblob(40)', ofOrder('a'));
  }
  const target = join(aFolder(t), 'export');
  world.choices.push((given) => (given[0] as readonly unknown[])[index]);
  if (index === 2) world.choices.push((given) => given.at(-1));
  world.choices.push(() => plainVscode.Uri.file(target));
  const services = { ledger: async () => ledger, now: () => noon, operation: operationById };
  await exportOrders(services as never, { filter: {} });
  return JSON.parse(readFileSync(target, 'utf8'));
}

const at = (ms: number): string => new Date(noon + ms).toISOString();

test('everything that is kept of an order is in its line: what was recorded, and what support sent', async (t) => {
  const said = await exported(t, 2);
  assert.deepEqual(said.recorded, [
    { at: at(2), outcome: 'still-open', note: 'told by Asha' },
    { at: at(3), outcome: 'still-open', note: '', answer: pasted },
  ]);
  assert.deepEqual(said.support, [{ at: at(1), text: mail }]);
  assert.equal(said.follow_up, '2026-12-01');
});

test('masked, neither a person of an answer, nor of a mail, nor of a note of the user’s is in it', async (t) => {
  const said = await exported(t, 0);
  assert.match(JSON.stringify(said.recorded), /message_code.*owner_name.*712/);
  assert.match(JSON.stringify(said.support), /wrote: it is/);
  assert.doesNotMatch(JSON.stringify(said), /Invented|Person|planted|ZZ12|Asha/);
});

test('of what is damaged there is a sentence in its place', async (t) => {
  for (const index of [0, 2] as const) {
    const said = await exported(t, index, true);
    assert.match(JSON.stringify(said.recorded), /\[The answer recorded with it is damaged/);
    assert.match(JSON.stringify(said.support), /\[This text is damaged/);
    assert.match(JSON.stringify(world.shown.at(-1)), /1 order is damaged in part/);
  }
});
