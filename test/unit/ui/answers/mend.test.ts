import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settlementOf } from '../../../../src/calls/sending/exchange.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { readAnswer, readFailure } from '../../../../src/contract/read.ts';
import { plain } from '../../../../src/contract/words.ts';
import type { AnswerView } from '../../../../src/protocol/messages.ts';
import { answerView } from '../../../../src/ui/answers/answerView.ts';
import { anOrder } from '../../calls/orders.ts';
import { envelope } from '../../contract/answers.ts';

const operation = operationById('rc-advanced');

/** @param isWhole false = the connection was cut after that text */
function view(status: number, text: string, isWhole = true): AnswerView {
  const timing = { connectedMs: 1, firstByteMs: 2, totalMs: 3 };
  const body = new TextEncoder().encode(text);
  const head = { status, statusText: '', headers: [] };
  const reading = isWhole ? readAnswer(operation, head, text) : readFailure('maybe', 'reset');
  const about = { head, timing } as const;
  const { answer, coolDown, ...row } = settlementOf(
    isWhole
      ? { kind: 'answered', ...about, body, wireBytes: 1 }
      : {
          kind: 'failed',
          ...about,
          sent: 'maybe',
          code: 'reset',
          what: { text: '' },
          cause: '',
          partialBody: body,
        },
    reading,
    0,
  );
  const shown = { order: anOrder({ ...row }), reading, answer, operation };
  return answerView({ ...shown, requestBody: null, revealed: new Set(), warning: null, now: 0 }, plain);
}

test('an answer that is no envelope leads to the base URL; one that names an order, or was cut, does not', () => {
  assert.equal(view(502, '<html>Bad Gateway</html>').mend, 'address');
  assert.equal(view(404, '').mend, 'address');
  assert.equal(view(200, JSON.stringify(envelope('OK'))).mend, undefined);
  assert.equal(view(200, `x ${JSON.stringify(envelope('OK'))}`).mend, undefined);
  assert.equal(view(200, '{"status":', false).mend, undefined);
});

test('an endpoint that is not there leads to the base URL, as its advice says', () => {
  assert.equal(view(404, JSON.stringify(envelope('NOT_FOUND'))).mend, 'address');
  const { message_code: _code, ...uncoded } = envelope('NOT_FOUND');
  assert.equal(view(404, JSON.stringify(uncoded)).mend, 'address');
  assert.equal(view(404, JSON.stringify(envelope('NO_RECORD_FOUND'))).mend, undefined);
  assert.equal(view(503, JSON.stringify(envelope('PROVIDER_UNAVAILABLE'))).mend, undefined);
});

test('a key that was refused, or is missing, leads to where one is set', () => {
  assert.equal(view(401, JSON.stringify(envelope('INVALID_API_KEY'))).mend, 'key');
  assert.equal(view(401, JSON.stringify(envelope('MISSING_API_KEY'))).mend, 'key');
  assert.equal(view(402, JSON.stringify(envelope('INSUFFICIENT_BALANCE'))).mend, undefined);
});

test('where no envelope was read and there is no result, what came is shown first, if anything did', () => {
  assert.equal(view(502, '<html>Bad Gateway</html>').rawFirst, true);
  assert.equal(view(200, '{"status":', false).rawFirst, true);
  assert.equal(view(502, '').rawFirst, undefined);
  assert.equal(view(401, JSON.stringify(envelope('INVALID_API_KEY'))).rawFirst, undefined);
});
