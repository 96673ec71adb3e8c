import type { FailureCode } from '../calls/ports/ports.ts';
import type { Phrase } from '../contract/words.ts';
import type { Stuck } from './stuck.ts';

/** A sentence without what fills its holes. */
export type CauseText = Pick<Phrase, 'text'>;

/** What stood in the way where nothing was sent. */
export interface Cause {
  readonly code: FailureCode;
  /** Where the service was spoken to: {0} = its host, {1} = the library's own code. */
  readonly service: CauseText;
  /** Where the proxy was: {0} = its host, {1} = who named it, {2} = the service, {3} = the library's own code. */
  readonly proxy: CauseText;
}

type Row = Cause & {
  readonly codes: readonly string[];
  /** Where one code means several things: the library's words. */
  readonly words?: RegExp;
};

const proxyUnreached: CauseText = {
  text: 'The proxy {0} (from {1}) could not be reached ({3}). Nothing was sent. Correct the setting or the variable, or start the proxy.',
};
const proxyUntrusted: CauseText = {
  text: 'This computer does not trust the certificate of the proxy {0} (from {1}): {3}. Nothing was sent. Correct its URL, or add its authority to the certificates of the system and reload the window.',
};

const proxyNoAgreement: CauseText = {
  text: 'No secure connection to the proxy {0} (from {1}) could be made ({3}). Nothing was sent. Correct its URL, or ask its owner which TLS versions it speaks.',
};

