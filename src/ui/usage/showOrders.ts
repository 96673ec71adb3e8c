import * as vscode from 'vscode';
import * as z from 'zod';
import type { OrderFilter } from '../../calls/ports/ports.ts';
import { operationIds } from '../../contract/operationIds.ts';
import { billings, outcomes } from '../../contract/words.ts';
import { viewIds } from '../../contributions.ts';
import type { FilterState } from '../trees/filterState.ts';

const texts = z.array(z.string().max(200)).min(1).max(200);

/** A filter as a row of the spend view or a bar of the usage page hands it over. */
export const orderFilter = z.strictObject({
  environments: texts.optional(),
  operations: z.array(z.enum(operationIds)).min(1).optional(),
  outcomes: z.array(z.enum(outcomes)).min(1).optional(),
  /** '' = orders without a code. */
  messageCodes: texts.optional(),
  billings: z.array(z.enum(billings)).min(1).optional(),
  from: z.number().optional(),
  to: z.number().optional(),
});

type Parsed = z.infer<typeof orderFilter>;

/** Without keys that are undefined: a filter counts as set by its keys. */
export function asFilter(parsed: Parsed): OrderFilter {
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined));
}

/** Sets the history's filter and brings the history into view. */
export async function showOrders(filter: FilterState, argument: unknown): Promise<void> {
  const read = orderFilter.safeParse(argument ?? {});
  if (!read.success) {
    const wrong = read.error.issues.map(({ path, message }) => [...path.map(String), message].join(': '));
    throw new Error(vscode.l10n.t('This is not a filter of the order history: {0}.', wrong.join('; ')));
  }
  await filter.set(asFilter(read.data));
  await vscode.commands.executeCommand(`${viewIds.orders}.focus`);
}
