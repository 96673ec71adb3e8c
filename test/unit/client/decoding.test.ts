import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { codingsOf, type Decoded, decoded } from '../../../src/client/decoding.ts';
import { plain } from '../../../src/contract/words.ts';

const names = (header: string): string[] => codingsOf(header).map(({ name }) => name);

for (const [header, undone] of [
  ['', []],
  ['identity', []],
  ['gzip', ['gzip']],
  ['X-GZip', ['gzip']],
  [' Identity ,, br ', ['br']],
  ['gzip, br', ['br', 'gzip']],
  ['deflate,zstd', ['zstd', 'deflate']],
  ['gzip, identity, br', ['br', 'gzip']],
  ['rot13', []],
  ['gzip, rot13', []],
  ['gzip, gzip', ['gzip', 'gzip']],
  ['gzip, gzip, gzip', []],
] as const) {
  test(`Content-Encoding ${JSON.stringify(header)} is undone by ${undone.join(' and then ') || 'nothing'}`, () => {
    assert.deepEqual(names(header), undone);
  });
}

/** What came of a body, in words. */
interface Came {
  readonly text: string;
  readonly end: Decoded['end'];
  readonly cause: string;
  readonly oddities: readonly string[];
}

async function read(header: string, wire: Buffer, limit = 100_000): Promise<Came> {
  const { bytes, end, cause, oddities } = await decoded(codingsOf(header), wire, limit);
  return { text: bytes.toString('latin1'), end, cause, oddities: oddities.map(plain) };
}

const json = '{"charged":true,"order_id":"ORD-1"}';
const whole = { end: 'whole', cause: '' } as const;
const notThere = (name: string): string =>
  `Content-Encoding says ${name}, but the body is not compressed that way: it is read as it came.`;
const goesOn = (name: string, count: number): string =>
  `${count} bytes after the end of the ${name}-compressed body are left out.`;

test('codings are undone one after the other, the last applied first', async () => {
  const wire = brotliCompressSync(gzipSync(json));
  assert.deepEqual(await read('gzip, br', wire), { ...whole, text: json, oddities: [] });
});

test('where no coding is said, or one that is not known, all stays as it came', async () => {
  for (const header of ['', 'rot13'])
    assert.deepEqual(await read(header, Buffer.from([0, 0xff])), {
      ...whole,
      text: '\x00\xff',
      oddities: [],
    });
});

test('nothing stays nothing, whatever it calls itself', async () => {
  for (const header of ['', 'gzip', 'br', 'deflate', 'gzip, zstd'])
    assert.deepEqual(await read(header, Buffer.alloc(0)), { ...whole, text: '', oddities: [] }, header);
});

test('what was compressed to nothing is nothing, and the coding below it is not missed', async () => {
  const wire = brotliCompressSync('');
  assert.deepEqual(await read('gzip, br', wire), { ...whole, text: '', oddities: [] });
});

for (const coding of ['gzip', 'zstd', 'br', 'deflate']) {
  test(`JSON that calls itself ${coding} and is not is read as it came, and said to be`, async () => {
    const came = await read(coding, Buffer.from(json));
    assert.deepEqual(came, { ...whole, text: json, oddities: [notThere(coding)] });
  });
}

test('a coding that is not there is passed over, and the other one undone', async () => {
  const inner = await read('deflate, gzip', gzipSync(json));
  assert.deepEqual(inner, { ...whole, text: json, oddities: [notThere('deflate')] });
  const outer = await read('deflate, gzip', deflateSync(json));
  assert.deepEqual(outer, { ...whole, text: json, oddities: [notThere('gzip')] });
});

test('of two codings that are not there each is said', async () => {
  const came = await read('gzip, zstd', Buffer.from(json));
  assert.deepEqual(came, { ...whole, text: json, oddities: [notThere('zstd'), notThere('gzip')] });
});

test('text that calls itself gzip and is not is read as it came', async () => {
  const came = await read('gzip', Buffer.from('<html>'));
  assert.deepEqual(came, { ...whole, text: '<html>', oddities: [notThere('gzip')] });
});

test('what is neither gzip nor text is broken, and kept as it came', async () => {
  const came = await read('gzip', Buffer.from([0, 0xff, 0xfe]));
  assert.deepEqual(came, { text: '\x00\xff\xfe', end: 'broken', cause: 'Z_DATA_ERROR', oddities: [] });
});

