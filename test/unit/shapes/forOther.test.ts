import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { readAnswer } from '../../../src/contract/read.ts';
import { observed } from '../../../src/shapes/observed.ts';

const operation = operationById('rc-advanced');
const request = '{"rc_number":"XX00AB0001"}';

/** As a settled call is read, and as an order of the history is, of which only the code is. */
const readings = {
  fresh: (answer: string) => readAnswer(operation, { status: 200 }, answer),
  kept: () => ({ shape: 'envelope', messageCode: 'OK' }) as const,
};

for (const [name, read] of Object.entries(readings))
  test(`an answer for another input says nothing of the fields that were sent, ${name}`, () => {
    const taught = (rc_number: string) => {
      const data = { order_id: 'o-1', error_code: '', result: { rc_number } };
      const said = { status: 'SUCCESS', status_code: 200, charged: true, success: true, message: 'x' };
      const answer = JSON.stringify({ ...said, message_code: 'OK', order_id: 'o-1', data });
      const seen = observed({
        operation,
        request,
        reading: read(answer),
        answer,
        headers: [],
        receivedAt: 0,
      });
      return [seen.request === null, seen.answer === null];
    };
    assert.deepEqual(taught('XX00AB0001'), [false, false]);
    assert.deepEqual(taught('xx 00 ab 0001'), [false, false]);
    assert.deepEqual(taught('XX00AB0002'), [true, false]);
  });
