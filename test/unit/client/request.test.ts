import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  answered,
  call,
  failed,
  never,
  plainSettings,
  rawServer,
  response,
  says,
  transport,
} from './servers.ts';

const options = { timeout: 60_000 };

test('one POST with exactly these headers', options, async (t) => {
  const server = await rawServer(t, says(response('{}')));
  const exchange = answered(await transport(t).send(call(`${server.url}/api/v1/rc/advanced?x=1`), never));
  assert.equal(exchange.head.status, 200);
  assert.equal(exchange.head.statusText, 'OK');
  assert.equal(server.requests.length, 1);
  assert.deepEqual(server.requests[0]?.head.split('\r\n'), [
    'POST /api/v1/rc/advanced?x=1 HTTP/1.1',
    `host: ${server.url.slice('http://'.length)}`,
    'connection: close',
    'Authorization: Bearer test-key-0001',
    'Accept: application/json',
    'Content-Type: application/json',
    'User-Agent: verification-api-explorer/0.0.0-test',
    'content-length: 26',
  ]);
});

test('no Authorization at all without a key', options, async (t) => {
  const server = await rawServer(t, says(response('{}')));
  answered(await transport(t).send(call(server.url, { apiKey: null }), never));
  assert.doesNotMatch(server.requests[0]?.head ?? 'nothing', /authorization|nothing/i);
});

const bodies: readonly (readonly [string, Buffer])[] = [
  ['spacing and repeated keys', Buffer.from('\uFEFF \t{ "a" :1,\r\n"a":12345678901234567890 }\n\n')],
  ['letters of many scripts', Buffer.from('{"name":"अनिता 🙂 \\u0041"}')],
  ['no JSON and no text', Buffer.from([0x00, 0xff, 0xfe, 0x0a, 0x80])],
  ['empty', Buffer.alloc(0)],
  ['200 kB', Buffer.alloc(200_000, '{"x":"y"} ')],
];
for (const [name, body] of bodies) {
  test(`the body arrives as it was given: ${name}`, options, async (t) => {
    const server = await rawServer(t, says(response('{}')));
    answered(await transport(t).send(call(server.url, { body }), never));
    assert.equal(server.requests.length, 1);
    assert.deepEqual(server.requests[0]?.body, body);
  });
}

test('a body changed by its owner after send is sent as it was', options, async (t) => {
  const server = await rawServer(t, says(response('{}')));
  const body = Buffer.from('{"n":1}');
  const sending = transport(t).send(call(server.url, { body }), never);
  body.fill('x');
  answered(await sending);
  assert.equal(server.requests[0]?.body.toString(), '{"n":1}');
});

test(
  'the answer keeps its bytes, its headers in order and doubled, its sizes and times',
  options,
  async (t) => {
    const text = '{"b":1,"a":12345678901234567890,"a":null}';
    const head = ['X-One: 1', 'Set-Cookie: a=1', 'x-ONE: 2', 'Set-Cookie: b=2'];
    const server = await rawServer(t, says(response(text, '422 Unprocessable Entity', head)));
    const exchange = answered(await transport(t).send(call(server.url), never));
    assert.equal(Buffer.from(exchange.body).toString(), text);
    assert.equal(exchange.wireBytes, text.length);
    assert.equal(exchange.head.statusText, 'Unprocessable Entity');
    assert.deepEqual(exchange.head.headers, [
      ['Content-Length', String(text.length)],
      ['X-One', '1'],
      ['Set-Cookie', 'a=1'],
      ['x-ONE', '2'],
      ['Set-Cookie', 'b=2'],
    ]);
  },
);

test('times come from the clock that was given', options, async (t) => {
  let time = 0;
  const tick = (): number => {
    time += 10;
    return time;
  };
  const server = await rawServer(t, says(response('{}')));
  const exchange = answered(await transport(t, { now: tick }).send(call(server.url), never));
  assert.deepEqual(exchange.timing, { connectedMs: 10, firstByteMs: 20, totalMs: 30 });
});

test('an interim answer is not the answer', options, async (t) => {
  const server = await rawServer(t, (socket) => {
    socket.write('HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n');
    socket.write(response('{"whole":true}'));
  });
  const exchange = answered(await transport(t).send(call(server.url), never));
  assert.equal(exchange.head.status, 200);
  assert.equal(Buffer.from(exchange.body).toString(), '{"whole":true}');
});

test('an answer without a length ends with its connection', options, async (t) => {
  const server = await rawServer(t, (socket) => {
    socket.end('HTTP/1.1 200 OK\r\n\r\n{"a":1}');
  });
  assert.equal(
    Buffer.from(answered(await transport(t).send(call(server.url), never)).body).toString(),
    '{"a":1}',
  );
});

