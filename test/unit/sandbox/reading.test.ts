import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { readAnswer } from '../../../src/contract/read.ts';
import type { Reading } from '../../../src/contract/shapes.ts';
import { type OperationId, plain } from '../../../src/contract/words.ts';
import { magicInputs } from '../../../src/sandbox/magic.ts';
import { aSandbox, magic, operationIds, ordinary, send, type TestSandbox } from './aSandbox.ts';

async function read(started: TestSandbox, operation: OperationId, body: unknown): Promise<Reading> {
  const answer = await send(started, operation, body);
  return readAnswer(operationById(operation), { status: answer.status }, answer.text);
}

function faults(reading: Reading): string[] {
  return reading.deviations.filter(({ kind }) => kind === 'fault').map(({ what }) => plain(what));
}

for (const operation of operationIds) {
  test(`${operation}: the contract reads every code of the sandbox without a fault`, async (t) => {
    const started = await aSandbox(t);
    assert.deepEqual(faults(await read(started, operation, ordinary[operation])), []);
    for (const { id, messageCode } of magicInputs.filter((input) => input.fault === null)) {
      const reading = await read(started, operation, magic(id, operation));
      assert.equal(reading.messageCode, messageCode);
      assert.deepEqual(faults(reading), [], id);
    }
  });

  test(`${operation}: the contract notices the deviation sample`, async (t) => {
    const reading = await read(await aSandbox(t), operation, magic('deviations', operation));
    assert.deepEqual([reading.outcome, reading.billing], ['negative', 'billed']);
    assert.ok(faults(reading).length >= 3, faults(reading).join('\n'));
  });
}

test('the contract notices an undocumented code and a missing charged', async (t) => {
  const started = await aSandbox(t);
  const unknown = await read(started, 'rc-advanced', magic('unknown-code', 'rc-advanced'));
  assert.deepEqual([unknown.outcome, unknown.billing], ['unknown', 'billed']);
  const missing = await read(started, 'rc-advanced', magic('charged-missing', 'rc-advanced'));
  assert.deepEqual([missing.outcome, missing.billing], ['verified', 'unknown']);
});

for (const id of ['html-502', 'empty-body', 'null-body', 'array-body']) {
  test(`the contract takes ${id} for no envelope, billing unknown`, async (t) => {
    const reading = await read(await aSandbox(t), 'rc-advanced', magic(id, 'rc-advanced'));
    assert.deepEqual([reading.shape, reading.billing], ['not-an-envelope', 'unknown']);
  });
}

test('the contract keeps the order_id of an envelope with text around it, and nothing else', async (t) => {
  const started = await aSandbox(t);
  const reading = await read(started, 'rc-advanced', magic('text-around', 'rc-advanced'));
  assert.deepEqual(
    [reading.shape, reading.outcome, reading.billing, reading.messageCode],
    ['not-an-envelope', 'unknown', 'unknown', null],
  );
  assert.deepEqual([started.sandbox.books().entries[0]?.orderId], [reading.orderId]);
});

test('the contract reads broken JSON as far as it came', async (t) => {
  const reading = await read(await aSandbox(t), 'rc-advanced', magic('broken-json', 'rc-advanced'));
  assert.deepEqual([reading.shape, reading.outcome, reading.fromPart], ['not-an-envelope', 'unknown', true]);
  assert.deepEqual([reading.billing, reading.messageCode], ['billed', 'OK']);
  assert.match(reading.orderId ?? '', /./);
});
