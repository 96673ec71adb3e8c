import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { plainVscode, reset, world } from '../../../support/plainVscode.ts';
import { aFolder, aLedger, aWindow, keyRing, noon, pending, place } from '../../ledger/aLedger.ts';

const { exportOrders } = await import('../../../../src/ui/history/exportOrders.ts');

beforeEach(reset);

for (const [what, index] of [
  ['NDJSON with personal data', 2],
  ['folder of raw bodies', 3],
] as const) {
  test(`a note whose key is gone keeps nothing else from being exported: ${what}`, async (t) => {
    const { ledger, folder } = await aLedger(t);
    await place(ledger, 'old', { settlement: pending });
    await ledger.note(orderId('old'), 'asked support', noon);
    await ledger.close();
    const next = await aWindow(t, folder, keyRing('new-key'));
    await place(next, 'paid');
    assert.equal((await next.payloads(orderId('paid'))).kind, 'open');
    const target = join(aFolder(t), 'export');
    world.choices.push(
      (given) => (given[0] as readonly unknown[])[index],
      (given) => given.at(-1),
      () => plainVscode.Uri.file(target),
    );
    const services = { ledger: async () => next, now: () => noon, operation: operationById };
    await exportOrders(services as never, { filter: {} });
    const said = index === 3 ? readdirSync(target).join() : readFileSync(target, 'utf8');
    assert.match(said, index === 3 ? /paid/ : /"id":"paid".*answered/);
    // What cannot be opened is not passed over: whoever counts the bodies would miss one.
    assert.match(said, index === 3 ? /_old\.answer\.sealed\.txt/ : /"id":"old".*"payloads":"sealed"/);
    const told = JSON.stringify(world.shown.at(-1));
    assert.match(
      told,
      index === 3
        ? /1 order exported .*Bodies of 1 more order are not kept or cannot be opened\./
        : /2 orders exported (?!.*Bodies)/,
    );
  });
}

test('a folder of raw bodies where none is kept says so, and says how many it lacks', async (t) => {
  const { ledger } = await aLedger(t);
  for (const id of ['first', 'second']) await place(ledger, id);
  await ledger.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, noon + 900);
  const target = join(aFolder(t), 'export');
  world.choices.push(
    (given) => (given[0] as readonly unknown[])[3],
    (given) => given.at(-1),
    () => plainVscode.Uri.file(target),
  );
  const services = { ledger: async () => ledger, now: () => noon, operation: operationById };
  await exportOrders(services as never, { filter: {} });
  assert.deepEqual(readdirSync(target), []);
  assert.match(
    JSON.stringify(world.shown.at(-1)),
    /0 orders exported .*Bodies of 2 more orders are not kept or cannot be opened\./,
  );
});
