import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { otherIdentifier } from '../../../src/contract/otherIdentifier.ts';
import { readAnswer } from '../../../src/contract/read.ts';
import { envelope } from '../contract/answers.ts';

const rc = operationById('rc-advanced');

test('an answer that repeats either value of a key given twice is no answer for another identifier', () => {
  for (const answered of ['XX00AB0002', 'XX00AB0001']) {
    const body = JSON.stringify(
      envelope('OK', 'rc-advanced', {
        data: { order_id: 'ORD-1', error_code: '', result: { rc_number: answered } },
      }),
    );
    const { result } = readAnswer(rc, { status: 200 }, body);
    const request = '{"rc_number":"XX00AB0001","rc_number":"XX00AB0002"}';
    assert.equal(otherIdentifier(rc, request, result ?? []), null, answered);
  }
});
