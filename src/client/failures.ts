import type { FailureCode } from '../calls/ports/ports.ts';
import type { Phrase } from '../contract/words.ts';
import type { ProxyChoice } from './proxy.ts';

/** Our stable codes, and the sentence that goes with each. */
export interface Fault {
  readonly code: FailureCode;
  readonly what: Phrase;
  /** The library's own code; never a message, which might hold a URL. */
  readonly cause: string;
}

/** What is known about a call when an error is to be told. */
export interface Circumstances {
  /** Host and port of the service. */
  readonly host: string;
  readonly proxy: ProxyChoice;
  /** The error of the connection to the proxy itself, if that is what failed. */
  readonly proxyError: Error | null;
  /** Whether the request may have been handed to the socket. */
  readonly started: boolean;
  /** Whether headers of an answer came. */
  readonly answering: boolean;
}

export function connectionFault(
  code: FailureCode,
  cause: string,
  text: string,
  ...args: (string | number)[]
): Fault {
  return { code, cause, what: { text, args } };
}

/** The code of an error, or its class; one plain word. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const own = codeOf(error);
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  const code = own === '' && first instanceof Error ? codeOf(first) : own;
  return /^\w{1,80}$/.test(code) ? code : error.name.replace(/\W/g, '').slice(0, 80) || 'Error';
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Turns an error of the library into ours. What `started` says decides, not the error's code: the same code comes in both cases. */
export function readError(error: unknown, at: Circumstances): Fault {
  if (at.answering) return interrupted(error, at);
  if (at.started) return unanswered(error, at);
  if (at.proxy.kind === 'proxy')
    return proxyFault(error, at.proxy, at) ?? unconnected(causeOf(error), at.host);
  return unconnected(causeOf(error), at.host);
}

function isMalformed(cause: string): boolean {
  return (
    cause.startsWith('HPE_') || cause === 'HTTPParserError' || cause === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'
  );
}

function interrupted(error: unknown, at: Circumstances): Fault {
  const cause = causeOf(error);
  if (isMalformed(cause) && cause !== 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    return connectionFault(
      'malformed',
      cause,
      'The answer of {0} broke off: the rest is not readable HTTP. It may be billed: check before you send again.',
      at.host,
    );
  }
  return connectionFault(
    'truncated',
    cause,
    'The answer of {0} broke off before it was complete. It may be billed: check before you send again.',
    at.host,
  );
}

function unanswered(error: unknown, at: Circumstances): Fault {
  const cause = causeOf(error);
  if (cause === 'UND_ERR_HEADERS_OVERFLOW') {
    return connectionFault(
      'malformed',
      cause,
      'The headers of the answer of {0} are larger than 64 KB and were not read. It may be billed: check before you send again.',
      at.host,
    );
  }
  if (isMalformed(cause)) {
    return connectionFault(
      'malformed',
      cause,
      'What {0} answered is not readable HTTP. It may be billed: check before you send again.',
      at.host,
    );
  }
  if (/^(ECONN|EPIPE|ETIMEDOUT|UND_ERR_SOCKET)/.test(cause)) {
    return connectionFault(
      'reset',
      cause,
      'The connection to {0} was cut before an answer came. The call may have been run and billed: check before you send again.',
      at.host,
    );
  }
  return connectionFault(
    'other',
    cause,
    'The call to {0} failed after it may have been sent ({1}). It may be billed: check before you send again.',
    at.host,
    cause,
  );
}

const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_UNTRUSTED',
]);

interface Unsent {
  readonly code: FailureCode;
  /** {0} = the host, {1} = the library's own code. */
  readonly text: string;
}

