import type { LookupChoice } from './lookupChoices.ts';

/** A line of the box of a quick lookup: a way to look up `text`, which is what the box held as its lines were made. */
export interface TypedLine {
  readonly choice: LookupChoice;
  readonly text: string;
  /** From 0, likeliest first. */
  readonly at: number;
}

/** The way to look up what stands in the box now that a line of an earlier text stands for; undefined where there is no one. */
function sameWay({ choice }: TypedLine, now: readonly LookupChoice[]): LookupChoice | undefined {
  // What nothing recognises is sent letter by letter, too.
  const other = choice.how === 'as-typed' ? 'recognised' : 'as-typed';
  const alike = now.filter(({ operation, how }) => operation.id === choice.operation.id && how !== other);
  const values = JSON.stringify(choice.fields);
  const same = alike.find(({ fields }) => JSON.stringify(fields) === values);
  return same ?? (alike.length === 1 ? alike[0] : undefined);
}

/** Whether a line is where VS Code starts, and says nothing of its text: nobody chose its operation. */
function isUnchosen({ choice, text, at }: TypedLine): boolean {
  return at === 0 && (choice.how === 'unrecognised' || text.trim() === '');
}

/**
 * What Enter looks up. VS Code tells late which line is active, so that it may be one of what stood in the box before a few more
 * keys: what leaves is made of what stands there now, by the operation that was chosen.
 * @param active the line that VS Code calls active, undefined where it has shown none yet
 * @param now the ways to look up what stands in the box, likeliest first
 * @returns undefined where the active line's operation takes no such text, or takes several parts of it: nothing may leave then
 */
export function chosenAtEnter(
  active: TypedLine | undefined,
  now: readonly LookupChoice[],
): LookupChoice | undefined {
  if (active === undefined) return now[0];
  if (now.includes(active.choice)) return active.choice;
  return sameWay(active, now) ?? (isUnchosen(active) ? now[0] : undefined);
}
