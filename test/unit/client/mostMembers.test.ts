import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { codings } from '../../../src/client/members.ts';

/* Apart from the other tests of members: each of its frames costs a decoder. */
test('ten thousand frames are read, and one more is no answer', { timeout: 60_000 }, async () => {
  const zstd = codings.get('zstd') ?? assert.fail();
  const frame = zstdCompressSync('');
  const most = Buffer.concat([...Array<Buffer>(9_999).fill(frame), zstdCompressSync('end')]);
  const { bytes, end } = await zstd.undo(most, 1_000);
  assert.deepEqual([String(bytes), end], ['end', 'whole']);
  assert.deepEqual(await zstd.undo(Buffer.concat([most, frame]), 1_000), {
    bytes: Buffer.from('end'),
    end: 'broken',
    cause: 'TOO_MANY_MEMBERS',
    spare: 0,
  });
});
