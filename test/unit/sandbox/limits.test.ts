import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coolDownOf } from '../../../src/calls/sending/exchange.ts';
import type { OperationId } from '../../../src/contract/words.ts';
import { magicInputs } from '../../../src/sandbox/magic.ts';
import { SlidingWindows, sandboxLimits } from '../../../src/sandbox/windows.ts';
import { aSandbox, json, magic, ordinary, send, type TestSandbox } from './aSandbox.ts';

const valid = 'sandbox-key-valid';

async function exhaust(started: TestSandbox, operation: OperationId): Promise<void> {
  for (let sent = 0; sent < sandboxLimits(operation).perMinute; sent += 1) {
    assert.equal((await send(started, operation, ordinary[operation], valid)).status, 200);
  }
}

test("the documented limits are the sandbox's, the others are marked as invented", () => {
  assert.deepEqual(sandboxLimits('aadhaar-pan-link'), { perMinute: 5, perDay: 100, invented: false });
  assert.deepEqual(sandboxLimits('email-bulk'), { perMinute: 100, perDay: 5000, invented: false });
  assert.deepEqual(sandboxLimits('rc-advanced'), { perMinute: 30, perDay: null, invented: true });
  assert.deepEqual(sandboxLimits('credit-report'), { perMinute: 30, perDay: null, invented: true });
});

for (const operation of ['aadhaar-pan-link', 'email-bulk'] as const) {
  test(`${operation} breaches with the short body`, async (t) => {
    const started = await aSandbox(t);
    await exhaust(started, operation);
    const answer = await send(started, operation, ordinary[operation], valid);
    assert.equal(answer.status, 429);
    assert.equal(answer.headers.get('retry-after'), '60');
    assert.deepEqual(json(answer), {
      success: false,
      message: 'Rate limit exceeded. Please try again later.',
      data: null,
    });
    assert.equal(started.sandbox.books().entries.at(-1)?.messageCode, 'RATE_LIMITED');
  });
}

for (const operation of ['rc-advanced', 'credit-report'] as const) {
  test(`${operation} breaches with the full body`, async (t) => {
    const started = await aSandbox(t);
    await exhaust(started, operation);
    const answer = await send(started, operation, ordinary[operation], valid);
    assert.equal(answer.status, 429);
    assert.equal(json(answer).message_code, 'RATE_LIMITED');
    assert.equal(json(answer).charged, false);
  });
}

test('the window slides, and each early retry adds ten seconds', async (t) => {
  const started = await aSandbox(t);
  const { clock } = started;
  const ask = async () => send(started, 'aadhaar-pan-link', ordinary['aadhaar-pan-link'], valid);
  for (let sent = 0; sent < 5; sent += 1) {
    assert.equal((await ask()).status, 200);
    clock.now += 1000;
  }
  assert.equal((await ask()).headers.get('retry-after'), '55');
  assert.equal((await ask()).headers.get('retry-after'), '65');
  clock.now += 64_999;
  assert.equal((await ask()).headers.get('retry-after'), '11');
  clock.now += 10_001;
  assert.equal((await ask()).status, 200);
});

test('other keys and other operations have windows of their own', async (t) => {
  const started = await aSandbox(t);
  await exhaust(started, 'aadhaar-pan-link');
  const other = await send(
    started,
    'aadhaar-pan-link',
    ordinary['aadhaar-pan-link'],
    'sandbox-key-not-subscribed',
  );
  assert.equal(other.status, 200);
  assert.equal((await send(started, 'rc-advanced', ordinary['rc-advanced'], valid)).status, 200);
});

test('the wait that early retries build up ends at five minutes', () => {
  const windows = new SlidingWindows();
  for (let sent = 0; sent < 5; sent += 1) windows.admit('k', 'aadhaar-pan-link', 0);
  let wait = 0;
  for (let sent = 0; sent < 100; sent += 1) wait = windows.admit('k', 'aadhaar-pan-link', 0);
  assert.equal(wait, 5 * 60_000);
});

test('the hundred and first Aadhaar-PAN request of a day waits for the first to be a day old', () => {
  const windows = new SlidingWindows();
  const day = 24 * 60 * 60_000;
  for (let sent = 0; sent < 100; sent += 1) {
    assert.equal(windows.admit('k', 'aadhaar-pan-link', sent * 20_000), 0);
  }
  assert.equal(windows.admit('k', 'aadhaar-pan-link', 3_000_000), day - 3_000_000);
  assert.equal(windows.admit('k', 'aadhaar-pan-link', day), 0);
});

test('the unlimited key has no limit', async (t) => {
  const started = await aSandbox(t);
  for (let sent = 0; sent < 12; sent += 1) {
    assert.equal((await send(started, 'aadhaar-pan-link', ordinary['aadhaar-pan-link'])).status, 200);
  }
});

test('Retry-After by magic input: seconds, a date, unreadable, absent', async (t) => {
  const started = await aSandbox(t);
  const header = async (id: string) => {
    const answer = await send(started, 'email-bulk', magic(id, 'email-bulk'));
    assert.equal(answer.status, 429);
    return answer.headers.get('retry-after');
  };
  assert.equal(await header('rate-limited'), '30');
  assert.equal(await header('retry-after-date'), 'Sat, 21 Nov 2026 09:00:45 GMT');
  assert.equal(await header('retry-after-unreadable'), 'soon');
  assert.equal(await header('retry-after-absent'), null);
});

test('both bodies of a 429 can be had on every operation', async (t) => {
  const started = await aSandbox(t);
  for (const operation of ['rc-advanced', 'email-bulk'] as const) {
    const short = json(await send(started, operation, magic('rate-limited-short', operation)));
    assert.deepEqual(Object.keys(short), ['success', 'message', 'data']);
    const full = json(await send(started, operation, magic('rate-limited', operation)));
    assert.equal(full.message_code, 'RATE_LIMITED');
  }
});

test('a 429 that an input was made for is known as planted, the one of a real limit is not', async (t) => {
  const started = await aSandbox(t);
  const plantedIn = async (body: Record<string, unknown>): Promise<boolean | undefined> => {
    const { status, headers } = await send(started, 'rc-advanced', body, valid);
    assert.equal(status, 429);
    return coolDownOf({ status, statusText: '', headers: [...headers] }, started.clock.now).planted;
  };
  const inputs = magicInputs.filter(({ messageCode }) => messageCode === 'RATE_LIMITED');
  assert.ok(inputs.length > 1);
  for (const input of inputs) assert.equal(await plantedIn(input.body('rc-advanced')), true, input.id);
  started.clock.now += 60_000;
  await exhaust(started, 'rc-advanced');
  assert.equal(await plantedIn(ordinary['rc-advanced']), undefined);
  assert.equal(await plantedIn(inputs[0]?.body('rc-advanced') ?? {}), undefined);
});
