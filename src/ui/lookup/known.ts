import * as vscode from 'vscode';
import type { Operation } from '../../contract/shapes.ts';
import type { OperationId } from '../../contract/words.ts';
import { age } from '../orderWords.ts';
import type { RuntimeServices, Services } from '../services.ts';
import { say } from '../translate.ts';

export function limits(operation: Operation): string {
  const { perMinute, perDay } = operation.limits;
  if (perMinute === null || perDay === null) return vscode.l10n.t('limit not known');
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
  return last === undefined
    ? vscode.l10n.t('not used yet')
    : vscode.l10n.t('last used: {0}', age(last.begunAt, services.now()));
}

/** What is known before a call with this body: twins and what else stands in the way first, then price and limits. */
export async function known(
  { sending }: RuntimeServices,
  operation: Operation,
  body: string | null,
): Promise<readonly string[]> {
  const check = await sending.look(operation, await sending.destination(), body);
  const warning = check.warning === null ? [] : [check.warning];
  return [...check.obstacles.map(({ what }) => what), ...warning, ...check.details].map(say);
}
