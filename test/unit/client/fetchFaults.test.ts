import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  broken,
  cancelled,
  failedWith,
  movedOff,
  overdue,
  privatePlace,
  refusedBy,
  tooLarge,
} from '../../../src/client/fetchFaults.ts';
import type { ProxyChoice } from '../../../src/client/proxy.ts';
import { coded, Stuck } from '../../../src/client/stuck.ts';
import { plain } from '../../../src/contract/words.ts';

const host = 'files.example.com';
const direct: ProxyChoice = { kind: 'direct' };
const proxy: ProxyChoice = {
  kind: 'proxy',
  url: 'http://proxy.corp.example:3128',
  host: 'proxy.corp.example:3128',
  authorization: null,
  strictSsl: true,
  from: 'http.proxy',
};
const brokeOff = `The document of ${host} was cut off; nothing was kept. Try again.`;
const private_ = `The link leads to ${host}, an address in a private network or on this computer. Nothing was fetched. Open the link in the browser if that is intended.`;
const none = (cause: string): string =>
  `No document came from ${host} (${cause}); nothing was kept. Check the network and try again.`;
const untrusted = (cause: string): string =>
  `The certificate of ${host} is not trusted (${cause}); nothing was kept. Open the link in the browser to look at it.`;
const unnamed = `The name ${host} could not be looked up; nothing was kept. Check the network.`;

test('what failed was not cancelled, and what was cancelled says so', () => {
  assert.deepEqual(failedWith('{0} of {1}', 1, host), {
    kind: 'failed',
    cancelled: false,
    what: { text: '{0} of {1}', args: [1, host] },
  });
  assert.deepEqual(cancelled(), {
    kind: 'failed',
    cancelled: true,
    what: { text: 'Cancelled: nothing was kept.' },
  });
});

for (const [name, error, said] of [
  ['an address in a private network', coded('PRIVATE_ADDRESS'), private_],
  ['an error of the length', coded('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'), brokeOff],
  ['no such name', new Stuck('service', 'connect', coded('ENOTFOUND')), unnamed],
  ['no look-up', coded('EAI_AGAIN'), unnamed],
  [
    'a refused connection',
    coded('ECONNREFUSED'),
    `${host} refused the connection; nothing was kept. The link may have expired.`,
  ],
  ['a certificate', new Stuck('service', 'tls', coded('CERT_HAS_EXPIRED')), untrusted('CERT_HAS_EXPIRED')],
  ['a reset amid TLS', new Stuck('service', 'tls', coded('ECONNRESET')), none('ECONNRESET')],
  ['a pipe that broke amid TLS', new Stuck('service', 'tls', coded('EPIPE')), none('EPIPE')],
  ['no connection', new Stuck('service', 'connect', coded('ETIMEDOUT')), none('ETIMEDOUT')],
  ['the same code after TLS', coded('CERT_HAS_EXPIRED'), none('CERT_HAS_EXPIRED')],
  ['no error at all', null, none('unknown')],
] as const) {
  test(`before anything came: ${name}`, () => {
    const { cancelled: stopped, what } = broken(error, host, direct, false);
    assert.deepEqual([stopped, plain(what)], [false, said]);
  });
}

test('once something came it broke off, whatever the cause; a private address is told first', () => {
  for (const by of [direct, proxy]) {
    for (const error of [coded('ECONNREFUSED'), new Stuck('service', 'tls', coded('X')), null])
      assert.equal(plain(broken(error, host, by, true).what), brokeOff);
    assert.equal(plain(broken(coded('PRIVATE_ADDRESS'), host, by, true).what), private_);
  }
});

test('through a proxy, the proxy is named in place of guessing', () => {
  for (const code of ['ENOTFOUND', 'ECONNREFUSED', 'CERT_HAS_EXPIRED'])
    assert.equal(
      plain(broken(new Stuck('proxy', 'tls', coded(code)), host, proxy, false).what),
      `${host} cannot be reached through the proxy proxy.corp.example:3128 (${code}); nothing was kept. Check the proxy, or open the link in the browser.`,
    );
});

const gone = (status: number): string =>
  `${host} has no document at this link: it answered ${status}. Nothing was kept.`;
const denied = (status: number): string =>
  `${host} does not give the document: it answered ${status}. The link may have expired or need a sign-in; no key is sent to it. Nothing was kept. Open the link in the browser.`;
const odd = (status: number): string => `${host} answered ${status} instead of a document; nothing was kept.`;
for (const [said, statuses] of [
  [gone, [404, 410]],
  [denied, [401, 403]],
  [odd, [204, 300, 400, 402, 405, 409, 411, 500]],
] as const) {
  test(`an answer that is no document: ${statuses.join(', ')}`, () => {
    for (const status of statuses) assert.equal(plain(refusedBy(status, host).what), said(status));
  });
}

test('what else keeps a document from coming has its sentence', () => {
  const why = { text: 'Why {0}.', args: ['x'] };
  for (const [failure, said] of [
    [privatePlace(host), private_],
    [movedOff(host, null), `${host} redirects without an address; nothing was kept.`],
    [movedOff(host, why), `${host} redirects to another address; nothing was kept. Why x.`],
  ] as const)
    assert.equal(plain(failure.what), said);
});

test('a size is said in millions of bytes by three digits, a time in whole seconds', () => {
  for (const [bytes, said] of [
    [25_000_000, 25],
    [26_214_400, 26.2],
    [1_234_567, 1.23],
    [1_125_000, 1.13],
    [104_857_600, 105],
  ] as const)
    assert.deepEqual(tooLarge(host, bytes).what.args, [host, said]);
  for (const [ms, said] of [
    [120_000, 120],
    [1_499, 1],
    [1_500, 2],
    [600_000, 600],
  ] as const)
    assert.deepEqual(overdue(host, ms).what.args, [host, said]);
});
