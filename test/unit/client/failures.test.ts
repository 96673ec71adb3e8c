import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import type { CallRequest } from '../../../src/calls/ports/ports.ts';
import { plain } from '../../../src/contract/words.ts';
import {
  answered,
  call,
  closedPort,
  failed,
  listen,
  never,
  rawServer,
  response,
  type Speaker,
  says,
  transport,
  until,
} from './servers.ts';

const options = { timeout: 60_000 };

test('not sent: a name that does not exist', options, async (t) => {
  const failure = failed(await transport(t).send(call('https://api.does-not-exist.invalid/api/v1/x'), never));
  assert.deepEqual([failure.sent, failure.code], ['no', 'dns']);
  assert.match(plain(failure.what), /api\.does-not-exist\.invalid/);
  assert.equal(failure.timing.connectedMs, null);
});

test('not sent: connection refused', options, async (t) => {
  const failure = failed(await transport(t).send(call(`http://127.0.0.1:${await closedPort()}/x`), never));
  assert.deepEqual([failure.sent, failure.code, failure.cause], ['no', 'refused', 'ECONNREFUSED']);
});

test('not sent: refused on every address of a name', options, async (t) => {
  const failure = failed(await transport(t).send(call(`http://localhost:${await closedPort()}/x`), never));
  assert.deepEqual([failure.sent, failure.code, failure.cause], ['no', 'refused', 'ECONNREFUSED']);
});

test('not sent: no connection within the connect timeout', options, async (t) => {
  // Accepts and never answers the TLS handshake.
  const server = createServer();
  const port = await listen(t, server);
  const request = call(`https://127.0.0.1:${port}/x`, { connectTimeoutMs: 100 });
  const failure = failed(await transport(t).send(request, never));
  assert.deepEqual([failure.sent, failure.code], ['no', 'connect-timeout']);
  assert.match(plain(failure.what), /within 0\.1 s/);
});

test('not sent: the deadline comes before the connection', options, async (t) => {
  const port = await listen(t, createServer());
  const request = call(`https://127.0.0.1:${port}/x`, { deadlineMs: 100 });
  const failure = failed(await transport(t).send(request, never));
  assert.deepEqual([failure.sent, failure.code], ['no', 'deadline']);
});

interface Case {
  readonly name: string;
  readonly speak: Speaker;
  readonly code: string;
  readonly status?: number;
  readonly partial?: string;
  readonly request?: Partial<CallRequest>;
}

const partOf = (body: string, length: number): string =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n${body}`;

/** In each of these the server has read the whole request, so "not sent" would be a lie. */
const afterSending: readonly Case[] = [
  { name: 'reset before an answer', speak: (socket) => socket.resetAndDestroy(), code: 'reset' },
  { name: 'closed before an answer', speak: (socket) => void socket.end(), code: 'reset' },
  {
    name: 'closed amid the headers',
    speak: (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Le'),
    code: 'reset',
  },
  {
    name: 'reset amid the body',
    speak: (socket) => {
      socket.write(partOf('{"order_id":', 100));
      setTimeout(() => socket.resetAndDestroy(), 50);
    },
    code: 'truncated',
    status: 200,
    partial: '{"order_id":',
  },
  {
    name: 'fewer bytes than announced',
    speak: (socket) => void socket.end(partOf('{"a"', 100)),
    code: 'truncated',
    status: 200,
    partial: '{"a"',
  },
  {
    name: 'chunks without their end',
    speak: (socket) =>
      void socket.end('HTTP/1.1 202 Accepted\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{"a"\r\n'),
    code: 'truncated',
    status: 202,
    partial: '{"a"',
  },
  {
    // As nginx hands it on: a connection that is to close is finished by the parser itself.
    name: 'chunks without their end, on a connection that says it will close',
    speak: (socket) =>
      void socket.end(
        'HTTP/1.1 202 Accepted\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n4\r\n{"a"\r\n',
      ),
    code: 'truncated',
    status: 202,
    partial: '{"a"',
  },
  {
    name: 'chunks that are none',
    speak: says('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{"a"\r\nzzz\r\n'),
    code: 'malformed',
    status: 200,
    partial: '{"a"',
  },
  { name: 'no answer', speak: () => {}, code: 'deadline', request: { deadlineMs: 1_000 } },
  {
    name: 'an answer that trickles past the deadline',
    speak: (socket) => {
      socket.write(partOf('{', 10_000));
      const drip = setInterval(() => socket.write(' '), 10);
      socket.on('close', () => clearInterval(drip));
    },
    code: 'deadline',
    status: 200,
    request: { deadlineMs: 1_500 },
  },
  {
    name: 'headers that trickle past the deadline',
    speak: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('X: y\r\n'), 10);
      socket.on('close', () => clearInterval(drip));
    },
    code: 'deadline',
    request: { deadlineMs: 1_500 },
  },
  { name: 'another protocol', speak: says('SSH-2.0-OpenSSH_9.6\r\n'), code: 'malformed' },
  { name: 'garbage', speak: says(Buffer.from([0, 1, 2, 3, 255, 254, 13, 10])), code: 'malformed' },
  {
    name: 'headers without measure',
    speak: says(
      `HTTP/1.1 200 OK\r\n${'X-Fill: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n'.repeat(4_000)}\r\n`,
    ),
    code: 'malformed',
  },
  {
    name: 'an upgrade nobody asked for',
    speak: says('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    code: 'reset',
  },
  {
    name: 'more than the limit',
    speak: says(response('x'.repeat(5_000))),
    code: 'too-large',
    status: 200,
    partial: 'x'.repeat(100),
    request: { maxResponseBytes: 100 },
  },
  {
    name: 'more than the limit, without an announced length',
    speak: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const more = setInterval(() => socket.write('x'.repeat(60)), 5);
      socket.on('close', () => clearInterval(more));
    },
    code: 'too-large',
    status: 200,
    partial: 'x'.repeat(100),
    request: { maxResponseBytes: 100 },
  },
];

for (const { name, speak, code, status, partial, request } of afterSending) {
  test(`may have been sent: ${name}`, options, async (t) => {
    const server = await rawServer(t, speak);
    const failure = failed(await transport(t).send(call(`${server.url}/x`, request), never));
    assert.deepEqual([failure.sent, failure.code], ['maybe', code]);
    assert.equal(failure.head?.status ?? null, status ?? null);
    if (partial !== undefined) assert.equal(Buffer.from(failure.partialBody ?? []).toString(), partial);
    if (status === undefined) assert.equal(failure.partialBody, null);
    assert.equal(server.requests.length, 1);
    assert.equal(server.connections, 1);
  });
}

test('a body of exactly the limit is whole', options, async (t) => {
  const server = await rawServer(t, says(response('x'.repeat(100))));
  const exchange = answered(await transport(t).send(call(server.url, { maxResponseBytes: 100 }), never));
  assert.equal(exchange.body.length, 100);
});

test('cancelled before it began: the server never sees a connection', options, async (t) => {
  const server = await rawServer(t, says(response('{}')));
  const failure = failed(await transport(t).send(call(server.url), AbortSignal.abort()));
  assert.deepEqual([failure.sent, failure.code], ['no', 'cancelled']);
  const after = answered(await transport(t).send(call(server.url), never));
  assert.equal(after.head.status, 200);
  assert.equal(server.connections, 1);
});

test('cancelled while connecting: settles at once and is never sent', options, async (t) => {
  const server = await rawServer(t, says(response('{}')));
  const cancel = new AbortController();
  const sending = transport(t).send(call(server.url), cancel.signal);
  cancel.abort();
  const failure = failed(await sending);
  assert.deepEqual([failure.sent, failure.code, failure.timing.connectedMs], ['no', 'cancelled', null]);
  answered(await transport(t).send(call(server.url), never));
  assert.equal(server.requests.length, 1);
});

test('cancelled amid a TLS handshake: the socket is cut, nothing follows', options, async (t) => {
  const got: Buffer[] = [];
  let open = 0;
  const server = createServer((socket) => {
    open += 1;
    socket.on('data', (chunk) => got.push(chunk));
    socket.on('close', () => {
      open -= 1;
    });
  });
  const port = await listen(t, server);
  const cancel = new AbortController();
  const sending = transport(t).send(call(`https://127.0.0.1:${port}/x`), cancel.signal);
  await until(() => got.length > 0);
  cancel.abort();
  assert.deepEqual([failed(await sending).sent, open], ['no', 1]);
  await until(() => open === 0);
  // 22 = a TLS handshake record, the only thing that went out.
  assert.deepEqual(
    got.map((chunk) => chunk[0]),
    [22],
  );
});

