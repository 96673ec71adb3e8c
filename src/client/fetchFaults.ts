import type { Fetched } from '../calls/ports/documentPorts.ts';
import type { Phrase } from '../contract/words.ts';
import { causeOf } from './causeOf.ts';
import type { ProxyChoice } from './proxy.ts';
import { Stuck } from './stuck.ts';

type Failed = Extract<Fetched, { kind: 'failed' }>;

export function failedWith(text: string, ...args: readonly (string | number | Phrase)[]): Failed {
  return { kind: 'failed', cancelled: false, what: { text, args } };
}

export function cancelled(): Failed {
  return { kind: 'failed', cancelled: true, what: { text: 'Cancelled: nothing was kept.' } };
}

export function privatePlace(host: string): Failed {
  return failedWith(
    'The link leads to {0}, an address in a private network or on this computer. Nothing was fetched. Open the link in the browser if that is intended.',
    host,
  );
}

/** What kept a document from coming. @param came part of the answer */
export function broken(error: unknown, host: string, proxy: ProxyChoice, came: boolean): Failed {
  const cause = causeOf(error);
  if (cause === 'PRIVATE_ADDRESS') return privatePlace(host);
  if (came || cause === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    return failedWith('The document of {0} was cut off; nothing was kept. Try again.', host);
  }
  if (proxy.kind === 'proxy') {
    return failedWith(
      '{0} cannot be reached through the proxy {1} ({2}); nothing was kept. Check the proxy, or open the link in the browser.',
      host,
      proxy.host,
      cause,
    );
  }
  switch (cause) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return failedWith('The name {0} could not be looked up; nothing was kept. Check the network.', host);
    case 'ECONNREFUSED':
      return failedWith('{0} refused the connection; nothing was kept. The link may have expired.', host);
  }
  if (error instanceof Stuck && error.step === 'tls' && !/^(ECONN|EPIPE)/.test(cause)) {
    return failedWith(
      'The certificate of {0} is not trusted ({1}); nothing was kept. Open the link in the browser to look at it.',
      host,
      cause,
    );
  }
  return failedWith(
    'No document came from {0} ({1}); nothing was kept. Check the network and try again.',
    host,
    cause,
  );
}

/** An answer that holds no document. */
export function refusedBy(status: number, host: string): Failed {
  if (status === 404 || status === 410) {
    return failedWith('{0} has no document at this link: it answered {1}. Nothing was kept.', host, status);
  }
  if (status === 401 || status === 403) {
    return failedWith(
      '{0} does not give the document: it answered {1}. The link may have expired or need a sign-in; no key is sent to it. Nothing was kept. Open the link in the browser.',
      host,
      status,
    );
  }
  return failedWith('{0} answered {1} instead of a document; nothing was kept.', host, status);
}

/** A redirect that is not followed. @param why absent where it says no readable address */
export function movedOff(host: string, why: Phrase | null): Failed {
  if (why === null) {
    return failedWith('{0} redirects without an address; nothing was kept.', host);
  }
  return failedWith('{0} redirects to another address; nothing was kept. {1}', host, why);
}

export function tooLarge(host: string, maxBytes: number): Failed {
  const megabytes = Number((maxBytes / 1_000_000).toPrecision(3));
  return failedWith(
    'The document of {0} is larger than {1} MB; nothing was kept. Open the link in the browser and save it there.',
    host,
    megabytes,
  );
}

export function overdue(host: string, deadlineMs: number): Failed {
  return failedWith(
    'The document of {0} did not arrive completely within {1} s; nothing was kept. Try again, or open the link in the browser.',
    host,
    Math.round(deadlineMs / 1000),
  );
}
