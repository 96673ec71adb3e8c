import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { headline, lostCall } from '../../../src/contract/outcomes.ts';
import { readAnswer } from '../../../src/contract/read.ts';
import { decodeBody, readBody } from '../../../src/contract/readBody.ts';
import { readPart } from '../../../src/contract/readPart.ts';
import { plain } from '../../../src/contract/words.ts';
import { envelope, read, without } from './answers.ts';

const mark = '\ufeff';
const begins = 'finding: The answer starts with a byte order mark.';
const short = { success: false, message: 'Rate limit exceeded. Please try again later.', data: null };

describe('what is said of an answer', () => {
  it('that broke off is to ask the service, or the wallet where it may have been billed', () => {
    const advice = (body: object) => plain(read(JSON.stringify(body).slice(0, -1), 200).advice);
    assert.match(advice(envelope('OK')), /^It was billed: ask the service/);
    assert.match(advice(without(envelope('OK'), 'charged')), /^It may have been billed: check the wallet/);
    assert.match(plain(lostCall('reset').advice), /^It may have been billed: check the wallet/);
    assert.match(plain(lostCall('reset', true).advice), /^It was billed: ask the service/);
  });

  it('that is a short 429 is what it does not say, when to send again, and how it departs from the documents', () => {
    const plainly = read(short, 429, 'email-bulk');
    assert.match(plain(plainly.meaning), /does not say whether it was charged/);
    assert.match(plain(plainly.advice), /^Wait for the time in the Retry-After header/);
    assert.deepEqual(read(mark + JSON.stringify(short), 429, 'email-bulk').said, [begins]);
    const other = read({ ...short, message: 'Slow down.' }, 429, 'email-bulk');
    assert.deepEqual(other.said, [
      'fault: The message of this 429 is not the documented one: Rate limit exceeded. Please try again later.',
    ]);
    assert.deepEqual(
      other.deviations.map(({ paths, expected }) => [paths, expected]),
      [[['message'], short.message]],
    );
  });

  it('that is no envelope is why, and what is odd about its bytes', () => {
    assert.deepEqual(read(`${mark}{"a":1}`, 200).said, [
      'fault: It has none of message_code, charged, status_code and order_id.',
      begins,
    ]);
  });

  it('without a code, or with one that is not listed, is that its meaning is not known', () => {
    const none = read(without(envelope('OK'), 'message_code'), 200);
    assert.equal(plain(none.meaning), 'The answer has no message_code, so its meaning is unknown.');
    assert.match(plain(none.advice), /^Ask the service what came of the call/);
    const unlisted = read(envelope('OK', 'rc-advanced', { message_code: 'BRAND_NEW' }), 200);
    assert.match(plain(unlisted.meaning), /^The documents do not list this message_code/);
    assert.match(plain(unlisted.advice), /^Read the message, and ask the service/);
  });

  it('whose charged contradicts its code is which way it does', () => {
    const charged = read(envelope('NOT_FOUND', 'rc-advanced', { charged: true }), 404);
    assert.match(plain(charged.advice), /^The service says it charged this call, although NOT_FOUND/);
    const unreached = read(envelope('PROVIDER_UNAVAILABLE', 'rc-advanced', { charged: true }), 503);
    assert.doesNotMatch(plain(unreached.meaning), /no lookup/, 'what was charged may have run');
    const free = read(envelope('OK', 'rc-advanced', { charged: false }), 200);
    assert.match(plain(free.advice), /^The service says it did not charge this call, although OK/);
  });

  it('with an unknown code is headed by sixty characters of it', () => {
    const head = (chars: number) =>
      plain(
        headline({
          ...{ outcome: 'unknown', billing: 'unknown', failureCode: null, messageCode: 'Z'.repeat(chars) },
        }),
      );
    assert.equal(head(60), `Unknown code ${'Z'.repeat(60)}`);
    assert.equal(head(61), `Unknown code ${'Z'.repeat(60)}`);
  });
});

