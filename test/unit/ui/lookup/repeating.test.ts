import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderSummary } from '../../../../src/calls/ports/ports.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { commandIds } from '../../../../src/contributions.ts';
import { anOrder } from '../../calls/orders.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const { Lookups } = await import('../../../../src/ui/lookup/lookupCommands.ts');

/** What *Repeat Last Lookup* shows in a window that sent nothing yet, with this as the newest order. */
async function repeated(newest: OrderSummary | undefined, ...answers: readonly string[]) {
  told.shown.splice(0);
  told.answers.splice(0);
  told.answers.push(...answers);
  const ledger = {
    list: async () => ({ orders: newest === undefined ? [] : [newest] }),
    payloads: async () => ({ kind: 'sealed' }),
  };
  const services = { ledger: async () => ledger, operation: operationById, log: { warn: assert.fail } };
  const lookups = new Lookups(
    services as never,
    async () => assert.fail('nothing is sent'),
    () => assert.fail('nothing is sent'),
  );
  assert.equal(await lookups.run('repeatLastLookup', undefined), undefined);
  // What is shown is not waited for.
  await new Promise((resolve) => setImmediate(resolve));
  return told.shown;
}

test('an order under way is said to be so, and can be opened', async () => {
  const order = anOrder({ state: 'in-flight', payloadsKept: false });
  const words = 'The newest order is still under way: it can be repeated once it has ended.';
  assert.deepEqual(await repeated(order), [[words, 'Open']]);
  assert.deepEqual(await repeated(order, 'Open'), [
    [words, 'Open'],
    [commandIds.openOrder, order.id],
  ]);
});

test('an order that was erased before it was to be opened is said to be gone', async (t) => {
  const { commands } = await import('vscode');
  const command = commands.registerCommand(commandIds.openOrder, async () => {
    throw new Error('This order is no longer in the order history.');
  });
  t.after(() => void command.dispose());
  const shown = await repeated(anOrder({ state: 'in-flight', payloadsKept: false }), 'Open');
  assert.deepEqual(shown.at(-1), ['This order is no longer in the order history.']);
});

test('a request that is not there any more is no lookup that never was', async () => {
  const gone = 'The request of the newest order is not kept, or cannot be opened here: type it again.';
  assert.deepEqual(await repeated(anOrder({ payloadsKept: false })), [[gone]]);
  assert.deepEqual(await repeated(anOrder({ payloadsKept: true })), [[gone]]);
  assert.deepEqual(await repeated(undefined), [['There is no lookup to repeat yet.']]);
});
