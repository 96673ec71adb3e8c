import { own } from './own.ts';

/** A request field, as far as a draft goes by it. */
export interface FollowedField {
  readonly name: string;
  readonly check: string | null;
  /** What it holds in a new form. */
  readonly start: string | null;
}

/**
 * The draft for a form whose fields the user has corrected. What is typed is kept, also under names that are gone; a new
 * field takes what its predecessor held, which is the one checked for the same, else it starts as in a new form.
 */
export function followFields<D extends { readonly fields: Readonly<Record<string, string>> }>(
  draft: D,
  before: readonly FollowedField[],
  now: readonly FollowedField[],
): D {
  const had = (list: readonly FollowedField[], name: string): boolean =>
    list.some((one) => one.name === name);
  const added = now
    .filter(({ name }) => !had(before, name))
    .flatMap((field) => {
      const gone = before.find(
        ({ name, check }) => check !== null && check === field.check && !had(now, name),
      );
      // Of a field that comes back: what stood there is older than what its predecessor holds.
      if (gone === undefined && Object.hasOwn(draft.fields, field.name)) return [];
      const held = gone === undefined ? field.start : own(draft.fields, gone.name);
      return [[field.name, held ?? ''] as const];
    });
  return added.length === 0 ? draft : { ...draft, fields: { ...draft.fields, ...Object.fromEntries(added) } };
}
