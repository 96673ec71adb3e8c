import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { closeSync, openSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { devNull } from 'node:os';
import { causeOf } from './causeOf.ts';
import { coded } from './stuck.ts';

/** Looks all addresses of a name up, as `dns.lookup` does. */
export type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** getaddrinfo says of a name that it has none, too, where it had no descriptor left to ask with. */
function whyNone(error: NodeJS.ErrnoException): NodeJS.ErrnoException {
  if (error.code !== 'ENOTFOUND') return error;
  try {
    closeSync(openSync(devNull, 'r'));
  } catch (lack) {
    const code = causeOf(lack);
    if (code === 'EMFILE' || code === 'ENFILE') return coded(code);
  }
  return error;
}

/** Names that gave no answer, kept apart from those that have one. */
const mostDoubtful = 1_000;

/**
 * Asks for each name once at a time, whoever waits for it: the process has two places for look-ups, and a name that does not
 * answer keeps its place for ten seconds. So one dead name takes one of them, however many calls want it, and of names that
 * gave no answer the last time one is asked for after the other. No answer is remembered.
 */
export function sharedLookup(ask: LookupAll): LookupFunction {
  const underWay = new Map<string, Promise<LookupAddress[]>>();
  const doubtful = new Set<string>();
  let lastDoubtful: Promise<unknown> = Promise.resolve();

  const begin = (hostname: string, options: LookupAllOptions): Promise<LookupAddress[]> =>
    new Promise((resolve, reject) => {
      ask(hostname, options, (error, addresses) => {
        if (error?.code !== 'EAI_AGAIN') doubtful.delete(hostname);
        else if (doubtful.size < mostDoubtful) doubtful.add(hostname);
        if (error === null) resolve(addresses);
        else reject(whyNone(error));
      });
    });

  const addressesOf = (hostname: string, options: LookupAllOptions): Promise<LookupAddress[]> => {
    const key = JSON.stringify([hostname, options.family ?? 0, options.hints ?? 0]);
    const before = underWay.get(key);
    if (before !== undefined) return before;
    const own = doubtful.has(hostname)
      ? lastDoubtful.then(() => begin(hostname, options))
      : begin(hostname, options);
    const done = (): void => void underWay.delete(key);
    underWay.set(key, own);
    const ended = own.then(done, done);
    if (doubtful.has(hostname)) lastDoubtful = ended;
    return own;
  };

  return (hostname, { all, family, hints }, callback) => {
    const asked = {
      all: true,
      ...(family === undefined ? {} : { family }),
      ...(hints === undefined ? {} : { hints }),
    } as const;
    // On a turn of its own: what a socket throws is not the look-up's failure.
    addressesOf(hostname, asked).then(
      (addresses) =>
        process.nextTick(() => {
          const [first] = addresses;
          if (first === undefined) callback(coded('ENOTFOUND'), '');
          else if (all === true) callback(null, addresses);
          else callback(null, first.address, first.family);
        }),
      (error) => process.nextTick(() => callback(error, '')),
    );
  };
}

export const lookupName: LookupFunction = sharedLookup(lookup);
