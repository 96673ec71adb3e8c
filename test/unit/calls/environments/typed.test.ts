import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedAmount, typedCount, typedShare } from '../../../../src/calls/environments/typed.ts';
import { plain } from '../../../../src/contract/words.ts';

test('what is typed is read by the one parser of amounts', () => {
  assert.deepEqual(typedAmount(' 4.50 '), { ok: true, value: '4.50' });
  assert.deepEqual(typedAmount('"4.50"'), { ok: true, value: '4.50' });
  for (const text of ['₹ 4.50', '₹4.50', 'Rs. 4.50', 'rs 4.50', 'INR 4.50'])
    assert.deepEqual(typedAmount(text), { ok: true, value: '4.50' }, text);
  assert.deepEqual(typedAmount('0'), { ok: true, value: '0' });
  assert.deepEqual(typedAmount('  '), { ok: true, value: null });
  for (const text of ['-1', '4,50', '₹', '₹-4', '1e3', 'four', '"', '1234567890']) {
    assert.equal(typedAmount(text).ok, false, text);
  }
});

test('calls are whole numbers in digits, and shares percent', () => {
  assert.deepEqual(typedCount('100', 1), { ok: true, value: 100 });
  assert.deepEqual(typedCount('0', 0), { ok: true, value: 0 });
  assert.deepEqual(typedCount('', 1), { ok: true, value: null });
  for (const text of ['0', '-1', '1.5', '1e3', '1,000', '0x10', '1000000001', 'ten']) {
    assert.equal(typedCount(text, 1).ok, false, text);
  }
  assert.deepEqual(typedShare('80 %'), { ok: true, value: 0.8 });
  assert.deepEqual(typedShare('57'), { ok: true, value: 0.57 });
  assert.deepEqual(typedShare('0'), { ok: true, value: 0 });
  assert.deepEqual(typedShare(''), { ok: true, value: null });
  for (const text of ['101', '-5', '0,8', 'all', '%']) assert.equal(typedShare(text).ok, false, text);
});

test('the whole of a limit may be a warning’s share; more is none', () => {
  assert.deepEqual(typedShare('100'), { ok: true, value: 1 });
  assert.deepEqual(typedShare('99.9999 %'), { ok: true, value: 0.999999 });
  assert.equal(typedShare('100.0001').ok, false);
});

test('a count that cannot be taken is told with the least that can', () => {
  for (const [typed, least] of [
    ['-1', 0],
    ['0', 1],
  ] as const) {
    const read = typedCount(typed, least);
    assert.equal(
      read.ok ? '' : plain(read.why),
      `Enter a whole number from ${least} to 1000000000 in digits alone, or nothing for no limit.`,
    );
  }
  assert.deepEqual(typedCount('1000000000', 1), { ok: true, value: 1_000_000_000 });
});
