import * as vscode from 'vscode';
import { countedTo, goneIdentities } from '../../calls/environments/countedTo.ts';
import { isEmbedded, mayBill, placeOf, placeOfOrigin } from '../../calls/environments/environments.ts';
import { embeddedPlace } from '../../calls/ports/guardPorts.ts';
import type { OrderFilter, OrderSummary } from '../../calls/ports/ports.ts';
import type { LearnedHead } from '../../calls/ports/shapePorts.ts';
import type { Services } from '../base/services.ts';

/** Newest orders among which one that went to a place is looked for. */
const mostLooked = 1000;

/** One code of an operation at one place, of which something was learned: its answers, and what led to them. */
export type KnownCode = Omit<LearnedHead, 'side'>;

/** Each code once; of an answer without a readable body there is the request alone. */
export function knownCodes(heads: readonly LearnedHead[]): readonly KnownCode[] {
  const known = new Map<string, KnownCode>();
  for (const { operation, place, code, inputs, since } of heads) {
    const id = JSON.stringify([operation, place, code]);
    const before = known.get(id);
    known.set(id, {
      ...{ operation, place, code },
      inputs: Math.max(before?.inputs ?? 0, inputs),
      since: Math.min(before?.since ?? since, since),
    });
  }
  return [...known.values()].sort((a, b) => b.inputs - a.inputs || (a.code < b.code ? -1 : 1));
}

/** "12 inputs" */
export function inputsWord(count: number): string {
  return count === 1 ? vscode.l10n.t('1 input') : vscode.l10n.t('{0} inputs', count);
}

/** The environments that lead there by their names, else its address. */
export function placeName({ environments }: Pick<Services, 'environments'>, place: string): string {
  const names = environments.all().flatMap((one) => (placeOf(one) === place ? [one.name] : []));
  return names.length === 0 ? place : names.join(', ');
}

export function chosenPlace({ environments }: Pick<Services, 'environments'>): string {
  return placeOf(environments.current());
}

/** The embedded sandbox's: an address that no other tool reaches. */
function isEmbeddedPlace({ environments }: Pick<Services, 'environments'>, place: string): boolean {
  return environments.all().some((one) => isEmbedded(one) && placeOf(one) === place);
}

/**
 * The newest orders that went there, of environments that lead there; where none does any more, of those that are gone.
 * @param limit of orders looked at: an environment may have led elsewhere before
 */
export async function ordersThere(
  services: Services,
  place: string,
  filter: OrderFilter,
  limit: number,
): Promise<readonly OrderSummary[]> {
  const all = services.environments.all();
  const ledger = await services.ledger();
  const known = await ledger.identities();
  const here = all.filter((one) => placeOf(one) === place).map((one) => countedTo(one, known));
  const gone = goneIdentities(all, known);
  const whose =
    here.length > 0
      ? {
          environments: here.flatMap((one) => one.environments),
          identities: here.flatMap((one) => one.identities),
        }
      : {
          environments: gone.flatMap(({ names }) => names),
          identities: gone.map(({ identity }) => identity),
        };
  const { orders } = await ledger.list({ group: 'all', filter: { ...filter, ...whose }, limit, after: null });
  // The port of the embedded sandbox is another one each time.
  return orders.filter(({ origin }) => place === embeddedPlace || placeOfOrigin(origin) === place);
}

/** That nothing real answered there: what is learned of a sandbox is what it was made to answer. */
export async function isSimulated(services: Services, place: string): Promise<boolean> {
  const there = services.environments.all().filter((one) => placeOf(one) === place);
  if (there.length > 0) return !there.some(mayBill);
  // None of them is in the settings any more: its orders say what it was.
  const [last] = await ordersThere(services, place, {}, mostLooked);
  return last?.kind === 'sandbox';
}

/**
 * Where calls to a place go: the base URL with its path, of the chosen environment where it leads there, else the one that all
 * others have. Its origin where they differ; null for the embedded sandbox, whose port is another one each time.
 */
export function baseUrlOf(services: Pick<Services, 'environments'>, place: string): string | null {
  if (isEmbeddedPlace(services, place)) return null;
  const { environments } = services;
  const chosen = environments.current();
  const here =
    placeOf(chosen) === place ? [chosen] : environments.all().filter((one) => placeOf(one) === place);
  const [only = place, ...others] = new Set(here.map(({ baseUrl }) => baseUrl));
  return others.length === 0 ? only : place;
}
