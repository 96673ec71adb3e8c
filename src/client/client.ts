import type { SecureContext } from 'node:tls';
import type { CallRequest, CallWay, Exchange, Transport } from '../calls/ports/ports.ts';
import { attempt, notSentExchange } from './attempt.ts';
import { causeOf } from './causeOf.ts';
import { connectionFault, type Fault } from './failures.ts';
import type { ProxyChoice } from './proxy.ts';
import { prepare } from './request.ts';
import { openRoute } from './route.ts';
import type { TransportOptions } from './settings.ts';
import { proxyOf } from './systemProxy.ts';
import { CertificateTrouble, createTrust } from './trust.ts';

export { createDocumentFetcher } from './documents.ts';
export { systemProxies } from './vscodeProxies.ts';

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

  /** What the system said before an order was written: its call goes that way, whatever it would say now. */
  const asked = new WeakMap<CallWay, Promise<string | null>>();
  const { env, system } = options;

  /** How settings, variables and the system lead to a service now. */
  const wayTo = async (url: URL, way: CallWay): Promise<Way | Fault> => {
    const ask = (address: string): Promise<string | null> => {
      const answer = asked.get(way) ?? system?.(address) ?? Promise.resolve(null);
      asked.set(way, answer);
      return answer;
    };
    try {
      const settings = options.settings();
      const said = { env, ...(system === undefined ? {} : { system: ask }) };
      const proxy = await proxyOf(url, settings.proxy, said, way.connectTimeoutMs);
      if (proxy.kind === 'unusable') return { code: 'proxy', cause: 'PROXY_UNUSABLE', what: proxy.what };
      const secure = url.protocol === 'https:' || (proxy.kind === 'proxy' && proxy.url.startsWith('https:'));
      return { proxy, context: secure ? trust(settings) : null };
    } catch (error) {
      return unready(error);
    }
  };

  const begin = async (request: CallRequest, cancel: AbortSignal): Promise<Exchange> => {
    const startedAt = options.now();
    const refuse = (problem: Fault): Exchange =>
      notSentExchange(problem, Math.round(options.now() - startedAt));
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
    const way = await wayTo(ready.url, request.way ?? request);
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
    async refuses(asking) {
      const read = URL.parse(asking.url);
      // An address that is none has a sentence of its own, and an order that says so.
      const way = read === null ? null : await wayTo(read, asking);
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
