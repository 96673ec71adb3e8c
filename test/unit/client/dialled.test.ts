import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type LookupFunction, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { type Dial, dialled } from '../../../src/client/dial.ts';
import { contextOf } from '../../../src/client/identity.ts';
import type { ProxyChoice } from '../../../src/client/proxy.ts';
import { Stuck } from '../../../src/client/stuck.ts';
import { makeIdentity } from './certificates.ts';
import { listen, until } from './servers.ts';

const options = { timeout: 60_000 };
const authority = makeIdentity({ hosts: ['Test Authority'], authority: true });
const { cert, key } = makeIdentity({ hosts: ['api.service.example', '127.0.0.1'], issuer: authority });
const ownProxy = makeIdentity({ hosts: ['127.0.0.1'] });
const context = contextOf(false, [authority.cert]);
const nobody: LookupFunction = () => assert.fail('nobody is to be looked up');
const home: LookupFunction = (_name, _how, found) => found(null, [{ address: '127.0.0.1', family: 4 }]);

interface Way extends Partial<Omit<Dial, 'target'>> {
  readonly target: string;
}

function dial(t: TestContext, { target, made, ...way }: Way): Promise<Socket> {
  const sockets: Socket[] = [];
  t.after(() => {
    for (const socket of sockets.toReversed()) socket.destroy();
  });
  return dialled({
    target: new URL(target),
    proxy: { kind: 'direct' },
    context: null,
    lookup: nobody,
    proxyLookup: nobody,
    broke: () => {},
    ...way,
    made(socket) {
      sockets.push(socket);
      made?.(socket);
    },
  });
}

const byProxy = (url: string, changes: Partial<Extract<ProxyChoice, { kind: 'proxy' }>> = {}) =>
  ({ kind: 'proxy', url, host: 'p', authorization: null, strictSsl: true, from: 'x', ...changes }) as const;

/** Why there is no way. */
async function stuck(t: TestContext, way: Way): Promise<readonly string[]> {
  const caught: unknown = await dial(t, way).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.ok(caught instanceof Stuck, String(caught));
  return [caught.whom, caught.step, caught.code];
}

interface Served {
  readonly port: number;
  /** As they came, secured where it speaks TLS. */
  readonly sockets: readonly Socket[];
}

async function plainServer(t: TestContext, says = ''): Promise<Served> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    if (says !== '') socket.write(says);
  });
  return { port: await listen(t, server), sockets };
}

async function tlsServer(t: TestContext, identity: { cert: string; key: string }): Promise<Served> {
  const sockets: Socket[] = [];
  const given = { cert: identity.cert, key: identity.key, ALPNProtocols: ['h2', 'http/1.1'] };
  const server = createTlsServer(given, (socket) => sockets.push(socket.on('error', () => {})));
  return { port: await listen(t, server), sockets };
}

/** Host and port that a connection goes to; it is cut before it is made. */
async function attempted(t: TestContext, way: Way): Promise<string> {
  let where = '';
  const made = (socket: Socket): void => {
    socket.on('connectionAttempt', (ip, port) => {
      where = `${ip} ${port}`;
      setImmediate(() => socket.destroy());
    });
  };
  const [, step] = await stuck(t, { ...way, made });
  assert.equal(step, 'connect');
  return where;
}

const at = (address: string): LookupFunction => {
  return (_name, _how, found) => setImmediate(() => found(null, [{ address, family: 4 }]));
};
const service = { lookup: at('127.0.0.11'), proxyLookup: nobody };
const proxied = { lookup: nobody, proxyLookup: at('127.0.0.12') };
for (const [target, proxy, where] of [
  ['http://api.service.example/x', null, '127.0.0.11 80'],
  ['https://api.service.example/x', null, '127.0.0.11 443'],
  ['https://api.service.example:80/x', null, '127.0.0.11 80'],
  ['http://[::1]:9/x', null, '::1 9'],
  ['http://127.0.0.13:8080/x', null, '127.0.0.13 8080'],
  ['https://api.service.example/x', 'http://proxy.example', '127.0.0.12 80'],
  ['http://api.service.example/x', 'https://proxy.example', '127.0.0.12 443'],
  ['https://api.service.example/x', 'http://proxy.example:3128', '127.0.0.12 3128'],
  ['https://api.service.example/x', 'socks5://proxy.example', '127.0.0.12 1080'],
  ['https://api.service.example/x', 'socks5h://proxy.example:1', '127.0.0.12 1'],
  ['https://api.service.example/x', 'http://[::1]:3128', '::1 3128'],
] as const) {
  test(`a connection goes to whom it is for: ${target} by ${proxy ?? 'nobody'}`, options, async (t) => {
    const way = proxy === null ? service : { ...proxied, proxy: byProxy(proxy) };
    assert.equal(await attempted(t, { target, ...way }), where);
  });
}

