import { isLoopbackName } from '../../contract/loopback.ts';
import { operations } from '../../contract/operations.ts';
import { isRecord } from '../../contract/record.ts';
import { withoutSlashes } from '../../contract/trimming.ts';
import type { Phrase } from '../../contract/words.ts';
import { type GuardSettings, readGuardSettings } from '../guard/userLimits.ts';
import { embeddedPlace } from '../ports/guardPorts.ts';
import type { EnvironmentKind } from '../ports/ports.ts';

/**
 * A place to send calls to, as kept in the setting `verificationExplorer.environments`, with the prices, limits and
 * budget the user has set for it.
 */
export interface Environment extends GuardSettings {
  readonly name: string;
  /** Written by *Add Environment*, so that a new name stays the same environment; absent where the user wrote the entry. */
  readonly id?: string;
  /** No trailing slash. For the sandbox it is empty until the sandbox runs: its port is free at each start. */
  readonly baseUrl: string;
  readonly kind: EnvironmentKind;
}

/** The environment every user starts in; it needs no setting and no key of the user's. */
export const sandboxEnvironment: Environment = { name: 'Sandbox', baseUrl: '', kind: 'sandbox' };

export type BaseUrlReading =
  | { readonly ok: true; readonly baseUrl: string; readonly origin: string }
  | { readonly ok: false; readonly why: Phrase };

function refuse(text: string, ...args: readonly string[]): BaseUrlReading {
  return { ok: false, why: { text, args } };
}

/**
 * Reads a base URL as a user types it. https anywhere, http on loopback only; no credentials, query or fragment; a path
 * prefix is kept without its trailing slash.
 */
export function readBaseUrl(typed: string): BaseUrlReading {
  const text = typed.trim();
  if (text === '') return refuse('Enter a whole URL, for example https://api.example.in.');
  if (!URL.canParse(text)) return refuse('Enter a whole URL, for example https://api.example.in.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refuse('A base URL starts with https://, not {0}//.', url.protocol);
  }
  if (url.protocol === 'http:' && !isLoopbackName(url.hostname)) {
    return refuse('http is allowed on this computer only: the key would travel in the clear. Use https.');
  }
  if (url.username !== '' || url.password !== '') {
    return refuse(
      'Leave user name and password out of the base URL; the key is kept apart and asked for next.',
    );
  }
  if (text.includes('?')) return refuse('Leave the query (from ? on) out of the base URL.');
  if (text.includes('#')) return refuse('Leave the fragment (from # on) out of the base URL.');
  return { ok: true, baseUrl: url.origin + withoutSlashes(url.pathname), origin: url.origin };
}

/** What every path begins with (docs/service.md, "Versioning"): the segments that all operations share. */
const versionPrefix = operations
  .map(({ path }) => path.split('/'))
  .reduce((shared, segments) => {
    const apart = shared.findIndex((segment, index) => segments[index] !== segment);
    return apart === -1 ? shared : shared.slice(0, apart);
  })
  .join('/');

/**
 * The base URL without what every path brings along, where it holds that already: `https://a/api/v1` and
 * `https://a/api/v1/rc/advanced` are `https://a`. Null where nothing is doubled.
 */
export function mendedBaseUrl(baseUrl: string): string | null {
  const { origin, pathname } = new URL(baseUrl);
  const path = `${withoutSlashes(pathname)}/`;
  const at = path.indexOf(`${versionPrefix}/`);
  return at === -1 ? null : origin + path.slice(0, at);
}

export interface EnvironmentReading {
  /** The sandbox first, then what the setting names, in its order. */
  readonly environments: readonly Environment[];
  /** Where each of them stands in the setting, from 0; the built-in sandbox stands nowhere. */
  readonly places: ReadonlyMap<Environment, number>;
  /** One sentence for each entry that could not be used. */
  readonly problems: readonly Phrase[];
}

interface EntryReading {
  readonly environment: Environment;
  /** Of its prices, limits and budget; it can be used all the same. */
  readonly problems: readonly Phrase[];
}

function readEntry(entry: unknown, taken: readonly Environment[], place: number): EntryReading | Phrase {
  if (!isRecord(entry) || typeof entry.name !== 'string' || typeof entry.baseUrl !== 'string') {
    return {
      text: 'Environment {0} in the settings needs a name and a baseUrl; it is left out.',
      args: [place],
    };
  }
  const named = nameProblem(entry.name, taken);
  if (named !== null) return named;
  if (entry.kind !== undefined && entry.kind !== 'live' && entry.kind !== 'sandbox') {
    return {
      text: 'The kind of environment {0} is neither live nor sandbox; it is left out.',
      args: [entry.name],
    };
  }
  const url = readBaseUrl(entry.baseUrl);
  if (!url.ok) {
    return { text: 'Environment {0} is left out: {1}', args: [entry.name, url.why] };
  }
  const name = entry.name.trim();
  const id = idProblem(entry.id, name, taken);
  if (id !== null) return id;
  const kind = entry.kind === 'sandbox' ? 'sandbox' : 'live';
  const guard = readGuardSettings(entry, name);
  const own = typeof entry.id === 'string' ? { id: entry.id } : {};
  const environment = { name, ...own, baseUrl: url.baseUrl, kind, ...guard.settings } as const;
  return { environment, problems: [...doubled(name, url.baseUrl), ...guard.problems] };
}

