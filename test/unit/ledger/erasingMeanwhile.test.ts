import assert from 'node:assert/strict';
import { it } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { inputReader } from '../../../src/ui/panels/keptInputs.ts';
import { aFolder, aWindow, ids, keyRing, noon } from './aLedger.ts';
import { sentAs } from './sentAs.ts';

const plate = 'XX00OK0200';
const another = '{"rc_number":"XX00OK7777"}';

/** SQLite gives the place of the newest row to the next one once it is gone. A long history is searched for seconds. */
it('an order that another window sends in the place of one it erased meanwhile stays', async (t) => {
  const folder = aFolder(t);
  const second = await aWindow(t, folder);
  let meanwhile = async (): Promise<void> => undefined;
  const inputs = async () => {
    await meanwhile();
    return inputReader(operationById);
  };
  const ledger = await aWindow(t, folder, keyRing('a-key'), { inputs });
  const print = await sentAs(ledger, 'own', 'rc-advanced', `{"rc_number":"${plate}"}`);
  meanwhile = async () => {
    meanwhile = async () => undefined;
    await second.erase([orderId('own')]);
    await sentAs(second, 'paid since', 'rc-advanced', another);
  };
  await ledger.eraseInput(print);
  assert.deepEqual(await ids(second), ['paid since']);
});

it('a note that another window writes in the place of one that quoted it stays', async (t) => {
  const folder = aFolder(t);
  const second = await aWindow(t, folder);
  const ring = keyRing('a-key');
  const reader = inputReader(operationById);
  let isFound = false;
  const folded = (text: string): string => {
    if (text.startsWith('as for')) isFound = true;
    return reader.folded(text);
  };
  const sealing = {
    ...ring,
    current: async () => {
      if (isFound) {
        isFound = false;
        await second.note(orderId('other'), 'support: settled on Monday', noon + 5);
      }
      return ring.current();
    },
  };
  const ledger = await aWindow(t, folder, sealing, { inputs: async () => ({ ...reader, folded }) });
  const print = await sentAs(ledger, 'own', 'rc-advanced', `{"rc_number":"${plate}"}`);
  await sentAs(ledger, 'other', 'rc-advanced', another);
  await ledger.note(orderId('other'), `as for ${plate}`, noon);
  isFound = false;
  await ledger.eraseInput(print);
  assert.equal(await ledger.readNote(orderId('other')), 'support: settled on Monday');
  assert.equal((await ledger.get(orderId('other')))?.hasNote, true);
});

it('an order that another window erased meanwhile is not told of as an open one that was kept', async (t) => {
  const folder = aFolder(t);
  const second = await aWindow(t, folder);
  let meanwhile = async (): Promise<unknown> => undefined;
  const inputs = async () => {
    await meanwhile();
    return inputReader(operationById);
  };
  const ledger = await aWindow(t, folder, keyRing('a-key'), { inputs });
  const print = await sentAs(ledger, 'own', 'rc-advanced', `{"rc_number":"${plate}"}`);
  meanwhile = () => second.erase([orderId('own')]);
  assert.deepEqual(await ledger.eraseInput(print), { orders: 0, leftOpen: 0 });
});
