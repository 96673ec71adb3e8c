import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { OrderFilter } from '../../calls/ports/ports.ts';
import { operationIds } from '../../contract/operationIds.ts';
import { billings, outcomes } from '../../contract/words.ts';
import { viewIds } from '../../contributions.ts';
import type { FilterState } from '../base/start/filterState.ts';
import '../shell/schemaWords.ts';

const texts = z.array(z.string().check(z.maxLength(200))).check(z.minLength(1), z.maxLength(200));
const someOf = <const T extends readonly [string, ...string[]]>(names: T) =>
  z.optional(z.array(z.enum(names)).check(z.minLength(1)));

/** A filter as a row of the spend view or a bar of the usage page hands it over. */
export const orderFilter = z.strictObject({
  environments: z.optional(texts),
  identities: z.optional(texts),
  operations: someOf(operationIds),
  outcomes: someOf(outcomes),
  /** '' = orders without a code. */
  messageCodes: z.optional(texts),
  billings: someOf(billings),
  from: z.optional(z.number()),
  to: z.optional(z.number()),
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
