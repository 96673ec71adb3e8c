import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import {
  brotliCompressSync,
  createGzip,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { plain } from '../../../src/contract/words.ts';
import { answered, call, failed, never, rawServer, response, says, transport } from './servers.ts';

const options = { timeout: 60_000 };
const text = JSON.stringify({ message_code: 'OK', filler: 'ab'.repeat(50_000) });

const codings: readonly (readonly [string, string, Buffer])[] = [
  ['gzip', 'gzip', gzipSync(text)],
  ['gzip by its old name, in capitals', 'X-GZIP', gzipSync(text)],
  ['deflate', 'deflate', deflateSync(text)],
  ['deflate without its wrapper', 'deflate', deflateRawSync(text)],
  ['brotli', 'br', brotliCompressSync(text)],
  ['zstd', 'zstd', zstdCompressSync(text)],
  ['two in turn', 'gzip, br', brotliCompressSync(gzipSync(text))],
  ['none, said aloud', 'identity', Buffer.from(text)],
];
for (const [name, coding, bytes] of codings) {
  test(`compressed unasked: ${name}`, options, async (t) => {
    const server = await rawServer(t, says(response(bytes, '200 OK', [`Content-Encoding: ${coding}`])));
    const exchange = answered(await transport(t).send(call(server.url), never));
    assert.equal(Buffer.from(exchange.body).toString(), text);
    assert.equal(exchange.wireBytes, bytes.length);
    assert.doesNotMatch(server.requests[0]?.head ?? '', /accept-encoding/i);
  });
}

test('a large compressed answer arrives whole through a slow reader', options, async (t) => {
  const plain = randomBytes(8_000_000);
  const server = await rawServer(t, says(response(gzipSync(plain), '200 OK', ['Content-Encoding: gzip'])));
  const exchange = answered(
    await transport(t).send(call(server.url, { maxResponseBytes: 9_000_000 }), never),
  );
  assert.equal(plain.equals(exchange.body), true);
});

test('an unknown coding is left as it came', options, async (t) => {
  const server = await rawServer(t, says(response('as it came', '200 OK', ['Content-Encoding: rot13'])));
  assert.equal(
    Buffer.from(answered(await transport(t).send(call(server.url), never)).body).toString(),
    'as it came',
  );
});

test('an empty compressed answer is empty', options, async (t) => {
  const server = await rawServer(t, says(response('', '200 OK', ['Content-Encoding: gzip'])));
  assert.equal(answered(await transport(t).send(call(server.url), never)).body.length, 0);
});

for (const [coding, compress] of [
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
] as const) {
  test(`a bomb is stopped at the limit: ${coding}`, options, async (t) => {
    const bomb = compress(Buffer.alloc(64_000_000));
    const server = await rawServer(t, says(response(bomb, '200 OK', [`Content-Encoding: ${coding}`])));
    const failure = failed(await transport(t).send(call(server.url, { maxResponseBytes: 100_000 }), never));
    assert.deepEqual([failure.sent, failure.code, failure.head?.status], ['maybe', 'too-large', 200]);
    assert.equal(failure.partialBody?.length, 100_000);
    assert.equal(server.requests.length, 1);
  });
}

test('what grows only on the wire is held to the limit too', options, async (t) => {
  const members = Buffer.concat(Array.from({ length: 10_000 }, () => gzipSync('')));
  const server = await rawServer(t, says(response(members, '200 OK', ['Content-Encoding: gzip'])));
  const failure = failed(await transport(t).send(call(server.url, { maxResponseBytes: 50_000 }), never));
  assert.equal(failure.code, 'too-large');
});

test('a compressed answer that ends too early keeps what could be read', options, async (t) => {
  const cut = gzipSync(text, { level: 0 }).subarray(0, 80_000);
  const server = await rawServer(t, says(response(cut, '200 OK', ['Content-Encoding: gzip'])));
  const failure = failed(await transport(t).send(call(server.url), never));
  assert.deepEqual([failure.sent, failure.code], ['maybe', 'truncated']);
  const kept = Buffer.from(failure.partialBody ?? []).toString();
  assert.ok(kept.length > 0 && text.startsWith(kept));
});

const spoilt = Buffer.from(gzipSync(text, { level: 0 }));
spoilt.fill(0xff, 60_000, 60_100);

for (const [name, bytes, coding, cause, kept] of [
  [
    'no gzip after its first bytes',
    Buffer.from([0x1f, 0x8b, 8, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
    'gzip',
    'Z_DATA_ERROR',
    null,
  ],
  ['neither gzip nor text', Buffer.from([0, 0xff, 0xfe, 0x80]), 'gzip', 'Z_DATA_ERROR', null],
  ['spoilt amid its data', spoilt, 'gzip', 'Z_DATA_ERROR', text.slice(0, 50_000)],
] as const) {
  test(
    `an answer that is not what it says is named so, and what came is kept: ${name}`,
    options,
    async (t) => {
      const server = await rawServer(t, says(response(bytes, '200 OK', [`Content-Encoding: ${coding}`])));
      const failure = failed(await transport(t).send(call(server.url), never));
      assert.deepEqual([failure.sent, failure.code, failure.cause], ['maybe', 'encoding', cause]);
      assert.equal(failure.head?.status, 200);
      const partial = Buffer.from(failure.partialBody ?? []);
      if (kept === null) assert.deepEqual(partial, bytes);
      else assert.ok(partial.toString().startsWith(kept), String(partial.length));
    },
  );
}

const plainJson = '{"charged":true,"order_id":"ORD-1"}';
const notCompressed = /Content-Encoding says (gzip|br|deflate|zstd), but the body is not compressed that way/;
const goesOn = /5 bytes after the end of the (gzip|br|deflate|zstd)-compressed body are left out/;
const spare = Buffer.from('<!-->');

const odd: readonly (readonly [string, string, Buffer, RegExp | null])[] = [
  ...['gzip', 'br', 'deflate', 'zstd', 'x-gzip'].map(
    (coding) =>
      [`plain JSON that calls itself ${coding}`, coding, Buffer.from(plainJson), notCompressed] as const,
  ),
  ['plain JSON that calls itself twice compressed', 'gzip, br', Buffer.from(plainJson), notCompressed],
  ['gzip that calls itself twice compressed', 'gzip, zstd', gzipSync(plainJson), notCompressed],
  ['bytes after gzip', 'gzip', Buffer.concat([gzipSync(plainJson), spare]), goesOn],
  ['bytes after zstd', 'zstd', Buffer.concat([zstdCompressSync(plainJson), spare]), goesOn],
  ['bytes after deflate', 'deflate', Buffer.concat([deflateSync(plainJson), spare]), goesOn],
  ['bytes after brotli', 'br', Buffer.concat([brotliCompressSync(plainJson), spare]), goesOn],
  [
    'bytes after two members of gzip',
    'gzip',
    Buffer.concat([gzipSync(plainJson.slice(0, 9)), gzipSync(plainJson.slice(9)), spare]),
    goesOn,
  ],
  [
    'three members of gzip',
    'gzip',
    Buffer.concat([gzipSync(plainJson.slice(0, 9)), gzipSync(''), gzipSync(plainJson.slice(9))]),
    null,
  ],
  [
    'three frames of zstd',
    'zstd',
    Buffer.concat([
      zstdCompressSync(plainJson.slice(0, 9)),
      zstdCompressSync(''),
      zstdCompressSync(plainJson.slice(9)),
    ]),
    null,
  ],
  [
    'a skipped frame among those of zstd',
    'zstd',
    Buffer.concat([
      zstdCompressSync(plainJson.slice(0, 9)),
      Buffer.from([0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9, 9]),
      zstdCompressSync(plainJson.slice(9)),
    ]),
    null,
  ],
];
for (const [name, coding, bytes, mark] of odd) {
  test(`an odd answer is read, and said to be odd: ${name}`, options, async (t) => {
    const server = await rawServer(t, says(response(bytes, '200 OK', [`Content-Encoding: ${coding}`])));
    const exchange = answered(await transport(t).send(call(server.url), never));
    assert.equal(Buffer.from(exchange.body).toString(), plainJson);
    assert.equal(exchange.wireBytes, bytes.length);
    const marks = (exchange.oddities ?? []).map(plain);
    if (mark === null) assert.deepEqual(marks, []);
    else {
      assert.ok(marks.length > 0);
      for (const one of marks) assert.match(one, mark);
    }
  });
}

test('a page that calls itself gzip is shown as it came', options, async (t) => {
  const page = '<html><title>Bad gateway</title></html>';
  const server = await rawServer(t, says(response(page, '502 Bad Gateway', ['Content-Encoding: gzip'])));
  const exchange = answered(await transport(t).send(call(server.url), never));
  assert.equal(Buffer.from(exchange.body).toString(), page);
  assert.equal(exchange.oddities?.length, 1);
});

/** The beginning of an answer as a server sends it that flushes its encoder, and then nothing more. */
const began = '{"charged":true,"order_id":"ORD-1","data":{';
const flushed = (): Promise<Buffer> =>
  new Promise((resolve) => {
    const gzip = createGzip();
    gzip.write(began);
    gzip.flush(() => resolve(Buffer.from(gzip.read() ?? [])));
  });

for (const [name, code, end] of [
  ['the connection ends', 'truncated', (socket: Socket) => void socket.end()],
  [
    'the connection is reset',
    'truncated',
    (socket: Socket) => void setTimeout(() => socket.resetAndDestroy(), 50),
  ],
  ['the deadline comes', 'deadline', () => {}],
] as const) {
  test(`a compressed answer keeps what came until ${name}`, options, async (t) => {
    const bytes = await flushed();
    const server = await rawServer(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1000\r\n\r\n');
      socket.write(bytes, () => end(socket));
    });
    const failure = failed(await transport(t).send(call(server.url, { deadlineMs: 1500 }), never));
    assert.equal(failure.code, code);
    assert.equal(Buffer.from(failure.partialBody ?? []).toString(), began);
  });
}
