import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coded, Stuck } from '../../../src/client/stuck.ts';
import { askTunnel, schemesOf } from '../../../src/client/tunnel.ts';
import { type Turn, Wire } from './wire.ts';

const options = { timeout: 60_000 };
const hex = (text: string): string => Buffer.from(text, 'latin1').toString('hex');
const asked = (wire: Wire, authorization: string | null = null): Promise<void> =>
  askTunnel(wire, 'api.example.in:443', authorization);
const opened = 'HTTP/1.1 200 Connection established\r\n\r\n';
const question = 'CONNECT api.example.in:443 HTTP/1.1\r\nHost: api.example.in:443\r\n';

for (const piece of [1_000, 3, 1]) {
  for (const opening of [
    opened,
    'HTTP/1.0 200\r\nVia: p\r\nX-Id: 7\r\n\r\n',
    'HTTP/1.1 299 X\r\n\r\n',
    `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 199 X\r\nX: 1\r\n\r\n${opened}`,
  ]) {
    test(
      `a tunnel is open after ${opening.length} bytes, and what follows is the service's: ${piece} at a time`,
      options,
      async () => {
        for (const rest of ['', 'h', 'HTTP/1.1 403 Forbidden\r\n\r\n']) {
          const wire = new Wire([hex(opening + rest)], piece);
          const before = wire.listeners4();
          await asked(wire);
          assert.deepEqual(wire.listeners4(), before);
          assert.equal(wire.destroyed, false);
          while (wire.readableLength < rest.length) await new Promise(setImmediate);
          assert.equal(String(wire.read() ?? ''), rest);
        }
      },
    );
  }
}

test(
  'a proxy is asked once, with what it is to be told of us where there is something',
  options,
  async () => {
    for (const [authorization, line] of [
      [null, ''],
      ['Basic dGVzdDp0ZXN0', 'Proxy-Authorization: Basic dGVzdDp0ZXN0\r\n'],
    ] as const) {
      const wire = new Wire([hex(opened)]);
      await asked(wire, authorization);
      assert.deepEqual(wire.said, [`${question}Proxy-Connection: keep-alive\r\n${line}\r\n`]);
    }
  },
);

/** Why there is no tunnel; the socket is closed then, and nobody listens to it any more. */
async function stuck(turn: Turn): Promise<Stuck> {
  const wire = new Wire([turn]);
  const before = wire.listeners4();
  const caught: unknown = await asked(wire).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.ok(caught instanceof Stuck, String(caught));
  assert.ok(wire.destroyed, 'the socket is closed');
  assert.deepEqual(wire.listeners4(), before);
  assert.deepEqual([caught.whom, caught.step], ['proxy', 'tunnel']);
  return caught;
}

for (const [said, status] of [
  ['HTTP/1.1 300 X\r\n\r\n', 300],
  ['HTTP/1.1 101 Switching Protocols\r\n\r\n', 101],
  [`HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n${opened}`, 403],
  ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 502 X\r\n\r\n', 502],
  ['HTTP/1.1 401 X\r\nProxy-Authenticate: Basic\r\n\r\n', 401],
] as const) {
  test(`a proxy that answers ${status} opens no tunnel`, options, async () => {
    const { code, answer } = await stuck(hex(said));
    assert.deepEqual([code, answer], [`PROXY_${status}`, { status, schemes: [] }]);
  });
}

test('a proxy that wants a login says by which schemes', options, async () => {
  const head =
    'HTTP/1.1 407 No\r\nX: 1\r\nProxy-Authenticate: NTLM\r\nproxy-authenticate:Basic realm="p"\r\n\r\n';
  const { code, answer } = await stuck(hex(head));
  assert.deepEqual([code, answer], ['PROXY_407', { status: 407, schemes: ['NTLM', 'Basic'] }]);
});

