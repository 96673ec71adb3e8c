import { own } from './own.ts';

/** A request field, as far as a draft goes by it. */
export interface FollowedField {
  readonly name: string;
  readonly check: string | null;
  /** What it holds in a new form. */
  readonly start: string | null;
}

/** What of a draft goes by the names of fields. */
interface Followed {
  readonly fields: Readonly<Record<string, string>>;
  /** Names of those that are sent as they stand. */
  readonly asTyped?: readonly string[] | undefined;
}

/** The fields that are new, each with its predecessor, which is the one checked for the same and gone. */
function newFields(before: readonly FollowedField[], now: readonly FollowedField[]) {
  const had = (list: readonly FollowedField[], name: string): boolean =>
    list.some((one) => one.name === name);
  return now
    .filter(({ name }) => !had(before, name))
    .map((field) => ({
      field,
      gone: before.find(({ name, check }) => check !== null && check === field.check && !had(now, name)),
    }));
}

/**
 * The draft for a form whose fields the user has corrected. What is typed is kept, also under names that are gone; a new
 * field takes what its predecessor held, and how that is sent, else it starts as in a new form.
 */
export function followFields<D extends Followed>(
  draft: D,
  before: readonly FollowedField[],
  now: readonly FollowedField[],
): D {
  const { fields, asTyped } = draft;
  const added = newFields(before, now)
    // Of a field that comes back: what stood there is older than what its predecessor holds.
    .filter(({ field, gone }) => gone !== undefined || !Object.hasOwn(fields, field.name));
  if (added.length === 0) return draft;
  const texts = added.map(({ field, gone }) => {
    const held = gone === undefined ? field.start : own(fields, gone.name);
    return [field.name, held ?? ''] as const;
  });
  const followed = { ...draft, fields: { ...fields, ...Object.fromEntries(texts) } };
  if (asTyped === undefined) return followed;
  const others = asTyped.filter((name) => added.every(({ field }) => field.name !== name));
  const taken = added.filter(({ gone }) => gone !== undefined && asTyped.includes(gone.name));
  return { ...followed, asTyped: [...others, ...taken.map(({ field }) => field.name)] };
}
