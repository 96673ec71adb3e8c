/**
 * How this machine reaches the network, as VS Code's user settings say (never a workspace's). Read afresh for every
 * call, so that a changed setting counts from the next call on.
 */
export interface ClientSettings {
  readonly proxy: ProxySettings;
  /** `http.systemCertificates`: also trust what the operating system trusts. */
  readonly systemCertificates: boolean;
  /** Further CA certificates to trust, as PEM text. */
  readonly extraCertificates: readonly string[];
}

export interface ProxySettings {
  /** `off` (the value of `http.proxySupport`) means no proxy at all, not even the environment's. */
  readonly support: 'on' | 'off';
  /** `http.proxy`, or null when empty: then the environment variables decide. */
  readonly url: string | null;
  /** `http.proxyAuthorization`: the whole value of Proxy-Authorization. */
  readonly authorization: string | null;
  /** `http.proxyStrictSSL`: false loosens the check of the proxy's own certificate, never of the service's. */
  readonly strictSsl: boolean;
  /** `http.noProxy`; when it has entries, the environment's no_proxy is not read. */
  readonly noProxy: readonly string[];
}

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

export interface TransportOptions {
  /** The extension's version, for User-Agent. */
  readonly version: string;
  /** Read at each call; calls under way keep what they started with. */
  readonly settings: () => ClientSettings;
  /** Environment variables, for the proxies they may name. */
  readonly env: Variables;
  /** Monotonic ms. */
  readonly now: () => number;
  /**
   * The URL of the proxy that the operating system or a PAC script names for an address, null = none; absent = nobody knows.
   * May reject, or never settle.
   */
  readonly system?: (url: string) => Promise<string | null>;
}
