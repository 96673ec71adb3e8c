import assert from 'node:assert/strict';
import type { LookupFunction } from 'node:net';
import { test } from 'node:test';
import { askSocks, type SocksLogin } from '../../../src/client/socks.ts';
import { coded, Stuck } from '../../../src/client/stuck.ts';
import { type Turn, Wire } from './wire.ts';

const options = { timeout: 60_000 };

const noLookup: LookupFunction = () => assert.fail('nobody is to be looked up');
const remote: SocksLogin = { remote: true, login: null };
const anita: SocksLogin = { remote: true, login: { user: 'anita', password: 'p@ss' } };
const hello = '0500';
const opened = '05000001c0000201ffff';
const hex = (text: string): string => Buffer.from(text).toString('hex');

interface Way {
  readonly host?: string;
  readonly port?: number;
  readonly how?: SocksLogin;
  readonly lookup?: LookupFunction;
}

function asked(
  wire: Wire,
  { host = 'api.example.in', port = 443, how = remote, lookup = noLookup }: Way = {},
) {
  return askSocks(wire, host, port, how, lookup);
}

/** Why there is no way: whose it is, how far it came and its code; the socket is left to nobody. */
async function stuck(turns: readonly Turn[], way: Way = {}): Promise<readonly string[]> {
  const wire = new Wire(turns);
  const before = wire.listeners4();
  let caught: unknown = null;
  try {
    await asked(wire, way);
  } catch (error) {
    caught = error;
  }
  assert.ok(caught instanceof Stuck, String(caught));
  assert.ok(wire.destroyed, 'the socket is closed');
  assert.deepEqual(wire.listeners4(), before);
  return [caught.whom, caught.step, caught.code];
}

const proxyIs = (code: string): readonly string[] => ['proxy', 'tunnel', code];
const name = `03${Buffer.of(14).toString('hex')}${hex('api.example.in')}`;

for (const piece of [1_000, 3, 1]) {
  test(
    `a way is asked for by turns, and what follows is left to whom it is for: ${piece} bytes at a time`,
    options,
    async () => {
      for (const [kind, address] of [
        ['01', 'c0000201'],
        ['04', '20010db8000000000000000000000007'],
        ['03', `0c${hex('away.example')}`],
        ['03', '00'],
      ]) {
        const wire = new Wire([hello, `050000${kind}${address}01bb${hex('hi')}`], piece);
        const before = wire.listeners4();
        await asked(wire);
        assert.deepEqual(wire.said, ['050100', `050100${name}01bb`]);
        assert.deepEqual(wire.listeners4(), before);
        assert.equal(wire.destroyed, false);
        while (wire.readableLength < 2) await new Promise(setImmediate);
        assert.equal(String(wire.read()), 'hi');
      }
    },
  );
}

for (const [when, begin] of [
  ['as soon as it is asked', (ask: () => void) => ask()],
  ['before it is known that it was heard', (ask: () => void) => void setImmediate(ask)],
] as const) {
  test(`all that a proxy says may come at once: ${when}`, options, async () => {
    const wire = new Wire([`05020100${opened}${hex('hi')}`]);
    await new Promise<void>((resolve, reject) =>
      begin(() => void asked(wire, { how: anita }).then(resolve, reject)),
    );
    assert.equal(String(wire.read()), 'hi');
  });
}

for (const [host, port, address] of [
  ['203.0.113.7', 443, '01cb00710701bb'],
  ['10.0.0.255', 8_080, '010a0000ff1f90'],
  ['2001:db8::1:2', 80, '0420010db80000000000000000000100020050'],
  ['::1', 65_535, `04${'0'.repeat(30)}01ffff`],
  ['::', 1, `04${'0'.repeat(32)}0001`],
  ['fe80::', 256, `04fe80${'0'.repeat(28)}0100`],
  ['1:2:3:4:5:6:7:8', 443, '040001000200030004000500060007000801bb'],
  ['::ffff:1.2.3.4', 443, `04${'0'.repeat(20)}ffff0102030401bb`],
  ['x', 443, '03017801bb'],
] as const) {
  test(`an address is asked for in its own kind, and nobody looks it up: ${host}`, options, async () => {
    const wire = new Wire([hello, opened]);
    await asked(wire, { host, port, how: { remote: host === 'x', login: null } });
    assert.equal(wire.said[1], `050100${address}`);
  });
}

test('a name of the most bytes there may be is asked for, and a longer one is not', options, async () => {
  const most = 'n'.repeat(255);
  const wire = new Wire([hello, opened]);
  await asked(wire, { host: most });
  assert.equal(wire.said[1], `05010003ff${hex(most)}01bb`);
  assert.deepEqual(await stuck([hello, opened], { host: `${most}n` }), proxyIs('SOCKS_TOO_LONG'));
});

test('where the proxy is not to look up, this computer does, and asks for the address', options, async () => {
  const looked: unknown[] = [];
  const wire = new Wire([hello, opened]);
  const lookup: LookupFunction = (hostname, how, callback) => {
    looked.push([hostname, how]);
    callback(null, '203.0.113.7', 4);
  };
  await asked(wire, { how: { remote: false, login: null }, lookup });
  assert.deepEqual(looked, [['api.example.in', {}]]);
  assert.equal(wire.said[1], '05010001cb00710701bb');
});

