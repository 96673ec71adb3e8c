import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { responseHandler, snippet } from '../../../src/snippets/snippets.ts';
import { learned } from '../shapes/export/learned.ts';

const request = {
  operation: operationById('email-bulk'),
  url: 'https://service.example/api/v1/email/validate/bulk',
  body: '{"emails":[]}',
  masked: false,
  deadlineMs: 60_000,
} as const;

const answers = (result: unknown, count = 12) =>
  Array.from({ length: count }, () => ({ message_code: 'OK', data: { order_id: 'o', result } }));

const shape = learned(answers({ total: 2, results: [{ well_formed: true }] }));

describe('types of the result', () => {
  it('stand in the TypeScript snippet and in the response handler once answers were learned', () => {
    const { text } = snippet('typescript', { ...request, learned: [shape] });
    const handler = responseHandler([shape]);
    for (const code of [text, handler]) {
      assert.match(
        code,
        /export type Result = \{[\s\S]*readonly well_formed: boolean;[\s\S]*readonly total: number;/,
      );
      assert.match(code, /As seen under these codes, with the number of different inputs: OK \(12\)\./);
      assert.match(code, /readonly result: Result \| null;/);
      assert.doesNotMatch(code, /readonly result: (Readonly<Record<string, unknown>>|unknown);/);
    }
  });

  it('are one for answers that showed the same, and each one for those that did not', () => {
    const alike = learned(answers({ total: 2, results: [{ well_formed: true }] }), { code: 'ACCEPTED' });
    assert.equal(responseHandler([shape, alike]).match(/readonly total: number/g)?.length, 1);
    const other = learned(answers({ reason: 'none' }), { code: 'NO_RECORD_FOUND' });
    const both = responseHandler([shape, other]);
    assert.match(both, /\} \| \{[\s\S]*readonly reason/);
    assert.match(both, /OK \(12\), NO_RECORD_FOUND \(12\)/);
  });

  it('change nothing where nothing is known of it: no shape, none of this operation, no result, only a request', () => {
    const plain = [snippet('typescript', request).text, responseHandler()];
    const unknown = [
      [],
      [learned([{ message_code: 'INVALID_INPUT' }], { code: 'INVALID_INPUT' })],
      [learned(answers({}))],
      [learned(answers(null))],
      [learned(answers({ total: 1 }), { side: 'request' })],
    ];
    for (const shapes of unknown) {
      assert.deepEqual(
        [snippet('typescript', { ...request, learned: shapes }).text, responseHandler(shapes)],
        plain,
      );
    }
    const ofAnother = [learned(answers({ total: 1 }), { operation: 'credit-report' })];
    assert.equal(snippet('typescript', { ...request, learned: ofAnother }).text, plain[0]);
    const { text } = snippet('python', { ...request, learned: [shape] });
    assert.equal(text, snippet('python', request).text);
  });
});
