import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { noon } from './aLedger.ts';
import { anEraser, grow, mebibyte } from './anEraser.ts';

/* Only a file that is written anew as a whole is free of traces for certain; that takes its time, so it is not done for each change. */

const minute = 60_000;

it('writes a small file anew at most once in ten minutes after payloads were', async (t) => {
  const { eraser, anew } = await anEraser(t);
  const tidied = async (changed: number, at: number) => [await eraser.tidy(changed, at), anew()];
  assert.deepEqual(await tidied(1, noon), [true, true]);
  assert.deepEqual(await tidied(1, noon + 10 * minute - 1), [true, false]);
  assert.deepEqual(await tidied(1, noon + 10 * minute), [true, true]);
  assert.deepEqual(await tidied(1, noon + 11 * minute), [true, false]);
});

it('writes a file anew after two hundred changes, however soon', async (t) => {
  const { eraser, anew } = await anEraser(t);
  const tidied = async (changed: number) => {
    await eraser.tidy(changed, noon);
    return anew();
  };
  assert.equal(await tidied(200), true);
  assert.equal(await tidied(199), false);
  assert.equal(await tidied(1), true);
  assert.equal(await tidied(199), false);
});

for (const [bytes, changed, whole] of [
  [8 * mebibyte, 1, true],
  [8 * mebibyte + 4096, 199, false],
  [8 * mebibyte + 4096, 200, true],
  [256 * mebibyte, 200, true],
  [256 * mebibyte + 4096, 200, false],
] as const) {
  it(`writes a file of ${bytes} bytes ${whole ? '' : 'not '}anew after ${changed} changes`, async (t) => {
    const { eraser, store, names, anew } = await anEraser(t);
    grow(store, names.orders, bytes);
    await eraser.tidy(changed, noon);
    assert.equal(anew(), whole);
  });
}

it('removes copies of the file with the old forms of payloads that were written anew', async (t) => {
  const { eraser, names } = await anEraser(t);
  const copy = join(names.folder, 'orders.backup-v1-2026.sqlite');
  writeFileSync(copy, 'a copy');
  await eraser.tidy(1, noon);
  assert.equal(existsSync(copy), false);
});
