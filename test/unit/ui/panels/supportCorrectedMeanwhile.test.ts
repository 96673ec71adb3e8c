import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { envelope } from '../../contract/answers.ts';
import { aLedger, bytes, noon, pending, place } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../../ui/vscodeStandIn.ts';

const told = await standInForVscode();
const vscode = await import('vscode');
const { offerOutcome } = await import('../../../../src/ui/history/support.ts');

test('an outcome that was offered for a text of support is not recorded where another window corrected that text meanwhile', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'a', { settlement: { ...pending, orderId: 'ORD-1' } });
  const a = orderId('a');
  await ledger.followUps.addText(a, bytes(JSON.stringify(envelope('OK'))), noon + 2);
  const services = { ledger: async () => ledger, operation: operationById, now: () => noon + 9 } as never;
  const { showQuickPick } = vscode.window;
  t.after(() => Object.assign(vscode.window, { showQuickPick }));
  Object.assign(vscode.window, {
    showQuickPick: async (items: readonly { label: string }[]) => {
      // The other window puts the right text in its place: the call failed, and was refunded.
      assert.notEqual(
        await ledger.followUps.changeText(a, noon + 2, bytes(JSON.stringify(envelope('REQUEST_FAILED')))),
        null,
      );
      return items.find(({ label }) => label.startsWith('Record'));
    },
  });
  await assert.rejects(offerOutcome(services, a, noon + 2), /changed or removed meanwhile: nothing was done/);
  const order = await ledger.get(a);
  assert.doesNotMatch(JSON.stringify(told.shown), /erased meanwhile/, 'nothing was erased');
  assert.notEqual(order?.resolved, 'verified');
});
