import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emulations } from '../../../src/sandbox/emulation.ts';
import { readKey, sandboxKeys } from '../../../src/sandbox/keys.ts';
import { aSandbox, json, magic, operationIds, ordinary, pathOf, send, type TestSandbox } from './aSandbox.ts';

async function code(started: TestSandbox, key: string | null, operation = operationIds[0] ?? 'rc-advanced') {
  const answer = await send(started, operation, ordinary[operation], key);
  return [answer.status, json(answer).message_code];
}

test('each key is answered as its purpose says, on every operation', async (t) => {
  const started = await aSandbox(t);
  for (const operation of operationIds) {
    assert.deepEqual(await code(started, 'sandbox-key-valid', operation), [200, 'OK']);
    assert.deepEqual(await code(started, null, operation), [401, 'MISSING_API_KEY']);
    assert.deepEqual(await code(started, 'sandbox-key-nobody-has', operation), [401, 'INVALID_API_KEY']);
    assert.deepEqual(await code(started, 'sandbox-key-expired', operation), [401, 'INVALID_API_KEY']);
    assert.deepEqual(await code(started, 'sandbox-key-ip-restricted', operation), [401, 'INVALID_API_KEY']);
    assert.deepEqual(await code(started, 'sandbox-key-poor', operation), [402, 'INSUFFICIENT_BALANCE']);
    const unsubscribed = operation === 'credit-report' ? [403, 'NO_API_ACCESS'] : [200, 'OK'];
    assert.deepEqual(await code(started, 'sandbox-key-not-subscribed', operation), unsubscribed);
  }
});

test('only the Bearer scheme carries a key', () => {
  for (const header of [undefined, '', 'Bearer', 'Bearer ', 'Basic c2FuZGJveA==', 'sandbox-key-valid']) {
    assert.equal(readKey(header).kind, 'missing', String(header));
  }
  assert.equal(readKey('bearer sandbox-key-valid').kind, 'known');
  assert.equal(readKey('Bearer sandbox-key-valid2').kind, 'unknown');
});

test("every key says that it is the sandbox's", () => {
  for (const { key } of sandboxKeys) assert.match(key, /^sandbox-key-/);
});

test('a billed call costs its price, a free one nothing, a failed one is debited and refunded', async (t) => {
  const started = await aSandbox(t);
  const price = emulations['rc-advanced'].pricePaise;
  for (const id of ['ok', 'no-record-found', 'invalid-input', 'request-failed']) {
    await send(started, 'rc-advanced', magic(id, 'rc-advanced'), 'sandbox-key-valid');
  }
  const wallet = started.sandbox.books().wallets.find((one) => one.keyLabel === 'valid');
  assert.deepEqual(wallet, {
    keyLabel: 'valid',
    balancePaise: 1_000_000 - 2 * price,
    movements: [
      { sequence: 1, kind: 'debit', amountPaise: price, balancePaise: 1_000_000 - price },
      { sequence: 2, kind: 'debit', amountPaise: price, balancePaise: 1_000_000 - 2 * price },
      { sequence: 4, kind: 'debit', amountPaise: price, balancePaise: 1_000_000 - 3 * price },
      { sequence: 4, kind: 'refund', amountPaise: price, balancePaise: 1_000_000 - 2 * price },
    ],
  });
  assert.deepEqual(
    started.sandbox.books().entries.map((entry) => entry.amountPaise),
    [price, price, 0, 0],
  );
});

test('the books count every POST, equal bodies by an equal hash, and hold nothing personal', async (t) => {
  const started = await aSandbox(t);
  const typed = { number: 'ZZZXZ9999Z', fetch_by: 'pan', mobile: '0000000000', name: 'SOMEBODY PRIVATE' };
  await send(started, 'credit-report', typed);
  await send(started, 'credit-report', typed);
  await send(started, 'credit-report', ordinary['credit-report']);
  await fetch(`${started.sandbox.url}/api/v1/unknown`, { method: 'POST', body: 'SOMEBODY PRIVATE' });
  const books = started.sandbox.books();
  const [one, two, three, four] = books.entries;
  assert.deepEqual(
    books.entries.map((entry) => entry.sequence),
    [1, 2, 3, 4],
  );
  assert.equal(one?.inputHash, two?.inputHash);
  assert.notEqual(two?.inputHash, three?.inputHash);
  assert.notEqual(one?.orderId, two?.orderId);
  assert.equal(one?.at, started.clock.now);
  assert.deepEqual([four?.operation, four?.messageCode], [null, 'NOT_FOUND']);
  assert.doesNotMatch(JSON.stringify(books) + started.log.join('\n'), /PRIVATE|ZZZXZ9999Z|sandbox-key/);
});

test('reset puts books, windows and wallets back to the start', async (t) => {
  const started = await aSandbox(t);
  const send5 = async () => {
    for (let sent = 0; sent < 5; sent += 1) {
      const answer = await send(
        started,
        'aadhaar-pan-link',
        ordinary['aadhaar-pan-link'],
        'sandbox-key-valid',
      );
      assert.equal(answer.status, 200);
    }
  };
  const fresh = started.sandbox.books();
  await send5();
  started.sandbox.reset();
  assert.deepEqual(started.sandbox.books(), fresh);
  await send5();
});

test('a POST whose sender leaves before its body is whole is in the books all the same', async (t) => {
  const { sandbox } = await aSandbox(t);
  const controller = new AbortController();
  const endless = new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode('{')),
  });
  const sending = fetch(sandbox.url + pathOf('rc-advanced'), {
    method: 'POST',
    body: endless,
    duplex: 'half',
    signal: controller.signal,
  });
  while (sandbox.books().entries.length === 0) await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  await assert.rejects(sending, { name: 'AbortError' });
  assert.deepEqual(
    sandbox.books().entries.map((entry) => entry.messageCode),
    [null],
  );
});
