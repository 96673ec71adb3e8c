import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type BodyReader, bodyReader } from '../../../src/client/body.ts';
import { plain } from '../../../src/contract/words.ts';

const text = JSON.stringify({ message_code: 'OK', filler: 'ab'.repeat(5_000) });
const block = 256 * 1024;

interface Watched {
  readonly reader: BodyReader;
  /** What was told, in order: the name of the event and what it said. */
  readonly told: string[];
  readonly bodies: Buffer[];
  /** What could be read as it was told that there is no whole body. */
  readonly partials: Buffer[];
}

function watched(contentEncoding: string, limit = 10_000_000): Watched {
  const told: string[] = [];
  const bodies: Buffer[] = [];
  const partials: Buffer[] = [];
  const reader = bodyReader(contentEncoding, limit, {
    whole(body, oddities) {
      bodies.push(body);
      told.push(['whole', ...oddities.map(plain)].join(' '));
    },
    tooLarge() {
      partials.push(reader.partial());
      told.push('too-large');
    },
    broken(code, cause) {
      partials.push(reader.partial());
      told.push(`${code} ${cause}`);
    },
  });
  return { reader, told, bodies, partials };
}

/** What is under way has ended, and told what it has to tell. */
const settled = (reader: BodyReader): Promise<void> => new Promise((resolve) => reader.cut(resolve));

/** Bytes of which no two stretches are alike, so that none can stand in for another. */
function counted(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 1) bytes[at] = (at * 31 + (at >> 8) * 7 + (at >> 16) * 13) & 0xff;
  return bytes;
}

const pieces: readonly (readonly [string, readonly number[]])[] = [
  ['nothing', []],
  ['an empty piece', [0]],
  ['one byte', [1]],
  ['bytes one by one past the first block', Array<number>(3_000).fill(1)],
  ['a piece that ends with the first block', [1024, 1, 1]],
  ['a piece larger than all before it', [10, 200_000, 5]],
  ['pieces of a thousand bytes past the largest block', Array<number>(700).fill(1_000)],
  ['a piece just below the largest block', [3, block - 1, 3]],
  ['a piece as large as the largest block', [3, block, 3]],
  ['large ones among small ones', [3, block + 1, 3, 5, block * 2, 1_100, 7]],
  ['large ones alone', [block, block + 5]],
  ['one byte before each large one', [1, block, 1, block]],
];
for (const [name, sizes] of pieces) {
  test(`a body is put together as it came: ${name}`, () => {
    const { reader, told, bodies } = watched('');
    const whole = counted(sizes.reduce((sum, size) => sum + size, 0));
    let at = 0;
    for (const size of sizes) {
      reader.write(whole.subarray(at, at + size));
      at += size;
    }
    assert.ok(reader.partial().equals(whole), 'before its end');
    reader.end();
    assert.deepEqual(told, ['whole']);
    assert.ok(bodies[0]?.equals(whole));
    assert.ok(reader.partial().equals(whole), 'and after it');
  });
}

test('small pieces are copied: whoever brought them may use their memory again', () => {
  const { reader, bodies } = watched('');
  const chunk = Buffer.from('abc');
  reader.write(chunk);
  chunk.fill('x');
  reader.write(chunk);
  reader.end();
  assert.equal(bodies[0]?.toString(), 'abcxxx');
});

for (const [name, sizes, most] of [
  ['a small body', [2], 1],
  ['bytes one by one', Array<number>(3_000).fill(1), 3],
  ['pieces of a thousand bytes', Array<number>(2_000).fill(1_000), 20],
] as const) {
  test(`a body takes few blocks, none much larger than what came before: ${name}`, (t) => {
    const allocated = t.mock.method(Buffer, 'allocUnsafeSlow');
    const { reader } = watched('');
    for (const size of sizes) reader.write(Buffer.alloc(size));
    const blocks = allocated.mock.calls.map((call) => call.arguments[0]);
    assert.ok(blocks.length > 0 && blocks.length <= most, blocks.join(' '));
    let before = 0;
    for (const size of blocks) {
      assert.ok(size <= Math.min(Math.max(1024, before + 1_000), block), blocks.join(' '));
      before += size;
    }
    assert.equal(reader.partial().length, sizes[0] * sizes.length);
  });
}

for (const [name, writes, kept] of [
  ['in one piece', [11], 10],
  ['in the middle of the second piece', [6, 6], 10],
  ['with the piece after a full one', [10, 1], 10],
] as const) {
  test(`a body that passes the limit is told once, and what fits is kept: ${name}`, () => {
    const { reader, told } = watched('', 10);
    const whole = counted(30);
    let at = 0;
    for (const size of writes) {
      assert.deepEqual(told, []);
      reader.write(whole.subarray(at, at + size));
      at += size;
    }
    assert.deepEqual(told, ['too-large']);
    reader.write(whole);
    reader.end();
    assert.deepEqual(told, ['too-large'], 'nothing after it');
    assert.deepEqual(reader.partial(), whole.subarray(0, kept));
  });
}

test('a large piece that passes the limit is kept up to it', () => {
  const { reader, told } = watched('', block + 10);
  const whole = counted(block + 11);
  reader.write(whole);
  assert.deepEqual(told, ['too-large']);
  assert.ok(reader.partial().equals(whole.subarray(0, block + 10)));
});

