import * as vscode from 'vscode';
import { type CountedTo, countedTo, goneIdentities } from '../../calls/environments/countedTo.ts';
import { isSimulatedIdentity } from '../../calls/environments/counting.ts';
import { type Environment, mayBill } from '../../calls/environments/environments.ts';
import type { Ledger } from '../../calls/ports/ports.ts';
import type { KnownIdentity } from '../../calls/ports/usagePorts.ts';
import { outcomes } from '../../contract/words.ts';
import type { Services } from '../base/services.ts';

/** An environment whose statement it can be, and its orders. */
interface Stated {
  readonly name: string;
  readonly orders: CountedTo;
}

/** Those of them that had the name, and what they were before they had an id. */
function goneAs(name: string, gone: readonly KnownIdentity[]): readonly KnownIdentity[] {
  const named = gone.filter(({ names }) => names.includes(name));
  const earlier = named.flatMap((one) => one.earlier);
  return [...new Set([...named, ...gone.filter(({ identity }) => earlier.includes(identity))])];
}

/**
 * Under a name go the orders of the environment that has it now, and of those that are gone and had it, whatever either was called
 * before: who was removed and added again has a new identity, and the provider's statement knows nothing of that. Nor does it
 * know of what was simulated, unless that is what is compared.
 */
function statedBy(name: string, all: readonly Environment[], known: readonly KnownIdentity[]): Stated {
  const there = all.find((one) => one.name === name);
  const own = there === undefined ? null : countedTo(there, known);
  const gone = goneAs(name, goneIdentities(all, known));
  const identities = [...(own?.identities ?? []), ...gone.map(({ identity }) => identity)];
  return {
    name,
    orders: {
      environments: [...new Set([...(own?.environments ?? [name]), ...gone.flatMap(({ names }) => names)])],
      identities:
        there !== undefined && !mayBill(there)
          ? identities
          : identities.filter((one) => !isSimulatedIdentity(one)),
    },
  };
}

/** Of what left, whatever was said of the money. */
const listable = outcomes.filter((one) => one !== 'not-sent');

/** Names of environments that are gone and of which something left for where it can bill: a statement may charge what was said to be free, or refunded. */
async function goneNames(
  ledger: Pick<Ledger, 'distinct' | 'exists'>,
  all: readonly Environment[],
  known: readonly KnownIdentity[],
): Promise<readonly string[]> {
  const gone = goneIdentities(all, known).filter(({ identity }) => !isSimulatedIdentity(identity));
  const names: string[] = [];
  for (const name of (await ledger.distinct()).environments) {
    const identities = gone.filter((one) => one.names.includes(name)).map(({ identity }) => identity);
    if (identities.length === 0) continue;
    const filter = { environments: [name], identities, outcomes: listable, kind: 'live' } as const;
    if (await ledger.exists({ group: 'all', filter })) names.push(name);
  }
  return names;
}

/**
 * Asked where there are several; undefined = cancelled. A name that an environment gave up, and nobody else has, is no choice.
 * @param given the name that the user chose already, where it can bill
 */
export async function chooseStated(
  services: Services,
  title: string,
  given?: unknown,
): Promise<Stated | undefined> {
  const ledger = await services.ledger();
  const known = await ledger.identities();
  const { environments } = services;
  const all = environments.all();
  const current = environments.current().name;
  const others = [...all.map(({ name }) => name), ...(await goneNames(ledger, all, known))];
  const names = [...new Set([current, ...others])];
  // Nobody has a statement of what is simulated: where that is in front, another may be meant.
  const asked = all.find((one) => one.name === given && mayBill(one))?.name;
  const told = asked ?? (names.length === 1 ? current : undefined);
  const chosen =
    told ??
    (await vscode.window.showQuickPick(names, {
      title,
      placeHolder: vscode.l10n.t('Whose statement is it?'),
      ignoreFocusOut: true,
    }));
  return chosen === undefined ? undefined : statedBy(chosen, all, known);
}
