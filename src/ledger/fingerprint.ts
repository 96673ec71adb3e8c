import { createHmac, hkdfSync } from 'node:crypto';
import { parseWithNumbers, sortedJson } from '../contract/jsonNumbers.ts';
import type { OperationId } from '../contract/words.ts';

/** Above this many characters numbers lose their spelling when parsed: such a body counts as it stands. */
const parsedChars = 1_000_000;

/**
 * JSON with sorted keys, no white space and numbers as written (`1` and `1.0` differ: the service may tell them apart);
 * null when the bytes are not JSON, or too long or too deep to be told.
 */
export function canonicalJson(body: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    if (text.length > parsedChars) return null;
    const value = parseWithNumbers(text);
    return value === undefined ? null : sortedJson(value);
  } catch (error) {
    // No UTF-8 (TypeError), or nested deeper than the stack (RangeError): the bytes themselves are compared.
    if (error instanceof TypeError || error instanceof RangeError) return null;
    throw error;
  }
}

/** The key of all fingerprints, derived from the sealing key. */
export function fingerprintKey(sealingKey: Uint8Array): Uint8Array {
  return Buffer.from(hkdfSync('sha256', sealingKey, '', 'fingerprint of an input, 1', 32));
}

/** HMAC-SHA-256 of an entry of a bulk call; 32 hexadecimal digits of it. No body has the same, whatever it holds. */
export function partOf(key: Uint8Array, operation: OperationId, entry: string): string {
  return createHmac('sha256', key).update(`${operation}\u0000entry\u0000${entry}`).digest('hex').slice(0, 32);
}

/** HMAC-SHA-256 of operation and canonical body; 32 hexadecimal digits of it. @param key see fingerprintKey */
export function fingerprintOf(key: Uint8Array, operation: OperationId, body: Uint8Array): string {
  const canonical = canonicalJson(body);
  return createHmac('sha256', key)
    .update(`${operation}\u0000${canonical === null ? 'bytes' : 'json'}\u0000`)
    .update(canonical ?? body)
    .digest('hex')
    .slice(0, 32);
}
