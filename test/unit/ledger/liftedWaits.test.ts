import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Settlement } from '../../../src/calls/ports/ports.ts';
import { aLedger, aWindow, noon, place, question } from './aLedger.ts';

const day = 24 * 3_600_000;
const account = { place: 'https://api.example.invalid', keyHash: 'hash of 9f3a' };

const throttled = (until: number, settledAt: number, guessed = false): Partial<Settlement> => ({
  settledAt,
  outcome: 'throttled',
  billing: 'free',
  httpStatus: 429,
  messageCode: 'RATE_LIMITED',
  orderId: null,
  coolDown: { until, guessed },
});

for (const order of ['before', 'after'] as const) {
  it(`holds a real wait that came ${order} a doubtful one, once that is lifted`, async (t) => {
    const { ledger, folder } = await aLedger(t);
    const doubtful = noon + 10 * day;
    const realAt = order === 'before' ? noon + 100 : noon + 300;
    const waits = [
      ['doubtful', throttled(doubtful, noon + 200)],
      ['real', throttled(realAt + 60_000, realAt, true)],
    ] as const;
    for (const [id, settlement] of order === 'before' ? waits.toReversed() : waits) {
      await place(ledger, id, { settlement });
    }
    const other = await aWindow(t, folder);
    const read = async (now: number) => (await other.guard(question({ now }))).coolDown;
    assert.equal((await read(noon + 400))?.until, doubtful);
    await ledger.liftCoolDown(account, 'rc-advanced', doubtful, noon + 400);
    const real = { until: realAt + 60_000, since: realAt, guessed: true, id: 'real' };
    assert.deepEqual(await read(noon + 400), real);
    // The same wish again, from a window that still shows the lifted wait.
    await ledger.liftCoolDown(account, 'rc-advanced', doubtful, noon + 500);
    assert.deepEqual(await read(noon + 500), real);
    await ledger.liftCoolDown(account, 'rc-advanced', real.until, noon + 600);
    assert.equal(await read(noon + 600), null);
  });
}

it('holds nothing that is over when a doubtful wait is lifted', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'real', { settlement: throttled(noon + 1000, noon) });
  await place(ledger, 'doubtful', { settlement: throttled(noon + 2 * day, noon + 100) });
  await ledger.liftCoolDown(account, 'rc-advanced', noon + 2 * day, noon + 1000);
  assert.equal((await ledger.guard(question({ now: noon + 1000 }))).coolDown, null);
});
