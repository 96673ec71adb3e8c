import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { aLedger, aWindow, noon, pending, place } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const vscode = await import('vscode');
const { keepSupportText } = await import('../../../../src/ui/history/support.ts');
const { noteOrders, recordOutcome } = await import('../../../../src/ui/history/record.ts');

const ids = ['a', 'b', 'c'].map((id) => orderId(id));

/** Three open orders, of which another window erases the first while something is typed about them. */
async function erasedMeanwhile(t: TestContext) {
  const { ledger, folder } = await aLedger(t);
  for (const id of ids) await place(ledger, id, { settlement: pending });
  const other = await aWindow(t, folder);
  const said: unknown[] = [];
  const shown: unknown[] = [];
  Object.assign(vscode.window, {
    showInputBox: async ({ value }: { readonly value?: string }) => {
      shown.push(value);
      await other.erase(ids.slice(0, 1));
      return 'support wrote';
    },
    showQuickPick: async (items: readonly { label: string }[]) => items[0],
    setStatusBarMessage: (text: string) => said.push(text),
  });
  return {
    ledger,
    said,
    shown,
    other,
    services: { ledger: async () => ledger, now: () => noon + 5000, operation: operationById } as never,
  };
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

test('what was typed about an order that is gone is shown once more, to be copied, and why it is not kept', async (t) => {
  const gone = /^Error: This order is no longer in the order history\.$/;
  for (const ask of [noteOrders, recordOutcome]) {
    const { shown, services } = await erasedMeanwhile(t);
    await assert.rejects(ask(services, ids.slice(0, 1)), gone);
    assert.equal(shown.at(-1), 'support wrote', ask.name);
  }
  const { shown, services, other } = await erasedMeanwhile(t);
  await other.erase(ids.slice(0, 1));
  const words = 'support wrote\nin two lines';
  await assert.rejects(keepSupportText(services, orderId('a'), { text: words, typed: words }), gone);
  assert.deepEqual(shown, [words]);
});

test('one that is erased in the last moment is told of in the same sentence, which is translated', async (t) => {
  const { ledger, other } = await erasedMeanwhile(t);
  await other.erase(ids);
  const [first] = ids;
  assert.ok(first !== undefined);
  const { failureSentence } = await import('../../../../src/ui/base/both/tellFailure.ts');
  const text = new TextEncoder().encode('support wrote');
  const late = [
    ledger.followUps.addText(first, text, noon),
    ledger.note(first, 'support wrote', noon),
    ledger.resolve(first, { at: noon, outcome: 'verified', note: '', pasted: null }),
  ];
  Object.assign(vscode.l10n, { t: (words: string) => `in Hindi: ${words}` });
  for (const one of late) {
    const words = await one.then(() => '', failureSentence);
    assert.equal(words, 'in Hindi: This order is no longer in the order history.');
  }
});
