import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import { aWorld, plain, said } from './aSending.ts';

/** Of the old form with few digits the groups tell XX-1-2345 from XX-12-345; capitals and what parts the groups tell nothing. */
for (const second of ['xx-1-2345', 'XX 1 2345', 'XX‑1‑2345'])
  test(`a plate of the old form that was paid for is asked about in another spelling: ${second}`, async (t) => {
    const operation = operationById('rc-advanced');
    const world = await aWorld(t);
    world.answers = [plain, undefined];
    const first = await world.send({ operation, body: JSON.stringify({ rc_number: 'XX-1-2345' }) });
    assert.equal(said(first), 'settled verified');
    await world.send({ operation, body: JSON.stringify({ rc_number: second }) });
    const kinds = world.asked.flatMap(({ obstacles }) => obstacles.map(({ kind }) => kind));
    assert.deepEqual([kinds.includes('paid-twin'), world.requests.length], [true, 1]);
  });
