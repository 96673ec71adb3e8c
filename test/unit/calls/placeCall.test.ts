import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CallDeps, placeCall } from '../../../src/calls/placeCall.ts';
import { type CallRequest, type Exchange, LedgerRefusal, type Settlement } from '../../../src/calls/ports.ts';
import { aNewOrder } from './orders.ts';

const timing = { connectedMs: 1, firstByteMs: 2, totalMs: 3 };
const request: CallRequest = {
  url: 'https://api.example.invalid/api/v1/rc/advanced',
  apiKey: null,
  body: new Uint8Array(),
  deadlineMs: 1000,
  connectTimeoutMs: 100,
  maxResponseBytes: 1000,
};
const answered: Exchange = {
  kind: 'answered',
  head: { status: 202, statusText: '', headers: [] },
  body: new TextEncoder().encode(
    '{"status":"PENDING","status_code":202,"charged":true,"success":false,"message":"","message_code":"ACCEPTED","order_id":"O","data":{"order_id":"O","error_code":"","result":{}}}',
  ),
  wireBytes: 1,
  timing,
};

interface Steps {
  readonly log: string[];
  readonly settled: Settlement[];
}

function deps(exchange: Exchange | Error, faults: { begin?: Error; settle?: Error } = {}): CallDeps & Steps {
  const log: string[] = [];
  const settled: Settlement[] = [];
  return {
    log,
    settled,
    now: () => 42,
    ledger: {
      async begin() {
        log.push('begin');
        if (faults.begin !== undefined) throw faults.begin;
      },
      async settle(_id, settlement) {
        log.push('settle');
        if (faults.settle !== undefined) throw faults.settle;
        settled.push(settlement);
      },
    },
    transport: {
      async send() {
        log.push('send');
        if (exchange instanceof Error) throw exchange;
        return exchange;
      },
    },
  };
}

const place = (steps: CallDeps) =>
  placeCall(steps, { admission: null, order: aNewOrder(), request }, new AbortController().signal);

test('a call is written, sent once, settled, in that order', async () => {
  const steps = deps(answered);
  const result = await place(steps);
  assert.deepEqual(steps.log, ['begin', 'send', 'settle']);
  assert.ok(result.kind === 'settled' && result.unsettled === null);
  assert.deepEqual(
    [steps.settled[0]?.outcome, steps.settled[0]?.billing, steps.settled[0]?.orderId],
    ['pending', 'billed', 'O'],
  );
});

test('what cannot be written first is not sent', async () => {
  const refusal = new LedgerRefusal('unwritable', { text: 'The disk is full.' });
  for (const fault of [refusal, new Error('odd')]) {
    const steps = deps(answered, { begin: fault });
    const result = await place(steps);
    assert.deepEqual(steps.log, ['begin']);
    assert.equal(result.kind, 'not-begun');
  }
});

test('a refusal made in another bundle is told in its own words', async () => {
  const foreign = Object.assign(new Error('x'), {
    name: 'LedgerRefusal',
    reason: 'unwritable',
    what: { text: 'The disk is full.' },
  });
  const result = await place(deps(answered, { begin: foreign }));
  assert.deepEqual(result, { kind: 'not-begun', why: { text: 'The disk is full.' }, guard: false });
});

test('an answer that cannot be written is shown all the same, with a warning', async () => {
  const result = await place(deps(answered, { settle: new Error('disk full') }));
  assert.ok(result.kind === 'settled');
  assert.equal(result.reading.messageCode, 'ACCEPTED');
  assert.match(result.unsettled?.text ?? '', /could not be written/);
});

test('a connection lost after the request left may have been billed; one that never left is free', async () => {
  const lost = (sent: 'no' | 'maybe', code: string): Exchange => {
    return {
      kind: 'failed',
      sent,
      code,
      what: { text: 'x' },
      cause: 'X',
      head: null,
      partialBody: null,
      timing,
    };
  };
  const maybe = await place(deps(lost('maybe', 'reset')));
  assert.ok(maybe.kind === 'settled');
  assert.deepEqual([maybe.settlement.outcome, maybe.settlement.billing], ['unknown', 'unknown']);
  const no = await place(deps(lost('no', 'refused')));
  assert.ok(no.kind === 'settled');
  assert.deepEqual(
    [no.settlement.outcome, no.settlement.billing, no.settlement.evidence],
    ['not-sent', 'free', 'inferred'],
  );
});

test('a transport that fails unforeseen counts as maybe sent and is settled', async () => {
  const steps = deps(new Error('a bug'));
  const result = await place(steps);
  assert.deepEqual(steps.log, ['begin', 'send', 'settle']);
  assert.ok(result.kind === 'settled');
  assert.equal(result.settlement.billing, 'unknown');
});
