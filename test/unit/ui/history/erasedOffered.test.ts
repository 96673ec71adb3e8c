import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { aLedger, aWindow, bytes, noon, pending } from '../../ledger/aLedger.ts';
import { sentAs } from '../../ledger/sentAs.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const vscode = await import('vscode');
const { recordOutcome } = await import('../../../../src/ui/history/record.ts');
const { addSupportText } = await import('../../../../src/ui/history/support.ts');

const plate = 'XX00OK0200';
const answer = JSON.stringify({
  ...{ status: 'SUCCESS', status_code: 200, charged: true, success: true, message: 'as asked' },
  ...{ message_code: 'OK', order_id: 'ORD-PENDING-1', data: { result: { rc_number: plate } } },
});

/** An open order whose support named a plate, and another window that erases everything about that plate while a choice stands. */
async function offered(t: TestContext) {
  const { ledger, folder } = await aLedger(t);
  const other = await aWindow(t, folder);
  const print = await sentAs(ledger, 'own', 'rc-advanced', `{"rc_number":"${plate}"}`);
  await sentAs(ledger, 'open', 'rc-advanced', '{"rc_number":"XX00OK7777"}', pending);
  const services = { ledger: async () => ledger, now: () => noon + 5000, operation: operationById } as never;
  return { ledger, folder, services, erase: () => other.eraseInput(print) };
}

async function pastedOf(ledger: Awaited<ReturnType<typeof offered>>['ledger']): Promise<string[]> {
  return (await ledger.events(orderId('open'))).flatMap((one) =>
    one.kind === 'resolved' && one.resolution.pasted !== null
      ? [new TextDecoder().decode(one.resolution.pasted)]
      : [],
  );
}

test('what support sent is not recorded as the answer where it was erased while that was offered', async (t) => {
  const { ledger, services, erase } = await offered(t);
  await ledger.followUps.addText(orderId('open'), bytes(answer), noon);
  let step = 0;
  const said: string[] = [];
  Object.assign(vscode.window, {
    showQuickPick: async (items: readonly { label: string }[]) => {
      step += 1;
      return step === 1 ? items[0] : items[1];
    },
    showInputBox: async () => {
      await erase();
      return 'by mail';
    },
    setStatusBarMessage: () => undefined,
    showWarningMessage: async (words: string) => void said.push(words),
  });
  Object.assign(vscode.env, { clipboard: { readText: async () => '' } });
  await recordOutcome(services, [orderId('open')]).catch(() => undefined);
  assert.equal(step, 2, 'what support sent was offered');
  assert.deepEqual(await ledger.followUps.texts(orderId('open')), []);
  assert.deepEqual(await pastedOf(ledger), []);
  assert.equal((await ledger.get(orderId('open')))?.resolved, 'verified');
  assert.deepEqual(said, ['What support sent was erased meanwhile: the outcome is recorded without it.']);
});

test('nor where support’s text was erased while its outcome was offered', async (t) => {
  const { ledger, services, erase } = await offered(t);
  Object.assign(vscode.env, { clipboard: { readText: async () => answer } });
  let step = 0;
  const said: string[] = [];
  Object.assign(vscode.window, {
    showQuickPick: async (items: readonly { label: string }[]) => {
      step += 1;
      if (step === 2) await erase();
      return items[0];
    },
    setStatusBarMessage: () => undefined,
    showWarningMessage: async (words: string) => void said.push(words),
  });
  const noBox = () => Promise.reject(new Error('nothing is to be written'));
  await addSupportText(services, orderId('open'), noBox).catch(() => undefined);
  assert.equal(step, 2, 'recording it was offered');
  assert.deepEqual(await ledger.followUps.texts(orderId('open')), []);
  assert.deepEqual(await pastedOf(ledger), []);
  assert.equal((await ledger.get(orderId('open')))?.resolved, 'verified');
  assert.deepEqual(said, ['What support sent was erased meanwhile: the outcome is recorded without it.']);
});