/** It is used as it stands: a gateway may really have its paths there. */
function doubled(name: string, baseUrl: string): readonly Phrase[] {
  const mended = mendedBaseUrl(baseUrl);
  if (mended === null) return [];
  const [{ path } = { path: '' }] = operations;
  return [
    {
      text: 'The base URL of environment {0} holds {1}, which every path begins with: calls go to {2}. It is probably {3}.',
      args: [name, versionPrefix, baseUrl + path, mended],
    },
  ];
}

/** Why an entry cannot be told from others by its id, or null. Two that share one would share spend, budget and key. */
function idProblem(id: unknown, name: string, taken: readonly Environment[]): Phrase | null {
  if (id === undefined) return null;
  if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id)) {
    return {
      text: 'The id of environment {0} is not a text of letters, digits, - and _; it is left out. Remove the id if you wrote it yourself.',
      args: [name],
    };
  }
  const same = taken.find((one) => one.id === id);
  if (same === undefined) return null;
  return {
    text: 'Environment {0} has the same id as {1}; it is left out. Remove the id of the copied one.',
    args: [name, same.name],
  };
}

/** Reads the setting `verificationExplorer.environments`; what cannot be used is left out and named, never thrown. */
export function readEnvironments(value: unknown): EnvironmentReading {
  const environments: Environment[] = [sandboxEnvironment];
  const places = new Map<Environment, number>();
  const problems: Phrase[] = [];
  if (value !== undefined && !Array.isArray(value)) {
    problems.push({
      text: 'The setting verificationExplorer.environments is not a list; only the sandbox is offered.',
    });
  }
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  for (const [index, entry] of entries.entries()) {
    const read = readEntry(entry, environments, index + 1);
    if ('text' in read) {
      problems.push(read);
      continue;
    }
    environments.push(read.environment);
    places.set(read.environment, index);
    problems.push(...read.problems);
  }
  return { environments, places, problems };
}

function nameIdentity(name: string): string {
  return `name:${name.toLowerCase()}`;
}

/**
 * What an environment is told from others by, however its name is spelt: its id, or its name without regard to case.
 * Spend and budget, its key and its batches belong to it.
 */
export function identityOf(environment: Environment): string {
  if (isEmbedded(environment)) return 'embedded';
  return environment.id === undefined ? nameIdentity(environment.name) : `id:${environment.id}`;
}

/** All identities whose calls are this environment's: also those it made before it was given an id. */
export function identitiesOf(environment: Environment): readonly string[] {
  const own = identityOf(environment);
  return environment.id === undefined ? [own] : [own, nameIdentity(environment.name)];
}

/** The environment of that identity, also one that was given its id since: then it is found by the name it had. */
export function environmentWith(all: readonly Environment[], identity: string): Environment | undefined {
  return all.find((one) => identitiesOf(one).includes(identity));
}

/** Where its calls are counted, see Account. */
export function placeOf(environment: Environment): string {
  return isEmbedded(environment) ? embeddedPlace : placeOfOrigin(originOf(environment));
}

/** A rooted name (`api.example.in.`) leads to the same service as the plain one; calls and the key keep to what was written. */
export function placeOfOrigin(origin: string): string {
  return origin.replace(/\.(?=:\d+$|$)/, '');
}

/** The origin a key is bound to; empty for the embedded sandbox. */
export function originOf(environment: Environment): string {
  return environment.baseUrl === '' ? '' : new URL(environment.baseUrl).origin;
}

/** True for the sandbox this extension runs itself. */
export function isEmbedded(environment: Environment): boolean {
  return environment.kind === 'sandbox' && environment.baseUrl === '';
}

/**
 * Whether calls to it must be treated as billed. The word "sandbox" in a setting is believed only on this computer:
 * a mislabelled remote service would otherwise bill without asking.
 */
export function mayBill(environment: Environment): boolean {
  if (environment.kind === 'live') return true;
  return environment.baseUrl !== '' && !isLoopbackName(new URL(environment.baseUrl).hostname);
}

/** Why a name cannot be given to a new environment, or null. Names are compared without case. */
export function nameProblem(typed: string, taken: readonly Environment[]): Phrase | null {
  const name = typed.trim();
  if (name === '') return { text: 'Enter a name for the environment, for example acme-prod.' };
  if (name.length > 60) return { text: 'A name has at most 60 characters.' };
  const wanted = name.toLowerCase();
  if (taken.some((one) => one.name.toLowerCase() === wanted)) {
    return { text: 'An environment named {0} already exists. Choose another name.', args: [name] };
  }
  return null;
}
