import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { aLedger, aWindow, noon, pending, place } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const vscode = await import('vscode');
const { noteOrders, recordOutcome } = await import('../../../../src/ui/history/record.ts');

const ids = ['a', 'b', 'c'].map((id) => orderId(id));

/** Three open orders, of which another window erases the first while something is typed about them. */
async function erasedMeanwhile(t: TestContext) {
  const { ledger, folder } = await aLedger(t);
  for (const id of ids) await place(ledger, id, { settlement: pending });
  const other = await aWindow(t, folder);
  const said: unknown[] = [];
  Object.assign(vscode.window, {
    showInputBox: async () => {
      await other.erase(ids.slice(0, 1));
      return 'support wrote';
    },
    showQuickPick: async (items: readonly { label: string }[]) => items[0],
    setStatusBarMessage: (text: string) => said.push(text),
  });
  return { ledger, said, services: { ledger: async () => ledger, now: () => noon + 5000 } as never };
}

test('a note is on all that are left where one was erased while it was typed', async (t) => {
  const { ledger, said, services } = await erasedMeanwhile(t);
  await noteOrders(services, ids);
  assert.deepEqual(
    [await ledger.readNote(orderId('b')), await ledger.readNote(orderId('c'))],
    ['support wrote', 'support wrote'],
  );
  assert.deepEqual(said, ['2 orders noted.']);
});

test('an outcome is recorded of all that are left where one was erased meanwhile', async (t) => {
  const { ledger, said, services } = await erasedMeanwhile(t);
  await recordOutcome(services, ids);
  assert.deepEqual(
    [(await ledger.get(orderId('b')))?.resolved, (await ledger.get(orderId('c')))?.resolved],
    ['verified', 'verified'],
  );
  assert.deepEqual(said, ['Outcome recorded on 2 orders.']);
});

test('where none is left, that is said', async (t) => {
  const { services } = await erasedMeanwhile(t);
  await assert.rejects(
    noteOrders(services, ids.slice(0, 1)),
    /^Error: This order is no longer in the order history\.$/,
  );
});