for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect is shown, not followed: ${status}`, options, async (t) => {
    const other = await rawServer(t, says(response('{}')));
    const server = await rawServer(
      t,
      says(response('', `${status} Moved`, [`Location: ${other.url}/there`])),
    );
    const exchange = answered(await transport(t).send(call(server.url), never));
    assert.equal(exchange.head.status, status);
    assert.equal(server.requests.length, 1);
    assert.equal(other.connections, 0, 'the key must not travel');
  });
}

for (const status of [
  '408 Request Timeout',
  '421 Misdirected Request',
  '429 Too Many Requests',
  '503 Service Unavailable',
]) {
  test(`sent once, whatever the answer: ${status}`, options, async (t) => {
    const server = await rawServer(t, says(response('{}', status, ['Retry-After: 0', 'Connection: close'])));
    const exchange = answered(await transport(t).send(call(server.url), never));
    assert.equal(exchange.head.status, Number(status.slice(0, 3)));
    assert.equal(server.requests.length, 1);
    assert.equal(server.connections, 1);
  });
}

test('every call has a connection of its own, so none meets one that is being closed', options, async (t) => {
  const server = await rawServer(
    t,
    says(response('{}', '200 OK', ['Connection: keep-alive', 'Keep-Alive: timeout=60'])),
  );
  const client = transport(t);
  for (let sent = 0; sent < 3; sent += 1) answered(await client.send(call(server.url), never));
  assert.equal(server.requests.length, 3);
  assert.equal(server.connections, 3);
});

test('ten calls at once do not wait for each other', options, async (t) => {
  const waiting: (() => void)[] = [];
  const server = await rawServer(t, (socket) => {
    waiting.push(() => socket.write(response('{}')));
    if (waiting.length === 10) for (const answer of waiting) answer();
  });
  const client = transport(t);
  const exchanges = await Promise.all(Array.from({ length: 10 }, () => client.send(call(server.url), never)));
  for (const exchange of exchanges) answered(exchange);
  assert.equal(server.requests.length, 10);
});

const unsendable: readonly (readonly [string, string, string | null])[] = [
  ['no URL', 'here', 'k'],
  ['another protocol', 'ftp://127.0.0.1/', 'k'],
  ['credentials in the URL', 'http://user:secret@127.0.0.1/', 'k'],
  ['a key with a line break', 'http://127.0.0.1/', 'abc\r\nX-Evil: 1'],
  ['a key beyond ASCII', 'http://127.0.0.1/', 'schlüssel'],
];
for (const [name, url, apiKey] of unsendable) {
  test(`not sent, and said so: ${name}`, options, async (t) => {
    const failure = failed(await transport(t).send(call(url, { apiKey }), never));
    assert.equal(failure.sent, 'no');
    assert.equal(failure.code, 'invalid-request');
    assert.doesNotMatch(JSON.stringify(failure), /secret|Evil|schl/);
  });
}

test('a limit that is no number is refused', options, async (t) => {
  const server = await rawServer(t, says(response('{}')));
  const failure = failed(await transport(t).send(call(server.url, { deadlineMs: Number.NaN }), never));
  assert.equal(failure.code, 'invalid-request');
  assert.equal(server.connections, 0);
});

test('settings are read at each call', options, async (t) => {
  const server = await rawServer(t, says(response('{}')));
  let reads = 0;
  const client = transport(t, {
    settings: () => {
      reads += 1;
      return plainSettings;
    },
  });
  answered(await client.send(call(server.url), never));
  answered(await client.send(call(server.url), never));
  assert.equal(reads, 2);
});

test('settings that cannot be read are a failure, not an exception', options, async (t) => {
  const client = transport(t, {
    settings: () => {
      throw new TypeError('broken');
    },
  });
  const failure = failed(await client.send(call('http://127.0.0.1:9/'), never));
  assert.deepEqual([failure.sent, failure.code, failure.cause], ['no', 'other', 'TypeError']);
});

test('close waits for what is under way and refuses what comes later', options, async (t) => {
  const release: { now?: () => void } = {};
  const server = await rawServer(t, (socket) => {
    release.now = () => socket.write(response('{}'));
  });
  const client = transport(t);
  const first = client.send(call(server.url), never);
  while (release.now === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
  let closed = false;
  const closing = client.close().then(() => {
    closed = true;
  });
  const late = failed(await client.send(call(server.url), never));
  assert.deepEqual([late.sent, late.code], ['no', 'closed']);
  assert.equal(closed, false);
  release.now();
  answered(await first);
  await closing;
  assert.equal(server.requests.length, 1);
});
