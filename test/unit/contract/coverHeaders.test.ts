import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { coverHeaders } from '../../../src/contract/coverHeaders.ts';
import { bullets } from '../../../src/contract/masking.ts';

const shownOf = (name: string, value: string, revealed = false): string | undefined =>
  coverHeaders([[name, value]], null, revealed)[0]?.[1];

/** What is known to be of the transport or of limits, or an id to quote. */
const harmless =
  'date age expires last-modified cache-control pragma vary etag via server content-type content-length content-encoding content-language transfer-encoding trailer connection keep-alive upgrade allow accept-ranges alt-svc retry-after warning strict-transport-security x-content-type-options x-frame-options x-xss-protection content-security-policy referrer-policy permissions-policy x-powered-by x-cache access-control-allow-origin access-control-allow-methods access-control-allow-headers x-request-id x-correlation-id request-id x-amzn-requestid x-amz-cf-id cf-ray x-response-time x-runtime server-timing traceparent ratelimit ratelimit-limit rate-limit-remaining x-ratelimit-reset x-rate-limit-reset-after';

describe('the headers of an answer', () => {
  for (const name of harmless.split(' '))
    it(`${name} is shown, in any case`, () => {
      assert.equal(shownOf(name, 'short'), 'short');
      assert.equal(shownOf(name.toUpperCase(), 'short'), 'short');
    });

  for (const name of ['x-customer', 'location', 'x-ratelimits', 'my-ratelimit', 'x-date', 'link'])
    it(`${name} is covered until it is revealed`, () => {
      assert.equal(shownOf(name, 'a nobody'), bullets);
      assert.equal(shownOf(name, ''), '');
      assert.equal(shownOf(name, 'a nobody', true), 'a nobody');
    });

  const credentials =
    'set-cookie authorization proxy-authorisation www-authenticate authentication-info x-auth-token client-secret session-id x-password signature x-credential api-key apikey x-csrf x-xsrf';
  for (const name of credentials.split(' '))
    it(`${name} lets somebody in and is never shown`, () => {
      for (const revealed of [false, true])
        assert.equal(shownOf(name.toUpperCase(), 'invented', revealed), bullets);
    });

  it('keep their order and their names', () => {
    const names = coverHeaders(
      [
        ['Date', 'x'],
        ['X-Other', 'y'],
        ['Set-Cookie', 'z'],
      ],
      null,
      false,
    ).map(([name]) => name);
    assert.deepEqual(names, ['Date', 'X-Other', 'Set-Cookie']);
  });
});
