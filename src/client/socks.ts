import { isIP, isIPv4, type LookupFunction, type Socket } from 'node:net';
import { coded, Stuck } from './stuck.ts';

/** What a SOCKS5 proxy is given beside the address. */
export interface SocksLogin {
  /** The proxy looks names up (`socks5h:`, `socks:`); else this computer does (`socks5:`). */
  readonly remote: boolean;
  /** Null = none. */
  readonly login: { readonly user: string; readonly password: string } | null;
}

/** Bytes of a conversation that goes by turns. */
interface Turns {
  say(bytes: Buffer): void;
  /** The next so many bytes that come. */
  hear(count: number): Promise<Buffer>;
  /** From now on the socket is whose it was. */
  end(): void;
}

function turnsOver(socket: Socket): Turns {
  let waiting: { readonly count: number; readonly resolve: (bytes: Buffer) => void } | null = null;
  let failed: Stuck | null = null;
  let fail: (error: Stuck) => void = () => {};
  const broken = (error: unknown): void => {
    failed ??= new Stuck('proxy', 'tunnel', error);
    fail(failed);
  };
  const onReadable = (): void => {
    const bytes: unknown = waiting === null ? null : socket.read(waiting.count);
    if (!Buffer.isBuffer(bytes) || waiting === null) return;
    // What is left at the end of a connection may be shorter.
    if (bytes.length < waiting.count) broken(coded('PROXY_HUNG_UP'));
    else waiting.resolve(bytes);
  };
  const onEnd = (): void => broken(coded('PROXY_HUNG_UP'));
  socket.on('readable', onReadable).on('error', broken).on('end', onEnd).on('close', onEnd);
  return {
    say: (bytes) => void socket.write(bytes),
    hear: (count) =>
      new Promise((resolve, reject) => {
        if (failed !== null) reject(failed);
        fail = reject;
        waiting = {
          count,
          resolve: (bytes) => {
            waiting = null;
            resolve(bytes);
          },
        };
        onReadable();
      }),
    end: () =>
      void socket.off('readable', onReadable).off('error', broken).off('end', onEnd).off('close', onEnd),
  };
}

function sized(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length === 0 || bytes.length > 255) throw new Stuck('proxy', 'tunnel', coded('SOCKS_TOO_LONG'));
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
}

/** RFC 1929. */
async function logIn({ say, hear }: Turns, login: SocksLogin['login']): Promise<void> {
  if (login === null) throw new Stuck('proxy', 'tunnel', coded('SOCKS_LOGIN_WANTED'));
  say(Buffer.concat([Buffer.of(1), sized(login.user), sized(login.password)]));
  const [, status] = await hear(2);
  if (status !== 0) throw new Stuck('proxy', 'tunnel', coded('SOCKS_LOGIN_REFUSED'));
}

/** Sixteen bytes of an address of IPv6, as a URL normalises it. */
function ipv6Bytes(address: string): Buffer {
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const [first, last] = [groups(before), groups(after ?? '')];
  const all = [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

/** RFC 1928 4: type and address. */
function addressBytes(host: string): Buffer {
  if (isIPv4(host)) return Buffer.from([1, ...host.split('.').map(Number)]);
  if (isIP(host) === 6) return Buffer.concat([Buffer.of(4), ipv6Bytes(host)]);
  return Buffer.concat([Buffer.of(3), sized(host)]);
}

function looked(host: string, lookup: LookupFunction): Promise<string> {
  return new Promise((resolve, reject) =>
    lookup(host, {}, (error, address) => {
      if (error === null && typeof address === 'string') resolve(address);
      else reject(new Stuck('service', 'connect', error ?? coded('ENOTFOUND')));
    }),
  );
}

/**
 * Asks a SOCKS5 proxy (RFC 1928) for a connection. Resolves when what goes over the socket goes to the service.
 * @param host without brackets
 * @param lookup finds the service's address where the proxy is not asked to
 * @throws Stuck
 */
export async function askSocks(
  socket: Socket,
  host: string,
  port: number,
  { remote, login }: SocksLogin,
  lookup: LookupFunction,
): Promise<void> {
  const address = remote || isIP(host) !== 0 ? host : await looked(host, lookup);
  const turns = turnsOver(socket);
  try {
    turns.say(login === null ? Buffer.of(5, 1, 0) : Buffer.of(5, 2, 0, 2));
    const [version, method] = await turns.hear(2);
    if (version !== 5) throw new Stuck('proxy', 'tunnel', coded('SOCKS_NONE'));
    if (method === 2) await logIn(turns, login);
    else if (method !== 0) throw new Stuck('proxy', 'tunnel', coded('SOCKS_LOGIN_WANTED'));
    turns.say(Buffer.concat([Buffer.of(5, 1, 0), addressBytes(address), Buffer.of(port >> 8, port & 0xff)]));
    const [again, reply = 0, , kind] = await turns.hear(4);
    if (again !== 5) throw new Stuck('proxy', 'tunnel', coded('SOCKS_NONE'));
    if (reply !== 0) throw new Stuck('proxy', 'tunnel', coded(`SOCKS_${reply}`));
    // The address that the proxy uses itself, and its port, are of no interest.
    const size = kind === 1 ? 4 : kind === 4 ? 16 : ((await turns.hear(1))[0] ?? 0);
    await turns.hear(size + 2);
    turns.end();
  } catch (error) {
    turns.end();
    socket.destroy();
    throw error;
  }
}
