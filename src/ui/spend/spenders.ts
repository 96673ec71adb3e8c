import { type CountedTo, countedTo, ownerOf } from '../../calls/environments/countedTo.ts';
import { countedAs, isSimulatedIdentity } from '../../calls/environments/counting.ts';
import { type Environment, mayBill } from '../../calls/environments/environments.ts';
import type { KnownIdentity, UsageRow } from '../../calls/ports/usagePorts.ts';

/** Whom calls count to: an environment of the settings, or one that is gone. */
export interface Spender {
  readonly identity: string;
  readonly name: string;
  /** What it counts as billed cost nothing. */
  readonly simulated: boolean;
  readonly orders: CountedTo;
  /** Those set now; of one that is gone none. */
  readonly prices: Environment['prices'];
}

export interface SpenderRows {
  readonly whose: Spender;
  readonly rows: readonly UsageRow[];
}

/** @param simulated what of it could not be billed, or what could, which it has where it led elsewhere before */
export function spenderOf(
  environment: Environment,
  known: readonly KnownIdentity[],
  simulated = !mayBill(environment),
): Spender {
  const orders = countedTo(environment, known);
  const identities = orders.identities.filter((one) => isSimulatedIdentity(one) === simulated);
  return {
    identity: countedAs(environment, simulated),
    name: environment.name,
    simulated,
    orders: { ...orders, identities },
    prices: environment.prices,
  };
}

/** One that is gone bears the name of its newest calls. */
function goneSpender(identity: string, rows: readonly UsageRow[], known: readonly KnownIdentity[]): Spender {
  const names = known.find((one) => one.identity === identity)?.names ?? [];
  const name = rows.at(-1)?.environment ?? identity;
  return {
    identity,
    name,
    simulated: isSimulatedIdentity(identity),
    orders: { environments: [...new Set([name, ...names])], identities: [identity] },
    prices: undefined,
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
    const whose =
      owner === undefined
        ? goneSpender(identity, some, known)
        : spenderOf(owner, known, isSimulatedIdentity(identity));
    const before = groups.get(whose.identity)?.rows ?? [];
    groups.set(whose.identity, { whose, rows: [...before, ...some] });
  }
  return [...groups.values()].sort((a, b) => (a.whose.name < b.whose.name ? -1 : 1));
}
