import { once } from 'node:events';
import { duplexPair } from 'node:stream';
import { connect, createSecureContext, type SecureContext, TLSSocket, type TlsOptions } from 'node:tls';

/** What a client that trusts by `context` finds at a server, without a network between them. */
export interface Met {
  /** Why its certificate is not trusted; null where it is. */
  readonly fault: string | null;
  readonly protocol: string | null;
}

/** @throws the client's error where they cannot agree */
export async function handshake(
  context: SecureContext,
  server: Pick<TlsOptions, 'cert' | 'key' | 'minVersion' | 'maxVersion' | 'ciphers'>,
): Promise<Met> {
  const [near, far] = duplexPair();
  const there = new TLSSocket(far as never, { isServer: true, secureContext: createSecureContext(server) });
  there.on('error', () => {});
  const here = connect({
    socket: near,
    secureContext: context,
    rejectUnauthorized: false,
    checkServerIdentity: () => undefined,
  });
  try {
    await once(here, 'secureConnect');
    const { authorizationError } = here;
    const fault = here.authorized ? null : String(authorizationError);
    return { fault, protocol: here.getProtocol() };
  } finally {
    here.destroy();
    there.destroy();
  }
}
