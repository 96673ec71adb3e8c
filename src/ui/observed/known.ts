import * as vscode from 'vscode';
import { isEmbedded, mayBill, placeOf } from '../../calls/environments/environments.ts';
import type { LearnedHead } from '../../calls/ports/shapePorts.ts';
import type { Services } from '../base/services.ts';

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

/** That nothing real answered there: what is learned of a sandbox is what it was made to answer. */
export function isSimulated({ environments }: Pick<Services, 'environments'>, place: string): boolean {
  const there = environments.all().filter((one) => placeOf(one) === place);
  return there.length > 0 && !there.some(mayBill);
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
