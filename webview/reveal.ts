import type { TableReveal } from '../src/protocol/contents.ts';
import type { AnswerView, ValueView } from '../src/protocol/messages.ts';

type Said = Pick<
  AnswerView,
  'messageCode' | 'orderId' | 'message' | 'headers' | 'saidCovered' | 'wordsCovered'
>;

function saidOf({ messageCode, orderId, message, headers, saidCovered, wordsCovered }: AnswerView): Said {
  return { messageCode, orderId, message, headers, saidCovered, wordsCovered };
}

/** What the user asked to see unmasked in one answer, as the host gave it. Lives in the page only. */
export interface Revealed {
  readonly answerId: string;
  readonly values: ReadonlyMap<string, ValueView>;
  readonly raw: AnswerView['raw'] | null;
  readonly request: AnswerView['request'] | null;
  /** The service's words beside the result, exact. */
  readonly said: Said | null;
  /** What of its lists, by their paths; the rows themselves are asked for. */
  readonly tables: ReadonlyMap<string, TableReveal>;
}

export const nothingRevealed: Revealed = {
  answerId: '',
  values: new Map(),
  raw: null,
  request: null,
  said: null,
  tables: new Map(),
};

/** Adds what `unmasked` (the host's answer to `answer/reveal`) shows of the service's words and headers, and nothing else. */
export function addWords(revealed: Revealed, unmasked: AnswerView): Revealed {
  const before = revealed.answerId === unmasked.id ? revealed : nothingRevealed;
  return { ...before, answerId: unmasked.id, said: saidOf(unmasked) };
}

/** Adds what `unmasked` (the host's answer to `answer/reveal`) shows beyond `shown`. */
export function addRevealed(revealed: Revealed, shown: AnswerView, unmasked: AnswerView): Revealed {
  const values = new Map(revealed.answerId === unmasked.id ? revealed.values : []);
  const masked = new Set(valuesOf(shown).flatMap((value) => (value.masked ? [value.path] : [])));
  for (const value of valuesOf(unmasked)) {
    if (!value.masked && masked.has(value.path)) values.set(value.path, value);
  }
  const raw = shown.raw.masked && !unmasked.raw.masked ? unmasked.raw : null;
  const request = shown.request?.masked && unmasked.request?.masked === false ? unmasked.request : null;
  const said = shown.saidCovered && !unmasked.saidCovered ? saidOf(unmasked) : null;
  const before = revealed.answerId === unmasked.id ? revealed : nothingRevealed;
  return {
    answerId: unmasked.id,
    values,
    raw: raw ?? before.raw,
    request: request ?? before.request,
    said: said ?? before.said,
    tables: before.tables,
  };
}

/** Adds what was asked for: one value, everything, or the words and headers of the service alone. */
export function addAsked(
  revealed: Revealed,
  answer: AnswerView,
  unmasked: AnswerView,
  what: 'value' | 'all' | 'words',
): Revealed {
  if (what === 'words') return addWords(revealed, unmasked);
  const added = addRevealed(revealed, withRevealed(answer, revealed), unmasked);
  return what === 'all' ? withTables(added, unmasked) : added;
}

/** All lists of an answer revealed. */
function withTables(revealed: Revealed, { tables = [] }: AnswerView): Revealed {
  const all = tables.flatMap(({ path, sensitive }) =>
    sensitive ? [[path, { all: true, rows: [], cells: [] }] as const] : [],
  );
  return { ...revealed, tables: new Map(all) };
}

export function isAnyRevealed({ values, raw, request, said, tables }: Revealed): boolean {
  const some = [...tables.values()].some(
    ({ all, rows, cells }) => all || rows.length > 0 || cells.length > 0,
  );
  return values.size > 0 || raw !== null || (request ?? null) !== null || said !== null || some;
}

/** Masks one value again (`path`), or all of them with null. Raw text and the service's words may show every value, so they go with either. */
export function hideRevealed(revealed: Revealed, path: string | null): Revealed {
  if (path === null) return nothingRevealed;
  const values = new Map(revealed.values);
  values.delete(path);
  return { ...revealed, values, raw: null, request: null, said: null };
}

/**
 * A snapshot of an answer already shown, with its values as masked as they were: whether the host remembers what was
 * revealed or not, `Revealed` alone decides what is seen, so that Hide hides for good.
 */
export function keepMasked(before: AnswerView | null, next: AnswerView): AnswerView;
export function keepMasked(before: AnswerView | null, next: AnswerView | null): AnswerView | null;
export function keepMasked(before: AnswerView | null, next: AnswerView | null): AnswerView | null {
  if (before === null || next === null || !sameReading(before, next)) return next;
  const masked = new Map(valuesOf(before).flatMap((value) => (value.masked ? [[value.path, value]] : [])));
  const groups = mapValues(next, (value) => masked.get(value.path) ?? value);
  const request = before.request?.masked ? before.request : next.request;
  return {
    ...next,
    groups,
    raw: before.raw.masked ? before.raw : next.raw,
    ...(request === undefined ? {} : { request }),
    ...(before.saidCovered ? saidOf(before) : {}),
  };
}

/** False once the order has settled otherwise, or its number was reduced, and with it its values. */
export function sameReading(a: AnswerView, b: AnswerView): boolean {
  const said = ({ id, outcome, billing, messageCode, raw, reduced }: AnswerView): string =>
    [id, outcome, billing, messageCode, raw.totalBytes, reduced].join(' ');
  return said(a) === said(b);
}

/** The answer as it is to be shown: the host's snapshot with what was revealed laid over it. */
export function withRevealed(answer: AnswerView, revealed: Revealed): AnswerView {
  const { answerId, values, raw, request, said } = revealed;
  const isNothing = values.size === 0 && raw === null && (request ?? null) === null && said === null;
  if (answerId !== answer.id || isNothing) return answer;
  const groups = mapValues(answer, (value) => (value.masked ? (values.get(value.path) ?? value) : value));
  return {
    ...answer,
    groups,
    raw: raw !== null && answer.raw.masked ? raw : answer.raw,
    ...(request && answer.request?.masked ? { request } : {}),
    ...(said !== null && answer.saidCovered ? said : {}),
  };
}

/** Each value that is no object exchanged, those inside of objects too. */
function mapValues(answer: AnswerView, change: (value: ValueView) => ValueView): AnswerView['groups'] {
  const changed = (value: ValueView): ValueView =>
    value.children === undefined
      ? change(value)
      : { ...value, children: value.children.map((child) => changed(child)) };
  return answer.groups.map((group) => ({ ...group, values: group.values.map(changed) }));
}

/** All values, those inside of objects too. */
export function valuesOf(answer: AnswerView): readonly ValueView[] {
  const flat = (value: ValueView): readonly ValueView[] =>
    value.children === undefined ? [value] : [value, ...value.children.flatMap(flat)];
  return answer.groups.flatMap((group) => group.values.flatMap(flat));
}
