import { type Environment, isEmbedded } from '../environments/environments.ts';
import { type KeyRecord, keyTail } from './key.ts';

/** Starts the names of all secrets that are API keys. */
export const keyPrefix = 'verificationExplorer.key.';
const byId = 'id:';

/** By identity, so that a new name keeps the key; one by name alone is where earlier versions kept it. */
export function secretNames(environment: Environment): readonly [own: string, ...earlier: string[]] {
  const byName = keyPrefix + environment.name.toLowerCase();
  return environment.id === undefined ? [byName] : [`${keyPrefix}${byId}${environment.id}`, byName];
}

/** A key that is kept for an environment that is in the settings no longer. */
export interface StrayKey {
  readonly secret: string;
  /** Of the environment, in small letters; null where it was kept by its id. */
  readonly name: string | null;
  /** What it was entered for; null for what cannot be read as a key. */
  readonly origin: string | null;
  readonly tail: string;
  readonly savedAt: number | null;
}

/** Names among those of all secrets that belong to none of these environments. */
export function strayNames(
  secrets: readonly string[],
  environments: readonly Environment[],
): readonly string[] {
  const known = new Set(environments.filter((one) => !isEmbedded(one)).flatMap(secretNames));
  return secrets.filter((secret) => secret.startsWith(keyPrefix) && !known.has(secret)).sort();
}

export function strayKey(secret: string, record: KeyRecord | null): StrayKey {
  const name = secret.slice(keyPrefix.length);
  return {
    secret,
    name: name.startsWith(byId) ? null : name,
    origin: record?.origin ?? null,
    tail: record === null ? '' : keyTail(record.key),
    savedAt: record?.savedAt ?? null,
  };
}
