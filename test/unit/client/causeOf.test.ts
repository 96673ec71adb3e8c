import assert from 'node:assert/strict';
import { test } from 'node:test';
import { causeOf } from '../../../src/client/causeOf.ts';
import { coded, Stuck } from '../../../src/client/stuck.ts';

const named = (name: string): Error => Object.assign(new Error('a secret'), { name });
const many = (...errors: readonly unknown[]): Error => new AggregateError(errors, 'a secret');

for (const [what, error, cause] of [
  ['its code', coded('ECONNRESET'), 'ECONNRESET'],
  ['its code, with OpenSSL’s slash as a line', coded('ERR_SSL_SSL/TLS_ALERT_X'), 'ERR_SSL_SSL_TLS_ALERT_X'],
  ['its class where it has no code', new TypeError('a secret'), 'TypeError'],
  ['its class where its code is no text', Object.assign(new Error('x'), { code: 5 }), 'Error'],
  ['its class where its code is empty', coded(''), 'Error'],
  ['its class where its code is no word', coded('a secret'), 'Error'],
  ['its class where its code is too long', coded('E'.repeat(81)), 'Error'],
  ['its code where that is as long as may be', coded('E'.repeat(80)), 'E'.repeat(80)],
  ['its class, without what is no word', named('An Error!'), 'AnError'],
  ['its class, as long as may be', named('N'.repeat(90)), 'N'.repeat(80)],
  ['that it is one, where its class is no word', named('—'), 'Error'],
  ['the code of the first of many', many(coded('ECONNREFUSED'), coded('ENETUNREACH')), 'ECONNREFUSED'],
  ['its own code before that of the first', Object.assign(many(coded('A')), { code: 'B' }), 'B'],
  ['its class where the first of many is none', many('text', coded('A')), 'AggregateError'],
  ['its class where there are none of many', many(), 'AggregateError'],
  ['the code of one alone, not of its cause', new Error('x', { cause: coded('A') }), 'Error'],
  ['nothing of what is no error', { code: 'ECONNRESET' }, 'unknown'],
  ['nothing of a text', 'ECONNRESET', 'unknown'],
] as const) {
  test(`of an error is told ${what}`, () => {
    assert.equal(causeOf(error), cause);
  });
}

test('who is stuck says with whom, how far it came, why, and what a proxy answered', () => {
  const { name, message, whom, step, code, words, answer } = new Stuck('proxy', 'tls', coded('EPIPE'));
  assert.deepEqual(
    { name, message, whom, step, code, words, answer },
    {
      name: 'Stuck',
      message: 'no way to the service: proxy, tls',
      whom: 'proxy',
      step: 'tls',
      code: 'EPIPE',
      words: 'EPIPE',
      answer: null,
    },
  );
  const refused = { status: 407, schemes: ['Basic'] };
  const none = new Stuck('service', 'tunnel', 'text', refused);
  assert.deepEqual([none.code, none.words, none.answer], ['unknown', '', refused]);
});
