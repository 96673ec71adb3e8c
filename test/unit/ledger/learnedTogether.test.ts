import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { fieldEvidence, workedCodes } from '../../../src/shapes/fields.ts';
import { anyway, aWorld, plain } from '../calls/sending/aSending.ts';
import { answered } from '../calls/sending/aWorld.ts';
import { aFolder, aLedger, aWindow, keyRing } from './aLedger.ts';
import { teach } from './taught.ts';

const rc = operationById('rc-advanced');
const requests = { operation: 'rc-advanced', side: 'request' } as const;
const codes = ['OK', 'NO_RECORD_FOUND', 'SOURCE_UNAVAILABLE'];

let next = 0;
async function ask(ledger: Ledger, input: string, code: string, place?: string): Promise<string> {
  next += 1;
  const order = place === undefined ? {} : { place };
  await teach(ledger, `t${next}`, { input, result: { year: 1 }, code, order });
  return `t${next}`;
}

const worked = async (ledger: Ledger, of: readonly string[] = codes) =>
  (await ledger.learning.inputs(requests, of)).at.get('rc_number') ?? 0;

it('a field worked for one input, however often and with which codes that was answered', async (t) => {
  const world = await aWorld(t);
  world.serviceAnswers = () => answered('SOURCE_UNAVAILABLE', 422, true);
  world.answers = [plain, anyway];
  assert.equal((await world.send()).kind, 'settled');
  // As the documents say: to be tried again shortly.
  world.now += 3_600_000;
  world.serviceAnswers = () => answered('OK', 200, true);
  assert.equal((await world.send()).kind, 'settled');
  const query = { ...requests, place: 'https://api.example.invalid' };
  const shapes = await world.real.learning.shapes(query);
  const of = workedCodes(rc, shapes);
  assert.deepEqual([...of].sort(), ['OK', 'SOURCE_UNAVAILABLE']);
  const { inputs, at } = await world.real.learning.inputs(query, of);
  assert.equal(inputs, 1);
  assert.equal(fieldEvidence(rc, shapes, ['rc_number'], at).worked, 1);
});

it('each input counts once over the codes that are asked for, at each service', async (t) => {
  const { ledger } = await aLedger(t);
  assert.deepEqual(await ledger.learning.inputs({}), { inputs: 0, at: new Map() });
  await ask(ledger, 'XX00AA0001', 'SOURCE_UNAVAILABLE');
  await ask(ledger, 'XX00AA0001', 'NO_RECORD_FOUND');
  await ask(ledger, 'XX00AA0001', 'OK');
  await ask(ledger, 'XX00AA0002', 'OK');
  await ask(ledger, 'XX00AA0003', 'NO_RECORD_FOUND');
  await ask(ledger, 'XX00AA0004', 'INVALID_INPUT');
  assert.equal(await worked(ledger), 3);
  assert.equal(await worked(ledger, ['OK']), 2);
  assert.equal(await worked(ledger, ['OTHER']), 0);
  assert.equal((await ledger.learning.inputs({ operation: 'rc-advanced' })).inputs, 4, 'both sides');
  assert.equal((await ledger.learning.inputs({ operation: 'email-bulk' })).inputs, 0);
  await ask(ledger, 'XX00AA0001', 'OK', 'https://other.example.invalid');
  assert.equal(await worked(ledger), 4);
  const other = { ...requests, place: 'https://other.example.invalid' };
  assert.equal((await ledger.learning.inputs(other, codes)).inputs, 1);
});

it('a field that one of the answers to an input lacked counts for it all the same', async (t) => {
  const { ledger } = await aLedger(t);
  await teach(ledger, 'less', { input: 'XX00AA0001', result: {}, code: 'OK' });
  await teach(ledger, 'more', { input: 'XX00AA0001', result: { year: 1 } });
  const { at } = await ledger.learning.inputs({ side: 'answer' });
  assert.deepEqual([at.get('data.result.year'), at.get('data.result'), at.get('other')], [1, 1, undefined]);
});

it('of inputs whose orders are erased as many count as there are at least, beside those that are left', async (t) => {
  const { ledger } = await aLedger(t);
  const twice = [
    await ask(ledger, 'XX00AA0001', 'OK'),
    await ask(ledger, 'XX00AA0001', 'SOURCE_UNAVAILABLE'),
  ];
  const gone = [await ask(ledger, 'XX00AA0002', 'OK'), await ask(ledger, 'XX00AA0003', 'NO_RECORD_FOUND')];
  await ask(ledger, 'XX00AA0004', 'OK');
  await ask(ledger, 'XX00AA0004', 'NO_RECORD_FOUND');
  assert.equal(await worked(ledger), 4);
  await ledger.erase(twice.map(orderId));
  assert.equal(await worked(ledger), 4);
  await ledger.erase(gone.map(orderId));
  // Of three that are gone OK has had two; whether another code had others nobody can tell.
  assert.equal(await worked(ledger), 3);
});

it('what is learned under a key that follows one that was lost counts no input twice', async (t) => {
  const folder = aFolder(t);
  const before = await aWindow(t, folder, keyRing('a-key'));
  await ask(before, 'XX00AA0001', 'OK');
  await ask(before, 'XX00AA0001', 'SOURCE_UNAVAILABLE');
  await before.close();
  const after = await aWindow(t, folder, keyRing('another-key'));
  await ask(after, 'XX00AA0002', 'OK');
  await ask(after, 'XX00AA0002', 'SOURCE_UNAVAILABLE');
  assert.equal(await worked(after), 2);
});

it('another window and a backup tell the same', async (t) => {
  const folder = aFolder(t);
  const options = { passphraseCost: 1 << 10 };
  const [one, other] = [
    await aWindow(t, folder, keyRing('a-key'), options),
    await aWindow(t, folder, keyRing('a-key'), options),
  ];
  await ask(one, 'XX00AA0001', 'OK');
  await ask(other, 'XX00AA0001', 'SOURCE_UNAVAILABLE');
  await ask(other, 'XX00AA0002', 'NO_RECORD_FOUND');
  const file = join(aFolder(t), 'orders.backup');
  await one.transfer.backUp(file, 'a passphrase of these tests');
  for (const key of ['a-key', 'another-key']) {
    const restored = await aWindow(t, aFolder(t), keyRing(key), options);
    await restored.transfer.restore(file, 'a passphrase of these tests');
    assert.deepEqual([await worked(one), await worked(other), await worked(restored)], [2, 2, 2]);
  }
});
