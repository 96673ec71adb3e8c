import { isRecord } from '../../contract/record.ts';
import type { OperationId, Phrase } from '../../contract/words.ts';
import { type BudgetPeriod, readBudget } from '../guard/userLimits.ts';
import { type Environment, environmentWith, identityOf, readEnvironments } from './environments.ts';

type Entry = Readonly<Record<string, unknown>>;

/** What shall stand where an entry of the setting stands, or why it stays; all that the edit does not name stays as it was written. */
export type EntryEdit = (
  entry: Entry,
) => { readonly ok: true; readonly entry: Entry } | { readonly ok: false; readonly why: Phrase };

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
  const edited = edit(entry);
  return edited.ok ? { ok: true, value: list.with(place, edited.entry) } : edited;
}

/** A record with a value at a path; undefined takes it out, and what it leaves empty. */
function put(record: unknown, [name, ...rest]: readonly string[], value: unknown): Entry {
  const known: Entry = isRecord(record) ? record : {};
  if (name === undefined) return known;
  const inner = rest.length === 0 ? value : put(known[name], rest, value);
  const isEmptied = value === undefined && Object.keys(Object(inner)).length === 0;
  if (!isEmptied) return { ...known, [name]: inner };
  const { [name]: _taken, ...others } = known;
  return others;
}

function putting(path: readonly string[], value: unknown): EntryEdit {
  return (entry) => ({ ok: true, entry: put(entry, path, value) });
}

/** Whether all that leads to the last name of a path is there and can hold it: nothing that was written has to make way. */
function leadsTo(record: unknown, [name, ...rest]: readonly string[]): boolean {
  return isRecord(record) && (name === undefined || rest.length === 0 || leadsTo(record[name], rest));
}

/**
 * An edit within the budget. One that cannot be read stops what may be billed, and is no more than mended by it: where the
 * value alone was wrong and the whole can be read with the new one. Else it would end by an edit that was not meant to.
 */
function budgeting(path: readonly string[], value: unknown): EntryEdit {
  return (entry) => {
    const edited = put(entry, ['budget', ...path], value);
    const before = readBudget(entry.budget);
    if (before?.kind !== 'unreadable') return { ok: true, entry: edited };
    const after = leadsTo(entry.budget, path) && value !== undefined ? readBudget(edited.budget) : before;
    if (after?.kind === 'set' && Object.keys(after.limits).length > 0) return { ok: true, entry: edited };
    return {
      ok: false,
      why: {
        text: 'The budget cannot be read: {0} Correct it in the setting verificationExplorer.environments, or remove it first.',
        args: [after?.kind === 'unreadable' ? after.why : before.why],
      },
    };
  };
}

/** @param baseUrl as readBaseUrl gives it */
export function withBaseUrl(baseUrl: string): EntryEdit {
  return putting(['baseUrl'], baseUrl);
}

/** @param price rupees as readPrice gives them; null = none */
export function withPrice(operation: OperationId, price: string | null): EntryEdit {
  return putting(['prices', operation], price ?? undefined);
}

/** @param most calls, from 1; null = no limit of the user's */
export function withLimit(
  operation: OperationId,
  span: 'perMinute' | 'perDay',
  most: number | null,
): EntryEdit {
  return putting(['limits', operation, span], most ?? undefined);
}

/** @param most calls, from 0, or rupees as readPrice gives them; null = no limit of that sort */
export function withBudgetLimit(
  period: BudgetPeriod,
  limit: { readonly calls: number | null } | { readonly money: string | null },
): EntryEdit {
  return 'calls' in limit
    ? budgeting([period, 'calls'], limit.calls ?? undefined)
    : budgeting([period, 'money'], limit.money ?? undefined);
}

/** @param share of a limit from which on a warning is said, 0 to 1; null = as by default */
export function withWarnAt(share: number | null): EntryEdit {
  return budgeting(['warnAt'], share ?? undefined);
}

export const withoutBudget: EntryEdit = putting(['budget'], undefined);
