import type { LookupFunction, Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { Client, type Dispatcher } from 'undici';
import { dialled } from './dial.ts';
import { lookupName } from './names.ts';
import type { ProxyChoice } from './proxy.ts';
import { coded } from './stuck.ts';

/** The way to the service for one call: its own dispatcher, its own socket, closed with it. */
export interface Route {
  readonly dispatcher: Dispatcher;
  /** What broke the connection after it was made; null where nothing did. */
  broke(): Error | null;
  /** Cuts what is still being connected, at once. */
  cut(): void;
  dispose(): void;
}

/** Undici's own timers are off: the call's deadline and connect timeout cover every phase, also the proxy's answer. */
const limits = {
  headersTimeout: 0,
  bodyTimeout: 0,
  allowH2: false,
  // No keep-alive: a reused socket may be closing, and then nobody knows whether the call was read.
  pipelining: 0,
  maxHeaderSize: 64 * 1024,
} as const;

type Connector = Extract<Client.Options['connect'], (...args: never[]) => void>;

/** Connects once: undici would try again by itself after some failures. */
function once(dial: () => Promise<Socket>): Connector {
  let used = false;
  return (_options, callback) => {
    const way = used ? Promise.reject(coded('ECONNRESET')) : dial();
    used = true;
    // On a turn of its own: what undici throws is not the way's failure.
    way.then(
      (socket) => process.nextTick(() => callback(null, socket)),
      (error) => process.nextTick(() => callback(error, null)),
    );
  };
}

/**
 * `proxy` is a choice that can be used; `context` is whom TLS trusts, null where nobody speaks it; `lookup` finds the
 * addresses of whom we connect to.
 */
export function openRoute(
  target: URL,
  proxy: Exclude<ProxyChoice, { kind: 'unusable' }>,
  context: SecureContext | null,
  lookup: LookupFunction = lookupName,
): Route {
  const opened = new Set<Socket>();
  let cutOff = false;
  let broken: Error | null = null;
  const made = (socket: Socket): void => {
    opened.add(socket);
    if (cutOff) socket.destroy();
  };
  const broke = (error: Error): void => {
    broken ??= error;
  };
  const proxyLookup = lookupName;
  const dial = (): Promise<Socket> => dialled({ target, proxy, context, lookup, proxyLookup, made, broke });
  const dispatcher = new Client(target.origin, { ...limits, connect: once(dial) });
  const cut = (): void => {
    cutOff = true;
    // The last first: Node dies where TLS loses its connection at the moment it says that it is secure.
    for (const socket of [...opened].toReversed()) socket.destroy();
  };
  return {
    dispatcher,
    broke: () => broken,
    cut,
    dispose() {
      cut();
      dispatcher.destroy(() => {});
    },
  };
}
