import { inOneLine } from './entries.ts';
import { own } from './own.ts';
import type { RequestField } from './shapes.ts';

/** A request field, as far as a draft goes by it. */
export interface FollowedField {
  readonly name: string;
  readonly check: string | null;
  /** `list` = one entry a line; any other has one line. Absent = of a draft that was kept without it. */
  readonly kind?: string;
  /** What it holds in a new form. */
  readonly start: string | null;
}

export function followedField({ name, check, type, default: start }: RequestField): FollowedField {
  return { name, check, start, kind: type === 'string-list' ? 'list' : type };
}

/** What of a draft goes by the names of fields. */
interface Followed {
  readonly fields: Readonly<Record<string, string>>;
  /** Names of those that are sent as they stand. */
  readonly asTyped?: readonly string[] | undefined;
}

/** The fields that are new, each with its predecessor: the first one checked for the same that is gone, and no other's. */
function newFields(before: readonly FollowedField[], now: readonly FollowedField[]) {
  const had = (list: readonly FollowedField[], name: string): boolean =>
    list.some((one) => one.name === name);
  const left = new Set(before.filter(({ name, check }) => check !== null && !had(now, name)));
  return now
    .filter(({ name }) => !had(before, name))
    .map((field) => {
      const gone = [...left].find(({ check }) => check === field.check);
      if (gone !== undefined) left.delete(gone);
      return { field, gone };
    });
}

/** Fields in which nothing is typed, and that start with something now. */
function startsOf(
  fields: Followed['fields'],
  before: readonly FollowedField[],
  now: readonly FollowedField[],
): (readonly [name: string, start: string])[] {
  return now.flatMap(({ name, start }) => {
    const was = before.find((one) => one.name === name);
    const isNew =
      was !== undefined && was.start === null && start !== null && (own(fields, name) ?? '') === '';
    return isNew ? [[name, start] as const] : [];
  });
}

/**
 * The draft for a form whose fields the user has corrected. What is typed is kept, also under names that are gone; a new
 * field takes what its predecessor held, and how that is sent, else it starts as in a new form. Lines of what is no list any
 * more become one.
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
  const texts = added.map(({ field, gone }) => {
    const held = gone === undefined ? field.start : own(fields, gone.name);
    return [field.name, held ?? ''] as const;
  });
  const starts = startsOf(fields, before, now);
  const all = { ...fields, ...Object.fromEntries([...texts, ...starts]) };
  const parted = now.flatMap(({ name, kind = 'list' }) => {
    const text = own(all, name) ?? '';
    // They would be sent, and not be seen.
    return kind !== 'list' && /[\r\n]/.test(text) ? [[name, inOneLine(text)] as const] : [];
  });
  if (added.length + parted.length + starts.length === 0) return draft;
  const followed = { ...draft, fields: { ...all, ...Object.fromEntries(parted) } };
  if (asTyped === undefined) return followed;
  const others = asTyped.filter((name) => added.every(({ field }) => field.name !== name));
  const taken = added.filter(({ gone }) => gone !== undefined && asTyped.includes(gone.name));
  return { ...followed, asTyped: [...others, ...taken.map(({ field }) => field.name)] };
}
