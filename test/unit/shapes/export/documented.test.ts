import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import type { OperationId } from '../../../../src/contract/words.ts';
import { plain } from '../../../../src/contract/words.ts';
import { shapeWriter } from '../../../../src/shapes/export/exports.ts';
import { noCode, shortForm } from '../../../../src/shapes/model.ts';
import { observed } from '../../../../src/shapes/observed.ts';
import { learned } from './learned.ts';

function documentOf(operation: OperationId, code: string, body: object): string {
  const shape = learned(
    Array.from({ length: 12 }, () => body),
    { operation, code },
  );
  return shapeWriter.document({
    operation: operationById(operation),
    place: 'p',
    shapes: [shape],
    ...{ code, asOf: null, counts: true, say: plain, beside: {} },
  });
}

const short = { success: false, message: 'Rate limit exceeded. Please try again later.', data: null };
const line = (text: string, label: string): string =>
  text.split('\n').find((one) => one.trimStart().startsWith(`${label}:`)) ?? '';

test('the short form of HTTP 429 is documented of two operations alone', () => {
  assert.match(line(documentOf('email-bulk', shortForm, short), 'data'), /documented: null/);
  const ofRc = documentOf('rc-advanced', shortForm, short);
  for (const key of ['data', 'message', 'success']) assert.match(line(ofRc, key), /not documented/);
  assert.match(ofRc, /^The short form of HTTP 429, without a code: not documented$/m);
});

test('an export says that the short form is not documented where it is not', () => {
  const shape = learned(
    Array.from({ length: 12 }, () => short),
    { operation: 'rc-advanced', code: shortForm },
  );
  const operation = operationById('rc-advanced');
  const text = shapeWriter.export('openapi', { operations: [operation], shapes: [shape], baseUrl: null });
  const codes = JSON.parse(text).paths[operation.path].post.responses['429']['x-codes'];
  assert.equal(codes.find(({ code }: { code: string | null }) => code === null)?.documented, false);
});

test('a code that nobody documents is not said to be documented', () => {
  const body = { message_code: 'QUOTA_FAILED', status: 'FAILED', status_code: 400, charged: false };
  const text = documentOf('rc-advanced', 'QUOTA_FAILED', body);
  assert.match(text, /"QUOTA_FAILED": not documented/);
  assert.doesNotMatch(line(text, 'message_code'), /documented: "QUOTA_FAILED"/);
});

test('answers whose code is not kept are not told of as answers without one', () => {
  const body = { message_code: 'QUOTA_EXCEEDED', status: 'FAILED', status_code: 403, charged: false };
  const { code } = observed({
    operation: operationById('rc-advanced'),
    request: '{"rc_number":"XX00AB0000"}',
    reading: { shape: 'envelope', messageCode: body.message_code },
    answer: JSON.stringify(body),
    headers: [],
    receivedAt: 0,
  });
  assert.equal(code, noCode, 'no word of it is known');
  const text = documentOf('rc-advanced', code, body);
  assert.match(line(text, 'message_code'), /text · always/);
  assert.doesNotMatch(text, /^Answers without a message_code$/m);
});
