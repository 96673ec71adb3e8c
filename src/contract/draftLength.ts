/** What a form holds, as far as its length goes. */
interface Draft {
  readonly fields: Readonly<Record<string, string>>;
  readonly json: string;
}

/**
 * Most characters of a draft, names and values of its fields and its JSON together: twice the longest text, as a form
 * and its JSON say the same. Kept and checked at each pause in typing, more would hold up both the page and its host.
 */
export const mostDraftChars = 4_000_000;

/** Characters (UTF-16 units) of a draft. */
export function draftChars({ fields, json }: Draft): number {
  return Object.entries(fields).reduce((sum, [name, value]) => sum + name.length + value.length, json.length);
}

/** Whether a form may hold this. */
export function holdsDraft(draft: Draft): boolean {
  return draftChars(draft) <= mostDraftChars;
}
