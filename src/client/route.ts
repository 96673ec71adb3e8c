import { isIP, type LookupFunction, Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector, Client, type Dispatcher, ProxyAgent } from 'undici';
import type { ProxyChoice } from './proxy.ts';

/** The way to the service for one call: its own dispatcher, its own socket, closed with it. */
export interface Route {
  readonly dispatcher: Dispatcher;
  /** The error of the connection to the proxy itself, so that it is not taken for one of the service. */
  proxyError(): Error | null;
  /** Cuts what is still being connected, at once. */
  cut(): void;
  dispose(): void;
}

/** Undici's own timers are off: the call's deadline and connect timeout cover every phase, also the proxy's answer. */
const limits = {
  connectTimeout: 0,
  headersTimeout: 0,
  bodyTimeout: 0,
  // HTTP/2 replays a POST after REFUSED_STREAM, whatever the method.
  allowH2: false,
  // No keep-alive: a reused socket may be closing, and then nobody knows whether the call was read.
  pipelining: 0,
  maxHeaderSize: 64 * 1024,
} as const;

/** Longer than Node's own: a slow network answers its first address after more than a quarter of a second. */
const autoSelectFamilyAttemptTimeout = 1_000;

type Connector = ReturnType<typeof buildConnector>;

/** Explicit, because another extension may have switched verification off for the whole process. */
function tlsOptions(context: SecureContext | undefined, verify: boolean): buildConnector.BuildOptions {
  return {
    rejectUnauthorized: verify,
    timeout: 0,
    allowH2: false,
    maxCachedSessions: 0,
    autoSelectFamilyAttemptTimeout,
    ...(context === undefined ? {} : { secureContext: context }),
  };
}

/** Connects once: undici would try again by itself after some failures. */
function connectOnce(connect: Connector, opened: Set<Socket>, failed: (error: Error) => void): Connector {
  let used = false;
  return (options, callback) => {
    if (used) {
      const again = Object.assign(new Error('connection lost'), { code: 'ECONNRESET' });
      queueMicrotask(() => callback(again, null));
      return;
    }
    used = true;
    const { servername = '', ...rest } = options;
    // TLS has no server name for an address; Node warns when given one.
    const named = servername === '' || isIP(servername) !== 0 ? rest : options;
    const socket: unknown = connect(named, (...result) => {
      if (result[0] !== null) failed(result[0]);
      callback(...result);
    });
    if (socket instanceof Socket) opened.add(socket);
  };
}

/**
 * `proxy` is a choice that can be used; `context` is whom TLS trusts, undefined for Node's own list; `lookup` finds the
 * target's addresses in place of Node's own, where nothing stands between.
 */
export function openRoute(
  target: URL,
  proxy: Exclude<ProxyChoice, { kind: 'unusable' }>,
  context: SecureContext | undefined,
  lookup?: LookupFunction,
): Route {
  const opened = new Set<Socket>();
  let proxyError: Error | null = null;
  const strict = tlsOptions(context, true);
  const dispatcher =
    proxy.kind === 'direct'
      ? new Client(target.origin, {
          ...limits,
          connect: connectOnce(
            buildConnector(lookup === undefined ? strict : { ...strict, lookup }),
            opened,
            () => {},
          ),
        })
      : new ProxyAgent({
          ...limits,
          uri: proxy.url,
          proxyTunnel: true,
          requestTls: strict,
          ...(proxy.authorization === null ? {} : { token: proxy.authorization }),
          clientFactory: (origin) => {
            const connect = buildConnector(tlsOptions(context, proxy.strictSsl));
            const noted = connectOnce(connect, opened, (error) => {
              proxyError = error;
            });
            return new Client(origin, { ...limits, connect: noted });
          },
        });
  const cut = (): void => {
    for (const socket of opened) socket.destroy();
  };
  return {
    dispatcher,
    proxyError: () => proxyError,
    cut,
    dispose() {
      cut();
      dispatcher.destroy(() => {});
    },
  };
}
