import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Environment,
  isEmbedded,
  mayBill,
  mendedBaseUrl,
  nameProblem,
  originOf,
  placeOf,
  readBaseUrl,
  readEnvironments,
  sandboxEnvironment,
} from '../../../../src/calls/environments/environments.ts';
import { plain } from '../../../../src/contract/words.ts';

function refusal(typed: string): string {
  const reading = readBaseUrl(typed);
  assert.equal(reading.ok, false, `${typed} should be refused`);
  return reading.ok ? '' : plain(reading.why);
}

test('a base URL is kept without trailing slash, with its path prefix', () => {
  assert.deepEqual(readBaseUrl(' https://api.example.in/gateway/ '), {
    ok: true,
    baseUrl: 'https://api.example.in/gateway',
    origin: 'https://api.example.in',
  });
  assert.deepEqual(readBaseUrl('HTTPS://API.example.in:8443'), {
    ok: true,
    baseUrl: 'https://api.example.in:8443',
    origin: 'https://api.example.in:8443',
  });
});

test('http is taken on loopback only', () => {
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]']) {
    assert.equal(readBaseUrl(`http://${host}:8080`).ok, true, host);
  }
  for (const host of ['example.in', '127.0.0.1.example.in', 'localhost.example.in', '10.0.0.1', '0.0.0.0']) {
    assert.match(refusal(`http://${host}`), /in the clear/);
  }
});

test('what does not belong into a base URL is named', () => {
  assert.match(refusal(''), /Enter a whole URL/);
  assert.match(refusal('api.example.in'), /Enter a whole URL/);
  assert.match(refusal('ftp://api.example.in'), /https:\/\/, not ftp:/);
  for (const said of ['user:secret@', 'user@', ':secret@']) {
    assert.match(refusal(`https://${said}api.example.in`), /user name and password/, said);
  }
  assert.doesNotMatch(refusal('https://user:secret@api.example.in'), /secret/);
  assert.match(refusal('https://api.example.in/?key=1'), /query/);
  assert.match(refusal('https://api.example.in/?'), /query/);
  assert.match(refusal('https://api.example.in/#top'), /fragment/);
  assert.match(refusal('https://api.example.in/#'), /fragment/);
});

test('the setting is read entry by entry; a bad one is left out and named', () => {
  const reading = readEnvironments([
    { name: 'acme-prod', baseUrl: 'https://api.example.in/', kind: 'live' },
    { name: 'ACME-PROD', baseUrl: 'https://other.example.in', kind: 'live' },
    { name: 'plain', baseUrl: 'http://api.example.in', kind: 'live' },
    { name: 'odd', baseUrl: 'https://api.example.in', kind: 'staging' },
    'text',
    { name: 'no-kind', baseUrl: 'https://api.example.in' },
  ]);
  assert.deepEqual(
    reading.environments.map((one) => [one.name, one.baseUrl, one.kind]),
    [
      ['Sandbox', '', 'sandbox'],
      ['acme-prod', 'https://api.example.in', 'live'],
      ['no-kind', 'https://api.example.in', 'live'],
    ],
  );
  assert.deepEqual(reading.problems.map(plain), [
    'An environment named ACME-PROD already exists. Choose another name.',
    'Environment plain is left out: http is allowed on this computer only: the key would travel in the clear. Use https.',
    'The kind of environment odd is neither live nor sandbox; it is left out.',
    'Environment 5 in the settings needs a name and a baseUrl; it is left out.',
  ]);
});

test('where each environment stands in the setting is told, also past one that is left out', () => {
  const at = (name: string) => ({ name, baseUrl: 'https://api.example.in' });
  const { environments, places } = readEnvironments([at('a'), null, at('b')]);
  assert.deepEqual(
    environments.map((one) => [one.name, places.get(one)]),
    [
      ['Sandbox', undefined],
      ['a', 0],
      ['b', 2],
    ],
  );
});

test('anything but a list leaves the sandbox and says so', () => {
  for (const value of [{}, 'x', 7, null]) {
    const reading = readEnvironments(value);
    assert.deepEqual(reading.environments, [sandboxEnvironment]);
    assert.equal(reading.problems.length, 1);
  }
  assert.equal(readEnvironments(undefined).problems.length, 0);
});

test('the word sandbox is believed on this computer only', () => {
  const at = (baseUrl: string, kind: Environment['kind']): Environment => ({ name: 'x', baseUrl, kind });
  assert.equal(mayBill(sandboxEnvironment), false);
  assert.equal(mayBill(at('http://127.0.0.1:4000', 'sandbox')), false);
  assert.equal(mayBill(at('https://sandbox.example.in', 'sandbox')), true);
  assert.equal(mayBill(at('http://127.0.0.1:4000', 'live')), true);
  assert.equal(isEmbedded(at('http://127.0.0.1:4000', 'sandbox')), false);
});