test(
  'a connection to one address after another is made, and handed over as it was made',
  options,
  async (t) => {
    const { port, sockets } = await plainServer(t);
    const made: Socket[] = [];
    const lookup: LookupFunction = (_name, { all }, found) => {
      assert.equal(all, true);
      const here = { address: '127.0.0.1', family: 4 };
      found(null, [{ address: '::1', family: 6 }, here]);
    };
    const socket = await dial(t, {
      target: `http://api.service.example:${port}/x`,
      lookup,
      made: (one) => void made.push(one),
    });
    assert.deepEqual(made, [socket]);
    await until(() => sockets.length === 1);
  },
);

test(
  'what is written leaves at once, and a silent connection is asked after from a minute on',
  options,
  async (t) => {
    const { port, sockets } = await plainServer(t);
    const first = await dial(t, { target: `http://127.0.0.1:${port}/x` });
    const handle: object = Object.getPrototypeOf(Reflect.get(first, '_handle'));
    const told: unknown[] = [];
    for (const name of ['setNoDelay', 'setKeepAlive']) {
      const real = Reflect.get(handle, name);
      Reflect.set(handle, name, function (this: object, ...args: readonly unknown[]) {
        told.push([name, ...args.slice(0, 2)]);
        return Reflect.apply(real, this, args);
      });
      t.after(() => void Reflect.set(handle, name, real));
    }
    await dial(t, { target: `http://127.0.0.1:${port}/x` });
    await until(() => sockets.length === 2);
    assert.deepEqual(told, [
      ['setNoDelay', true],
      ['setKeepAlive', true, 60],
    ]);
  },
);

test('an interim answer is left out, and what breaks the connection later is told', options, async (t) => {
  const { port, sockets } = await plainServer(t, 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n');
  const broke: unknown[] = [];
  const socket = await dial(t, {
    target: `http://127.0.0.1:${port}/x`,
    broke: (error) => void broke.push(error),
  });
  socket.on('readable', () => {});
  await until(() => socket.readableLength > 0);
  assert.equal(String(socket.read()), 'HTTP/1.1 200 OK\r\n\r\n');
  socket.on('close', () => {});
  sockets[0]?.resetAndDestroy();
  await once(socket, 'close').catch(() => {});
  assert.deepEqual(
    broke.map((error) => Reflect.get(Object(error), 'code')),
    ['ECONNRESET'],
  );
});

for (const [host, name] of [
  ['api.service.example', 'api.service.example'],
  ['api.service.example.', 'api.service.example'],
  ['127.0.0.1', false],
] as const) {
  test(`over TLS the server is asked for ${host} by HTTP/1.1`, options, async (t) => {
    const { port, sockets } = await tlsServer(t, { cert, key });
    const made: Socket[] = [];
    const socket = await dial(t, {
      target: `https://${host}:${port}/x`,
      context,
      lookup: home,
      made: (one) => void made.push(one),
    });
    await until(() => sockets.length === 1);
    const [there] = sockets;
    assert.ok(there instanceof TLSSocket && socket instanceof TLSSocket);
    assert.deepEqual([there.servername, there.alpnProtocol, socket.authorized], [name, 'http/1.1', true]);
    assert.deepEqual([made.length, made[1]], [2, socket]);
  });
}

test('without anybody to trust, and without trust, there is no way', options, async (t) => {
  const { port, sockets } = await tlsServer(t, { cert, key });
  const target = `https://127.0.0.1:${port}/x`;
  assert.deepEqual(await stuck(t, { target }), ['service', 'tls', 'NO_CONTEXT']);
  const none = contextOf(false, []);
  assert.deepEqual(await stuck(t, { target, context: none }), [
    'service',
    'tls',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ]);
  const other = { target: `https://other.service.example:${port}/x`, context, lookup: home };
  assert.deepEqual(await stuck(t, other), ['service', 'tls', 'ERR_TLS_CERT_ALTNAME_INVALID']);
  assert.equal(sockets.length, 0);
});

test('a connection that TLS lets through without trust, whatever did that, is closed', options, async (t) => {
  const { port } = await tlsServer(t, { cert, key });
  let last: Socket | null = null;
  const made = (socket: Socket): void => {
    last = socket;
    socket.once('secureConnect', () => Reflect.set(socket, 'authorized', false));
  };
  const way = { target: `https://127.0.0.1:${port}/x`, context, made };
  assert.deepEqual(await stuck(t, way), ['service', 'tls', 'CERT_UNTRUSTED']);
  assert.equal(Reflect.get(Object(last), 'destroyed'), true);
});

for (const [cut, code] of [
  ['destroy', 'ECONNRESET'],
  ['resetAndDestroy', 'ECONNRESET'],
] as const) {
  test(`a connection that is cut amid TLS is told so: ${cut}`, options, async (t) => {
    const server = createServer((socket) => void socket.once('data', () => socket[cut]()));
    const target = `https://127.0.0.1:${await listen(t, server)}/x`;
    assert.deepEqual(await stuck(t, { target, context }), ['service', 'tls', code]);
  });
}

test('a connection that is closed while it is made is told so', options, async (t) => {
  const { port } = await plainServer(t);
  const target = `http://127.0.0.1:${port}/x`;
  assert.deepEqual(await stuck(t, { target, made: (socket) => void socket.destroy() }), [
    'service',
    'connect',
    'ECONNRESET',
  ]);
});

/** A proxy that leads everything to a port, and what it was asked. */
async function tunnelling(t: TestContext, to: Served, identity: typeof ownProxy | null = null) {
  const asked: string[] = [];
  const speak = (socket: Socket): void => {
    socket.on('error', () => {});
    socket.once('data', (bytes) => {
      asked.push(String(bytes));
      const upstream = connect(to.port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(upstream).pipe(socket);
      });
      upstream.on('error', () => {});
    });
  };
  const server =
    identity === null
      ? createServer(speak)
      : createTlsServer({ cert: identity.cert, key: identity.key }, speak);
  return { port: await listen(t, server), asked };
}

