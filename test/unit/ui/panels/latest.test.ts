import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { latest } from '../../../../src/ui/panels/latest.ts';

describe('the newest state alone', () => {
  it('is kept at once, and once more for all that was asked for meanwhile, whatever went wrong', async () => {
    const kept: number[] = [];
    const failures: string[] = [];
    let state = 0;
    let release: () => void = () => undefined;
    const keep = latest(
      async () => {
        kept.push(state);
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        if (state === 3) throw new Error('disk');
      },
      (error) => failures.push(String(error)),
    );
    for (state = 1; state < 3; state += 1) keep();
    keep();
    assert.deepEqual(kept, [1]);
    release();
    await new Promise(setImmediate);
    assert.deepEqual(kept, [1, 3]);
    release();
    await new Promise(setImmediate);
    state = 4;
    keep();
    release();
    await new Promise(setImmediate);
    assert.deepEqual(kept, [1, 3, 4]);
    assert.deepEqual(failures, ['Error: disk', 'Error: disk']);
  });
});
