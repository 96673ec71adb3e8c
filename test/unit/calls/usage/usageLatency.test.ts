import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { percentile, percentiles } from '../../../../src/calls/usage/usageLatency.ts';

const row = (fromMs: number, toMs: number, calls: number) =>
  ({ operation: 'rc-advanced', fromMs, toMs, calls }) as const;

test('a percentile lies in the bucket its call fell into, by its place in it', () => {
  const rows = [row(100, 200, 50), row(200, 400, 40), row(400, 800, 10)];
  assert.deepEqual(
    [0.5, 0.9, 0.99, 1].map((share) => percentile(rows, share)),
    [200, 400, 760, 800],
  );
  assert.equal(percentile(rows, 0.25), 150);
});

test('of one call every percentile is the end of its bucket; of none there is none', () => {
  assert.equal(percentile([row(10, 20, 1), row(20, 30, 0)], 0.5), 20);
  assert.equal(percentile([row(10, 20, 0)], 0.5), null);
});

test('in the last bucket, which has no end, its beginning counts', () => {
  assert.equal(percentile([row(6_000_000, Number.MAX_SAFE_INTEGER, 3)], 0.9), 6_000_000);
});

test('rows of one bucket count together, whatever environment they are of', () => {
  const rows = [row(100, 200, 5), row(200, 300, 10), row(100, 200, 5)];
  assert.deepEqual(
    [0.25, 0.5, 0.75].map((share) => percentile(rows, share)),
    [150, 200, 250],
  );
});

test('a share of nothing falls on the first call; the 99th percentile of a hundred on the 99th', () => {
  assert.equal(percentile([row(0, 10, 10)], 0), 1);
  assert.deepEqual(percentiles([row(0, 100, 100)]), [
    { operation: 'rc-advanced', calls: 100, p50: 50, p90: 90, p99: 99 },
  ]);
});

test('percentiles never fall, and stay within what was measured', () => {
  const bucket = fc.record({ place: fc.nat(60), calls: fc.nat(500) });
  fc.assert(
    fc.property(fc.array(bucket, { minLength: 1, maxLength: 30 }), (buckets) => {
      const rows = buckets.map(({ place, calls }) => row(place * 10, place * 10 + 10, calls));
      const [found] = percentiles(rows);
      if (found === undefined) return assert.ok(buckets.every(({ calls }) => calls === 0));
      const filled = rows.filter(({ calls }) => calls > 0);
      assert.ok(found.p50 <= found.p90 && found.p90 <= found.p99);
      assert.ok(found.p50 > Math.min(...filled.map(({ fromMs }) => fromMs)));
      assert.ok(found.p99 <= Math.max(...filled.map(({ toMs }) => toMs)));
    }),
  );
});
