import { type CountedTo, countedTo, ownerOf } from '../../calls/environments/countedTo.ts';
import { type Environment, identityOf } from '../../calls/environments/environments.ts';
import type { KnownIdentity, UsageRow } from '../../calls/ports/usagePorts.ts';

/** Whom calls count to: an environment of the settings, or one that is gone. */
export interface Spender {
  readonly identity: string;
  readonly name: string;
  /** What it counts as billed cost nothing. */
  readonly simulated: boolean;
  readonly orders: CountedTo;
}

export interface SpenderRows {
  readonly whose: Spender;
  readonly rows: readonly UsageRow[];
}

export function spenderOf(environment: Environment, known: readonly KnownIdentity[]): Spender {
  return {
    identity: identityOf(environment),
    name: environment.name,
    simulated: environment.kind === 'sandbox',
    orders: countedTo(environment, known),
  };
}

/** One that is gone bears the name of its newest calls. */
function goneSpender(identity: string, rows: readonly UsageRow[], known: readonly KnownIdentity[]): Spender {
  const names = known.find((one) => one.identity === identity)?.names ?? [];
  const name = rows.at(-1)?.environment ?? identity;
  // Counts do not say of which kind it was.
  return {
    identity,
    name,
    simulated: false,
    orders: { environments: [...new Set([name, ...names])], identities: [identity] },
  };
}

/** Counts by who they count to now, by name. @param rows ascending by day */
export function bySpender(
  rows: readonly UsageRow[],
  all: readonly Environment[],
  known: readonly KnownIdentity[],
): SpenderRows[] {
  const groups = new Map<string, SpenderRows>();
  for (const [identity, some] of Map.groupBy(rows, (row) => row.identity)) {
    const owner = ownerOf(all, identity, known);
    const whose = owner === undefined ? goneSpender(identity, some, known) : spenderOf(owner, known);
    const before = groups.get(whose.identity)?.rows ?? [];
    groups.set(whose.identity, { whose, rows: [...before, ...some] });
  }
  return [...groups.values()].sort((a, b) => (a.whose.name < b.whose.name ? -1 : 1));
}
