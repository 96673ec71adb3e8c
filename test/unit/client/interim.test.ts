import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { HeadFilter } from '../../../src/client/head.ts';
import { makeIdentity } from './certificates.ts';
import {
  answered,
  call,
  failed,
  listen,
  never,
  plainSettings,
  proxyServer,
  rawServer,
  response,
  says,
  transport,
} from './servers.ts';

const options = { timeout: 60_000 };
const whole = '{"order_id":"ORD-1","charged":true}';
const interim = 'HTTP/1.1 100 Continue\r\n\r\n';
const text = (body: Uint8Array): string => Buffer.from(body).toString();

test("an answer after Node's own writeContinue is read", options, async (t) => {
  const server = createServer((request, answer) => {
    request.resume();
    answer.writeContinue();
    setTimeout(() => answer.end(whole), 20);
  });
  const port = await listen(t, server);
  const exchange = answered(await transport(t).send(call(`http://127.0.0.1:${port}/x`), never));
  assert.equal(exchange.head.status, 200);
  assert.equal(text(exchange.body), whole);
});

/** Writes each part on its own, so that the client reads them apart. */
function apart(parts: readonly (string | Buffer)[]): (socket: Socket) => void {
  return (socket) => {
    socket.setNoDelay(true);
    const next = (at: number): void => {
      const part = parts[at];
      if (part !== undefined) socket.write(part, () => setTimeout(() => next(at + 1), 2));
    };
    next(0);
  };
}

const answer = response(whole).toString();
const places: readonly (readonly [string, readonly string[]])[] = [
  ['in one write with the answer', [interim + answer]],
  ['in a write of its own', [interim, answer]],
  ['byte by byte', [...(interim + answer)]],
  ['with headers of its own', [`HTTP/1.1 100 Continue\r\nX-Id: 1\r\nContent-Length: 3\r\n\r\n${answer}`]],
  [
    'a hundred times, with hints between',
    [`${interim}HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n`.repeat(100) + answer],
  ],
  ['without a reason', [`HTTP/1.1 100\r\n\r\n${answer}`]],
];
for (const [name, parts] of places) {
  test(`100 Continue that nobody asked for is not the answer: ${name}`, options, async (t) => {
    const server = await rawServer(t, apart(parts));
    const exchange = answered(await transport(t).send(call(server.url), never));
    assert.equal(exchange.head.status, 200);
    assert.equal(text(exchange.body), whole);
    assert.equal(server.requests.length, 1);
  });
}

for (let border = 1; border < interim.length + 20; border += 1) {
  test(`100 Continue is dropped wherever a chunk ends: ${border}`, options, async (t) => {
    const bytes = interim + answer;
    const server = await rawServer(t, apart([bytes.slice(0, border), bytes.slice(border)]));
    assert.equal(text(answered(await transport(t).send(call(server.url), never)).body), whole);
  });
}

const authority = makeIdentity({ hosts: ['Test Authority'], authority: true });
const service = makeIdentity({ hosts: ['127.0.0.1', 'api.service.example'], issuer: authority });
const tls = { cert: service.cert, key: service.key };

test('100 Continue over TLS, and through the tunnel of a proxy', options, async (t) => {
  const server = await rawServer(t, apart([interim, answer]), tls);
  const trusting = { ...plainSettings, extraCertificates: [authority.cert] };
  const direct = transport(t, { settings: () => trusting });
  assert.equal(text(answered(await direct.send(call(server.url), never)).body), whole);
  const proxy = await proxyServer(t, '200 OK', Number(new URL(server.url).port));
  const settings = { ...trusting, proxy: { ...plainSettings.proxy, support: 'on' as const, url: proxy.url } };
  const tunnelled = transport(t, { settings: () => settings });
  const exchange = answered(await tunnelled.send(call('https://api.service.example/x'), never));
  assert.equal(text(exchange.body), whole);
  assert.equal(server.requests.length, 2);
});

test('100 Continue and then nothing: the call may have been run', options, async (t) => {
  const server = await rawServer(t, (socket) => void socket.end(interim));
  const failure = failed(await transport(t).send(call(server.url), never));
  assert.deepEqual([failure.sent, failure.code, failure.head], ['maybe', 'reset', null]);
});