for (const [target, authorization, authority_] of [
  ['https://api.service.example/x', null, 'api.service.example:443'],
  ['https://api.service.example:8443/x', 'Basic YTpi', 'api.service.example:8443'],
] as const) {
  test(`through a proxy the tunnel leads to ${authority_}`, options, async (t) => {
    const server = await tlsServer(t, { cert, key });
    const { port, asked } = await tunnelling(t, server);
    const proxy = byProxy(`http://127.0.0.1:${port}`, { authorization });
    const socket = await dial(t, { target, proxy, context });
    assert.ok(socket instanceof TLSSocket && socket.authorized);
    assert.deepEqual(asked[0]?.split('\r\n').slice(0, 2), [
      `CONNECT ${authority_} HTTP/1.1`,
      `Host: ${authority_}`,
    ]);
    assert.equal(/Proxy-Authorization: (.*)\r\n/.exec(asked[0] ?? '')?.[1] ?? null, authorization);
  });
}

test('a service in clear is spoken to within the tunnel, by its port', options, async (t) => {
  const server = await plainServer(t, 'hello');
  const { port, asked } = await tunnelling(t, server);
  const proxy = byProxy(`http://127.0.0.1:${port}`);
  const socket = await dial(t, { target: 'http://api.service.example/x', proxy });
  socket.on('readable', () => {});
  await until(() => socket.readableLength > 0);
  assert.equal(String(socket.read()), 'hello');
  assert.match(asked[0] ?? '', /^CONNECT api\.service\.example:80 /);
});

test('the certificate of a proxy is verified where its user does not let it be', options, async (t) => {
  const server = await tlsServer(t, { cert, key });
  const { port, asked } = await tunnelling(t, server, ownProxy);
  const target = 'https://api.service.example/x';
  const url = `https://127.0.0.1:${port}`;
  assert.deepEqual(await stuck(t, { target, context, proxy: byProxy(url) }), [
    'proxy',
    'tls',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
  ]);
  assert.deepEqual(asked, []);
  const socket = await dial(t, { target, context, proxy: byProxy(url, { strictSsl: false }) });
  assert.ok(socket instanceof TLSSocket && socket.authorized);
  assert.equal(asked.length, 1);
});

test('through SOCKS5 the service is asked for by its bare name and port', options, async (t) => {
  const said: string[] = [];
  const server = createServer((socket) => {
    socket.on('data', (bytes) => {
      said.push(bytes.toString('hex'));
      socket.write(Buffer.from(said.length === 1 ? '0500' : '05000001c0000201ffff', 'hex'));
    });
  });
  const proxy = byProxy(`socks5h://127.0.0.1:${await listen(t, server)}`, {
    socks: { remote: true, login: null },
  });
  await dial(t, { target: 'http://[2001:db8::1]:8080/x', proxy });
  assert.deepEqual(said, ['050100', '0501000420010db80000000000000000000000011f90']);
});
