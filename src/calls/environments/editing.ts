import { isRecord } from '../../contract/record.ts';
import type { OperationId, Phrase } from '../../contract/words.ts';
import type { BudgetPeriod } from '../guard/userLimits.ts';
import { type Environment, environmentWith, identityOf, readEnvironments } from './environments.ts';

type Entry = Readonly<Record<string, unknown>>;

/** What shall stand where an entry of the setting stands; all that it does not name stays as it was written. */
export type EntryEdit = (entry: Entry) => Entry;

export type EditedSetting =
  | { readonly ok: true; readonly value: readonly unknown[] }
  | { readonly ok: false; readonly why: Phrase };

/**
 * The setting `verificationExplorer.environments` with one environment edited, and every other entry as it stands, also those that
 * cannot be used.
 * @param value as it stands now, not as it stood when a question was asked
 */
export function editedSetting(value: unknown, environment: Environment, edit: EntryEdit): EditedSetting {
  const { environments, places } = readEnvironments(value);
  const found = environmentWith(environments, identityOf(environment));
  const place = found === undefined ? undefined : places.get(found);
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const entry = place === undefined ? undefined : list[place];
  if (place === undefined || !isRecord(entry)) {
    return {
      ok: false,
      why: { text: 'Environment {0} is no longer in the settings.', args: [environment.name] },
    };
  }
  return { ok: true, value: list.with(place, edit(entry)) };
}

/** A record with a value at a path; undefined takes it out, and what it leaves empty. */
function put(record: unknown, [name, ...rest]: readonly string[], value: unknown): Entry {
  const known: Entry = isRecord(record) ? record : {};
  if (name === undefined) return known;
  const inner = rest.length === 0 ? value : put(known[name], rest, value);
  const isEmptied = rest.length > 0 && value === undefined && Object.keys(Object(inner)).length === 0;
  if (inner !== undefined && !isEmptied) return { ...known, [name]: inner };
  const { [name]: _taken, ...others } = known;
  return others;
}

/** @param baseUrl as readBaseUrl gives it */
export function withBaseUrl(baseUrl: string): EntryEdit {
  return (entry) => put(entry, ['baseUrl'], baseUrl);
}

/** @param price rupees as readPrice gives them; null = none */
export function withPrice(operation: OperationId, price: string | null): EntryEdit {
  return (entry) => put(entry, ['prices', operation], price ?? undefined);
}

/** @param most calls, from 1; null = no limit of the user's */
export function withLimit(
  operation: OperationId,
  span: 'perMinute' | 'perDay',
  most: number | null,
): EntryEdit {
  return (entry) => put(entry, ['limits', operation, span], most ?? undefined);
}

/** @param most calls, from 0, or rupees as readPrice gives them; null = no limit of that sort */
export function withBudgetLimit(
  period: BudgetPeriod,
  limit: { readonly calls: number | null } | { readonly money: string | null },
): EntryEdit {
  return (entry) =>
    'calls' in limit
      ? put(entry, ['budget', period, 'calls'], limit.calls ?? undefined)
      : put(entry, ['budget', period, 'money'], limit.money ?? undefined);
}

/** @param share of a limit from which on a warning is said, 0 to 1; null = as by default */
export function withWarnAt(share: number | null): EntryEdit {
  return (entry) => put(entry, ['budget', 'warnAt'], share ?? undefined);
}

export const withoutBudget: EntryEdit = (entry) => put(entry, ['budget'], undefined);
