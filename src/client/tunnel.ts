import type { Socket } from 'node:net';
import { coded, type ProxyAnswer, Stuck } from './stuck.ts';

/** A proxy that says more before it opens a tunnel is none; interim answers count. */
const longestHead = 64 * 1024;

/** Schemes that a sentence names. */
const mostSchemes = 6;

interface Head {
  readonly status: number;
  readonly lines: readonly string[];
  /** Bytes of it, the blank line included. */
  readonly size: number;
}

/** The first whole head of what came; null before its end. */
function headOf(bytes: Buffer): Head | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [start = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = /^HTTP\/1\.\d (\d{3})\b/.exec(start)?.[1];
  if (status === undefined) throw new Stuck('proxy', 'tunnel', coded('PROXY_NOT_HTTP'));
  return { status: Number(status), lines, size: end + 4 };
}

/** A header's value without what stands in its quoted strings (RFC 9110 5.6.4). */
function unquoted(value: string): string {
  let out = '';
  let quoted = false;
  for (let at = 0; at < value.length; at += 1) {
    const sign = value.charAt(at);
    if (sign === '"') quoted = !quoted;
    else if (quoted && sign === '\\') at += 1;
    else if (!quoted) out += sign;
  }
  return out;
}

/** The schemes of Proxy-Authenticate (RFC 9110 11.6.1): a word that no `=` follows, at the start or after a comma. */
export function schemesOf(lines: readonly string[]): readonly string[] {
  const values = lines.flatMap((line) => /^proxy-authenticate:(.*)$/i.exec(line)?.[1] ?? []);
  const parts = values.flatMap((value) => unquoted(value).split(',')).map((part) => part.trim());
  const schemes = parts.flatMap((part) => {
    const [word = '', next = ''] = part.split(/\s+/);
    return /^[A-Za-z][A-Za-z0-9-]{0,19}$/.test(word) && !next.startsWith('=') ? [word] : [];
  });
  return [...new Set(schemes)].slice(0, mostSchemes);
}

/** What is known of an answer to CONNECT: null = go on reading, `open` = the rest is the service's. */
function judged(bytes: Buffer): { readonly open: Buffer } | null {
  let rest = bytes;
  for (;;) {
    if (!'HTTP/1.'.startsWith(rest.toString('latin1', 0, 7))) {
      throw new Stuck('proxy', 'tunnel', coded('PROXY_NOT_HTTP'));
    }
    const head = headOf(rest);
    if (head === null) {
      if (bytes.length <= longestHead) return null;
      throw new Stuck('proxy', 'tunnel', coded('PROXY_LONG_HEAD'));
    }
    const { status, lines, size } = head;
    rest = rest.subarray(size);
    // RFC 9110 9.3.6: any 2xx opens the tunnel; 15.2: what comes before is no answer yet.
    if (status >= 200 && status < 300) return { open: rest };
    if (status >= 300 || status === 101) {
      const answer: ProxyAnswer = { status, schemes: status === 407 ? schemesOf(lines) : [] };
      throw new Stuck('proxy', 'tunnel', coded(`PROXY_${status}`), answer);
    }
  }
}

/**
 * Asks a proxy for a tunnel to `authority` (host and port). Resolves when what goes over the socket goes to the service.
 * @throws Stuck the proxy's fault, whatever it was
 */
export function askTunnel(socket: Socket, authority: string, authorization: string | null): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let came = Buffer.alloc(0);
  const onReadable = (): void => {
    try {
      for (let chunk: unknown = socket.read(); Buffer.isBuffer(chunk); chunk = socket.read()) {
        came = Buffer.concat([came, chunk]);
        const judgement = judged(came);
        if (judgement === null) continue;
        stop();
        if (judgement.open.length > 0) socket.unshift(judgement.open);
        resolve();
        return;
      }
    } catch (error) {
      fail(error);
    }
  };
  const onError = (error: Error): void => fail(new Stuck('proxy', 'tunnel', error));
  const onEnd = (): void => fail(new Stuck('proxy', 'tunnel', coded('PROXY_HUNG_UP')));
  const fail = (error: unknown): void => {
    stop();
    socket.destroy();
    reject(error);
  };
  const stop = (): void => {
    socket.off('readable', onReadable).off('error', onError).off('end', onEnd).off('close', onEnd);
  };
  socket.on('readable', onReadable).on('error', onError).on('end', onEnd).on('close', onEnd);
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`, 'Proxy-Connection: keep-alive'];
  if (authorization !== null) lines.push(`Proxy-Authorization: ${authorization}`);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return promise;
}
