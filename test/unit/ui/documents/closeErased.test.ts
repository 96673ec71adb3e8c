import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { aLedger, place } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const vscode = await import('vscode');
const { closeErased } = await import('../../../../src/ui/documents/closeErased.ts');
const { documentUri } = await import('../../../../src/ui/documents/both/orderDocuments.ts');

/** Editors of answers, closed as VS Code does: none of them where one is not there any more. */
function editorsOf(...ids: readonly string[]) {
  const tabs = ids.map((id) => ({
    label: id,
    input: new vscode.TabInputText(documentUri({ orderId: orderId(id), masked: false, sorted: false })),
  }));
  const close = async (closed: readonly unknown[]): Promise<boolean> => {
    const places = closed.map((one) => tabs.indexOf(one as never));
    if (places.includes(-1)) throw new Error('Tab close: Invalid tab not found!');
    for (const one of closed) tabs.splice(tabs.indexOf(one as never), 1);
    return true;
  };
  Object.assign(vscode.window, { tabGroups: { all: [{ tabs, viewColumn: 1 }], close } });
  return tabs;
}

test('editors of erased answers close, also where one of them is closed while a busy history is asked', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'kept');
  const tabs = editorsOf('gone', 'kept', 'gone too');
  const get: typeof ledger.get = async (id) => {
    // Its user closes it, while the history erases and answers late.
    if (id === 'kept') tabs.shift();
    return ledger.get(id);
  };
  await closeErased({ ledger: async () => ({ ...ledger, get }) as never });
  assert.deepEqual(
    tabs.map(({ label }) => label),
    ['kept'],
  );
});
