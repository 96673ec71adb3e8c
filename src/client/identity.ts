import { constants, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { createSecureContext, getCACertificates, type PeerCertificate, type SecureContext } from 'node:tls';

/*
 * All extensions share one process: another one may set `tls.checkServerIdentity`, `tls.DEFAULT_MIN_VERSION`,
 * `tls.DEFAULT_CIPHERS` or the default authorities for everybody. So nothing here reads a default of the process, and the
 * functions are those that were there when this module loaded.
 */
const secureContext = createSecureContext;
const authorities = getCACertificates;
const Certificate = X509Certificate;
const { checkHost, checkIP } = X509Certificate.prototype;
/** What Node was built with: the one list of its ciphers that nobody can write over. */
const ciphers = constants.defaultCoreCipherList;
const call = Reflect.apply;

/**
 * Whom TLS trusts: the authorities Node comes with, those its user named (NODE_EXTRA_CA_CERTS), the system's where
 * `system`, and `extra`, PEM each. Not Node's "default" ones: any extension can add to those.
 */
export function contextOf(system: boolean, extra: readonly string[]): SecureContext {
  const ca = [
    ...authorities('bundled'),
    ...authorities('extra'),
    ...(system ? authorities('system') : []),
    ...extra,
  ];
  return secureContext({
    ca: [...new Set(ca)],
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.3',
    ciphers,
    ecdhCurve: 'auto',
  });
}

/** The name that TLS asks for: without the dot of a rooted name (RFC 6066 3), the brackets of an address. */
export function tlsName(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** Checks that a certificate is for `name`, whatever host it is told: by RFC 9525, without Node's replaceable default. */
export function identityCheck(
  name: string,
): (host: string, certificate: PeerCertificate) => Error | undefined {
  return (_host, { raw }) => {
    const matches = raw instanceof Uint8Array && isFor(new Certificate(raw), name);
    if (matches) return undefined;
    return Object.assign(new Error('a certificate for another name'), {
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
  };
}

function isFor(certificate: X509Certificate, name: string): boolean {
  const found =
    isIP(name) === 0
      ? call(checkHost, certificate, [name, { subject: 'default', partialWildcards: false }])
      : call(checkIP, certificate, [name]);
  return typeof found === 'string';
}
