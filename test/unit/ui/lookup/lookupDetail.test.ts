import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PreflightContext, preflight } from '../../../../src/calls/guard/preflight.ts';
import type { GuardFacts } from '../../../../src/calls/ports/guardPorts.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { meters, noon, someContext, someFacts } from '../../calls/guard/facts.ts';
import { anOrder } from '../../calls/orders.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { lookupDetail } = await import('../../../../src/ui/lookup/askLookup.ts');

const operation = operationById('rc-advanced');
const environment = { name: 'Acme', baseUrl: 'https://api.example.invalid', kind: 'live' } as const;

/** The line under a value that could be looked up. */
function detail(facts: Partial<GuardFacts>, context: Partial<PreflightContext> = {}): Promise<string> {
  const check = preflight(someFacts(facts), someContext({ operation, environment, ...context }));
  const services = {
    sending: { look: async () => check, destination: async () => null },
    environments: { current: () => environment },
  };
  return lookupDetail(services as never, {
    operation,
    fields: { rc_number: 'XX00AB1234' },
    missing: [],
    how: 'recognised',
  });
}

const odd = 'XX is not the code of a state or union territory.';

test('a value that looks wrong is told of before a missing key, whose sentence would push it off the line', async () => {
  const line = await detail({}, { key: { kind: 'missing' } });
  assert.ok(line.startsWith(`${odd} · No API key is set`), line);
});

test('an order with the same input comes first of all: it may cost money twice', async () => {
  const line = await detail({ paidTwins: [anOrder({ billing: 'billed' })] }, { key: { kind: 'missing' } });
  const order = [line.indexOf('same input'), line.indexOf(odd), line.indexOf('No API key is set')];
  assert.ok(!order.includes(-1), line);
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
    line,
  );
});

test('a limit that was seen is said once when it is reached, and with its count before', async () => {
  const learned = { calls: 4, at: noon - 5000 };
  const full = await detail({ learned, meters: meters(3, 3) });
  assert.match(full, /Limit seen: 3 per minute, 3 sent in this one\./);
  assert.equal(full.split('Limit seen').length, 2, full);
  const free = await detail({ learned, meters: meters(2, 2) });
  assert.match(free, /Limit seen: 3 per minute, 2 sent/);
});

test('how full the day is is said as well where the limit of a minute that was seen is reached', async () => {
  const limits = { 'rc-advanced': { perMinute: null, perDay: 100 } };
  const learned = { calls: 4, at: noon - 5000 };
  const line = await detail({ learned, meters: meters(3, 97) }, { environment: { ...environment, limits } });
  assert.match(line, /Limit seen: 3 per minute, 3 sent in this one\./);
  assert.match(line, /97 of 100 in 24 hours/);
});
