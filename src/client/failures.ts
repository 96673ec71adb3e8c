import type { FailureCode } from '../calls/ports/ports.ts';
import type { Phrase } from '../contract/words.ts';
import { causeOf } from './causeOf.ts';
import { type CauseText, causeBy, noProxyAtAll, noTunnel, noWayOn, refusalBy, through } from './causes.ts';
import type { ProxyChoice } from './proxy.ts';
import { Stuck } from './stuck.ts';

/** Our stable codes, and the sentence that goes with each. */
export interface Fault {
  readonly code: FailureCode;
  readonly what: Phrase;
  /** The library's own code; never a message, which might hold a URL. */
  readonly cause: string;
}

/** What is known about a call when an error is to be told. */
export interface Circumstances {
  /** The address of the call. */
  readonly url: URL;
  readonly proxy: ProxyChoice;
  /** Whether the request may have been handed to the socket. */
  readonly started: boolean;
  /** Whether headers of an answer came. */
  readonly answering: boolean;
}

type Proxy = Extract<ProxyChoice, { kind: 'proxy' }>;

export function connectionFault(
  code: FailureCode,
  cause: string,
  text: string,
  ...args: (string | number)[]
): Fault {
  return { code, cause, what: { text, args } };
}

/** As connectionFault, of a sentence from the table. */
function told(code: FailureCode, cause: string, said: CauseText, ...args: (string | number)[]): Fault {
  return { code, cause, what: { ...said, args } };
}

/** Turns an error of the library into ours. What `started` says decides, not the error's code: the same code comes in both cases. */
export function readError(error: unknown, at: Circumstances): Fault {
  const { proxy } = at;
  if (!at.started && error instanceof Stuck && error.whom === 'proxy' && proxy.kind === 'proxy') {
    return proxyFault(error, proxy, at);
  }
  const fault = at.answering
    ? interrupted(error, at.url.host)
    : at.started
      ? unanswered(error, at.url.host)
      : unconnected(error, at.url.host);
  return proxy.kind === 'proxy' ? { ...fault, what: through(fault.what, proxy) } : fault;
}

function isMalformed(cause: string): boolean {
  return cause.startsWith('HPE_') || cause === 'HTTPParserError';
}

/** Whether what came is HTTP as far as it goes: undici's error for a connection that ended too early has no code, only words. */
function endedEarly(error: unknown, cause: string): boolean {
  return cause === 'HTTPParserError' && error instanceof Error && /\bEOF\b/.test(error.message);
}

function interrupted(error: unknown, host: string): Fault {
  const cause = causeOf(error);
  if (isMalformed(cause) && !endedEarly(error, cause)) {
    return connectionFault(
      'malformed',
      cause,
      'The answer of {0} is not readable HTTP. It may have been billed: check before you send again.',
      host,
    );
  }
  return connectionFault(
    'truncated',
    cause,
    'The answer of {0} broke off before it was complete. It may have been billed: check before you send again.',
    host,
  );
}

/** After the request may have left: by the library's code. {0} = the host, {1} = the code. */
const unansweredBy: readonly { readonly when: RegExp; readonly code: FailureCode; readonly text: string }[] =
  [
    {
      when: /^UND_ERR_HEADERS_OVERFLOW$/,
      code: 'malformed',
      text: 'The headers of the answer of {0} are larger than 64 KB and were not read. It may have been billed: check before you send again.',
    },
    {
      when: /^(HPE_|HTTPParserError$|UND_ERR_RES_CONTENT_LENGTH_MISMATCH$)/,
      code: 'malformed',
      text: 'The answer of {0} is not readable HTTP. It may have been billed: check before you send again.',
    },
    {
      // TLS 1.3 asks for it after its client may write: RFC 8446 4.4.2.4.
      when: /^ERR_SSL_\w*(CERTIFICATE_REQUIRED|BAD_CERTIFICATE)$/,
      code: 'tls',
      text: '{0} wants a client certificate, which this extension does not send ({1}). The call was probably not read, but may have been billed: check before you send again.',
    },
    {
      when: /^(ECONN|EPIPE|ETIMEDOUT|UND_ERR_SOCKET)/,
      code: 'reset',
      text: 'The connection to {0} was cut before an answer came. The call may have been billed: check before you send again.',
    },
  ];

function unanswered(error: unknown, host: string): Fault {
  const cause = causeOf(error);
  const known = unansweredBy.find(({ when }) => when.test(cause));
  return connectionFault(
    known?.code ?? 'other',
    cause,
    known?.text ?? 'The call to {0} failed ({1}) and may have been billed: check before you send again.',
    host,
    cause,
  );
}

/** Nothing was sent: what stood between us and `host`. */
function unconnected(error: unknown, host: string): Fault {
  const cause = causeOf(error);
  const stuck = error instanceof Stuck ? error : null;
  const { code, service } = causeBy(cause, stuck?.words ?? '', stuck?.step ?? 'connect');
  return told(code, cause, service, host, cause);
}

/** Until its tunnel is open, every fault is the proxy's. */
function proxyFault(error: Stuck, proxy: Proxy, { url }: Circumstances): Fault {
  const { code: cause, answer, step, words } = error;
  if (answer !== null) {
    const { status, schemes } = answer;
    const said = refusalBy({
      status,
      schemes,
      authorized: proxy.authorization !== null,
      percent: proxy.percent === true,
      port: url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port,
    });
    return told('proxy', cause, said, proxy.host, proxy.from, url.host, status, schemes.join(', '));
  }
  const other = /^SOCKS_\d+$/.test(cause) ? noWayOn : noProxyAtAll;
  const said = step === 'tunnel' ? (noTunnel[cause] ?? other) : causeBy(cause, words, step).proxy;
  return told('proxy', cause, said, proxy.host, proxy.from, url.host, cause);
}
