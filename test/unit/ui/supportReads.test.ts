import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SupportText } from '../../../src/calls/ports/listPorts.ts';
import type { Resolution } from '../../../src/calls/ports/ports.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { anOrder } from '../calls/orders.ts';
import { envelope, type Json, without } from '../contract/answers.ts';
import { standInForVscode } from './vscodeStandIn.ts';

const operation = operationById('rc-advanced');

const noBox = (): Promise<never> => Promise.reject(new Error('nothing is to be written'));

test('an outcome is offered to be recorded only where what support sent does not contradict it', async () => {
  const told = await standInForVscode();
  const { addSupportText } = await import('../../../src/ui/history/support.ts');
  const order = anOrder({ outcome: 'pending', messageCode: 'ACCEPTED', httpStatus: 202, orderId: null });
  const kept: SupportText[] = [];
  const ledger = {
    get: async () => order,
    payloads: async () => null,
    followUps: {
      addText: async (_: unknown, body: Uint8Array, at: number) => void kept.push({ at, body }),
      texts: async () => kept,
    },
  };
  const services = { ledger: async () => ledger, operation: () => operation, now: () => 0 } as never;
  /** What is shown once the answer was taken from the clipboard. */
  const shown = async (sent: Json): Promise<string> => {
    told.clipboard = JSON.stringify(sent);
    told.answers.splice(0, told.answers.length, 'Paste from the clipboard');
    told.shown.length = 0;
    await addSupportText(services, order.id, noBox);
    return JSON.stringify(told.shown);
  };
  assert.match(await shown(envelope('OK')), /reads as: verified.*Record: verified/);
  assert.match(await shown(envelope('REQUEST_FAILED')), /reads as: refunded.*Record: refunded/);
  for (const sent of [
    envelope('REQUEST_FAILED', 'rc-advanced', { charged: true }),
    without(envelope('REQUEST_FAILED'), 'charged'),
  ]) {
    const said = await shown(sent);
    assert.match(said, /reads as: failed/);
    assert.doesNotMatch(said, /refunded|Record:/);
  }
});

test('what is recorded from what support sent has its answer with it, read on the page like any pasted one', async () => {
  const told = await standInForVscode();
  const { addSupportText } = await import('../../../src/ui/history/support.ts');
  const recorded: Resolution[] = [];
  const kept: SupportText[] = [];
  const order = anOrder({ outcome: 'pending', messageCode: 'ACCEPTED', httpStatus: 202, orderId: null });
  const ledger = {
    get: async () => order,
    payloads: async () => null,
    followUps: {
      addText: async (_: unknown, body: Uint8Array, at: number) => void kept.push({ at, body }),
      texts: async () => kept,
    },
    resolve: async (_: unknown, resolution: Resolution) => recorded.push(resolution),
  };
  const services = { ledger: async () => ledger, operation: () => operation, now: () => 0 } as never;
  told.clipboard = JSON.stringify(envelope('OK'));
  told.answers.splice(0, told.answers.length, 'Paste from the clipboard', 'Record: verified');
  await addSupportText(services, order.id, noBox);
  assert.deepEqual(
    recorded.map(({ outcome, pasted }) => [outcome, new TextDecoder().decode(pasted ?? undefined)]),
    [['verified', told.clipboard]],
  );
});
