import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import type { PeerCertificate } from 'node:tls';
import { contextOf, identityCheck, tlsName } from '../../../src/client/identity.ts';
import { CertificateTrouble, createTrust } from '../../../src/client/trust.ts';
import { makeIdentity } from './certificates.ts';
import { handshake } from './handshake.ts';
import { plainSettings } from './servers.ts';

const options = { timeout: 60_000 };
const one = makeIdentity({ hosts: ['Authority One'], authority: true });
const two = makeIdentity({ hosts: ['Authority Two'], authority: true });
const ofOne = makeIdentity({ hosts: ['api.example.in'], issuer: one });
const ofTwo = makeIdentity({ hosts: ['api.example.in'], issuer: two });
const lax = 'DEFAULT:@SECLEVEL=0';

/** Whether certificates of the first and of the second authority are trusted. */
async function trusted(...extra: readonly string[]): Promise<readonly boolean[]> {
  const context = createTrust()({ ...plainSettings, extraCertificates: extra });
  const met = [await handshake(context, ofOne), await handshake(context, ofTwo)];
  return met.map(({ fault }) => fault === null);
}

test('an authority is trusted where the settings name it, one or several in a text', options, async () => {
  assert.deepEqual(await trusted(), [false, false]);
  assert.deepEqual(await trusted(one.cert), [true, false]);
  assert.deepEqual(await trusted(two.cert), [false, true]);
  assert.deepEqual(await trusted(one.cert, two.cert), [true, true]);
  assert.deepEqual(await trusted(`${one.cert}${two.cert}`), [true, true]);
  assert.deepEqual(await trusted(two.cert, two.cert), [false, true]);
});

test('of a text, what stands about its certificates does not count', options, async () => {
  const stray = '-----END CERTIFICATE-----';
  for (const text of [
    `subject=CN = x\n${one.cert}issuer=CN = y\n${two.cert}the end`,
    `${stray}\n${one.cert}${stray}${two.cert}${stray}`,
    `${one.cert}${two.cert}-----BEGIN CERTIFICATE-----\nAAAA`,
  ])
    assert.deepEqual(await trusted(text), [true, true], text);
});

const inside = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
for (const [name, text] of [
  ['no text', ''],
  ['no PEM', 'certificate.pem'],
  ['a beginning without an end', one.cert.replace(/-----END[^-]*-----/, '')],
  ['an end without a beginning', one.cert.replace(/-----BEGIN[^-]*-----/, '')],
  ['an end before a beginning', '-----END CERTIFICATE----------BEGIN CERTIFICATE-----'],
  ['broken inside', inside],
  ['broken after one that is whole', `${one.cert}${inside}`],
  ['broken before one that is whole', `${inside}${one.cert}`],
] as const) {
  test(`a further certificate that is ${name} is refused by its place`, () => {
    for (const [place, extra] of [
      [1, [text]],
      [2, [two.cert, text, one.cert]],
    ] as const)
      assert.throws(
        () => createTrust()({ ...plainSettings, extraCertificates: extra }),
        (error) =>
          error instanceof CertificateTrouble &&
          error.place === place &&
          error.name === 'CertificateTrouble' &&
          error.message === `CA certificate ${place} cannot be read`,
      );
  });
}

test('whom TLS trusts is read once for the same settings, and anew for others', () => {
  const trust = createTrust();
  const none = trust(plainSettings);
  assert.ok(none);
  assert.equal(trust({ ...plainSettings, extraCertificates: [] }), none);
  const extra = { ...plainSettings, extraCertificates: [one.cert] };
  const more = trust(extra);
  assert.notEqual(more, none);
  assert.equal(trust({ ...extra, proxy: { ...extra.proxy, support: 'on' } }), more);
  const system = trust({ ...extra, systemCertificates: true });
  assert.notEqual(system, more);
  assert.notEqual(trust(plainSettings), none);
});

test('a certificate that cannot be read leaves what was trusted before', () => {
  const trust = createTrust();
  const before = trust(plainSettings);
  assert.throws(() => trust({ ...plainSettings, extraCertificates: [inside] }), CertificateTrouble);
  assert.equal(trust(plainSettings), before);
});

test('TLS 1.2 and 1.3 are spoken, older versions are not', options, async () => {
  const context = contextOf(false, [one.cert]);
  const { cert, key } = ofOne;
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    const met = await handshake(context, { cert, key, minVersion: version, maxVersion: version });
    assert.deepEqual(met, { fault: null, protocol: version });
  }
  const old = { cert, key, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: lax } as const;
  await assert.rejects(handshake(context, old), { code: /PROTOCOL/ });
});

const checked = (name: string, hosts: readonly string[], host = 'another.example'): string | undefined => {
  const raw = new X509Certificate(makeIdentity({ hosts }).cert).raw;
  const error = identityCheck(name)(host, { raw } as PeerCertificate);
  return error === undefined ? undefined : [error.message, Reflect.get(error, 'code')].join(': ');
};
const refused = 'a certificate for another name: ERR_TLS_CERT_ALTNAME_INVALID';
for (const [name, hosts, fits] of [
  ['api.example.in', ['api.example.in'], true],
  ['API.example.in', ['api.example.in'], true],
  ['api.example.in', ['other.example.in', 'api.example.in'], true],
  ['api.example.in', ['other.example.in'], false],
  ['api.example.in', ['*.example.in'], true],
  ['a.api.example.in', ['*.example.in'], false],
  ['api.example.in', ['a*.example.in'], false],
  ['example.in', ['.example.in'], false],
  ['203.0.113.7', ['203.0.113.7'], true],
  ['203.0.113.7', ['203.0.113.8'], false],
  ['api.example.in', ['203.0.113.7'], false],
] as const) {
  test(`a certificate for ${hosts.join(' and ')} is ${fits ? 'one' : 'none'} for ${name}`, () => {
    assert.equal(checked(name, hosts), fits ? undefined : refused);
    assert.equal(checked(name, hosts, hosts[0]), fits ? undefined : refused);
  });
}

test('a certificate that is not told by its bytes is none', () => {
  for (const told of [{}, { raw: 'text' }, { subject: { CN: 'api.example.in' } }])
    assert.equal(
      identityCheck('api.example.in')('api.example.in', told as unknown as PeerCertificate)?.message,
      'a certificate for another name',
    );
});

test('TLS asks for a name without its dot, and for an address without its brackets', () => {
  for (const [hostname, name] of [
    ['api.example.in', 'api.example.in'],
    ['api.example.in.', 'api.example.in'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['203.0.113.7', '203.0.113.7'],
  ] as const)
    assert.equal(tlsName(hostname), name);
});
