import { type OperationId, operationIds } from '../../contract/operationIds.ts';
import { type LookUpName, lookUpName } from '../../contributions.ts';
import { readOperation } from '../asking/arguments.ts';
import type { LookupCommand } from '../lookup/lookupWork.ts';
import { type CommandParts, someHandlers } from './commandParts.ts';
import type { Handler } from './start/register.ts';

/** Lookups without a form, of any operation and of each. */
export function lookupHandlers({ features }: CommandParts) {
  const lookUp = (command: LookupCommand): Handler => {
    return async (argument) => (await features()).lookups.run(command, argument);
  };
  /** Straight to the input of one operation; other extensions may pass fields or a body. */
  const lookUpIn = (operation: OperationId): Handler => {
    return async (argument) => {
      // What is no object is handed on under a name that is refused, with what may be passed.
      const given = typeof argument === 'object' || argument === undefined ? argument : { argument };
      return (await features()).lookups.run('quickLookup', { ...given, operation });
    };
  };
  const lookUps = Object.fromEntries(
    operationIds.map((id) => [lookUpName(id), lookUpIn(id)] as const),
  ) as Record<LookUpName, Handler>;
  const quickLookup: Handler = async (argument) => {
    const row = readOperation(argument);
    const request = row.kind === 'given' ? { operation: row.value } : argument;
    const { lookups, pages } = await features();
    try {
      return await lookups.run('quickLookup', request);
    } finally {
      // Its key works in a form, too, where the caret was.
      pages.focusBack();
    }
  };
  return someHandlers({
    quickLookup,
    // From the title of the view, whatever row had the focus.
    lookUpAny: () => quickLookup(undefined),
    ...lookUps,
    // The editor's context menu hands over a resource, which is no input.
    lookUpSelection: async () => (await features()).lookups.run('lookUpSelection', undefined),
    lookUpClipboard: lookUp('lookUpClipboard'),
    repeatLastLookup: lookUp('repeatLastLookup'),
  });
}
