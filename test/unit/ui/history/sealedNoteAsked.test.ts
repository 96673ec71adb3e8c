import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { reset, world } from '../../../support/plainVscode.ts';
import { aLedger, aWindow, keyRing, noon, pending, place } from '../../ledger/aLedger.ts';

const { noteOrders } = await import('../../../../src/ui/history/record.ts');

beforeEach(reset);

const id = orderId('old');

test('a note whose key is gone is replaced by what is written, and stays where nothing is', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await place(ledger, 'old', { settlement: pending });
  await ledger.note(id, 'asked support', noon);
  await ledger.close();
  const next = await aWindow(t, folder, keyRing('new-key'));
  const services = { ledger: async () => next, now: () => noon + 1 } as never;
  world.choices.push(() => '');
  await noteOrders(services, [id]);
  assert.match(
    JSON.stringify(world.shown.at(-1)),
    /The note cannot be opened: .* What you write takes its place\./,
  );
  assert.equal(await next.readNote(id), null);
  world.choices.push(() => 'asked again');
  await noteOrders(services, [id]);
  assert.equal(await next.readNote(id), 'asked again');
});

test('the question for a note says on which order, its input covered', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'old', { settlement: pending });
  const { maskedInput } = (await ledger.get(id)) ?? assert.fail('the order is there');
  await noteOrders({ ledger: async () => ledger, now: () => noon + 1 } as never, [id]);
  assert.match(
    JSON.stringify(world.shown.at(-1)),
    new RegExp(`Note on Order ${maskedInput} · RC Details Advanced`),
  );
});