describe('a body', () => {
  const why = (body: string) => {
    const found = readBody(body);
    return found.kind === 'unreadable' ? plain(found.why.what) : null;
  };

  it('has each deciding key that is there twice told by its path, and no other', () => {
    const found = readBody('{"charged":1,"charged":2,"message":1,"message":2,"status":1,"status":2}');
    assert.ok(found.kind === 'object');
    assert.deepEqual(
      found.deviations.map(({ paths }) => paths),
      [['charged']],
    );
    assert.deepEqual(found.repeated, ['charged']);
  });

  it('keeps its byte order mark, valid or not, until it is read', () => {
    const bytes = (...more: readonly number[]) => Uint8Array.from([0xef, 0xbb, 0xbf, ...more]);
    assert.deepEqual(decodeBody(bytes(0x31)), { text: `${mark}1`, valid: true });
    assert.deepEqual(decodeBody(bytes(0xff)), { text: `${mark}\ufffd`, valid: false });
  });

  it('is told for what it is by its first thousand characters', () => {
    const after = (spaces: number, text: string) => why(' '.repeat(spaces) + text);
    assert.equal(after(998, '<html>'), 'The answer is an HTML or XML page, not JSON.');
    assert.equal(after(999, '<html>'), 'The answer is not JSON.');
    assert.match(after(999, '{"a"') ?? '', /^The answer begins like JSON but is not/);
    assert.equal(after(1000, '{"a"'), 'The answer is not JSON.');
  });
});

describe('the part of an answer that came', () => {
  const nothing = { orderId: null, messageCode: null, charged: null };

  it('is read past a result, whatever stands in that', () => {
    const part = '{"charged":true,"data":{"result":{what is this},"order_id":"A"},"message_code":"OK"';
    assert.deepEqual(readPart(part), { orderId: 'A', messageCode: 'OK', charged: true });
  });

  it('says nothing where a list or another object holds the same keys', () => {
    for (const part of [
      '[{"charged":true,"order_id":"A"}',
      '{"data":[{"order_id":"A"}],"x":1',
      '{"other":{"order_id":"A","charged":true},"x":1',
      '{"data":{"data":{"order_id":"A"}},"x":1',
      '{"data":{"x":{"order_id":"A"}},"x":1',
      '{"data.order_id":"A","x":1',
      '{"list":[true,{"charged":true}],"x":1',
    ])
      assert.deepEqual(readPart(part), nothing, part);
  });
});

describe('a result', () => {
  const valuesOf = (result: object) =>
    readAnswer(
      operationById('email-bulk'),
      { status: 200 },
      JSON.stringify(envelope('OK', 'email-bulk', { data: { order_id: 'ORD-1', error_code: '', result } })),
    ).result?.flatMap(({ values }) => values) ?? [];
  const maskOf = (result: object) => valuesOf(result)[0]?.mask;

  it('is masked by its key, by the key around it, by its look', () => {
    assert.equal(maskOf({ x: { email: 'a' } }), 'email');
    assert.equal(maskOf({ email: { x: 'a' } }), 'email');
    assert.equal(maskOf({ mobile: 12 }), 'last4');
    assert.equal(maskOf({ x: 9876500000 }), 'last4');
    assert.equal(maskOf({ x: 12 }), null);
    assert.equal(maskOf({ panx: 'v' }), null);
    assert.equal(maskOf({ x: { y: 'v' } }), null);
  });

  it('shows five hundred fields that are not documented, and counts the rest', () => {
    const fields = (count: number) =>
      valuesOf(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at])));
    assert.equal(fields(500).length, 500);
    assert.equal(fields(500).at(-1)?.name, 'k499');
    assert.deepEqual(fields(501).at(-1), {
      ...{ name: '…', path: 'data.result.…', kind: 'structure', text: '1 more field in Raw' },
      ...{ mask: null, documented: false },
    });
    assert.equal(fields(502).at(-1)?.text, '2 more fields in Raw');
  });

  it('that is not promised shows what came of it alone', () => {
    const groups = read(
      { ...envelope('REQUEST_FAILED'), data: { result: { color: 'RED', zeta: 1 } } },
      400,
    ).result;
    assert.deepEqual(
      groups?.map(({ values }) => values.map(({ name }) => name)),
      [['color'], ['zeta']],
    );
  });
});
