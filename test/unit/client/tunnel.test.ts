import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import type { ClientSettings, ProxySettings } from '../../../src/client/settings.ts';
import { plain } from '../../../src/contract/words.ts';
import { makeIdentity } from './certificates.ts';
import {
  answered,
  call,
  closedPort,
  failed,
  listen,
  never,
  plainSettings,
  proxyServer,
  rawServer,
  response,
  says,
  transport,
  until,
} from './servers.ts';

const options = { timeout: 60_000 };
const authority = makeIdentity({ hosts: ['Test Authority'], authority: true });
const service = makeIdentity({ hosts: ['api.service.example'], issuer: authority });
const tls = { cert: service.cert, key: service.key };

function through(url: string, changes: Partial<ProxySettings> = {}): { settings: () => ClientSettings } {
  const proxy: ProxySettings = { ...plainSettings.proxy, support: 'on', url, ...changes };
  return { settings: () => ({ ...plainSettings, proxy, extraCertificates: [authority.cert] }) };
}

const portOf = (url: string): number => Number(new URL(url).port);

test('through a proxy: it learns host and port, not the key or the path', options, async (t) => {
  const server = await rawServer(t, says(response('{"via":"proxy"}')), tls);
  const proxy = await proxyServer(t, '200 Connection established', portOf(server.url));
  const client = transport(t, through(proxy.url, { authorization: 'Basic dGVzdDp0ZXN0' }));
  const exchange = answered(await client.send(call('https://api.service.example/api/v1/x'), never));
  assert.equal(Buffer.from(exchange.body).toString(), '{"via":"proxy"}');
  assert.equal(server.requests.length, 1);
  assert.match(
    server.requests[0]?.head ?? '',
    /^POST \/api\/v1\/x HTTP\/1\.1\r\nhost: api\.service\.example\r\n/,
  );
  assert.doesNotMatch(server.requests[0]?.head ?? '', /proxy-authorization/i);
  assert.equal(proxy.connects.length, 1);
  assert.equal(proxy.connects[0]?.url, 'api.service.example:443');
  assert.equal(proxy.connects[0]?.headers['proxy-authorization'], 'Basic dGVzdDp0ZXN0');
  assert.equal(proxy.connects[0]?.headers.authorization, undefined);
});

test('a proxy that the environment names, for plain http too', options, async (t) => {
  const server = await rawServer(t, says(response('{}')));
  const proxy = await proxyServer(t, '200 OK', portOf(server.url));
  const settings = { ...plainSettings, proxy: { ...plainSettings.proxy, support: 'on' as const } };
  const client = transport(t, { settings: () => settings, env: { http_proxy: proxy.url } });
  answered(await client.send(call('http://api.service.example:8080/x'), never));
  assert.equal(proxy.connects[0]?.url, 'api.service.example:8080');
  assert.equal(server.requests.length, 1);
});

test('sent once through a proxy, and the answer may be lost there too', options, async (t) => {
  const server = await rawServer(t, (socket) => socket.destroy(), tls);
  const proxy = await proxyServer(t, '200 OK', portOf(server.url));
  const failure = failed(
    await transport(t, through(proxy.url)).send(call('https://api.service.example/x'), never),
  );
  assert.deepEqual([failure.sent, failure.code], ['maybe', 'reset']);
  assert.equal(server.requests.length, 1);
  assert.equal(proxy.connects.length, 1);
});

for (const [status, sentence] of [
  ['407 Proxy Authentication Required', /user name and password \(407\)/],
  ['502 Bad Gateway', /answered 502/],
  ['403 Forbidden', /answered 403/],
] as const) {
  test(`not sent: the proxy answers ${status}`, options, async (t) => {
    const server = await rawServer(t, says(response('{}')), tls);
    const proxy = await proxyServer(t, status, portOf(server.url));
    const failure = failed(
      await transport(t, through(proxy.url)).send(call('https://api.service.example/x'), never),
    );
    assert.deepEqual(
      [failure.sent, failure.code, failure.cause],
      ['no', 'proxy', `PROXY_${status.slice(0, 3)}`],
    );
    assert.match(plain(failure.what), sentence);
    assert.equal(proxy.connects.length, 1);
    assert.equal(server.connections, 0);
  });
}

test('not sent: nobody listens at the proxy', options, async (t) => {
  const client = transport(t, through(`http://user:hidden@127.0.0.1:${await closedPort()}`));
  const failure = failed(await client.send(call('https://api.service.example/x'), never));
  assert.deepEqual([failure.sent, failure.code, failure.cause], ['no', 'proxy', 'ECONNREFUSED']);
  assert.match(plain(failure.what), /http\.proxy/);
  assert.doesNotMatch(JSON.stringify(failure), /hidden/);
});