for (const [what, lookup, code] of [
  ['fails', (_name, _how, callback) => callback(coded('EAI_AGAIN'), '203.0.113.7', 4), 'EAI_AGAIN'],
  [
    'finds a list',
    (_name, _how, callback) => callback(null, [{ address: '203.0.113.7', family: 4 }]),
    'ENOTFOUND',
  ],
] as const satisfies readonly (readonly [string, LookupFunction, string])[]) {
  test(
    `nothing is said to the proxy where the look-up ${what}: it is the service's name`,
    options,
    async () => {
      const wire = new Wire([hello, opened]);
      await assert.rejects(asked(wire, { how: { remote: false, login: null }, lookup }), {
        name: 'Stuck',
        whom: 'service',
        step: 'connect',
        code,
      });
      assert.deepEqual(wire.said, []);
    },
  );
}

test('a login is offered, and given where it is wanted', options, async () => {
  const wire = new Wire(['0502', '0100', opened]);
  await asked(wire, { how: anita });
  assert.deepEqual(wire.said, ['05020002', `0105${hex('anita')}04${hex('p@ss')}`, `050100${name}01bb`]);
});

test('a login that is not wanted is not given', options, async () => {
  const wire = new Wire([hello, opened]);
  await asked(wire, { how: anita });
  assert.deepEqual(wire.said, ['05020002', `050100${name}01bb`]);
});

const longest = 'ü'.repeat(127);
for (const [what, user, password, fits] of [
  ['of 254 bytes', longest, longest, true],
  ['of 255 bytes', `${longest}x`, `${longest}x`, true],
  ['with a user name of 256', 'ü'.repeat(128), 'p', false],
  ['with a password of 256', 'u', 'ü'.repeat(128), false],
  ['without a password', 'u', '', false],
] as const) {
  test(`a login ${what} ${fits ? 'is given' : 'cannot be'}`, options, async () => {
    const how: SocksLogin = { remote: true, login: { user, password } };
    const turns = ['0502', '0100', opened];
    if (!fits) return assert.deepEqual(await stuck(turns, { how }), proxyIs('SOCKS_TOO_LONG'));
    const wire = new Wire(turns);
    await asked(wire, { how });
    const length = Buffer.of(Buffer.byteLength(user)).toString('hex');
    assert.equal(wire.said[1], `01${length}${hex(user)}${length}${hex(password)}`);
  });
}

const reset: Turn = (wire) => void wire.destroy(coded('ECONNRESET'));
const hangsUp: Turn = (wire) => void wire.push(null);
const hangsUpUnheard: Turn = (wire) => {
  wire.held = true;
  wire.push(null);
};
const closes: Turn = (wire) => void wire.destroy();
const breaksOff: Turn = (wire) => {
  wire.push(Buffer.of(5));
  wire.push(null);
};
for (const [what, turns, how, code] of [
  ['is none', ['0400'], remote, 'SOCKS_NONE'],
  ['is none after its first answer', [hello, '04000001c0000201ffff'], remote, 'SOCKS_NONE'],
  ['takes no way to log in', ['05ff'], anita, 'SOCKS_LOGIN_WANTED'],
  ['takes a way nobody offered', ['0501'], remote, 'SOCKS_LOGIN_WANTED'],
  ['wants a login that there is not', ['0502', '0100', opened], remote, 'SOCKS_LOGIN_WANTED'],
  ['refuses the login', ['0502', '0101', opened], anita, 'SOCKS_LOGIN_REFUSED'],
  ['refuses the host', [hello, '05020001'], remote, 'SOCKS_2'],
  ['refuses by a number of its own', [hello, '05ff0001'], remote, 'SOCKS_255'],
  ['hangs up', [hangsUp], remote, 'PROXY_HUNG_UP'],
  ['hangs up and hears nothing', [hangsUpUnheard], remote, 'PROXY_HUNG_UP'],
  ['hangs up after its first answer', [hello, hangsUp], remote, 'PROXY_HUNG_UP'],
  ['hangs up amid an answer', [breaksOff], remote, 'PROXY_HUNG_UP'],
  ['closes the connection', [closes], remote, 'PROXY_HUNG_UP'],
  ['resets the connection', [reset], remote, 'ECONNRESET'],
  ['resets it as it is to log in', ['0502', reset], anita, 'ECONNRESET'],
] as const satisfies readonly (readonly [string, readonly Turn[], SocksLogin, string])[]) {
  test(`there is no way through a proxy that ${what}`, options, async () => {
    assert.deepEqual(await stuck(turns, { how }), proxyIs(code));
  });
}

test('of all that breaks a connection the first is told', options, async () => {
  const wire = new Wire([]);
  wire.on('error', () => {});
  const asking = asked(wire);
  wire.emit('error', coded('ECONNRESET'));
  wire.emit('end');
  await assert.rejects(asking, { whom: 'proxy', step: 'tunnel', code: 'ECONNRESET' });
});
