import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandboxEnvironment } from '../../../src/calls/environments.ts';
import { type PreflightFacts, preflight } from '../../../src/calls/preflight.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { plain } from '../../../src/contract/words.ts';

const facts: PreflightFacts = {
  operation: operationById('aadhaar-pan-link'),
  environment: { name: 'acme-prod', baseUrl: 'https://api.example.invalid', kind: 'live' },
  key: { kind: 'present', key: 'invented-key-9f3a' },
  pricePaise: null,
  looseProxy: false,
  minuteCount: 2,
  dayCount: 40,
  billedToday: 3,
};

function words(changes: Partial<PreflightFacts>): string {
  const check = preflight({ ...facts, ...changes });
  return [check.headline, ...check.details, ...(check.warning === null ? [] : [check.warning])]
    .map(plain)
    .join('\n');
}

test('a live call says that a negative answer is billed, and invents no price', () => {
  assert.equal(preflight(facts).mayBill, true);
  assert.match(words({}), /^Billed if the provider runs the lookup, even when the result is negative\./);
  assert.match(words({}), /the service documents none/);
  assert.doesNotMatch(words({}), /₹/);
  assert.match(words({ pricePaise: 400 }), /₹4\.00 \(estimated\)/);
});

test('the sandbox bills nothing and says that its price is invented', () => {
  const sandbox = {
    environment: sandboxEnvironment,
    key: { kind: 'simulated', key: 'k' },
    pricePaise: 250,
  } as const;
  assert.equal(preflight({ ...facts, ...sandbox }).mayBill, false);
  assert.match(words(sandbox), /SANDBOX · simulated, nothing is billed/);
  assert.match(words(sandbox), /₹2\.50, invented/);
});

test('documented limits are counted, unknown ones are called unknown', () => {
  assert.match(words({}), /2 of 5 this minute, 40 of 100 in 24 hours/);
  assert.match(words({ operation: operationById('credit-report') }), /size is not documented/);
});

test('what will probably be refused is told before it is sent', () => {
  assert.equal(preflight(facts).warning, null);
  assert.match(words({ key: { kind: 'missing' } }), /No API key is set/);
  assert.match(
    words({ key: { kind: 'other-origin', origin: 'https://old.example.invalid' } }),
    /entered for https:\/\/old/,
  );
  assert.match(words({ minuteCount: 5 }), /limit of this minute is reached/);
  assert.match(words({ dayCount: 100 }), /limit of a day is reached/);
  assert.match(words({ looseProxy: true }), /certificate of the proxy is not checked/);
});
