import type { Services } from '../base/services.ts';
import type { FilterState } from '../base/start/filterState.ts';
import type { Features } from '../runtime/features.ts';
import type { FocusedRows } from '../start/trees/focusedRows.ts';
import type { CommandName, Handler } from './start/register.ts';

/** What commands work with. */
export interface CommandParts {
  readonly services: Services;
  readonly features: () => Promise<Features>;
  /** The history's view. */
  readonly orders: { refresh(): void; loadMore(group: unknown): void };
  /** The history's rows that a key is meant for. */
  readonly rows: Pick<FocusedRows, 'take' | 'hasSelected' | 'isOnlySelected'>;
  readonly filter: FilterState;
}

/** Some of the commands, of which the compiler knows which ones they are. */
export function someHandlers<Name extends CommandName>(
  handlers: Readonly<Record<Name, Handler>>,
): Readonly<Record<Name, Handler>> {
  return handlers;
}
