import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import { test } from 'node:test';
import zlib, {
  brotliCompressSync,
  crc32,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { codings } from '../../../src/client/members.ts';

const json = '{"charged":true,"order_id":"ORD-1"}';

/** What came of bytes: as text, how it ended, why, and how many bytes stood behind the end. */
async function undone(name: string, bytes: Buffer, room = 1_000_000): Promise<readonly unknown[]> {
  const coding = codings.get(name) ?? assert.fail();
  assert.ok(coding.begins(bytes));
  const { bytes: came, end, cause, spare } = await coding.undo(bytes, room);
  return [came.toString('latin1'), end, cause, spare];
}

/** Flags of a member (RFC 1952 2.3.1), with what each puts before the data; the last is a checksum of all before it. */
const flagged: readonly (readonly [number, Buffer])[] = [
  [1, Buffer.alloc(0)],
  [4, Buffer.concat([Buffer.of(3, 2), Buffer.alloc(515, 7)])],
  [8, Buffer.from('answer.json\0')],
  [16, Buffer.from('a comment\0')],
];

function member(text: string, flags: number): Buffer {
  const data = Buffer.from(text);
  const fields = flagged.filter(([flag]) => (flags & flag) !== 0).map(([, bytes]) => bytes);
  const head = Buffer.concat([Buffer.of(0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 0xff), ...fields]);
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(data), 0);
  end.writeUInt32LE(data.length, 4);
  const sum = Buffer.alloc((flags & 2) === 0 ? 0 : 2);
  if (sum.length > 0) sum.writeUInt16LE(crc32(head) & 0xffff);
  return Buffer.concat([head, sum, deflateRawSync(data), end]);
}

for (const flags of [0, 1, 2, 4, 8, 16, 8 + 16, 2 + 4, 31]) {
  test(`a member of gzip is read whatever stands before its data, also where bytes follow it: flags ${flags}`, async () => {
    assert.deepEqual(await undone('gzip', member(json, flags)), [json, 'whole', '', 0]);
    const followed = Buffer.concat([member(json, flags), member('{}', flags), Buffer.from('<!-->')]);
    assert.deepEqual(await undone('gzip', followed), [`${json}{}`, 'whole', '', 5]);
  });
}

for (const [name, spoilt] of [
  ['its checksum', -8],
  ['its length', -4],
] as const) {
  test(`a member of gzip is broken where ${name} is wrong, and what was read of it is kept`, async () => {
    const bytes = member(json, 0);
    const at = bytes.length + spoilt;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    assert.deepEqual(await undone('gzip', bytes), [json, 'broken', 'Z_DATA_ERROR', 0]);
  });
}

test('after a member of gzip that is broken nothing is read, though another one follows', async () => {
  const first = member(json, 0);
  first.fill(0, first.length - 8);
  const bytes = Buffer.concat([first, member('{}', 0)]);
  assert.deepEqual(await undone('gzip', bytes), [json, 'broken', 'Z_DATA_ERROR', 0]);
});

for (const [name, rest] of [
  ['nothing but its sign', Buffer.of(0x1f, 0x8b, 0)],
  ['a name without an end', Buffer.from([0x1f, 0x8b, 0, 8, 0, 0, 0, 0, 0, 0, 65, 65])],
  ['no data', Buffer.from([0x1f, 0x8b, 0, 0, 0, 0, 0, 0, 0, 0])],
  ['no checksum', Buffer.from([0x1f, 0x8b, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0])],
] as const) {
  test(`a member that follows and is cut keeps those before it: ${name}`, async () => {
    const bytes = Buffer.concat([gzipSync(json), rest]);
    assert.deepEqual(await undone('gzip', bytes), [json, 'cut', 'Z_BUF_ERROR', 0]);
  });
}

const skipped = (kind: number): Buffer => Buffer.from([kind, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9, 9]);
test('zstd begins with a frame, or with one of the sixteen kinds that are skipped', () => {
  const begins = codings.get('zstd')?.begins ?? assert.fail();
  assert.ok(begins(zstdCompressSync(json)));
  for (let kind = 0x50; kind <= 0x5f; kind += 1)
    assert.ok(begins(skipped(kind).subarray(0, 4)), String(kind));
  for (const none of [skipped(0x4f), skipped(0x60), zstdCompressSync(json).subarray(0, 3), Buffer.alloc(0)])
    assert.equal(begins(none), false, none.toString('hex'));
});