test('a body of exactly the limit is whole, and an empty piece after it changes nothing', () => {
  const { reader, told, bodies } = watched('', 10);
  reader.write(counted(10));
  reader.write(Buffer.alloc(0));
  reader.end();
  assert.deepEqual(told, ['whole']);
  assert.deepEqual(bodies, [counted(10)]);
});

test('after its end nothing is taken and nothing told, whatever comes', () => {
  const { reader, told, bodies } = watched('', 10);
  reader.write(Buffer.from('whole'));
  reader.end();
  reader.write(Buffer.from(' and more than the limit'));
  reader.end();
  assert.deepEqual(told, ['whole']);
  assert.equal(bodies[0]?.toString(), 'whole');
  assert.equal(reader.partial().toString(), 'whole');
});

test('after stop nothing is taken and nothing told', () => {
  const { reader, told } = watched('', 10);
  reader.write(Buffer.from('part'));
  reader.stop();
  reader.write(Buffer.from(' and more than the limit'));
  reader.end();
  assert.deepEqual(told, []);
  assert.equal(reader.partial().toString(), 'part');
});

test('a plain body that is cut calls back at once, with what came and no event', () => {
  const { reader, told } = watched('identity', 10);
  reader.write(Buffer.from('part'));
  let called = 0;
  reader.cut(() => {
    called += 1;
  });
  assert.equal(called, 1);
  reader.write(Buffer.from(' and more than the limit'));
  reader.end();
  assert.deepEqual(told, []);
  assert.equal(reader.partial().toString(), 'part');
});

test('a compressed body is told once it is decoded, and is read from then on', async () => {
  const { reader, told, bodies } = watched('gzip');
  const wire = gzipSync(text);
  reader.write(wire.subarray(0, 7));
  reader.write(wire.subarray(7));
  assert.deepEqual(reader.partial(), wire, 'before its end it is as it came');
  reader.end();
  reader.end();
  assert.deepEqual(told, [], 'decoding takes its time');
  await settled(reader);
  assert.deepEqual(told, ['whole']);
  assert.equal(bodies[0]?.toString(), text);
  assert.equal(reader.partial().toString(), text);
});

test('a body that says to be compressed and is not is told with what is odd about it', async () => {
  const { reader, told, bodies } = watched('br');
  reader.write(Buffer.from('{"a":1}'));
  reader.end();
  await settled(reader);
  assert.equal(told.length, 1);
  assert.match(told[0] ?? '', /^whole Content-Encoding says br, but the body is not compressed that way/);
  assert.equal(bodies[0]?.toString(), '{"a":1}');
});

const spoilt = gzipSync(text, { level: 0 });
spoilt.fill(0xff, 8_000, 8_100);
const ends: readonly (readonly [string, string, Buffer, string, number])[] = [
  ['that grows past the limit', 'gzip', gzipSync(Buffer.alloc(5_000)), 'too-large', 1_000],
  [
    'of which the end is missing',
    'gzip',
    gzipSync(text, { level: 0 }).subarray(0, 900),
    'truncated Z_BUF_ERROR',
    1_000,
  ],
  ['that is spoilt', 'gzip', spoilt, 'encoding Z_DATA_ERROR', 20_000],
];
for (const [name, coding, wire, event, limit] of ends) {
  test(`a compressed body ${name} is told as that, once, and what could be read is kept`, async () => {
    const { reader, told, partials } = watched(coding, limit);
    reader.write(wire);
    reader.end();
    await settled(reader);
    await settled(reader);
    assert.deepEqual(told, [event]);
    const kept = reader.partial();
    assert.deepEqual(partials, [kept], 'at once');
    assert.ok(kept.length > 0 && kept.length <= limit, String(kept.length));
    const meant = event === 'too-large' ? Buffer.alloc(1_000) : Buffer.from(text);
    // What is spoilt may be among it, so only what stands before that is held to the text.
    const sound = Math.min(kept.length, 7_000);
    assert.deepEqual(kept.subarray(0, sound), meant.subarray(0, sound));
  });
}

test('a compressed body larger than the limit on the wire is told at once, and is not decoded', async () => {
  const { reader, told } = watched('gzip', 20);
  const wire = gzipSync('abcdefghijklmnopqrstuvwxyz');
  reader.write(wire);
  assert.deepEqual(told, ['too-large']);
  reader.end();
  assert.deepEqual(reader.partial(), wire.subarray(0, 20));
  await new Promise(setImmediate);
  assert.deepEqual(told, ['too-large']);
});

test('a compressed body that is cut holds what could be read once it calls back, and tells nothing', async () => {
  const { reader, told } = watched('br', 1_000_000);
  const whole = counted(100_000);
  const wire = brotliCompressSync(whole);
  reader.write(wire.subarray(0, wire.length - 100));
  let called = false;
  const cut = new Promise<void>((resolve) =>
    reader.cut(() => {
      called = true;
      resolve();
    }),
  );
  assert.equal(called, false);
  reader.write(Buffer.alloc(2_000_000));
  reader.end();
  await cut;
  const kept = reader.partial();
  assert.ok(kept.length > 0 && kept.length < whole.length, String(kept.length));
  assert.ok(kept.equals(whole.subarray(0, kept.length)));
  assert.deepEqual(told, []);
});

test('stopped while it is decoded, a body tells nothing and is read all the same', async () => {
  const { reader, told } = watched('gzip');
  reader.write(gzipSync(text));
  reader.end();
  reader.stop();
  await settled(reader);
  assert.deepEqual(told, []);
  assert.equal(reader.partial().toString(), text);
});