/** What stood in the way where nothing was sent, by the library's code. */
const unsent: readonly (Unsent & { readonly causes: readonly string[] })[] = [
  {
    causes: ['ENOTFOUND'],
    code: 'dns',
    text: 'There is no host named {0}. Nothing was sent. Check the base URL, or set http.proxy if this network needs one.',
  },
  {
    causes: ['EAI_AGAIN'],
    code: 'dns',
    text: 'The name {0} could not be looked up. Nothing was sent. Check the network connection and try again.',
  },
  {
    causes: ['ECONNREFUSED'],
    code: 'refused',
    text: '{0} refused the connection. Nothing was sent. Check host and port of the base URL, and that the service runs.',
  },
  {
    causes: ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'],
    code: 'connect-timeout',
    text: '{0} did not accept a connection. Nothing was sent. Check the base URL and the network, or set http.proxy if this network needs one.',
  },
  {
    causes: ['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'],
    code: 'unreachable',
    text: '{0} cannot be reached from here. Nothing was sent. Check the network connection.',
  },
  {
    causes: ['ERR_TLS_CERT_ALTNAME_INVALID'],
    code: 'tls',
    text: 'The certificate of {0} is for another name. Nothing was sent. Check the host in the base URL.',
  },
  {
    causes: ['CERT_HAS_EXPIRED'],
    code: 'tls',
    text: 'The certificate of {0} has expired. Nothing was sent. Check the clock of this computer, else its owner must renew it.',
  },
  {
    causes: ['CERT_NOT_YET_VALID'],
    code: 'tls',
    text: 'The certificate of {0} is not valid yet. Nothing was sent. Check the clock of this computer.',
  },
  {
    causes: ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_HTTP_REQUEST'],
    code: 'tls',
    text: '{0} does not speak TLS on this port. Nothing was sent. Check the port of the base URL.',
  },
  {
    causes: ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_PRX_CONN'],
    code: 'reset',
    text: '{0} cut the connection during setup. Nothing was sent. Check the base URL, and any firewall or proxy in between.',
  },
  {
    causes: ['UND_ERR_INVALID_ARG'],
    code: 'invalid-request',
    text: 'The request to {0} could not be built. Nothing was sent. Check the base URL and the key.',
  },
];

const untrustedIssuer: Unsent = {
  code: 'tls',
  text: 'The certificate of {0} is not from an authority this computer trusts ({1}). Nothing was sent. Check the host, or add the authority to the certificates of the system.',
};
const noAgreement: Unsent = {
  code: 'tls',
  text: 'No secure connection to {0} could be made ({1}). Nothing was sent. Check the base URL and the TLS versions of the host.',
};
const noConnection: Unsent = {
  code: 'other',
  text: 'No connection to {0} could be made ({1}). Nothing was sent. Check the base URL and the network.',
};

function unsentBy(cause: string): Unsent {
  const known = unsent.find(({ causes }) => causes.includes(cause));
  if (known !== undefined) return known;
  if (untrusted.has(cause)) return untrustedIssuer;
  return /^(ERR_SSL_|ERR_TLS_|EPROTO|CERT_|.*_CERT|CRL_|INVALID_CA|HOSTNAME_)/.test(cause)
    ? noAgreement
    : noConnection;
}

/** Nothing was sent: what stood between us and `host`. */
function unconnected(cause: string, host: string): Fault {
  const { code, text } = unsentBy(cause);
  return connectionFault(code, cause, text, host, cause);
}

/** What went wrong on the way through a proxy; null when it was the service's own side. */
function proxyFault(
  error: unknown,
  proxy: Extract<ProxyChoice, { kind: 'proxy' }>,
  at: Circumstances,
): Fault | null {
  const say = (cause: string, text: string): Fault =>
    connectionFault('proxy', cause, text, proxy.host, proxy.from, at.host, cause);
  const cause = causeOf(error);
  if (at.proxyError !== null) return say(causeOf(at.proxyError), proxyUnreached(causeOf(at.proxyError)));
  // Undici tells the proxy's status in its message only.
  const status = error instanceof Error ? /^Proxy response \((\d{3})\)/.exec(error.message)?.[1] : undefined;
  if (status === '407') {
    return say(
      'PROXY_407',
      'The proxy {0} (from {1}) wants a user name and password (407). Nothing was sent. Put them in http.proxy or set http.proxyAuthorization.',
    );
  }
  if (status !== undefined) {
    return connectionFault(
      'proxy',
      `PROXY_${status}`,
      'The proxy {0} (from {1}) refused the call to {2}: it answered {3}. Nothing was sent. Check the base URL, or list the host in http.noProxy.',
      proxy.host,
      proxy.from,
      at.host,
      status,
    );
  }
  if (cause === 'UND_ERR_PRX_CONN' || cause === 'UND_ERR_PRX_TLS' || isMalformed(cause)) {
    return say(
      cause,
      'The proxy {0} (from {1}) did not open a tunnel to {2} ({3}). Nothing was sent. Check that it is an HTTP proxy.',
    );
  }
  return null;
}

function proxyUnreached(cause: string): string {
  const inner = unconnected(cause, '').code;
  if (inner === 'dns') {
    return 'There is no host for the proxy {0} (from {1}). Nothing was sent. Correct the setting or the variable.';
  }
  if (inner === 'tls') {
    return 'The proxy {0} (from {1}) has no certificate that this computer trusts for it ({3}). Nothing was sent. Correct its URL or add its authority to the certificates of the system.';
  }
  return 'The proxy {0} (from {1}) could not be reached ({3}). Nothing was sent. Correct the setting or the variable, or start the proxy.';
}