test('what begins like an interim answer and has no end is not held', () => {
  const filter = new HeadFilter();
  let passed = 0;
  for (let sent = 0; sent < 1000; sent += 1) {
    passed += filter.pass(Buffer.from(sent === 0 ? 'HTTP/1.1 100 ' : 'x'.repeat(1000))).length;
  }
  assert.ok(passed > 930_000, String(passed));
});

test('a body that looks like an interim answer stays as it is', options, async (t) => {
  const body = `${interim}${interim}`;
  const server = await rawServer(t, apart([...response(body).toString()]));
  assert.equal(text(answered(await transport(t).send(call(server.url), never)).body), body);
});

for (const [name, lines] of [
  ['two lines', ['Content-Length: 2', 'content-length: 2']],
  ['one list', ['Content-Length: 2, 2']],
] as const) {
  test(`a length that is said twice and is the same is one: ${name}`, options, async (t) => {
    const server = await rawServer(t, says(['HTTP/1.1 200 OK', ...lines, '', '{}'].join('\r\n')));
    assert.equal(text(answered(await transport(t).send(call(server.url), never)).body), '{}');
  });
}

for (const lines of [
  ['Content-Length: 2', 'Content-Length: 3'],
  ['Content-Length: 2, 3'],
  ['Content-Length: 2', 'Content-Length: 2', ' 3'],
  ['Content-Length: 2', 'Content-Length: +2'],
]) {
  test(`lengths that differ are no answer: ${lines.join(' | ')}`, options, async (t) => {
    const server = await rawServer(t, says(['HTTP/1.1 200 OK', ...lines, '', '{}'].join('\r\n')));
    const failure = failed(await transport(t).send(call(server.url), never));
    assert.deepEqual([failure.sent, failure.code], ['maybe', 'malformed']);
  });
}

/** Leads to a server and resets the client's connection once what it says has gone through. */
async function resettingRelay(t: TestContext, port: number): Promise<number> {
  const relay = createTcpServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    upstream.on('error', () => {});
    client.pipe(upstream);
    upstream.pipe(client, { end: false });
    upstream.on('end', () => setTimeout(() => client.resetAndDestroy(), 50));
  });
  return await listen(t, relay);
}

for (const [name, secured] of [
  ['in clear', undefined],
  ['over TLS', tls],
] as const) {
  test(`a reset amid an answer without a length broke it off: ${name}`, options, async (t) => {
    const server = await rawServer(
      t,
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n{"order_id":"ORD-1"');
        // Not its end: TLS would say that it ends well.
        setTimeout(() => socket.destroy(), 100);
      },
      secured,
    );
    const port = await resettingRelay(t, Number(new URL(server.url).port));
    const settings = { ...plainSettings, extraCertificates: [authority.cert] };
    const url = `${secured === undefined ? 'http' : 'https'}://127.0.0.1:${port}/x`;
    const failure = failed(await transport(t, { settings: () => settings }).send(call(url), never));
    assert.deepEqual([failure.sent, failure.code, failure.cause], ['maybe', 'truncated', 'ECONNRESET']);
    assert.equal(text(failure.partialBody ?? Buffer.of()), '{"order_id":"ORD-1"');
  });
}

for (const [name, opening] of [
  ['201', 'HTTP/1.1 201 Created\r\n\r\n'],
  ['204', 'HTTP/1.1 204 No Content\r\n\r\n'],
  ['103 before its 200', 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'],
] as const) {
  test(`a proxy opens its tunnel with ${name}`, options, async (t) => {
    const server = await rawServer(t, says(answer));
    const proxy = await proxyServer(t, opening, Number(new URL(server.url).port));
    const settings = {
      ...plainSettings,
      proxy: { ...plainSettings.proxy, support: 'on' as const, url: proxy.url },
    };
    const client = transport(t, { settings: () => settings });
    assert.equal(text(answered(await client.send(call('http://api.service.example/x'), never)).body), whole);
  });
}