test('what calls itself deflate and is neither that nor JSON is broken, and kept as it came', async () => {
  for (const text of ['not deflate', '"\xff"']) {
    const came = await read('deflate', Buffer.from(text, 'latin1'));
    assert.deepEqual([came.text, came.oddities], [text, []]);
    assert.ok(came.end === 'broken' || came.end === 'cut', `${text}: ${came.end}`);
    assert.match(came.cause, /^Z_(DATA|BUF)_ERROR$/);
  }
});

test('bytes after the end of a coding are left out, and counted', async () => {
  const one = await read('br', Buffer.concat([brotliCompressSync(json), Buffer.from('x')]));
  assert.deepEqual(one, { ...whole, text: json, oddities: [goesOn('br', 1)] });
  const inner = Buffer.concat([zstdCompressSync(json), Buffer.from('<!-->')]);
  const both = await read('zstd, deflate', Buffer.concat([deflateSync(inner), Buffer.from('ab')]));
  assert.deepEqual(both, { ...whole, text: json, oddities: [goesOn('deflate', 2), goesOn('zstd', 5)] });
});

for (const after of ['\n', '\x1f', 'ab', '\x1fb', '<!-->']) {
  test(`gzip that is whole is not cut because of what stands after it: ${JSON.stringify(after)}`, async () => {
    const bytes = Buffer.concat([gzipSync(json.slice(0, 9)), gzipSync(json.slice(9)), Buffer.from(after)]);
    assert.deepEqual(await read('gzip', bytes), {
      ...whole,
      text: json,
      oddities: [goesOn('gzip', after.length)],
    });
  });
}

test('a second member of gzip that is cut is no rest', async () => {
  const bytes = Buffer.concat([gzipSync(json), gzipSync('more').subarray(0, 10)]);
  assert.deepEqual(await read('gzip', bytes), {
    text: json,
    end: 'cut',
    cause: 'Z_BUF_ERROR',
    oddities: [],
  });
});

test('a body that grows past the limit is too large, and what fits is kept', async () => {
  const came = await read('gzip', gzipSync('a'.repeat(500)), 100);
  assert.deepEqual(came, { text: 'a'.repeat(100), end: 'too-large', cause: 'too-large', oddities: [] });
});

test('a body that grows to exactly the limit is whole', async () => {
  for (const [coding, wire] of [
    ['gzip', gzipSync('a'.repeat(100))],
    ['br', brotliCompressSync('a'.repeat(100))],
    ['zstd', zstdCompressSync('a'.repeat(100))],
  ] as const)
    assert.deepEqual(await read(coding, wire, 100), { ...whole, text: 'a'.repeat(100), oddities: [] });
});

/** A text whose bytes stand in the packed form as they are, so that a part of that has a part of them. */
const long = Array.from({ length: 2_000 }, (_, index) => String(index)).join(' ');
const stored = gzipSync(long, { level: 0 });

test('what was cut is read as far as it goes', async () => {
  const came = await read('gzip', stored.subarray(0, 5_000));
  assert.deepEqual([came.end, came.cause, came.oddities], ['cut', 'Z_BUF_ERROR', []]);
  assert.ok(came.text.length > 0 && long.startsWith(came.text));
});

test('where nothing of a coding could be read, all is kept as it came', async () => {
  const begun = gzipSync(json).subarray(0, 10);
  const one = await read('gzip', begun);
  assert.deepEqual(one, { text: begun.toString('latin1'), end: 'cut', cause: 'Z_BUF_ERROR', oddities: [] });
  const wire = Buffer.concat([deflateSync(begun), Buffer.from('abc')]);
  const two = await read('gzip, deflate', wire);
  const oddities = [goesOn('deflate', 3)];
  assert.deepEqual(two, { text: wire.toString('latin1'), end: 'cut', cause: 'Z_BUF_ERROR', oddities });
});

test('of two faults the first that was met is told', async () => {
  const outer = gzipSync(stored.subarray(0, 5_000), { level: 0 });
  outer.fill(0, outer.length - 8);
  const came = await read('gzip, gzip', outer);
  assert.deepEqual([came.end, came.cause, came.oddities], ['broken', 'Z_DATA_ERROR', []]);
  assert.ok(came.text.length > 0 && long.startsWith(came.text));
});

test('a fault of the outer coding is told, though the inner one could be undone', async () => {
  const outer = gzipSync(gzipSync(json), { level: 0 });
  outer.fill(0, outer.length - 8);
  const came = await read('gzip, gzip', outer);
  assert.deepEqual(came, { text: json, end: 'broken', cause: 'Z_DATA_ERROR', oddities: [] });
});

test('JSON below a coding that is cut is not taken for plain', async () => {
  const came = await read('br, gzip', gzipSync(json));
  assert.deepEqual(came, { ...whole, text: json, oddities: [notThere('br')] });
});