test('all frames of zstd together are held to the limit', async () => {
  const bytes = Buffer.concat([zstdCompressSync('a'.repeat(60)), zstdCompressSync('b'.repeat(60))]);
  const whole = `${'a'.repeat(60)}${'b'.repeat(60)}`;
  assert.deepEqual(await undone('zstd', bytes, 120), [whole, 'whole', '', 0]);
  assert.deepEqual(await undone('zstd', bytes, 119), [whole.slice(0, 119), 'too-large', 'too-large', 0]);
  assert.deepEqual(await undone('zstd', bytes, 60), [whole.slice(0, 60), 'too-large', 'too-large', 0]);
});

const long = Array.from({ length: 2_000 }, (_, index) => String(index)).join(' ');
for (const [name, bytes] of [
  ['br', brotliCompressSync(long)],
  ['deflate', deflateSync(long)],
  ['deflate', deflateRawSync(long)],
] as const) {
  test(`what comes in many blocks is held to the limit: ${name}`, async () => {
    assert.deepEqual(await undone(name, bytes, long.length), [long, 'whole', '', 0]);
    for (const room of [long.length - 1, 1_000, 64, 1]) {
      const [text, end, cause] = await undone(name, bytes, room);
      assert.deepEqual([text, end, cause], [long.slice(0, room), 'too-large', 'too-large']);
    }
  });
}

for (const [name, bytes] of [
  ['deflate', deflateSync(long)],
  ['deflate', deflateRawSync(long)],
  ['zstd', Buffer.concat([zstdCompressSync(long), zstdCompressSync(long)])],
  ['br', brotliCompressSync(long)],
  ['gzip', gzipSync(long)],
] as const) {
  test(`of a small body that was cut little is lost: ${name}`, async () => {
    const [text, end, cause] = await undone(name, bytes.subarray(0, bytes.length - 100));
    assert.deepEqual([end, cause], ['cut', 'Z_BUF_ERROR']);
    assert.ok(`${long}${long}`.startsWith(String(text)));
    assert.ok(String(text).length > long.length - 1_000, String(text).length.toString());
  });
}

for (const [name, sound] of [
  ['deflate', deflateSync(long)],
  ['deflate', deflateRawSync(long)],
  ['gzip', gzipSync(long)],
] as const) {
  test(`of a small body that was spoilt little is lost: ${name}, which begins with ${sound[0]}`, async () => {
    const bytes = Buffer.from(sound);
    bytes.fill(0xff, bytes.length - 200, bytes.length - 100);
    const [text, end, cause] = await undone(name, bytes);
    assert.deepEqual([end, cause], ['broken', 'Z_DATA_ERROR']);
    assert.ok(String(text).length > long.length - 1_000, String(text).length.toString());
    assert.equal(String(text).slice(0, 7_000), long.slice(0, 7_000));
  });
}

const longer = Array.from({ length: 60_000 }, (_, index) => String(index)).join(' ');
const narrow = { [zlib.constants.BROTLI_PARAM_LGWIN]: 10, [zlib.constants.BROTLI_PARAM_QUALITY]: 5 };
for (const [name, sound, left, least] of [
  ['zstd', zstdCompressSync(longer), 2_000, 262_000],
  ['br', brotliCompressSync(longer, { params: narrow }), 3_300, 327_000],
] as const) {
  test(`of a body of many blocks that was spoilt all blocks before that are kept: ${name}`, async () => {
    const bytes = Buffer.from(sound);
    bytes.fill(0xff, bytes.length - left, bytes.length - left + 1_000);
    const [text, end] = await undone(name, bytes);
    assert.equal(end, 'broken');
    assert.ok(String(text).length > least, String(text).length.toString());
    assert.equal(String(text).slice(0, 200_000), longer.slice(0, 200_000));
  });
}

test('past the limit a decoder does no more', async (t) => {
  const made: zlib.BrotliDecompress[] = [];
  const make = zlib.createBrotliDecompress;
  t.mock.method(zlib, 'createBrotliDecompress', (options?: zlib.BrotliOptions) => {
    const decoder = make(options);
    made.push(decoder);
    return decoder;
  });
  syncBuiltinESMExports();
  try {
    const [, end] = await undone('br', brotliCompressSync(long), 10);
    assert.equal(end, 'too-large');
  } finally {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  }
  assert.deepEqual(
    made.map((decoder) => decoder.destroyed),
    [true],
  );
});
