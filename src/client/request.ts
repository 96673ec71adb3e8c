import type { CallRequest } from '../calls/ports/ports.ts';
import { connectionFault, type Fault } from './failures.ts';

export interface ReadyRequest {
  readonly url: URL;
  /** Name, value, name, value: exactly what we add; undici adds host, connection and content-length. */
  readonly headers: string[];
  readonly body: Buffer;
}

/** Checks what would otherwise fail inside the library with an error that names nothing. */
export function prepare(request: CallRequest, version: string): ReadyRequest | Fault {
  const url = URL.parse(request.url);
  if (
    url === null ||
    (url.protocol !== 'https:' && url.protocol !== 'http:') ||
    url.username !== '' ||
    url.password !== ''
  ) {
    return connectionFault(
      'invalid-request',
      'ERR_INVALID_URL',
      'The address of the call is not an http or https URL without credentials. Nothing was sent. Correct the base URL.',
    );
  }
  // RFC 9110 5.5 lets no control character into a header; beyond ASCII nobody agrees on the bytes.
  if (request.apiKey !== null && !/^[\x20-\x7e]*$/.test(request.apiKey)) {
    return connectionFault(
      'invalid-request',
      'INVALID_KEY',
      'The API key contains a character that cannot be sent (a line break, a tab, or a letter outside ASCII). Nothing was sent. Enter the key again.',
    );
  }
  for (const limit of [request.deadlineMs, request.connectTimeoutMs, request.maxResponseBytes]) {
    if (!(limit > 0)) {
      return connectionFault(
        'invalid-request',
        'INVALID_LIMIT',
        'Deadline, connect timeout and response size limit must be greater than zero. Nothing was sent. Correct the settings.',
      );
    }
  }
  const headers = request.apiKey === null ? [] : ['Authorization', `Bearer ${request.apiKey}`];
  headers.push('Accept', 'application/json', 'Content-Type', 'application/json');
  headers.push('User-Agent', `verification-api-explorer/${version}`);
  // A copy: what the caller does with its bytes while we connect must not change the call.
  return { url, headers, body: Buffer.from(request.body) };
}
