import type { AnswerView, ValueView } from '../src/protocol/messages.ts';

/** What the user asked to see unmasked in one answer, as the host gave it. Lives in the page only. */
export interface Revealed {
  readonly answerId: string;
  readonly values: ReadonlyMap<string, ValueView>;
  readonly raw: AnswerView['raw'] | null;
}

export const nothingRevealed: Revealed = { answerId: '', values: new Map(), raw: null };

/** Adds what `unmasked` (the host's answer to `answer/reveal`) shows beyond `shown`. */
export function addRevealed(revealed: Revealed, shown: AnswerView, unmasked: AnswerView): Revealed {
  const values = new Map(revealed.answerId === unmasked.id ? revealed.values : []);
  const masked = new Set(valuesOf(shown).flatMap((value) => (value.masked ? [value.path] : [])));
  for (const value of valuesOf(unmasked)) {
    if (!value.masked && masked.has(value.path)) values.set(value.path, value);
  }
  const raw = shown.raw.masked && !unmasked.raw.masked ? unmasked.raw : null;
  return {
    answerId: unmasked.id,
    values,
    raw: raw ?? (revealed.answerId === unmasked.id ? revealed.raw : null),
  };
}

/** Masks one value again (`path`), or all of them with null. Raw text shows every value, so it goes with either. */
export function hideRevealed(revealed: Revealed, path: string | null): Revealed {
  if (path === null) return nothingRevealed;
  const values = new Map(revealed.values);
  values.delete(path);
  return { ...revealed, values, raw: null };
}

/**
 * A snapshot of an answer already shown, with its values as masked as they were: whether the host remembers what was
 * revealed or not, `Revealed` alone decides what is seen, so that Hide hides for good.
 */
export function keepMasked(before: AnswerView | null, next: AnswerView | null): AnswerView | null {
  if (before === null || next === null || !sameReading(before, next)) return next;
  const masked = new Map(valuesOf(before).flatMap((value) => (value.masked ? [[value.path, value]] : [])));
  const groups = next.groups.map((group) => ({
    ...group,
    values: group.values.map((value) => masked.get(value.path) ?? value),
  }));
  return { ...next, groups, raw: before.raw.masked ? before.raw : next.raw };
}

/** False once the order has settled otherwise, and with it its values. */
export function sameReading(a: AnswerView, b: AnswerView): boolean {
  const said = ({ id, outcome, billing, messageCode, raw }: AnswerView): string =>
    [id, outcome, billing, messageCode, raw.totalBytes].join(' ');
  return said(a) === said(b);
}

/** The answer as it is to be shown: the host's snapshot with what was revealed laid over it. */
export function withRevealed(answer: AnswerView, revealed: Revealed): AnswerView {
  if (revealed.answerId !== answer.id || (revealed.values.size === 0 && revealed.raw === null)) return answer;
  const groups = answer.groups.map((group) => ({
    ...group,
    values: group.values.map((value) => (value.masked ? (revealed.values.get(value.path) ?? value) : value)),
  }));
  return { ...answer, groups, raw: revealed.raw !== null && answer.raw.masked ? revealed.raw : answer.raw };
}

export function valuesOf(answer: AnswerView): readonly ValueView[] {
  return answer.groups.flatMap((group) => group.values);
}
