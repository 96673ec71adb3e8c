import { BlockList, isIP } from 'node:net';
import type { Phrase } from '../contract/words.ts';
import type { ProxySettings, Variables } from './settings.ts';
import type { SocksLogin } from './socks.ts';

export type ProxyChoice =
  | {
      readonly kind: 'direct';
      /** Neither settings nor variables say anything of the address: the system may, see systemProxy.ts. */
      readonly unsaid?: true;
    }
  | {
      readonly kind: 'proxy';
      /** Scheme, host and port; no credentials. */
      readonly url: string;
      readonly host: string;
      /** Value of Proxy-Authorization, or null. */
      readonly authorization: string | null;
      /** A % of its user name or password may not have been meant as an escape. */
      readonly percent?: true;
      readonly strictSsl: boolean;
      /** Set where it speaks SOCKS5 in place of HTTP. */
      readonly socks?: SocksLogin;
      /** Who named it: the setting http.proxy, an environment variable, or VS Code, who asked the system. */
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
    : listed(env.no_proxy, env.NO_PROXY);
  if (exempt.some((entry) => covers(entry, host, port))) return direct;
  const configured = settings.url?.trim() ?? '';
  if (configured !== '') return readProxy(configured, 'http.proxy', settings);
  const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];
  const wanted = target.protocol === 'https:' ? names : names.slice(2);
  for (const name of wanted) {
    const value = env[name]?.trim() ?? '';
    if (value !== '') return readProxy(value, name, settings);
  }
  return { kind: 'direct', unsaid: true };
}

/** An empty list is none: it does not hide the other spelling. */
function listed(...values: readonly (string | undefined)[]): readonly string[] {
  return values.find((value) => (value ?? '').trim() !== '')?.split(',') ?? [];
}

/** Whether a sign that ends the host of a URL stands before the @ that ends a password. */
function cutShort(whole: string): boolean {
  const rest = whole.slice(whole.indexOf('://') + 3);
  const end = rest.search(/[/?#\\]/);
  return end !== -1 && rest.includes('@', end);
}

/** The proxy that a text names. @param from who says so, for sentences */
export function readProxy(text: string, from: string, settings: ProxySettings): ProxyChoice {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (cutShort(whole)) {
    return unusable(
      'The user name or password of the proxy in {0} has a character that a URL must encode; nothing was sent. Write # as %23, / as %2F, ? as %3F, \\ as %5C and % as %25.',
      from,
    );
  }
  const url = URL.parse(whole);
  if (url === null || url.hostname === '') {
    return unusable(
      'The proxy named by {0} is not a URL; nothing was sent. Write it like http://proxy.example:8080.',
      from,
    );
  }
  if (/^socks(5h?)?:$/.test(url.protocol)) return socks(url, from);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const scheme = url.protocol.slice(0, -1);
    return unusable(
      'The proxy named by {0} is of the kind {1}, which is not supported; nothing was sent. Name an http, https or socks5 proxy.',
      from,
      scheme,
    );
  }
  const configured = settings.authorization?.trim() ?? '';
  // RFC 9110 5.5 lets no control character into a header; beyond ASCII nobody agrees on the bytes.
  if (!/^[\x20-\x7e]*$/.test(configured)) {
    return unusable(
      'The setting {0} has a character that cannot be sent (a line break, a tab, or a letter outside ASCII); nothing was sent. Correct it.',
      'http.proxyAuthorization',
    );
  }
  return {
    kind: 'proxy',
    url: url.origin,
    host: url.host,
    authorization: configured === '' ? basic(url) : configured,
    strictSsl: settings.strictSsl,
    from,
    ...(configured === '' && /%(?!25)/.test(url.username + url.password) ? { percent: true } : {}),
  };
}

/** As curl and VS Code read them: with `socks5:` this computer looks names up, with `socks5h:` and `socks:` the proxy does. */
function socks(url: URL, from: string): ProxyChoice {
  const { protocol, username, password, host } = url;
  const login = username === '' ? null : { user: decoded(username), password: decoded(password) };
  return {
    kind: 'proxy',
    url: `${protocol}//${host}`,
    host,
    authorization: null,
    strictSsl: true,
    from,
    socks: { remote: protocol !== 'socks5:', login },
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
  const text = entry.trim();
  if (text === '*') return true;
  if (text.includes('/')) return inRange(text, host);
  const [, name = '', wantedPort = ''] = splitPort(text);
  if (wantedPort !== '' && wantedPort !== port) return false;
  const domain = asInUrl(bare(name).replace(/^\*?\./, ''));
  if (domain === '') return false;
  if (isIP(domain) !== 0 || isIP(host) !== 0) return domain === host;
  return host === domain || host.endsWith(`.${domain}`);
}

/** As a URL spells it, which the host was taken from: letters beyond ASCII encoded, an IPv6 address as short as it can be. */
function asInUrl(name: string): string {
  return bare(URL.parse(`http://${isIP(name) === 6 ? `[${name}]` : name}`)?.hostname ?? name);
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
