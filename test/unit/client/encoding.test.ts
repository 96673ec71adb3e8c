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
import { answered, call, failed, never, rawServer, response, says, transport } from './servers.ts';

const options = { timeout: 30_000 };
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

test('an answer that is not what it says is named so', options, async (t) => {
  const server = await rawServer(t, says(response('{"plain":true}', '200 OK', ['Content-Encoding: gzip'])));
  const failure = failed(await transport(t).send(call(server.url), never));
  assert.deepEqual([failure.sent, failure.code, failure.cause], ['maybe', 'encoding', 'Z_DATA_ERROR']);
  assert.equal(failure.head?.status, 200);
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
