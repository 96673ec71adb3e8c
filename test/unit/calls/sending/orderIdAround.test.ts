import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readExchange } from '../../../../src/calls/sending/exchange.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { readAnswer } from '../../../../src/contract/read.ts';
import { envelope } from '../../contract/answers.ts';

const operation = operationById('rc-advanced');
const id = 'ORD-20261121-0042';
const whole = JSON.stringify({ ...envelope('OK', 'rc-advanced'), order_id: id });
const warning = '<br />\n<b>Warning</b>: invented in <b>lookup.php</b> on line 1<br />\n';

test('an envelope behind a warning that broke off keeps its order_id, also where its end was announced', () => {
  const text = `${warning}${whole.slice(0, whole.indexOf('"data"') + 20)}`;
  assert.ok(text.includes(id));
  // What no end was announced of is read so.
  assert.equal(readAnswer(operation, { status: 200 }, text).orderId, id);
  for (const code of ['truncated', 'too-large', 'reset', 'deadline'] as const) {
    const reading = readExchange(operation, {
      ...{ kind: 'failed', sent: 'maybe', code, what: { text: code }, cause: '' },
      head: { status: 200, statusText: 'OK', headers: [] },
      partialBody: new TextEncoder().encode(text),
      timing: { connectedMs: 1, firstByteMs: 2, totalMs: 3 },
    } as never);
    assert.equal(reading.orderId, id, code);
  }
});

test('a log line that begins with its time in brackets is text around the envelope, no list', () => {
  const text = `[21-Nov-2026 10:00:00 UTC] PHP Warning:  Undefined variable $x in lookup.php on line 1\n${whole}`;
  assert.equal(readAnswer(operation, { status: 200 }, text).orderId, id);
});
