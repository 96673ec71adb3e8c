import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { publicOutcome } from '../../../../src/calls/sending/publicOutcome.ts';
import type { SendResult } from '../../../../src/calls/sending/wanted.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { answer } from '../batch/aRun.ts';
import { aWorld, plain } from './aSending.ts';

const rc = operationById('rc-advanced');
const nothingSent = {
  id: null,
  operation: 'rc-advanced',
  kind: null,
  outcome: 'not-sent',
  billing: 'free',
  evidence: 'inferred',
  messageCode: null,
  orderId: null,
  httpStatus: null,
};

describe('what another extension is told of a call', () => {
  it('that was not sent is what stood in its way, if the user did not just give up', () => {
    const results: readonly (readonly [SendResult, string | null])[] = [
      [{ kind: 'declined', stoppedBy: 'pending-twin' }, 'pending-twin'],
      [{ kind: 'declined', stoppedBy: null }, null],
      [
        { kind: 'stopped', by: [{ kind: 'budget-stop' }, { kind: 'refusal' }] } as unknown as SendResult,
        'budget-stop',
      ],
      [{ kind: 'stopped', by: [] }, null],
      [{ kind: 'not-begun', why: { text: 'x' }, sameDraft: false }, null],
    ];
    for (const [result, stoppedBy] of results)
      assert.deepEqual(publicOutcome(rc, result), { ...nothingSent, stoppedBy });
  });

  it('that was sent is its order, outcome and billing; what looks personal in its codes is covered', async (t) => {
    const world = await aWorld(t);
    world.answers = [plain];
    const orderId = '7d4e2a10-5b6c-4f7d-8e9f-0a1b2c3d4e5f';
    const whole = answer('OK', 200, true);
    assert.ok(whole.kind === 'answered');
    const text = new TextDecoder().decode(whole.body).replaceAll('ORD-OK', orderId);
    world.serviceAnswers = () => ({ ...whole, body: new TextEncoder().encode(text) });
    const result = await world.send();
    assert.ok(result.kind === 'settled');
    assert.deepEqual(publicOutcome(rc, result), {
      id: result.order.id,
      operation: 'rc-advanced',
      kind: 'live',
      outcome: 'verified',
      billing: 'billed',
      evidence: 'stated',
      messageCode: 'OK',
      orderId,
      httpStatus: 200,
      stoppedBy: null,
    });
    world.answers = [plain];
    world.serviceAnswers = () => answer('XX00AB0002', 200, true);
    const personal = await world.send({ body: '{"rc_number":"XX00AB0002"}' });
    const told = publicOutcome(rc, personal);
    assert.ok(told.messageCode !== null && told.orderId !== null);
    assert.ok(!JSON.stringify(told).includes('AB0002'), JSON.stringify(told));
  });

  it('has no code and no order_id where none came', async (t) => {
    const world = await aWorld(t);
    world.answers = [plain];
    world.serviceAnswers = () => ({
      kind: 'failed',
      sent: 'maybe',
      code: 'reset',
      what: { text: 'x' },
      cause: 'ECONNRESET',
      head: null,
      partialBody: null,
      timing: { connectedMs: 1, firstByteMs: null, totalMs: 3 },
    });
    const { messageCode, orderId, httpStatus, billing } = publicOutcome(rc, await world.send());
    assert.deepEqual([messageCode, orderId, httpStatus, billing], [null, null, null, 'unknown']);
  });
});
