import type { Plugin } from '@scalar/snippetz';

/**
 * Stand-ins the library writes its code around; each is then exchanged, quotes included, for the exact literal or
 * expression. The library's own escaping is not used: it differs from plugin to plugin, and some forget.
 */
export const standIn = {
  url: 'https://url.invalid/token',
  key: 'KEY_TOKEN',
  body: 'BODY_TOKEN',
} as const;

/** Name of the environment variable that every snippet reads the key from. */
export const keyVariable = 'VERIFICATION_API_KEY';

/** Old code and new; each old one stands in the library's code exactly once. */
export type Swap = readonly [old: string, fresh: string];

/** The library's code for a call of stand-ins. `mimeType` chooses how a plugin takes the body. */
export function frameOf(plugin: Plugin, mimeType: 'application/json' | 'text/plain'): string {
  return plugin.generate({
    method: 'POST',
    url: standIn.url,
    httpVersion: 'HTTP/1.1',
    headers: [
      { name: 'Authorization', value: `Bearer ${standIn.key}` },
      { name: 'Accept', value: 'application/json' },
      { name: 'Content-Type', value: 'application/json' },
    ],
    queryString: [],
    cookies: [],
    postData: { mimeType, text: standIn.body },
    headersSize: -1,
    bodySize: -1,
  });
}

/**
 * Exchanges all swaps at once, so that nothing put in is looked at again. Throws when the library's code is not what the
 * swaps were written for: half a snippet must not reach anybody.
 */
export function swapped(frame: string, swaps: readonly Swap[]): string {
  const places = swaps.map(([old, fresh]) => {
    const at = frame.indexOf(old);
    if (at === -1 || frame.indexOf(old, at + 1) !== -1) {
      throw new Error(`The snippet library no longer writes ${old} once; the snippet was not made.`);
    }
    return { at, end: at + old.length, fresh };
  });
  places.sort((a, b) => a.at - b.at);
  const pieces: string[] = [];
  let from = 0;
  for (const { at, end, fresh } of places) {
    pieces.push(frame.slice(from, at), fresh);
    from = end;
  }
  return [...pieces, frame.slice(from)].join('');
}
