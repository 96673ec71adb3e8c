import type { DocumentFetcher, DocumentRequest, Fetched } from '../calls/ports/documentPorts.ts';
import { readDocumentLink } from '../contract/documentLink.ts';
import { guardedLookup, mayAsk } from './addresses.ts';
import { causeOf } from './causeOf.ts';
import { failedWith, overdue, privatePlace } from './fetchFaults.ts';
import { getOnce, type Hop } from './get.ts';
import { openRoute } from './route.ts';
import type { TransportOptions } from './settings.ts';
import { proxyOf } from './systemProxy.ts';
import { createTrust } from './trust.ts';

/** Redirects on one host; who needs more goes in a circle. */
const mostHops = 5;

/**
 * Fetches documents: a GET without key and cookie, TLS always verified, from public addresses alone; redirects on the
 * same host are followed, no retry. `fetch` never rejects.
 */
export function createDocumentFetcher(
  options: Pick<TransportOptions, 'version' | 'settings' | 'env' | 'now' | 'system'>,
): DocumentFetcher {
  const trust = createTrust();

  const hop = async (
    url: URL,
    request: DocumentRequest,
    left: number,
    cancel: AbortSignal,
    came: (bytes: number) => void,
  ): Promise<Hop> => {
    if (!mayAsk(url.hostname, request.local)) return privatePlace(url.host);
    const settings = options.settings();
    const waitMs = Math.min(left, request.connectTimeoutMs);
    const proxy = await proxyOf(url, settings.proxy, options, waitMs);
    if (proxy.kind === 'unusable') return { kind: 'failed', cancelled: false, what: proxy.what };
    // In clear it leads to this computer alone, which is asked without a proxy.
    const secure = url.protocol === 'https:';
    // Behind a proxy it is the proxy that looks names up: what they lead to is not ours to see.
    const route = openRoute(url, proxy, secure ? trust(settings) : null, guardedLookup(request.local));
    const headers = ['Accept', '*/*', 'Accept-Encoding', 'identity'];
    headers.push('User-Agent', `verification-api-explorer/${options.version}`);
    return getOnce({ url, request, route, proxy, headers, left, cancel, came });
  };

  const follow = async (
    start: URL,
    request: DocumentRequest,
    cancel: AbortSignal,
    came: (bytes: number) => void,
  ): Promise<Fetched> => {
    const end = options.now() + request.deadlineMs;
    let url = start;
    for (let hops = 0; hops <= mostHops; hops += 1) {
      const left = end - options.now();
      if (left <= 0) return overdue(url.host, request.deadlineMs);
      const done = await hop(url, request, left, cancel, came);
      if (done.kind !== 'moved') return done;
      if (done.to.host !== url.host) return { kind: 'elsewhere', url: done.to.href };
      url = done.to;
    }
    return failedWith('{0} redirects too often; nothing was kept.', url.host);
  };

  return {
    async fetch(request, cancel, came) {
      const read = readDocumentLink(request.url, request.local);
      if (!read.ok) return { kind: 'failed', cancelled: false, what: read.why };
      try {
        return await follow(read.url, request, cancel, came);
      } catch (error) {
        return failedWith(
          'The document of {0} could not be requested ({1}); nothing was kept. Check the proxy and certificate settings.',
          read.url.host,
          causeOf(error),
        );
      }
    },
  };
}
