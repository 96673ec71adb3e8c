import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { OrderId } from '../../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../../src/calls/ports/ports.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const { aWorld } = await import('../../calls/sending/aSending.ts');
const { plain } = await import('../../calls/sending/aSending.ts');
const { sendRequest } = await import('../../../../src/ui/requests/sendRequest.ts');

async function sent(
  t: TestContext,
  show: (id: OrderId, state: string) => Promise<void>,
  faults: Partial<Ledger> = {},
) {
  const world = await aWorld(t);
  world.faults = faults;
  world.answers = [plain];
  const errors: string[] = [];
  const services = {
    sending: world.sending,
    newId: () => '11111111-2222-4333-8444-000000000001',
    log: { error: (...words: string[]) => errors.push(words.join(' ')) },
  };
  const stateOf = async (id: OrderId) => (await world.ledger.get(id))?.state ?? 'none';
  const outcome = await sendRequest(services as never, async (id) => show(id, await stateOf(id)), {
    operation: operationById('rc-advanced'),
    body: '{"rc_number":"XX00AB0001"}',
    notes: [],
  });
  await turn();
  return { outcome, errors, saves: world.offered };
}

test('the order of a request file opens as its call leaves, and again with its answer', async (t) => {
  const shown: string[] = [];
  let open = 0;
  const ids = new Set<OrderId>();
  await sent(t, async (id, state) => {
    open += 1;
    assert.equal(open, 1, 'two at once would open two tabs');
    ids.add(id);
    shown.push(state);
    await turn();
    open -= 1;
  });
  for (let left = 50; shown.length < 2 && left > 0; left -= 1) await turn();
  assert.equal(shown.length, 2);
  assert.equal(shown[1], 'settled');
  assert.equal(ids.size, 1);
});

test('a page that fails is logged, and the caller has the outcome', async (t) => {
  const { outcome, errors } = await sent(t, async () => {
    throw new Error('no page');
  });
  assert.equal(outcome.outcome, 'verified');
  assert.ok(errors.length > 0);
  assert.match(errors[0] ?? '', /no page/);
});

test('an answer that cannot be written is told of once, by what offers to save it', async (t) => {
  const settle = () => Promise.reject(new Error('the disk is full'));
  told.shown.length = 0;
  const { saves } = await sent(t, async () => undefined, { settle });
  assert.equal(saves.length, 1);
  assert.deepEqual(told.shown, [['RC Details Advanced: Verified · billed · OK', 8000]]);
});