test('cancelled after sending: may have been billed', options, async (t) => {
  const server = await rawServer(t, () => {});
  const cancel = new AbortController();
  const sending = transport(t).send(call(server.url), cancel.signal);
  await until(() => server.requests.length === 1);
  cancel.abort();
  const failure = failed(await sending);
  assert.deepEqual([failure.sent, failure.code, failure.head], ['maybe', 'cancelled', null]);
});

test('cancelled amid the body: what came is kept', options, async (t) => {
  const cancel = new AbortController();
  const server = await rawServer(t, (socket) => {
    socket.write(partOf('{"order_id":"ORD-1"', 100), () => setTimeout(() => cancel.abort(), 100));
  });
  const failure = failed(await transport(t).send(call(server.url), cancel.signal));
  assert.deepEqual([failure.sent, failure.code, failure.head?.status], ['maybe', 'cancelled', 200]);
  assert.equal(Buffer.from(failure.partialBody ?? []).toString(), '{"order_id":"ORD-1"');
});

test('the deadline amid the body: what came is kept', options, async (t) => {
  const server = await rawServer(t, (socket) => void socket.write(partOf('{"order_id":"ORD-1"', 100)));
  const failure = failed(await transport(t).send(call(server.url, { deadlineMs: 1_500 }), never));
  assert.deepEqual([failure.code, failure.head?.status], ['deadline', 200]);
  assert.equal(Buffer.from(failure.partialBody ?? []).toString(), '{"order_id":"ORD-1"');
});

test('cancelled after the answer: nothing changes', options, async (t) => {
  const server = await rawServer(t, says(response('{}')));
  const cancel = new AbortController();
  const exchange = answered(await transport(t).send(call(server.url), cancel.signal));
  cancel.abort();
  assert.equal(exchange.head.status, 200);
});

test(
  'an answer that waited while this process was stopped past the deadline is still read',
  options,
  async (t) => {
    const server = await rawServer(t, (socket) => {
      socket.write(response('{"late":false}'));
      const end = Date.now() + 1_000;
      while (Date.now() < end);
    });
    const exchange = answered(await transport(t).send(call(server.url, { deadlineMs: 700 }), never));
    assert.equal(Buffer.from(exchange.body).toString(), '{"late":false}');
  },
);

test('no failure tells the key, the body or the path', options, async (t) => {
  const server = await rawServer(t, (socket) => socket.resetAndDestroy());
  const request = call(`${server.url}/secret-path?q=secret-query`, {
    apiKey: 'secret-key',
    body: Buffer.from('secret-body'),
  });
  const failure = failed(await transport(t).send(request, never));
  assert.doesNotMatch(JSON.stringify([failure.what, failure.cause]), /secret/);
});
