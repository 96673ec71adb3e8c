import { checkByName } from '../../contract/checkNames.ts';
import type { FieldCheck } from '../../contract/fieldKinds.ts';
import type { RequestField } from '../../contract/shapes.ts';
import type { Outcome } from '../../contract/words.ts';
import { billingAsRecorded, isRecorded, outcomeAsRecorded } from '../orders/attention.ts';
import type { BatchRow, OutcomeTally } from '../ports/batchPorts.ts';
import type { OrderId } from '../ports/ids.ts';

/** What answered rows came to whose input is kept, as one choice of *Re-run Failed*. */
export interface RerunGroup extends Omit<OutcomeTally, 'kept' | 'open' | 'resolved'> {
  /** `free`: the first sending came to nothing and was not billed. `billed`: it was, or may have been, or nobody knows what came of it: its order is passed by name. */
  readonly again: 'free' | 'billed';
}

const failed: ReadonlySet<Outcome> = new Set([
  'throttled',
  'failed',
  'refused',
  'refunded',
  'rejected',
  'not-sent',
]);

const open: ReadonlySet<Outcome> = new Set(['pending', 'held']);

/** A verified row is no failure, and one that is still open must not be sent beside its order. */
const never: ReadonlySet<Outcome> = new Set(['verified', ...open]);

/**
 * Whether the first sending cost nothing, as far as the service or the user said: also where nobody knows what came of it, so that its
 * order is a twin. What the documents bill is not told to be free.
 */
export function wasFree({ outcome, billing }: Pick<OutcomeTally, 'outcome' | 'billing'>): boolean {
  return (failed.has(outcome) || outcome === 'unknown') && (billing === 'free' || billing === 'refunded');
}

/** Groups of rows that may be wanted again and whose input is kept, free ones first; who told that they came to it makes no other group. */
export function rerunGroups(outcomes: readonly OutcomeTally[]): readonly RerunGroup[] {
  const sameEnd = ({ outcome, billing, messageCode }: OutcomeTally): string =>
    JSON.stringify([outcome, billing, messageCode]);
  const groups = [...Map.groupBy(outcomes, sameEnd).values()].flatMap((among): RerunGroup[] => {
    const [one] = among;
    const sum = (of: 'kept' | 'calls'): number => among.reduce((all, each) => all + each[of], 0);
    const rows = sum('kept');
    if (one === undefined || never.has(one.outcome) || rows === 0) return [];
    const { outcome, billing, messageCode } = one;
    const free = wasFree(one) && outcome !== 'unknown';
    return [{ outcome, billing, messageCode, calls: sum('calls'), rows, again: free ? 'free' : 'billed' }];
  });
  return groups.toSorted((a, b) => Number(a.again === 'billed') - Number(b.again === 'billed'));
}

/** Rows may be wanted again, and the input of none of them is kept. */
export function isPastRerun(outcomes: readonly OutcomeTally[]): boolean {
  const wanted = outcomes.filter(({ outcome }) => !never.has(outcome));
  return wanted.length > 0 && wanted.every(({ kept }) => kept === 0);
}

function rowsOf(outcomes: readonly OutcomeTally[], counts: (outcome: Outcome) => boolean): number {
  return outcomes.filter(({ outcome }) => counts(outcome)).reduce((sum, { rows }) => sum + rows, 0);
}

/** Rows that were answered, but not looked up: a limit, a refusal, a failure. Those whose outcome is not known count apart. */
export function rowsWithoutResult(outcomes: readonly OutcomeTally[]): number {
  return rowsOf(outcomes, (outcome) => failed.has(outcome) && outcome !== 'not-sent');
}

/** Rows whose order was accepted and whose answer is still to come: nobody recorded what came of it either. */
export function rowsStillOpen(outcomes: readonly OutcomeTally[]): number {
  return outcomes.filter(({ outcome }) => open.has(outcome)).reduce((sum, one) => sum + one.open, 0);
}

/** Rows whose calls never left: nothing answered them. */
export function rowsNotSent(outcomes: readonly OutcomeTally[]): number {
  return rowsOf(outcomes, (outcome) => outcome === 'not-sent');
}

function isInGroup({ state, outcome, billing, resolved, messageCode }: BatchRow, group: RerunGroup): boolean {
  if ((state !== 'done' && state !== 'undecided') || outcome === null || billing === null) return false;
  const cameTo = { outcome, billing, resolved };
  return (
    outcomeAsRecorded(cameTo) === group.outcome &&
    billingAsRecorded(cameTo) === group.billing &&
    messageCode === group.messageCode
  );
}

/**
 * How a row is run again, or null when its group was not chosen. Of a group that was billed, or may have been, the user
 * accepts what they saw: the row's own order, and no other of the same input. A free group was chosen for being free; of what is free by
 * the user's record alone the order is a twin all the same, for twins go by what the service said.
 */
export function rerunOf(
  row: BatchRow,
  chosen: readonly RerunGroup[],
): { readonly accepted: readonly OrderId[]; readonly wasFree: boolean } | null {
  const group = chosen.find((one) => isInGroup(row, one));
  if (group === undefined) return null;
  const accepts = group.again === 'billed' || isRecorded(row.resolved);
  return { accepted: accepts && row.order !== null ? [row.order] : [], wasFree: wasFree(group) };
}

/** What a field holds, as far as its check or its name says. */
function checkOf({ check, path }: RequestField): FieldCheck | null {
  return check ?? checkByName(path.at(-1) ?? '');
}

/**
 * Whether two fields of different names may mean the same. A field with another check, default or choices is for something else, as is
 * a yes or no: a number that leaves in the place of a word, or of another number, would be paid for.
 */
function mayMeanSame(one: RequestField, other: RequestField): boolean {
  const [check, otherCheck] = [checkOf(one), checkOf(other)];
  const kindOf = ({ type, default: start, choices = [] }: RequestField): string =>
    JSON.stringify([type === 'boolean', start, choices]);
  return (check === null || otherCheck === null || check === otherCheck) && kindOf(one) === kindOf(other);
}

/**
 * Which kept field each field takes its value from, by its name, where the request fields were corrected since: the one
 * of the same name, else the only one with the same check, else the only required one that is left and may mean the same.
 * Null when a required field would leave empty.
 */
export function carriedOver(
  from: readonly RequestField[],
  to: readonly RequestField[],
): ReadonlyMap<string, string> | null {
  const map = new Map<string, string>();
  const kept = new Set(from);
  const take = (field: RequestField, source: RequestField | undefined): void => {
    if (source === undefined) return;
    kept.delete(source);
    map.set(field.name, source.name);
  };
  const open = (): readonly RequestField[] => to.filter(({ name }) => !map.has(name));
  for (const field of to)
    take(
      field,
      from.find(({ name }) => name === field.name),
    );
  for (const field of open()) {
    const sameCheck = (one: RequestField): boolean => field.check !== null && one.check === field.check;
    const [source, another] = [...kept].filter(sameCheck);
    if (another === undefined && open().filter(sameCheck).length === 1) take(field, source);
  }
  const [left, more] = open().filter(({ required }) => required);
  const [only, others] = [...kept].filter(({ required }) => required);
  const isAlone = left !== undefined && more === undefined && only !== undefined && others === undefined;
  if (isAlone && mayMeanSame(left, only)) take(left, only);
  return open().some(({ required }) => required) ? null : map;
}
