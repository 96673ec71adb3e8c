import assert from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { dialled } from '../../../src/client/dial.ts';
import { proxyFor } from '../../../src/client/proxy.ts';
import type { ClientSettings } from '../../../src/client/settings.ts';
import { plain } from '../../../src/contract/words.ts';
import { makeIdentity } from './certificates.ts';
import {
  answered,
  call,
  failed,
  listen,
  never,
  plainSettings,
  rawServer,
  response,
  says,
  transport,
} from './servers.ts';

const options = { timeout: 60_000 };
const authority = makeIdentity({ hosts: ['Test Authority'], authority: true });
const { cert, key } = makeIdentity({ hosts: ['api.service.example', '127.0.0.1'], issuer: authority });

interface SocksSeen {
  readonly address: string;
  /** What was asked for, in hexadecimal digits: type, address, port. */
  readonly asked: string[];
  readonly logins: string[];
}

interface Manner {
  /** The reply's code; 0 opens the way. */
  readonly reply?: number;
  readonly login?: string;
  /** One byte at a time. */
  readonly slow?: boolean;
}

/** A SOCKS5 proxy (RFC 1928, 1929) that leads everybody to `port` on 127.0.0.1. */
async function socksServer(t: TestContext, port: number, manner: Manner = {}): Promise<SocksSeen> {
  const seen = { asked: [] as string[], logins: [] as string[] };
  const write = async (socket: Socket, ...bytes: number[]): Promise<void> => {
    if (manner.slow !== true) socket.write(Buffer.from(bytes));
    else {
      socket.setNoDelay(true);
      for (const byte of bytes) {
        socket.write(Buffer.of(byte));
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    }
  };
  const server = createServer((client) => {
    client.on('error', () => {});
    let step = 'hello';
    client.on('data', async (bytes: Buffer) => {
      if (step === 'hello') {
        const wants = manner.login === undefined ? 0 : bytes.includes(2, 2) ? 2 : 0xff;
        step = wants === 2 ? 'login' : 'ask';
        await write(client, 5, wants);
      } else if (step === 'login') {
        const user = bytes.subarray(2, 2 + (bytes[1] ?? 0)).toString();
        const login = `${user}:${bytes.subarray(3 + user.length).toString()}`;
        seen.logins.push(login);
        step = 'ask';
        await write(client, 1, login === manner.login ? 0 : 1);
      } else if (step === 'ask') {
        step = 'through';
        seen.asked.push(bytes.subarray(3).toString('hex'));
        const upstream = connect(port, '127.0.0.1');
        upstream.on('error', () => client.destroy());
        client.on('close', () => upstream.destroy());
        client.removeAllListeners('data');
        client.pause();
        await write(client, 5, manner.reply ?? 0, 0, 3, 4, 0x68, 0x6f, 0x73, 0x74, 0, 80);
        upstream.pipe(client);
        client.pipe(upstream);
      }
    });
  });
  return { ...seen, address: `127.0.0.1:${await listen(t, server)}` };
}

function through(url: string): { settings: () => ClientSettings } {
  const proxy = { ...plainSettings.proxy, support: 'on' as const, url };
  return { settings: () => ({ ...plainSettings, proxy, extraCertificates: [authority.cert] }) };
}

const named = `03${Buffer.of(19).toString('hex')}${Buffer.from('api.service.example').toString('hex')}01bb`;

for (const slow of [false, true]) {
  test(
    `through SOCKS5, which looks the name up: ${slow ? 'byte by byte' : 'at once'}`,
    options,
    async (t) => {
      const server = await rawServer(t, says(response('{"via":"socks"}')), { cert, key });
      const socks = await socksServer(t, Number(new URL(server.url).port), { slow });
      const client = transport(t, through(`socks5h://${socks.address}`));
      const exchange = answered(await client.send(call('https://api.service.example/x'), never));
      assert.equal(Buffer.from(exchange.body).toString(), '{"via":"socks"}');
      assert.deepEqual(socks.asked, [named]);
      assert.equal(server.requests.length, 1);
    },
  );
}

test('with socks5: this computer looks the name up, an address is asked for as it is', options, async (t) => {
  const server = await rawServer(t, says(response('{}')));
  const socks = await socksServer(t, Number(new URL(server.url).port));
  const proxy = proxyFor(
    new URL('http://api.service.example/x'),
    through(`socks5://${socks.address}`).settings().proxy,
    {},
  );
  assert.ok(proxy.kind === 'proxy');
  const asked: string[] = [];
  const answers = ['203.0.113.7', '2001:db8::1:2'];
  for (const [index, address] of answers.entries()) {
    const socket = await dialled({
      target: new URL('http://api.service.example:8080/x'),
      proxy,
      context: null,
      lookup: (name, _options, callback) => {
        asked.push(name);
        callback(null, address, index === 0 ? 4 : 6);
      },
      proxyLookup: () => assert.fail('it is an address'),
      made: () => {},
      broke: () => {},
    });
    socket.destroy();
  }
  assert.deepEqual(asked, ['api.service.example', 'api.service.example']);
  assert.deepEqual(socks.asked, ['01cb0071071f90', '0420010db80000000000000000000100021f90']);
});

test('a user name and a password are given where they are wanted', options, async (t) => {
  const server = await rawServer(t, says(response('{}')));
  const socks = await socksServer(t, Number(new URL(server.url).port), { login: 'anita:p@ss' });
  const client = transport(t, through(`socks://anita:p%40ss@${socks.address}`));
  answered(await client.send(call('http://api.service.example/x'), never));
  assert.deepEqual(socks.logins, ['anita:p@ss']);
});

const refusals: readonly (readonly [string, Manner, string, string, RegExp])[] = [
  [
    'wants a login and got none',
    { login: 'a:b' },
    '',
    'SOCKS_LOGIN_WANTED',
    /wants a user name and password\. Nothing/,
  ],
  [
    'refuses the login',
    { login: 'a:b' },
    'anita:secret@',
    'SOCKS_LOGIN_REFUSED',
    /refused the user name and password/,
  ],
  ['forbids the host', { reply: 2 }, '', 'SOCKS_2', /does not allow connections to api\.service\.example/],
  [
    'finds nobody there',
    { reply: 5 },
    '',
    'SOCKS_5',
    /could not connect to api\.service\.example \(SOCKS_5\)/,
  ],
];
for (const [name, manner, user, cause, sentence] of refusals) {
  test(`not sent: a SOCKS5 proxy ${name}`, options, async (t) => {
    const server = await rawServer(t, says(response('{}')), { cert, key });
    const socks = await socksServer(t, Number(new URL(server.url).port), manner);
    const client = transport(t, through(`socks5h://${user}${socks.address}`));
    const failure = failed(await client.send(call('https://api.service.example/x'), never));
    assert.deepEqual([failure.sent, failure.code, failure.cause], ['no', 'proxy', cause]);
    assert.match(plain(failure.what), sentence);
    assert.doesNotMatch(JSON.stringify(failure), /secret|anita/);
    assert.equal(server.requests.length, 0);
  });
}

for (const [name, answer, cause, sentence] of [
  ['speaks HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'SOCKS_NONE', /is not a SOCKS5 proxy/],
  ['hangs up', '', 'PROXY_HUNG_UP', /closed the connection instead of opening a tunnel/],
  ['hangs up amid its answer', '\x05', 'PROXY_HUNG_UP', /closed the connection instead of opening a tunnel/],
] as const) {
  test(`not sent: what should be a SOCKS5 proxy ${name}`, options, async (t) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(answer));
    });
    const client = transport(t, through(`socks5h://127.0.0.1:${await listen(t, server)}`));
    const failure = failed(await client.send(call('https://api.service.example/x'), never));
    assert.deepEqual([failure.sent, failure.code, failure.cause], ['no', 'proxy', cause]);
    assert.match(plain(failure.what), sentence);
  });
}
