import assert from 'node:assert/strict';
import test from 'node:test';
import { moneyContradicted } from '../../../src/contract/charges.ts';
import { messageCodes } from '../../../src/contract/messageCodes.ts';
import { plain } from '../../../src/contract/words.ts';
import { envelope, type Json, read, without } from './answers.ts';

/** docs/service.md, "HTTP statuses"; 422 depends on `charged`, others are not listed. */
const byHttp: readonly (readonly [http: number, charged: boolean | null])[] = [
  [200, true],
  [202, true],
  [400, false],
  [401, false],
  [402, false],
  [403, false],
  [404, false],
  [422, null],
  [429, false],
  [500, false],
  [503, false],
  [418, null],
  [302, null],
];

/** An answer whose code the documents do not list, or that has none. */
function codeless(code: string | null, change: Json): Json {
  const body = { ...envelope('OK', 'email-bulk'), ...change };
  return code === null ? without(body, 'message_code') : { ...body, message_code: code };
}

const aboutMoney = (said: readonly string[]) => said.filter((one) => / with charged /.test(one));

for (const code of ['BRAND_NEW', null]) {
  for (const [http, documented] of byHttp) {
    test(`HTTP ${http} against charged, with ${code ?? 'no code'}`, () => {
      for (const charged of [true, false]) {
        const reading = read(codeless(code, { charged, status: 'ODD' }), http, 'email-bulk');
        const contradicts = documented !== null && documented !== charged;
        const said = `fault: HTTP ${http} is documented with charged ${!charged}, not ${charged}.`;
        assert.deepEqual(aboutMoney(reading.said), contradicts ? [said] : []);
        assert.equal(reading.contradictsCharge, contradicts);
        assert.equal(reading.billing, charged ? 'billed' : 'free');
      }
    });
  }

  test(`status against charged, with ${code ?? 'no code'}`, () => {
    for (const [status, documented] of [
      ['SUCCESS', true],
      ['PENDING', true],
      ['FAILED', false],
    ] as const) {
      const agrees = read(codeless(code, { charged: documented, status }), 422, 'email-bulk');
      assert.deepEqual([aboutMoney(agrees.said), agrees.contradictsCharge], [[], false]);
      const reading = read(codeless(code, { charged: !documented, status }), 422, 'email-bulk');
      const said = `fault: The status ${status} is documented with charged ${documented}, not ${!documented}.`;
      assert.deepEqual([aboutMoney(reading.said), reading.contradictsCharge], [[said], true]);
    }
  });
}

test('what the row of a documented code says is not said again of its HTTP status or status', () => {
  for (const { code, http, charged } of messageCodes) {
    const reading = read(envelope(code, 'rc-advanced', { charged: !charged }), http);
    assert.deepEqual(aboutMoney(reading.said), [
      `fault: ${code} is documented with charged ${charged}, not ${!charged}.`,
    ]);
    assert.equal(reading.contradictsCharge, true);
    assert.equal(read(envelope(code), http).contradictsCharge, false);
  }
});

test('a charged that says nothing contradicts nothing', () => {
  for (const code of ['OK', 'NOT_FOUND', 'BRAND_NEW']) {
    const row = messageCodes.find((one) => one.code === code);
    const body = { ...envelope('OK'), message_code: code };
    for (const charged of ['true', null, 0]) {
      assert.equal(read({ ...body, charged }, row?.http ?? 400).contradictsCharge, false);
    }
    assert.equal(read(without(body, 'charged'), row?.http ?? 400).contradictsCharge, false);
    const twice = JSON.stringify(body).replace('"charged":true', '"charged":true,"charged":false');
    assert.equal(read(twice, row?.http ?? 400).contradictsCharge, false);
  }
  assert.equal(read({ success: false, message: 'x', data: null }, 429).contradictsCharge, false);
});

test('a row of a list tells a contradiction by its code, or by its HTTP status where it has none documented', () => {
  for (const { code: messageCode, billing, http: httpStatus, charged } of messageCodes) {
    assert.equal(moneyContradicted({ messageCode, billing, httpStatus }), false, messageCode);
    const opposite = charged ? 'free' : 'billed';
    assert.equal(moneyContradicted({ messageCode, billing: opposite, httpStatus }), true, messageCode);
    assert.equal(moneyContradicted({ messageCode, billing: 'unknown', httpStatus }), false, messageCode);
  }
  for (const messageCode of ['BRAND_NEW', 'toString', null]) {
    const told = (billing: 'free' | 'billed', httpStatus: number | null) =>
      moneyContradicted({ messageCode, billing, httpStatus });
    assert.deepEqual([told('free', 200), told('billed', 200)], [true, false]);
    assert.deepEqual([told('free', 404), told('billed', 404)], [false, true]);
    assert.deepEqual([told('free', 422), told('billed', 422), told('free', null)], [false, false, false]);
  }
});

test('a failed request that says it was charged, or does not say, is nowhere called refunded', () => {
  for (const charged of [true, 'odd', undefined]) {
    const reading = read(envelope('REQUEST_FAILED', 'rc-advanced', { charged }), 400);
    for (const words of [plain(reading.meaning), plain(reading.advice)]) {
      assert.doesNotMatch(words, /refund(?!ed is not)/i);
    }
    assert.equal(reading.outcome, 'refunded');
  }
  assert.match(plain(read(envelope('REQUEST_FAILED'), 400).meaning), /refunded automatically/);
});
