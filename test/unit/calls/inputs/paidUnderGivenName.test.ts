import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printOf } from '../../../../src/calls/inputs/compared.ts';
import type { Twins } from '../../../../src/calls/ports/batchPorts.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import type { Operation } from '../../../../src/contract/shapes.ts';
import { aFolder, aWindow, newOrder } from '../../ledger/aLedger.ts';

const assumed = operationById('rc-advanced');

function under(name: string): Operation {
  return {
    ...assumed,
    requestFields: assumed.requestFields.map((field) =>
      field.name === 'rc_number' ? { ...field, name, path: [name] } : field,
    ),
  };
}

/** README: "The same input before? Paid, or perhaps paid: open that answer, or send anyway." */
for (const [what, paid, now] of [
  ['the assumed name to a given one', 'rc_number', 'vehicle_number'],
  ['a given name back to the assumed one', 'vehicle_number', 'rc_number'],
  ['one given name to another', 'vehicle_number', 'registration_number'],
] as const)
  test(`what was paid for is found once its field went from ${what}`, async (t) => {
    const ledger = await aWindow(t, aFolder(t));
    const { whole, parts } = await printOf(ledger, under(paid), JSON.stringify({ [paid]: 'XX00AB0001' }));
    const order = newOrder('first', { fingerprint: whole, parts });
    await ledger.begin(order);
    const found = async (plate: string): Promise<readonly Twins[]> =>
      ledger.batches.twins(order.place, [
        await printOf(ledger, under(now), JSON.stringify({ [now]: plate })),
      ]);
    assert.deepEqual(await found('XX00AB0001'), [{ paid: [], pending: [order.id] }]);
    assert.deepEqual(await found('XX00AB0002'), [{ paid: [], pending: [] }]);
  });
