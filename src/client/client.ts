import type { SecureContext } from 'node:tls';
import type { CallRequest, Exchange, Transport } from '../calls/ports/ports.ts';
import { attempt, notSentExchange } from './attempt.ts';
import { causeOf } from './causeOf.ts';
import { connectionFault, type Fault } from './failures.ts';
import { type ProxyChoice, proxyFor } from './proxy.ts';
import { prepare } from './request.ts';
import { openRoute } from './route.ts';
import type { TransportOptions } from './settings.ts';
import { CertificateTrouble, createTrust } from './trust.ts';

export { createDocumentFetcher } from './documents.ts';

interface Way {
  readonly proxy: Exclude<ProxyChoice, { kind: 'unusable' }>;
  readonly context: SecureContext | null;
}

/**
 * Sends calls: one POST each over a connection of its own, TLS always verified; no retry, no redirect, no pipelining.
 * `send` never rejects. `close` refuses further calls and resolves when those under way have settled.
 */
export function createTransport(options: TransportOptions): Transport & { close(): Promise<void> } {
  const trust = createTrust();
  const underWay = new Set<Promise<Exchange>>();
  let closed = false;

  /** How settings and variables lead to a service now. */
  const wayTo = (url: URL): Way | Fault => {
    try {
      const settings = options.settings();
      const proxy = proxyFor(url, settings.proxy, options.env);
      if (proxy.kind === 'unusable') return { code: 'proxy', cause: 'PROXY_UNUSABLE', what: proxy.what };
      const secure = url.protocol === 'https:' || (proxy.kind === 'proxy' && proxy.url.startsWith('https:'));
      return { proxy, context: secure ? trust(settings) : null };
    } catch (error) {
      return unready(error);
    }
  };

  const begin = (request: CallRequest, cancel: AbortSignal): Promise<Exchange> => {
    const startedAt = options.now();
    const refuse = (problem: Fault): Promise<Exchange> =>
      Promise.resolve(notSentExchange(problem, Math.round(options.now() - startedAt)));
    if (closed) {
      return refuse(
        connectionFault(
          'closed',
          'closed',
          'The client was closed. Nothing was sent. Reload the window and try again.',
        ),
      );
    }
    const ready = prepare(request, options.version);
    if ('code' in ready) return refuse(ready);
    const way = wayTo(ready.url);
    if ('code' in way) return refuse(way);
    const { proxy, context } = way;
    try {
      const route = openRoute(ready.url, proxy, context);
      return attempt({ request, ready, route, proxy, cancel, now: options.now, startedAt });
    } catch (error) {
      return refuse(unready(error));
    }
  };

  return {
    refuses({ url }) {
      const read = URL.parse(url);
      // An address that is none has a sentence of its own, and an order that says so.
      const way = read === null ? null : wayTo(read);
      return way !== null && 'code' in way ? way.what : null;
    },
    async send(request, cancel) {
      const call = begin(request, cancel);
      underWay.add(call);
      try {
        return await call;
      } finally {
        underWay.delete(call);
      }
    },
    async close() {
      closed = true;
      await Promise.all(underWay);
    },
  };
}

function unready(error: unknown): Fault {
  if (error instanceof CertificateTrouble) {
    return connectionFault(
      'certificates',
      'CERTIFICATE_UNREADABLE',
      'CA certificate {0} of the settings is not a readable PEM certificate. Nothing was sent. Correct or remove it.',
      error.place,
    );
  }
  return connectionFault(
    'other',
    causeOf(error),
    'The call could not be prepared ({0}). Nothing was sent. Check the proxy and certificate settings.',
    causeOf(error),
  );
}