test('not sent: the proxy has no address', options, async (t) => {
  const client = transport(t, through('http://proxy.does-not-exist.invalid:3128'));
  const failure = failed(await client.send(call('https://api.service.example/x'), never));
  assert.deepEqual([failure.sent, failure.code], ['no', 'proxy']);
  assert.match(plain(failure.what), /proxy\.does-not-exist\.invalid:3128/);
});

test('not sent: a proxy of a kind we do not speak', options, async (t) => {
  const client = transport(t, through('socks4://127.0.0.1:1080'));
  const failure = failed(await client.send(call('https://api.service.example/x'), never));
  assert.deepEqual([failure.sent, failure.code, failure.cause], ['no', 'proxy', 'PROXY_UNUSABLE']);
});

for (const [name, answer] of [
  ['hangs up', ''],
  ['speaks no HTTP', 'SSH-2.0-x\r\n'],
] as const) {
  test(`not sent: the proxy ${name}`, options, async (t) => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.on('error', () => {});
      socket.once('data', () => socket.end(answer));
    });
    const port = await listen(t, server);
    const client = transport(t, through(`http://127.0.0.1:${port}`));
    const failure = failed(await client.send(call('https://api.service.example/x'), never));
    assert.deepEqual([failure.sent, failure.code], ['no', 'proxy']);
    assert.equal(connections, 1);
  });
}

test('not sent: a proxy that never answers is given up after the connect timeout', options, async (t) => {
  const port = await listen(t, createServer());
  const client = transport(t, through(`http://127.0.0.1:${port}`));
  const request = call('https://api.service.example/x', { connectTimeoutMs: 150 });
  const failure = failed(await client.send(request, never));
  assert.deepEqual([failure.sent, failure.code], ['no', 'connect-timeout']);
  assert.match(plain(failure.what), /through the proxy 127\.0\.0\.1/);
});

test('cancelled while the proxy is asked: its connection is cut', options, async (t) => {
  let open = 0;
  let asked = false;
  const server = createServer((socket) => {
    open += 1;
    socket.on('data', () => {
      asked = true;
    });
    socket.on('close', () => {
      open -= 1;
    });
  });
  const port = await listen(t, server);
  const cancel = new AbortController();
  const sending = transport(t, through(`http://127.0.0.1:${port}`)).send(
    call('https://api.service.example/x'),
    cancel.signal,
  );
  await until(() => asked);
  cancel.abort();
  assert.deepEqual([failed(await sending).sent, open], ['no', 1]);
  await until(() => open === 0);
});

test(
  'the certificate of the service is verified through a proxy, also with strictSsl off',
  options,
  async (t) => {
    const other = makeIdentity({ hosts: ['api.service.example'] });
    const server = await rawServer(t, says(response('{}')), { cert: other.cert, key: other.key });
    const proxy = await proxyServer(t, '200 OK', portOf(server.url));
    const client = transport(t, through(proxy.url, { strictSsl: false }));
    const failure = failed(await client.send(call('https://api.service.example/x'), never));
    assert.deepEqual(
      [failure.sent, failure.code, failure.cause],
      ['no', 'tls', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    );
    assert.equal(server.requests.length, 0);
  },
);

test('a name other than the one asked for is refused through a proxy', options, async (t) => {
  const server = await rawServer(t, says(response('{}')), tls);
  const proxy = await proxyServer(t, '200 OK', portOf(server.url));
  const failure = failed(
    await transport(t, through(proxy.url)).send(call('https://api.other.example/x'), never),
  );
  assert.deepEqual(
    [failure.sent, failure.code, failure.cause],
    ['no', 'tls', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  );
});

test('strictSsl decides about the certificate of the proxy itself', options, async (t) => {
  const server = await rawServer(t, says(response('{}')), tls);
  const inner = await proxyServer(t, '200 OK', portOf(server.url));
  const own = makeIdentity({ hosts: ['127.0.0.1'] });
  const names: unknown[] = [];
  const outer = createTlsServer({ cert: own.cert, key: own.key }, (socket) => {
    names.push(socket.servername);
    const upstream = connect(inner.port, '127.0.0.1');
    socket.on('error', () => upstream.destroy());
    upstream.on('error', () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
  });
  const url = `https://127.0.0.1:${await listen(t, outer)}`;
  const strict = failed(await transport(t, through(url)).send(call('https://api.service.example/x'), never));
  assert.deepEqual([strict.sent, strict.code, strict.cause], ['no', 'proxy', 'DEPTH_ZERO_SELF_SIGNED_CERT']);
  assert.equal(inner.connects.length, 0);
  const loose = transport(t, through(url, { strictSsl: false }));
  answered(await loose.send(call('https://api.service.example/x'), never));
  assert.equal(server.requests.length, 1);
  assert.deepEqual(names, [false], 'an address is no server name');
});