const hangsUp: Turn = (wire) => void wire.push(null);
const unheard: Turn = (wire) => {
  wire.held = true;
  wire.push(null);
};
const amid: Turn = (wire) => {
  wire.push('HTTP/1.1 2');
  wire.push(null);
};
for (const [what, turn, code] of [
  ['speaks another protocol', hex('SSH-2.0'), 'PROXY_NOT_HTTP'],
  ['speaks another protocol after half a word', hex('HTTQ'), 'PROXY_NOT_HTTP'],
  ['speaks another protocol after an interim answer', hex('HTTP/1.1 100 X\r\n\r\nX'), 'PROXY_NOT_HTTP'],
  ['speaks another version', hex('HTTP/2'), 'PROXY_NOT_HTTP'],
  ['says no status', hex('HTTP/1.1 OK\r\n\r\n'), 'PROXY_NOT_HTTP'],
  ['says a status of four digits', hex('HTTP/1.1 2000 OK\r\n\r\n'), 'PROXY_NOT_HTTP'],
  ['hangs up', hangsUp, 'PROXY_HUNG_UP'],
  ['hangs up and hears nothing', unheard, 'PROXY_HUNG_UP'],
  ['hangs up amid its answer', amid, 'PROXY_HUNG_UP'],
  ['closes the connection', (wire) => void wire.destroy(), 'PROXY_HUNG_UP'],
  ['resets the connection', (wire) => void wire.destroy(coded('ECONNRESET')), 'ECONNRESET'],
] as const satisfies readonly (readonly [string, Turn, string])[]) {
  test(`there is no tunnel through a proxy that ${what}`, options, async () => {
    const { code: told, answer } = await stuck(turn);
    assert.deepEqual([told, answer], [code, null]);
  });
}

test('a proxy may say 64 KB before it opens its tunnel, and no byte more', options, async () => {
  const most = 64 * 1_024;
  const interim = 'HTTP/1.1 100 Continue\r\n\r\n';
  for (const begin of ['HTTP/1.1 200 OK\r\nX: ', `${interim}HTTP/1.1 200 OK\r\nX: `]) {
    const wire = new Wire([]);
    const asking = asked(wire);
    wire.push(begin.padEnd(most, 'y'));
    while (wire.readableLength > 0) await new Promise(setImmediate);
    assert.equal(wire.destroyed, false);
    wire.push('\r\n\r\n');
    await asking;
    assert.equal((await stuck(hex(begin.padEnd(most + 1, 'y')))).code, 'PROXY_LONG_HEAD');
  }
});

test('of all that breaks a connection the first is told', options, async () => {
  const wire = new Wire([]);
  wire.on('error', () => {});
  const asking = asked(wire);
  wire.emit('error', coded('ECONNRESET'));
  wire.emit('end');
  await assert.rejects(asking, { whom: 'proxy', step: 'tunnel', code: 'ECONNRESET' });
});

for (const [said, schemes] of [
  [['Proxy-Authenticate:Basic'], ['Basic']],
  [['Proxy-Authenticate: Basic realm='], ['Basic']],
  [['proxy-authenticate: Digest realm="a, NTLM", qop =auth, nonce = c,Basic'], ['Digest', 'Basic']],
  [['Proxy-Authenticate: Digest realm="a \\", NTLM \\\\", Basic'], ['Digest', 'Basic']],
  [['Proxy-Authenticate: Digest realm="a, NTLM'], ['Digest']],
  [['Proxy-Authenticate: NT\\LM, Basic'], ['Basic']],
  [
    ['Proxy-Authenticate: Basic', 'PROXY-AUTHENTICATE: Basic, NTLM'],
    ['Basic', 'NTLM'],
  ],
  [['Proxy-Authenticate: , ,Basic,'], ['Basic']],
  [[`Proxy-Authenticate: ${'a'.repeat(20)}, ${'b'.repeat(21)}, 1a, a_b, a-1`], ['a'.repeat(20), 'a-1']],
  [['Proxy-Authenticate: a, a, b, c, d, e, f, g'], ['a', 'b', 'c', 'd', 'e', 'f']],
  [['WWW-Authenticate: Basic', 'X-Proxy-Authenticate: Basic', 'Proxy-Authenticate'], []],
] as const) {
  test(`schemes of ${JSON.stringify(said)}`, () => {
    assert.deepEqual(schemesOf(said), schemes);
  });
}
