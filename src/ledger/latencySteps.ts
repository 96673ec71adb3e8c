/** About 5 % wide: a percentile read from them is off by no more than that. */
const width = 1.05;

/** The last one begins at some 100 minutes and takes everything longer. */
const count = 320;

/** Where a bucket of latencies begins, in ms; the first one begins at 0. */
function stepMs(bucket: number): number {
  return bucket === 0 ? 0 : width ** bucket;
}

/** Every bucket with its beginning, ascending. */
export const latencySteps: readonly { readonly bucket: number; readonly fromMs: number }[] = Array.from(
  { length: count },
  (_, bucket) => ({ bucket, fromMs: stepMs(bucket) }),
);
