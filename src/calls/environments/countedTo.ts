import type { OrderFilter } from '../ports/ports.ts';
import type { KnownIdentity } from '../ports/usagePorts.ts';
import { environmentIdentity } from './counting.ts';
import { type Environment, environmentWith, identitiesOf } from './environments.ts';

/** Lets an environment's orders through, and nobody else's; the names are there for the index, and for who reads the filter. */
export type CountedTo = Required<Pick<OrderFilter, 'environments' | 'identities'>>;

/**
 * The orders that count to an environment, whatever it was called when they left, but none of another that has, or had, one
 * of its names.
 * @param known see Ledger.identities
 */
export function countedTo(environment: Environment, known: readonly KnownIdentity[]): CountedTo {
  const own = identitiesOf(environment);
  const counted = known
    .filter(({ identity }) => own.includes(environmentIdentity(identity)))
    .flatMap(({ identity, earlier }) => [identity, ...earlier]);
  const identities = [...new Set([...own, ...counted])];
  const names = known.flatMap((one) => (identities.includes(one.identity) ? one.names : []));
  return { environments: [...new Set([environment.name, ...names])], identities };
}

/** Whose calls of an identity are, also where the environment was given an id and another name since; undefined = it is gone. */
export function ownerOf(
  all: readonly Environment[],
  identity: string,
  known: readonly KnownIdentity[],
): Environment | undefined {
  return (
    environmentWith(all, identity) ??
    all.find((environment) => countedTo(environment, known).identities.includes(identity))
  );
}

/** Those of whom nobody in the settings is the owner: environments that were removed, or lost their id. */
export function goneIdentities(
  all: readonly Environment[],
  known: readonly KnownIdentity[],
): readonly KnownIdentity[] {
  const owned = new Set(all.flatMap((environment) => countedTo(environment, known).identities));
  return known.filter(({ identity }) => !owned.has(identity));
}
