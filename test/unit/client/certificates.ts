import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** A certificate made for one test run, and its key, both PEM. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
  readonly privateKey: KeyObject;
  readonly name: string;
}

export interface IdentityOptions {
  /** Host names and IPv4 addresses it is for. */
  readonly hosts: readonly string[];
  /** Self-signed when absent. */
  readonly issuer?: Identity;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  readonly authority?: boolean;
  /** An RSA key of so many bits; P-256 when absent. */
  readonly rsaBits?: number;
  /** The hash that its issuer signs with. */
  readonly hash?: 'sha1';
  /** What it may be used for, where it says so: the last number of an extended key usage (RFC 5280 4.2.1.12), 2 = clients. */
  readonly usage?: 1 | 2;
}

const day = 86_400_000;

/** DER, source: X.690 8.1. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length = content.length;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, 0x80 | bytes.length, ...bytes), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const ecdsaWithSha1 = sequence(oid('2a8648ce3d0401'));

function distinguishedName(commonName: string): Buffer {
  return sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(commonName)))));
}

/** GeneralizedTime; OpenSSL reads it for any year. */
function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/\.\d+/, '').replace(/[-:T]/g, '');
  return der(0x18, Buffer.from(digits));
}

function extension(id: string, critical: boolean, value: Buffer): Buffer {
  return sequence(oid(id), ...(critical ? [der(0x01, Buffer.of(0xff))] : []), der(0x04, value));
}

function subjectAltName(hosts: readonly string[]): Buffer {
  const names = hosts.map((host) =>
    isIPv4(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host)),
  );
  return extension('551d11', false, sequence(...names));
}

/** An X.509 v3 certificate (RFC 5280 4.1) over a fresh key; its issuer's is one of P-256. */
export function makeIdentity(options: IdentityOptions): Identity {
  const { privateKey, publicKey } =
    options.rsaBits === undefined
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: options.rsaBits });
  const algorithm = options.hash === 'sha1' ? ecdsaWithSha1 : ecdsaWithSha256;
  const name = options.hosts[0] ?? 'test';
  const issuer = options.issuer ?? { name, privateKey };
  const serial = Buffer.concat([Buffer.of(0x01), randomBytes(8)]);
  const authority = options.authority ?? false;
  const basicConstraints = sequence(...(authority ? [der(0x01, Buffer.of(0xff))] : []));
  const extensions = [
    extension('551d13', true, basicConstraints),
    ...(authority ? [] : [subjectAltName(options.hosts)]),
    ...(options.usage === undefined
      ? []
      : [extension('551d25', false, sequence(oid(`2b0601050507030${options.usage}`)))]),
  ];
  const toSign = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, serial),
    algorithm,
    distinguishedName(issuer.name),
    sequence(
      time(options.notBefore ?? new Date(Date.now() - day)),
      time(options.notAfter ?? new Date(Date.now() + 30 * day)),
    ),
    distinguishedName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign(options.hash ?? 'sha256', toSign, issuer.privateKey);
  const whole = sequence(toSign, algorithm, der(0x03, Buffer.of(0), signature));
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.trimEnd()}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    privateKey,
    name,
  };
}
