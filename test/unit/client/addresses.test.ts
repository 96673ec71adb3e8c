import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { test } from 'node:test';
import { guardedLookup, isAllowed, mayAsk } from '../../../src/client/addresses.ts';

test('public addresses are allowed, special ones are not, and this computer only where the answer came from it', () => {
  for (const address of ['93.184.215.14', '8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])
    assert.ok(isAllowed(address, false), address);
  for (const address of [
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '::ffff:10.0.0.1',
    'fd12::1',
    '64:ff9b::a00:1',
  ])
    assert.ok(!isAllowed(address, true), address);
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '127.0.0.0', '127.255.255.255', '::ffff:127.0.0.1'])
    assert.deepEqual([isAllowed(address, false), isAllowed(address, true)], [false, true], address);
  assert.ok(!isAllowed('::2', true), 'only one address of IPv6 is this computer');
});

const top = 'ffff:ffff:ffff:ffff';
/** Each net by its first and last address, and what stands before and after it where that is public. */
const nets: readonly (readonly [string, string, string, string | null, string | null])[] = [
  ['this network', '0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
  ['a private network', '10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ["a provider's own network", '100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['this computer', '127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['one wire', '169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['a second private network', '172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['protocols', '192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['documents', '192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['relays to IPv6', '192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['a third private network', '192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['measurements', '198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['documents, again', '198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['documents, a third time', '203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['groups and what is reserved', '224.0.0.0', '255.255.255.255', '223.255.255.255', null],
  ['nobody, and IPv4 within IPv6', '::', '::255.255.255.255', null, '::1:0:0'],
  ['IPv4 translated', '64:ff9b::', '64:ff9b::255.255.255.255', '64:ff9a::', '64:ff9b::1:0:0'],
  ['IPv4 translated here', '64:ff9b:1::', `64:ff9b:1:ffff:${top}`, null, '64:ff9b:2::'],
  ['what is thrown away', '100::', `100::${top}`, `ff:ffff:ffff:ffff:${top}`, null],
  ['a prefix that is no address', '100:0:0:1::', `100:0:0:1:${top}`, null, '100:0:0:2::'],
  ['protocols of IPv6', '2001::', `2001:1ff:ffff:ffff:${top}`, `2000:ffff:ffff:ffff:${top}`, '2001:200::'],
  ['documents of IPv6', '2001:db8::', `2001:db8:ffff:ffff:${top}`, '2001:db7::', '2001:db9::'],
  ['IPv4 as a part', '2002::', `2002:ffff:ffff:ffff:${top}`, `2001:ffff:ffff:ffff:${top}`, '2003::'],
  ['documents of IPv6, again', '3fff::', `3fff:fff:ffff:ffff:${top}`, '3ffe::', '3fff:1000::'],
  ['steps of a way', '5f00::', `5f00:ffff:ffff:ffff:${top}`, '5eff::', '5f01::'],
  ['a private network of IPv6', 'fc00::', `fdff:ffff:ffff:ffff:${top}`, `fbff:ffff:ffff:ffff:${top}`, null],
  ['one wire of IPv6', 'fe80::', `feff:ffff:ffff:ffff:${top}`, 'fe7f::', null],
  ['groups of IPv6', 'ff00::', `ffff:ffff:ffff:ffff:${top}`, null, null],
];
for (const [name, first, last, before, after] of nets) {
  test(`a net that is nobody's on the internet is refused from end to end, and no more: ${name}`, () => {
    for (const address of [first, last]) assert.ok(!isAllowed(address, false), address);
    for (const address of [before, after])
      if (address !== null) assert.ok(isAllowed(address, false), address);
  });
}

test('names of a network of its own are not asked for', () => {
  for (const name of [
    'intranet',
    'nas.local',
    'nas.local.',
    'a.internal',
    'a.intranet',
    'a.lan',
    'router.home.arpa',
    'localhost',
    'localhost.',
    'x.localhost',
  ])
    assert.ok(!mayAsk(name, false), name);
  assert.deepEqual([mayAsk('localhost', true), mayAsk('intranet', true)], [true, false]);
  assert.deepEqual([mayAsk('localhost.', true), mayAsk('x.localhost', true)], [true, false]);
  assert.ok(mayAsk('files.example.com', false));
  assert.ok(mayAsk('files.example.com', true));
  assert.ok(mayAsk('files.example.com.', false));
  assert.ok(mayAsk('local.example.com', false));
});

test('an address that stands in place of a name is judged as an address', () => {
  for (const host of ['93.184.215.14', '93.184.215.14.', '[2606:4700::1111]'])
    assert.ok(mayAsk(host, false), host);
  for (const host of ['10.1.2.3', '[fd12::1]', '[::ffff:a00:1]']) assert.ok(!mayAsk(host, true), host);
  for (const host of ['127.0.0.1', '[::1]'])
    assert.deepEqual([mayAsk(host, false), mayAsk(host, true)], [false, true], host);
});

/** A look-up that finds these addresses, or fails; and what it was asked. */
function finds(found: readonly LookupAddress[] | Error): { lookup: LookupFunction; asked: unknown[] } {
  const asked: unknown[] = [];
  const lookup: LookupFunction = (hostname, options, callback) => {
    asked.push([hostname, options]);
    if (found instanceof Error) callback(found, []);
    else callback(null, [...found]);
  };
  return { lookup, asked };
}

interface Answer {
  readonly code: string | null;
  readonly rest: readonly unknown[];
}

function guarded(lookup: LookupFunction, local: boolean, all?: boolean): Promise<Answer> {
  return new Promise((resolve) => {
    const options = all === undefined ? { family: 4 } : { family: 4, all };
    guardedLookup(local, lookup)('files.example.com', options, (error, ...rest) =>
      resolve({ code: error === null ? null : (error.code ?? error.message), rest }),
    );
  });
}

const open: LookupAddress = { address: '93.184.215.14', family: 4 };
const second: LookupAddress = { address: '2606:4700::1111', family: 6 };
const inside: LookupAddress = { address: '10.1.2.3', family: 4 };
const here: LookupAddress = { address: '127.0.0.1', family: 4 };

test('a name is looked up with all its addresses, and given as it was asked for', async () => {
  const { lookup, asked } = finds([open, second]);
  assert.deepEqual(await guarded(lookup, false, true), { code: null, rest: [[open, second]] });
  for (const all of [false, undefined])
    assert.deepEqual(await guarded(lookup, false, all), { code: null, rest: ['93.184.215.14', 4] });
  const wanted = ['files.example.com', { family: 4, all: true }];
  assert.deepEqual(asked, [wanted, wanted, wanted]);
});

for (const [name, found, local] of [
  ['the only one', [inside], true],
  ['the first of them', [inside, open], false],
  ['the last of them', [open, second, inside], false],
  ['beside this computer', [here, inside], true],
  ['this computer, for an answer from elsewhere', [open, here], false],
] as const) {
  test(`a name with an address that must not be asked is not connected to at all: ${name}`, async () => {
    const { lookup } = finds(found);
    for (const all of [true, false])
      assert.deepEqual(await guarded(lookup, local, all), { code: 'PRIVATE_ADDRESS', rest: [''] });
  });
}

test('this computer may be asked where the answer came from it', async () => {
  assert.deepEqual(await guarded(finds([here]).lookup, true), { code: null, rest: ['127.0.0.1', 4] });
});

test('a name without any address is refused', async () => {
  const { lookup } = finds([]);
  for (const all of [true, false])
    assert.deepEqual(await guarded(lookup, true, all), { code: 'PRIVATE_ADDRESS', rest: [''] });
});

test('a name that cannot be looked up fails as its look-up does', async () => {
  const { lookup } = finds(Object.assign(new Error('no'), { code: 'EAI_AGAIN' }));
  for (const all of [true, false])
    assert.deepEqual(await guarded(lookup, true, all), { code: 'EAI_AGAIN', rest: [''] });
});

const look = (local: boolean, all: boolean): Promise<unknown> =>
  new Promise((resolve, reject) => {
    guardedLookup(local)('localhost', { all }, (error, address) => {
      if (error === null) resolve(address);
      else reject(error);
    });
  });

test('a name that leads to this computer is not connected to, whatever it is called', async () => {
  for (const all of [true, false])
    await assert.rejects(look(false, all), { code: 'PRIVATE_ADDRESS', message: 'a private address' });
  assert.match(String(await look(true, false)), /^(127\.0\.0\.1|::1)$/);
  assert.ok(Array.isArray(await look(true, true)));
});
