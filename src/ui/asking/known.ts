import * as vscode from 'vscode';
import type { Obstacle } from '../../calls/sending/ports.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { OperationId } from '../../contract/words.ts';
import type { RuntimeServices, Services } from '../base/services.ts';
import { age } from '../words/both/orderWords.ts';
import { say } from '../words/both/translate.ts';

export function limits(operation: Operation): string {
  const { perMinute, perDay } = operation.limits;
  if (perMinute === null || perDay === null) return vscode.l10n.t('size of the limit not documented');
  return vscode.l10n.t('{0} a minute, {1} a day', perMinute, perDay);
}

export async function lastUse(services: Services, operation: OperationId): Promise<string> {
  const page = await (await services.ledger()).list({
    group: 'all',
    filter: { operations: [operation] },
    limit: 1,
    after: null,
  });
  const last = page.orders[0];
  return last === undefined ? vscode.l10n.t('not used yet') : usedWords(last.begunAt, services.now());
}

function usedWords(at: number, now: number): string {
  if (now - at < 60_000) return vscode.l10n.t('last used just now');
  return now - at < 24 * 60 * 60_000
    ? vscode.l10n.t('last used {0} ago', age(at, now))
    : vscode.l10n.t('last used on {0}', age(at, now));
}

/** What is known before a call, each a few words. */
export interface Known {
  /** Orders with the same input: what may cost money twice. */
  readonly twins: readonly string[];
  /** What else stands in the way. */
  readonly inTheWay: readonly string[];
  /** Price, spend and limits. */
  readonly usual: readonly string[];
}

/** @param body what would leave; null = any input, of which nothing is said then */
export async function known(
  { sending }: RuntimeServices,
  operation: Operation,
  body: string | null,
): Promise<Known> {
  const check = await sending.look(operation, await sending.destination(), body);
  const { obstacles, details, used, warning, limits } = check;
  const isTwin = ({ kind }: Obstacle): boolean => kind === 'pending-twin' || kind === 'paid-twin';
  const [, day] = limits;
  // Once it is reached, what stands in the way says the same with the same numbers; of a day with a limit it says nothing.
  const isSaid =
    day.most === null && obstacles.some((one) => one.kind === 'meter' && one.source === 'learned');
  return {
    twins: obstacles.filter(isTwin).map(({ what }) => say(what)),
    inTheWay: [
      ...obstacles.filter((one) => !isTwin(one)).map(({ what }) => what),
      ...(warning === null ? [] : [warning]),
    ].map(say),
    usual: details.filter((one) => !(isSaid && one === used)).map(say),
  };
}
