import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { messageCodes } from '../../../src/contract/messageCodes.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { readAnswer } from '../../../src/contract/read.ts';
import { magicInputs } from '../../../src/sandbox/magic.ts';
import { handlerOf } from '../../../src/snippets/responseHandler.ts';
import { responseHandler } from '../../../src/snippets/snippets.ts';
import { aSandbox, magic, operationIds, send } from '../sandbox/aSandbox.ts';

interface Verdict {
  readonly outcome: string;
  readonly billing: string;
  readonly contradiction: boolean;
  readonly messageCode: string | null;
  readonly orderId: string | null;
  readonly result: unknown;
}

const folder = mkdtempSync(join(tmpdir(), 'handler-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'handler.mts');
writeFileSync(file, responseHandler());
const { readVerification }: { readVerification(httpStatus: number, bodyText: string): Verdict } =
  await import(pathToFileURL(file).href);

const codes = magicInputs.filter((input) => input.fault === null);
/** Faults after which there is an answer to read, small enough to be read often. */
const faults = [
  ...['rate-limited-short', 'html-502', 'empty-body', 'null-body', 'array-body'],
  ...['unknown-code', 'charged-missing', 'deviations', 'exact-text', 'deep', 'redirect'],
];

describe('the response handler, as copied,', () => {
  for (const operation of operationIds) {
    it(`says what the explorer says of every answer of the sandbox: ${operation}`, async (t) => {
      const started = await aSandbox(t);
      for (const id of [...codes.map((input) => input.id), ...faults]) {
        const { status, text } = await send(started, operation, magic(id, operation));
        const { outcome, billing, messageCode, orderId } = readVerification(status, text);
        const read = readAnswer(operationById(operation), { status }, text);
        assert.deepEqual(
          { outcome, billing, messageCode, orderId },
          {
            outcome: read.outcome,
            billing: read.billing,
            messageCode: read.messageCode,
            orderId: read.orderId,
          },
          id,
        );
      }
    });
  }

  it('agrees with the books of the sandbox on the sixteen codes', async (t) => {
    const started = await aSandbox(t);
    assert.equal(codes.length, 16);
    for (const { id, messageCode } of codes) {
      const { status, text } = await send(started, 'rc-advanced', magic(id, 'rc-advanced'));
      const verdict = readVerification(status, text);
      const entry = started.sandbox.books().entries.at(-1);
      assert.equal(verdict.messageCode, messageCode);
      assert.equal(verdict.billing === 'billed', entry?.charged, id);
      assert.equal(verdict.orderId, entry?.orderId ?? null, id);
      assert.equal(verdict.contradiction, false, id);
      assert.equal(verdict.result !== null, entry?.charged, id);
    }
  });

  it('tells a charge that contradicts the code', () => {
    for (const { code, charged, outcome, billing } of messageCodes) {
      const said = (value: unknown) =>
        readVerification(200, JSON.stringify({ message_code: code, charged: value }));
      assert.deepEqual([said(charged).billing, said(charged).contradiction], [billing, false], code);
      const otherwise = said(!charged);
      assert.equal(otherwise.outcome, outcome);
      assert.equal(otherwise.contradiction, true);
      assert.equal(otherwise.billing === 'billed', !charged);
      assert.deepEqual([said('true').billing, said('true').contradiction], ['unknown', true]);
    }
  });

  it('never throws, and takes nothing it does not know for free', () => {
    for (const text of [
      '',
      'null',
      '[]',
      '7',
      '"OK"',
      '{',
      '{}',
      '<html>',
      // The explorer reads what came of a broken answer, a program had better not act on it.
      '{"charged":true,"message_code":"OK","order_id":"ORD-1","da',
      '{"message_code":"__proto__"}',
      '{"charged":1}',
    ]) {
      const { outcome, billing, messageCode } = readVerification(502, text);
      assert.deepEqual([outcome, billing], ['unknown', 'unknown'], text);
      assert.equal(messageCode, text.includes('__proto__') ? '__proto__' : null);
    }
    assert.equal(readVerification(200, '{"message_code":"NEW","charged":true}').billing, 'billed');
  });

  it('keeps an order_id that came as a number, as far as a number can', () => {
    const pending = '{"charged":true,"message_code":"ACCEPTED","order_id":';
    assert.equal(readVerification(202, `${pending}900100,"data":null}`).orderId, '900100');
    const long = `${pending}900000000000000001,"data":{"order_id":"ORD-1"}}`;
    assert.equal(
      readAnswer(operationById('rc-advanced'), { status: 202 }, long).orderId,
      '900000000000000001',
    );
    assert.match(readVerification(202, long).orderId ?? '', /^90{14}/);
    assert.equal(readVerification(202, `${pending}"","data":{"order_id":7}}`).orderId, '7');
  });

  it('takes the short body for a rate limit with HTTP 429 alone', () => {
    const short = '{"success":false,"message":"Rate limit exceeded. Please try again later.","data":null}';
    assert.equal(readVerification(429, short).outcome, 'throttled');
    assert.equal(readVerification(503, short).outcome, 'unknown');
    for (const other of ['{"order_id":"x",', '{"trace":"x",']) {
      assert.equal(readVerification(429, short.replace('{', other)).outcome, 'unknown');
    }
    assert.equal(readVerification(429, short.replace(',"data":null', '')).outcome, 'unknown');
  });
});

describe('the code of the response handler', () => {
  it('is made of the table: a new row is a new case', () => {
    const [first] = messageCodes;
    assert.ok(first !== undefined);
    const made = handlerOf([
      ...messageCodes,
      { ...first, code: 'ADDED', charged: false, billing: 'refunded' },
    ]);
    assert.equal(made.match(/^ {4}case '/gm)?.length, messageCodes.length + 1);
    assert.match(made, /case 'ADDED':\n {6}return decided\('verified', false, 'refunded'\);/);
  });

  it('speaks of nothing that is on a screen of the extension', () => {
    assert.doesNotMatch(responseHandler(), /shown here|fields shown/);
  });
});
