import { BlockList, isIP } from 'node:net';
import type { Phrase } from '../contract/words.ts';
import type { ProxySettings, Variables } from './settings.ts';

export type ProxyChoice =
  | { readonly kind: 'direct' }
  | {
      readonly kind: 'proxy';
      /** Scheme, host and port; no credentials. */
      readonly url: string;
      readonly host: string;
      /** Value of Proxy-Authorization, or null. */
      readonly authorization: string | null;
      readonly strictSsl: boolean;
      /** Who named it: the setting http.proxy or an environment variable. */
      readonly from: string;
    }
  | { readonly kind: 'unusable'; readonly what: Phrase };

const direct: ProxyChoice = { kind: 'direct' };

/**
 * Which proxy a call to `target` goes through. VS Code's order: http.proxySupport off; this computer is reached directly;
 * http.noProxy (in place of no_proxy); http.proxy; https_proxy, then http_proxy.
 */
export function proxyFor(target: URL, settings: ProxySettings, env: Variables): ProxyChoice {
  if (settings.support === 'off') return direct;
  const host = bare(target.hostname);
  if (isLoopback(host)) return direct;
  const port = target.port === '' ? defaultPort(target.protocol) : target.port;
  const exempt = settings.noProxy.some((entry) => entry.trim() !== '')
    ? settings.noProxy
    : (env.no_proxy ?? env.NO_PROXY ?? '').split(',');
  if (exempt.some((entry) => covers(entry, host, port))) return direct;
  const configured = settings.url?.trim() ?? '';
  if (configured !== '') return read(configured, 'http.proxy', settings);
  const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];
  const wanted = target.protocol === 'https:' ? names : names.slice(2);
  for (const name of wanted) {
    const value = env[name]?.trim() ?? '';
    if (value !== '') return read(value, name, settings);
  }
  return direct;
}

function read(text: string, from: string, settings: ProxySettings): ProxyChoice {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.parse(whole);
  if (url === null || url.hostname === '') {
    return unusable(
      'The proxy named by {0} is not a URL; nothing was sent. Write it like http://proxy.example:8080.',
      from,
    );
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const scheme = url.protocol.slice(0, -1);
    return unusable(
      'The proxy named by {0} is of the kind {1}, which is not supported; nothing was sent. Name an http or https proxy.',
      from,
      scheme,
    );
  }
  const configured = settings.authorization?.trim() ?? '';
  return {
    kind: 'proxy',
    url: url.origin,
    host: url.host,
    authorization: configured === '' ? basic(url) : configured,
    strictSsl: settings.strictSsl,
    from,
  };
}

function unusable(text: string, ...args: readonly string[]): ProxyChoice {
  return { kind: 'unusable', what: { text, args } };
}

function basic(url: URL): string | null {
  if (url.username === '') return null;
  const pair = `${decoded(url.username)}:${decoded(url.password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** A lone % in a password is not an escape; it is meant as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d+){3}$/.test(host)
  );
}

function defaultPort(protocol: string): string {
  return protocol === 'https:' ? '443' : '80';
}

/** Lower case, without the brackets of an IPv6 address or the dot of a rooted name. */
function bare(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

/**
 * Whether one entry of a no-proxy list covers the host: `*`, `example.in` (and what is below it), `.example.in`,
 * `*.example.in`, an address, a range like `10.0.0.0/8`; each but the first two kinds of address may end in `:port`.
 */
function covers(entry: string, host: string, port: string): boolean {
  const text = entry.trim().toLowerCase();
  if (text === '') return false;
  if (text === '*') return true;
  if (text.includes('/')) return inRange(text, host);
  const [, name = '', wantedPort = ''] = splitPort(text);
  if (wantedPort !== '' && wantedPort !== port) return false;
  const domain = bare(name).replace(/^\*?\./, '');
  if (domain === '') return false;
  if (isIP(domain) !== 0 || isIP(host) !== 0) return domain === host;
  return host === domain || host.endsWith(`.${domain}`);
}

function splitPort(text: string): readonly string[] {
  if (isIP(text) === 6) return ['', text, ''];
  return /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(text) ?? [];
}

function inRange(text: string, host: string): boolean {
  const family = isIP(host);
  const [network = '', bits = ''] = text.split('/');
  const address = bare(network);
  const most = family === 4 ? 32 : 128;
  if (family === 0 || isIP(address) !== family || !/^\d{1,3}$/.test(bits) || Number(bits) > most)
    return false;
  const range = new BlockList();
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  range.addSubnet(address, Number(bits), kind);
  return range.check(host, kind);
}