test('a key is bound to scheme, host and port', () => {
  assert.equal(
    originOf({ name: 'x', baseUrl: 'https://api.example.in:8443/v', kind: 'live' }),
    'https://api.example.in:8443',
  );
  assert.equal(originOf(sandboxEnvironment), '');
});

test('a new name must be new, present and short', () => {
  const said = (typed: string): string => plain(nameProblem(typed, [sandboxEnvironment]) ?? { text: '' });
  assert.equal(nameProblem('acme', [sandboxEnvironment]), null);
  assert.equal(nameProblem(` ${'x'.repeat(60)} `, []), null);
  assert.equal(said(' sandbox '), 'An environment named sandbox already exists. Choose another name.');
  assert.equal(said('  '), 'Enter a name for the environment, for example acme-prod.');
  assert.equal(said('x'.repeat(61)), 'A name has at most 60 characters.');
});

test('prices, limits and a budget are read entry by entry; a bad one is named and leaves the others', () => {
  const entry = { name: 'acme', baseUrl: 'https://api.example.in', kind: 'live' };
  const reading = readEnvironments([
    {
      ...entry,
      prices: { 'rc-advanced': '4.00', 'credit-report': '-1', typo: '2' },
      limits: { 'rc-advanced': { perMinute: 30 }, 'email-bulk': { perMinute: 0 } },
      budget: { day: { calls: 50, money: '200' }, warnAt: 0.5 },
    },
    { ...entry, name: 'plain' },
    { ...entry, name: 'odd', prices: '4', budget: { daily: { calls: 5 } } },
  ]);
  const [, acme, none, odd] = reading.environments;
  assert.deepEqual(acme, {
    ...entry,
    prices: { 'rc-advanced': '4.00' },
    limits: { 'rc-advanced': { perMinute: 30, perDay: null } },
    budget: { kind: 'set', limits: { day: { calls: 50, money: '200' } }, warnAt: 0.5 },
  });
  assert.deepEqual(none, { ...entry, name: 'plain' });
  assert.equal(odd?.budget?.kind, 'unreadable');
  const said = reading.problems.map(plain);
  assert.equal(said.length, 5);
  assert.match(said[0] ?? '', /credit-report in environment acme are left out: An amount cannot be negative/);
  assert.match(said[1] ?? '', /name typo, which is not an operation/);
  assert.match(said[2] ?? '', /email-bulk in environment acme are left out: A limit is a whole/);
  assert.match(said[3] ?? '', /The prices of environment odd are not an object/);
  assert.match(said[4] ?? '', /budget of environment odd cannot be read.*daily is not a period/);
});

test('a base URL that holds what every path begins with is offered without it', () => {
  const mended: readonly (readonly [baseUrl: string, mended: string | null])[] = [
    ['https://api.example.in/api/v1', 'https://api.example.in'],
    ['https://api.example.in/api/v1/rc/advanced', 'https://api.example.in'],
    ['https://api.example.in/gateway/api/v1', 'https://api.example.in/gateway'],
    ['https://api.example.in', null],
    ['https://api.example.in/gateway', null],
    ['https://api.example.in/api/v10', null],
    ['https://api.example.in/api', null],
  ];
  for (const [baseUrl, wanted] of mended) assert.equal(mendedBaseUrl(baseUrl), wanted, baseUrl);
});

test('an entry with such a base URL is used as it stands, and said', () => {
  const entry = { name: 'acme', baseUrl: 'https://api.example.in/api/v1', kind: 'live' };
  const { environments, problems } = readEnvironments([entry]);
  assert.equal(environments.at(-1)?.baseUrl, 'https://api.example.in/api/v1');
  assert.deepEqual(problems.map(plain), [
    'The base URL of environment acme holds /api/v1, which every path begins with: calls go to https://api.example.in/api/v1/api/v1/rc/advanced. It is probably https://api.example.in.',
  ]);
});

test('a rooted name of the service is the same place, and what is sent and kept for stays as it was written', () => {
  const rows = [
    ['https://api.example.in.', 'https://api.example.in'],
    ['https://api.example.in.:8443/gateway', 'https://api.example.in:8443'],
    ['https://api.example.in:8443', 'https://api.example.in:8443'],
  ] as const;
  for (const [baseUrl, place] of rows) {
    const [, environment] = readEnvironments([{ name: 'acme', baseUrl, kind: 'live' }]).environments;
    assert.ok(environment !== undefined);
    assert.equal(placeOf(environment), place);
    assert.equal(environment.baseUrl, baseUrl);
    assert.equal(originOf(environment), new URL(baseUrl).origin);
  }
});

test('the calls of the embedded sandbox are counted where earlier versions counted them', () => {
  assert.equal(placeOf(sandboxEnvironment), 'embedded-sandbox');
});
