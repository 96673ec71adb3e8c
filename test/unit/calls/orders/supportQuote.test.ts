import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoteIsPersonal, supportQuote } from '../../../../src/calls/orders/supportQuote.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { OwnInput } from '../../../../src/contract/ownInput.ts';
import { anOrder } from '../orders.ts';

const answer = (changes: Parameters<typeof anOrder>[0]): string =>
  /^answer: (.*)$/m.exec(supportQuote(anOrder(changes), String))?.[1] ?? '';

test('the quote says whether the answer came whole, in part, or not', () => {
  assert.equal(answer({}), 'HTTP 422');
  assert.equal(answer({ failureCode: 'truncated', httpStatus: 202 }), 'HTTP 202, received in part');
  assert.equal(answer({ failureCode: 'reset', httpStatus: null }), 'none was received');
});

const own = new OwnInput(operationById('rc-advanced'), '{"rc_number":"XX00AB0001"}');

test('what finds the order stands line by line; what is not known is said so', () => {
  assert.deepEqual(supportQuote(anOrder(), () => 'at noon').split('\n'), [
    'order_id: ORD-INVENTED-1',
    'operation: RC Details Advanced (POST /api/v1/rc/advanced)',
    'sent at: at noon (2026-11-21T12:00:00.000Z)',
    'answer: HTTP 422',
    'message_code: NO_RECORD_FOUND',
    'billed according to the answer: billed',
  ]);
  const unknown = anOrder({
    ...{ orderId: null, httpStatus: null, messageCode: null },
    ...{ failureCode: 'reset', billing: 'unknown', evidence: 'not-known' },
  });
  const lines = [
    'order_id: none was received',
    'answer: none was received',
    'message_code: none',
    'connection: reset',
    'billed according to the answer: not known',
  ];
  for (const as of [{ kind: 'exact' }, { kind: 'covered', own }] as const) {
    const said = supportQuote(unknown, String, as).split('\n');
    assert.deepEqual(
      said.filter((line) => !/^(?:operation|sent at)/.test(line)),
      lines,
    );
  }
});

test('nothing is said to be billed or free according to an answer that does not say so', () => {
  const said = (changes: Parameters<typeof anOrder>[0]): string =>
    /^billed according to the answer: (.*)$/m.exec(supportQuote(anOrder(changes), String))?.[1] ?? '';
  const short = { outcome: 'throttled', httpStatus: 429, messageCode: null } as const;
  assert.equal(said({ ...short, billing: 'free', evidence: 'inferred' }), 'not known');
  const unsent = { outcome: 'not-sent', httpStatus: null, messageCode: null, failureCode: 'dns' } as const;
  assert.equal(said({ ...unsent, billing: 'free', evidence: 'inferred' }), 'not known');
  assert.equal(said({ billing: 'free', evidence: 'stated' }), 'free');
});

test('the order_id and the code leave as they came, or covered where they name what was asked about', () => {
  const order = anOrder({ orderId: 'ORD-XX00AB0001', messageCode: 'SEE XX00AB0001' });
  const said = (...as: [] | [{ kind: 'covered'; own: OwnInput | null }]): string[] =>
    supportQuote(order, String, ...as)
      .split('\n')
      .filter((line) => /^(?:order_id|message_code)/.test(line));
  assert.deepEqual(said(), ['order_id: ORD-XX00AB0001', 'message_code: SEE XX00AB0001']);
  assert.deepEqual(said({ kind: 'covered', own }), [
    'order_id: ORD-XX••••••01',
    'message_code: SEE XX••••••01',
  ]);
});

test('a quote is personal where the order_id or the code names somebody, or what was asked about', () => {
  const rows: readonly (readonly [orderId: string | null, messageCode: string | null, personal: boolean])[] =
    [
      [null, null, false],
      ['ORD-7', 'OK', false],
      ['ORD-XX00AB0001', null, true],
      [null, 'SEE XX00AB0001', true],
      ['planted@example.invalid', 'OK', true],
    ];
  for (const [id, messageCode, personal] of rows) {
    assert.equal(quoteIsPersonal({ orderId: id, messageCode }, own), personal, `${id} ${messageCode}`);
  }
  assert.equal(quoteIsPersonal({ orderId: 'planted@example.invalid', messageCode: null }, null), true);
});