/** One row for each cause, told by the library's code; the first that fits counts. Each has a test with a real server. */
const rows: readonly Row[] = [
  {
    codes: ['ENOTFOUND'],
    code: 'dns',
    service: {
      text: 'There is no host named {0}. Nothing was sent. Check the base URL, or set http.proxy if this network needs one.',
    },
    proxy: {
      text: 'The host of the proxy {0} (from {1}) was not found. Nothing was sent. Correct the setting or the variable.',
    },
  },
  {
    codes: ['EAI_AGAIN', 'ETIMEOUT', 'ESERVFAIL'],
    code: 'dns',
    service: {
      text: 'The name {0} could not be looked up. Nothing was sent. Check the network connection and try again.',
    },
    proxy: {
      text: 'The name of the proxy {0} (from {1}) could not be looked up. Nothing was sent. Check the network connection and try again.',
    },
  },
  {
    codes: ['ECONNREFUSED'],
    code: 'refused',
    service: {
      text: '{0} refused the connection. Nothing was sent. Check host and port of the base URL, and that the service runs.',
    },
    proxy: proxyUnreached,
  },
  {
    codes: ['ETIMEDOUT'],
    code: 'connect-timeout',
    service: {
      text: '{0} did not answer the attempt to connect. Nothing was sent. Check the base URL and the network, or set http.proxy if this network needs one.',
    },
    proxy: proxyUnreached,
  },
  {
    codes: ['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'],
    code: 'unreachable',
    service: { text: '{0} cannot be reached from here. Nothing was sent. Check the network connection.' },
    proxy: proxyUnreached,
  },
  {
    codes: ['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'],
    code: 'other',
    service: {
      text: 'This computer has no resources left for a connection to {0} ({1}). Nothing was sent. Close programs or windows, then try again.',
    },
    proxy: {
      text: 'This computer has no resources left for a connection to the proxy {0} (from {1}) ({3}). Nothing was sent. Close programs or windows, then try again.',
    },
  },
  {
    codes: ['ERR_TLS_CERT_ALTNAME_INVALID'],
    code: 'tls',
    service: {
      text: 'The certificate of {0} is for another name. Nothing was sent. Check the host in the base URL.',
    },
    proxy: proxyUntrusted,
  },
  {
    codes: ['CERT_HAS_EXPIRED'],
    code: 'tls',
    service: {
      text: 'The certificate of {0} has expired. Nothing was sent. Check the clock of this computer; if it is right, the owner must renew the certificate.',
    },
    proxy: proxyUntrusted,
  },
  {
    codes: ['CERT_NOT_YET_VALID'],
    code: 'tls',
    service: {
      text: 'The certificate of {0} is not valid yet. Nothing was sent. Check the clock of this computer.',
    },
    proxy: proxyUntrusted,
  },
  {
    codes: [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'CERT_UNTRUSTED',
    ],
    code: 'tls',
    service: {
      text: 'The certificate of {0} is not from an authority this computer trusts ({1}). Nothing was sent. Check the host, or add the authority to the certificates of the system and reload the window.',
    },
    proxy: proxyUntrusted,
  },
  {
    codes: ['INVALID_PURPOSE', 'INVALID_CA', 'PATH_LENGTH_EXCEEDED'],
    words:
      /(unsuitable|unsupported) certificate purpose|invalid CA certificate|path length|usage does not include/i,
    code: 'tls',
    service: {
      text: 'The certificate of {0}, or of its authority, is not valid for a server ({1}). Nothing was sent. Its owner must replace it.',
    },
    proxy: proxyUntrusted,
  },
  {
    codes: [
      'ERR_SSL_EE_KEY_TOO_SMALL',
      'ERR_SSL_CA_KEY_TOO_SMALL',
      'ERR_SSL_CA_MD_TOO_WEAK',
      'ERR_SSL_DH_KEY_TOO_SMALL',
    ],
    words: /too (weak|small)/i,
    code: 'tls',
    service: {
      text: 'The certificate of {0}, or that of its authority, has a key or a signature too weak to be trusted ({1}). Nothing was sent. Its owner must renew it.',
    },
    proxy: proxyUntrusted,
  },
  {
    codes: ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_HTTP_REQUEST'],
    code: 'tls',
    service: {
      text: '{0} does not speak TLS on this port. Nothing was sent. Check the port of the base URL.',
    },
    proxy: {
      text: 'The proxy {0} (from {1}) does not speak TLS. Nothing was sent. Write its address with http:// in place of https://.',
    },
  },
  {
    codes: [
      'ERR_SSL_SSL_TLS_ALERT_HANDSHAKE_FAILURE',
      'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
      'ERR_SSL_SSL_TLS_ALERT_BAD_CERTIFICATE',
      'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
      'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    ],
    code: 'tls',
    service: {
      text: '{0} refused a secure connection ({1}). Nothing was sent. Ask its owner whether it wants a client certificate, which this extension does not send, or ciphers that are no longer safe.',
    },
    proxy: proxyNoAgreement,
  },
  {
    codes: ['UND_ERR_INVALID_ARG'],
    code: 'invalid-request',
    service: {
      text: 'The request to {0} could not be built. Nothing was sent. Check the base URL and the key.',
    },
    proxy: proxyUnreached,
  },
];

const cut: Cause = {
  code: 'reset',
  service: {
    text: '{0} cut the connection during setup. Nothing was sent. Check the base URL, and any firewall or proxy in between.',
  },
  proxy: proxyUnreached,
};
const noAgreement: Cause = {
  code: 'tls',
  service: {
    text: 'No secure connection to {0} could be made ({1}). Nothing was sent. Check the base URL and the TLS versions of the host.',
  },
  proxy: proxyNoAgreement,
};
const noConnection: Cause = {
  code: 'other',
  service: {
    text: 'No connection to {0} could be made ({1}). Nothing was sent. Check the base URL and the network.',
  },
  proxy: proxyUnreached,
};

/** @param step how far the way was built; what fails in TLS and is no failure of the network is one of TLS */
export function causeBy(code: string, words: string, step: Stuck['step']): Cause {
  const known = rows.find(
    (row) => row.codes.includes(code) || (step === 'tls' && row.words?.test(words) === true),
  );
  if (known !== undefined) return known;
  if (/^(ECONN|EPIPE|UND_ERR_SOCKET)/.test(code)) return cut;
  return step === 'tls' ? noAgreement : noConnection;
}

/** How a refused CONNECT is told; {0} = the proxy, {1} = who named it, {2} = the service, {3} = the status, {4} = schemes. */
const refusals = {
  wanted: {
    text: 'The proxy {0} (from {1}) wants a user name and password (407). Nothing was sent. Put them in http.proxy or set http.proxyAuthorization.',
  },
  refused: {
    text: 'The proxy {0} (from {1}) refused the user name and password. Nothing was sent. Correct them.',
  },
  escaped: {
    text: 'The proxy {0} (from {1}) refused the user name and password (407). Nothing was sent. They contain a %, which a URL writes as %25: correct them.',
  },
  scheme: {
    text: 'The proxy {0} (from {1}) asks for {4} authentication (407), which this extension does not support. Nothing was sent. Use a proxy that accepts Basic, or set http.proxyAuthorization.',
  },
  port: {
    text: 'The proxy {0} (from {1}) refused a tunnel to {2}: it answered {3}. Nothing was sent. Many proxies allow port 443 only: check the port of the base URL, or list the host in http.noProxy.',
  },
  other: {
    text: 'The proxy {0} (from {1}) refused the call to {2}: it answered {3}. Nothing was sent. Check the base URL, or list the host in http.noProxy.',
  },
} as const;

/** What is known of a call whose tunnel was refused. */
export interface TunnelRefusal {
  readonly status: number;
  readonly schemes: readonly string[];
  /** Whether the proxy was given a user name or the value of a setting. */
  readonly authorized: boolean;
  /** Whether a % stands in what it was given. */
  readonly percent: boolean;
  readonly port: string;
}

export function refusalBy({ status, schemes, authorized, percent, port }: TunnelRefusal): CauseText {
  if (status !== 407) return status >= 400 && status < 500 && port !== '443' ? refusals.port : refusals.other;
  if (schemes.length > 0 && !schemes.some((scheme) => /^basic$/i.test(scheme))) return refusals.scheme;
  if (!authorized) return refusals.wanted;
  return percent ? refusals.escaped : refusals.refused;
}

/** A proxy that is none, or not one in working order; {0} = it, {1} = who named it, {2} = the service, {3} = the cause. */
export const noTunnel: Readonly<Record<string, CauseText>> = {
  PROXY_HUNG_UP: {
    text: 'The proxy {0} (from {1}) closed the connection instead of opening a tunnel to {2}. Nothing was sent. Check that it is an HTTP proxy and lets this computer in.',
  },
  PROXY_LONG_HEAD: {
    text: 'The proxy {0} (from {1}) answered with headers larger than 64 KB. Nothing was sent. Check that it is an HTTP proxy.',
  },
  SOCKS_LOGIN_WANTED: {
    text: 'The proxy {0} (from {1}) wants a user name and password. Nothing was sent. Write them into its URL.',
  },
  SOCKS_LOGIN_REFUSED: {
    text: 'The proxy {0} (from {1}) refused the user name and password. Nothing was sent. Correct them.',
  },
  SOCKS_NONE: {
    text: '{0} (from {1}) is not a SOCKS5 proxy. Nothing was sent. Correct the setting or the variable.',
  },
  SOCKS_2: {
    text: 'The proxy {0} (from {1}) does not allow connections to {2}. Nothing was sent. Check the base URL, or list the host in http.noProxy.',
  },
};
/** Another refusal of a SOCKS5 proxy (RFC 1928 6). */
export const noWayOn: CauseText = {
  text: 'The proxy {0} (from {1}) could not connect to {2} ({3}). Nothing was sent. Check the host and port of the base URL.',
};
export const noProxyAtAll: CauseText = {
  text: 'The proxy {0} (from {1}) did not open a tunnel to {2} ({3}). Nothing was sent. Check that it is an HTTP proxy.',
};

/** What is said of the service through a proxy names the proxy, too: it may be the proxy that spoke in its place. */
export function through(what: Phrase, proxy: { readonly host: string; readonly from: string }): Phrase {
  return {
    text: '{0} The connection goes through the proxy {1} (from {2}), which may be the cause.',
    args: [what, proxy.host, proxy.from],
  };
}
