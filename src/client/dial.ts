import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectSecure, type SecureContext, type TLSSocket } from 'node:tls';
import { filterHead } from './head.ts';
import { identityCheck, tlsName } from './identity.ts';
import type { ProxyChoice } from './proxy.ts';
import { askSocks } from './socks.ts';
import { coded, Stuck, type WayStep } from './stuck.ts';
import { askTunnel } from './tunnel.ts';

/** As they were when this module loaded, see identity.ts. */
const openTcp = connectTcp;
const openSecure = connectSecure;

/** Longer than Node's own: a slow network answers its first address after more than a quarter of a second. */
const autoSelectFamilyAttemptTimeout = 1_000;

export interface Dial {
  readonly target: URL;
  readonly proxy: Exclude<ProxyChoice, { kind: 'unusable' }>;
  /** Whom TLS trusts; null where neither the service nor the proxy speaks it. */
  readonly context: SecureContext | null;
  /** Finds the addresses of the service, where this computer connects to it or asks for it by address. */
  readonly lookup: LookupFunction;
  /** Finds those of the proxy, which may stand in a private network. */
  readonly proxyLookup: LookupFunction;
  /** Called with every socket as it is made, so that it can be cut. */
  readonly made: (socket: Socket) => void;
  /** Called when the socket that was handed over broke, before anybody else hears of it. */
  readonly broke: (error: Error) => void;
}

type Whom = Stuck['whom'];

/** Resolves once a socket says so; a Stuck with its error otherwise. */
function ready<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  whom: Whom,
  step: WayStep,
): Promise<S> {
  const { promise, resolve, reject } = Promise.withResolvers<S>();
  socket.once(event, () => resolve(socket));
  // Stays: a socket that breaks while nobody listens would end the process.
  socket.on('error', (error) => reject(new Stuck(whom, step, error)));
  socket.once('close', () => reject(new Stuck(whom, step, coded('ECONNRESET'))));
  return promise;
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol.startsWith('socks') ? 1080 : url.protocol === 'https:' ? 443 : 80;
}

/** Without the brackets of an address. */
function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function reach(url: URL, whom: Whom, { lookup, proxyLookup, made }: Dial): Promise<Socket> {
  const socket = openTcp({
    host: bareHost(url),
    port: portOf(url),
    // Said, because one that another extension put on Object.prototype would lead to a socket of its own.
    path: undefined,
    lookup: whom === 'proxy' ? proxyLookup : lookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
  });
  made(socket);
  return ready(socket, 'connect', whom, 'connect');
}

/** @param verify false only for a proxy whose user wants it so */
async function secured(inner: Socket, url: URL, whom: Whom, verify: boolean, dial: Dial): Promise<TLSSocket> {
  if (dial.context === null) throw new Stuck(whom, 'tls', coded('NO_CONTEXT'));
  const name = tlsName(url.hostname);
  const socket = openSecure({
    socket: inner,
    secureContext: dial.context,
    // Explicit, because another extension may have switched verification off for the whole process.
    rejectUnauthorized: verify,
    checkServerIdentity: identityCheck(name),
    // HTTP/2 replays a POST after REFUSED_STREAM, whatever the method.
    ALPNProtocols: ['http/1.1'],
    // TLS has no server name for an address; Node warns when given one.
    servername: isIP(name) === 0 ? name : '',
  });
  dial.made(socket);
  await ready(socket, 'secureConnect', whom, 'tls');
  if (verify && !socket.authorized) {
    socket.destroy();
    throw new Stuck(whom, 'tls', coded('CERT_UNTRUSTED'));
  }
  return socket;
}

async function tunnelled(dial: Dial, proxy: Extract<ProxyChoice, { kind: 'proxy' }>): Promise<Socket> {
  const url = new URL(proxy.url);
  const plain = await reach(url, 'proxy', dial);
  if (proxy.socks !== undefined) {
    await askSocks(plain, bareHost(dial.target), portOf(dial.target), proxy.socks, dial.lookup);
    return plain;
  }
  const socket =
    url.protocol === 'https:' ? await secured(plain, url, 'proxy', proxy.strictSsl, dial) : plain;
  await askTunnel(socket, `${dial.target.hostname}:${portOf(dial.target)}`, proxy.authorization);
  return socket;
}

/**
 * Builds the way to the service: a connection, a tunnel through the proxy, TLS. Its socket leaves interim answers out.
 * @throws Stuck
 */
export async function dialled(dial: Dial): Promise<Socket> {
  const { target, proxy } = dial;
  const outer = proxy.kind === 'proxy' ? await tunnelled(dial, proxy) : await reach(target, 'service', dial);
  const socket = target.protocol === 'https:' ? await secured(outer, target, 'service', true, dial) : outer;
  // Before undici's own listener: it takes a reset as the end of an answer without a length.
  socket.on('error', dial.broke);
  filterHead(socket);
  return socket;
}
