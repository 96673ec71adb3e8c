import { coverData, coverHeaderValue } from './coverText.ts';
import { bullets } from './masking.ts';
import type { OwnInput } from './ownInput.ts';

type Headers = readonly (readonly [name: string, value: string])[];

/** What headers say of the transport and of limits, and ids to quote: shown, with the rule for texts over their values. */
const shown = new Set([
  ...['date', 'age', 'expires', 'last-modified', 'cache-control', 'pragma', 'vary', 'etag', 'via', 'server'],
  ...[
    'content-type',
    'content-length',
    'content-encoding',
    'content-language',
    'transfer-encoding',
    'trailer',
  ],
  ...['connection', 'keep-alive', 'upgrade', 'allow', 'accept-ranges', 'alt-svc', 'retry-after', 'warning'],
  ...['strict-transport-security', 'x-content-type-options', 'x-frame-options', 'x-xss-protection'],
  ...['content-security-policy', 'referrer-policy', 'permissions-policy', 'x-powered-by', 'x-cache'],
  ...['access-control-allow-origin', 'access-control-allow-methods', 'access-control-allow-headers'],
  ...['x-request-id', 'x-correlation-id', 'request-id', 'x-amzn-requestid', 'x-amz-cf-id', 'cf-ray'],
  ...['x-response-time', 'x-runtime', 'server-timing', 'traceparent'],
]);
const limits = /^(?:x-)?rate-?limit(?:-[a-z]+)*$/;

/** What lets whoever has it in: a session, a password, a key. Nobody needs it to read an answer. */
const credential =
  /cookie|authori[sz]ation|authenticat(?:e|ion)|token|secret|session|password|signature|credential|api-?key|csrf|xsrf/;

/**
 * The headers of an answer as they may be shown or leave: those known to be harmless, the others with their value
 * covered. Revealed, all are exact but those that let somebody in, which are never shown.
 */
export function coverHeaders(headers: Headers, own: OwnInput | null, revealed: boolean): Headers {
  return headers.map(([name, value]) => {
    const lower = name.toLowerCase();
    if (credential.test(lower)) return [coverData(name, own), bullets] as const;
    if (revealed) return [name, value] as const;
    const isShown = shown.has(lower) || limits.test(lower);
    return [
      coverData(name, own),
      isShown ? coverHeaderValue(value, own) : value === '' ? '' : bullets,
    ] as const;
  });
}
