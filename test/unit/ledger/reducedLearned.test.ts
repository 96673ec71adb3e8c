import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { shapeWriter } from '../../../src/shapes/export/exports.ts';
import { observed } from '../../../src/shapes/observed.ts';
import { inputReader } from '../../../src/ui/panels/keptInputs.ts';
import { aFolder, bytes } from './aLedger.ts';
import {
  aadhaarOrder,
  aKeeper,
  answered,
  answerText,
  keptOf,
  reducedAnswer,
  requestText,
} from './anAadhaarOrder.ts';
import { at } from './taught.ts';

const silent = (): void => undefined;

test('what stands in place of a reduced number in an answer is no kind that the service sent; that something came there is known', async (t) => {
  const ledger = await aKeeper(t, aFolder(t), { inputs: async () => inputReader(operationById) });
  const seen = observed({
    operation: operationById('aadhaar-pan-link'),
    request: requestText,
    reading: { shape: 'envelope', messageCode: 'OK' },
    answer: answerText,
    headers: [],
    receivedAt: 0,
  });
  await ledger.begin(aadhaarOrder('a'));
  await ledger.settle(
    orderId('a'),
    answered({
      messageCode: 'OK',
      observed: seen,
      answer: { ...answered().answer, body: bytes(answerText) } as never,
    }),
  );
  const kinds = async () => {
    const shape = (await ledger.learning.shapes({})).find(({ side }) => side === 'answer');
    const found = at(shape, 'data.result.aadhaar');
    return [Object.keys(found?.kinds ?? {}), Object.keys(found?.formats ?? {})];
  };
  assert.deepEqual(await kinds(), [['integer'], []], 'as it came');
  assert.equal((await keptOf(ledger, 'a')).answer, reducedAnswer);
  await ledger.learning.forget('aadhaar-pan-link');
  await ledger.learning.learnOld(silent, () => false);
  assert.deepEqual(await kinds(), [[], []], 'learned from the order history');
  const shapes = (await ledger.learning.shapes({})).filter(({ side }) => side === 'answer');
  assert.deepEqual(shapes[0] && at(shapes[0], 'data.result.linked')?.kinds.boolean?.inputs, 1);
  const operation = operationById('aadhaar-pan-link');
  const text = shapeWriter.export('typescript', { operations: [operation], shapes, baseUrl: null });
  assert.match(text, /\/\*\* there in the only input .*\n\s+readonly aadhaar\?: unknown;/);
});
