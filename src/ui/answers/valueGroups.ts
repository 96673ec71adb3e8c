import { coverName } from '../../contract/coverText.ts';
import { isLink } from '../../contract/documentLink.ts';
import { isJsonRecord, numberText } from '../../contract/jsonNumbers.ts';
import { maskBelow } from '../../contract/listColumns.ts';
import { mask, resultMask } from '../../contract/masking.ts';
import type { OwnInput } from '../../contract/ownInput.ts';
import { maskKindByLook, maskPersonalText } from '../../contract/personalText.ts';
import type { MaskKind, Operation, ResultValue, ResultValueGroup } from '../../contract/shapes.ts';
import type { TellApart } from '../../contract/tellApart.ts';
import type { ValueGroupView, ValueView } from '../../protocol/messages.ts';
import type { AnswerLists } from './answerLists.ts';
import type { Say } from './saidView.ts';

/** What of an answer is unmasked: nothing, some paths, or everything. */
export type RevealedPaths = ReadonlySet<string> | 'all';

/** Values longer than this are cut in the page; the raw text and the document hold them whole. */
export const maxValueChars = 2000;
/** Values shown inside of objects, all together; the raw text holds the rest. */
const mostInside = 500;
/** Objects within objects are opened so far. */
const deepest = 12;

/** What values are shown with. */
export interface Shown {
  readonly operation: Operation;
  readonly revealed: RevealedPaths;
  readonly say: Say;
  /** Characters after which a value is cut. */
  readonly cutAt: number;
  readonly tell: TellApart;
  /** What was asked about: a value that repeats it is covered whatever its name says. */
  readonly own: OwnInput;
  /** Takes the lists that are met. */
  readonly lists: AnswerLists;
  /** The answer came from this computer, and its links may lead there. */
  readonly local: boolean;
}

function linkOf(text: string, local: boolean): string | null {
  return (/^https:\/\/\S+$/.test(text) && URL.canParse(text)) || isLink(text, local) ? text : null;
}

/** How many more values may be opened. */
interface Room {
  left: number;
}

function valueView(value: ResultValue, shown: Shown, room: Room): ValueView {
  const { operation, revealed, tell, own } = shown;
  const plain = !value.documented && (value.kind === 'text' || value.kind === 'number');
  const below = value.path.slice('data.result.'.length);
  // The documents do not show it; the user's request fields may say that it is personal.
  const hasText = value.kind === 'text' || value.kind === 'number';
  const hidden =
    value.mask ?? (plain ? resultMask(operation, below) : null) ?? (hasText ? own.kindIn(value.text) : null);
  const sensitive = hidden !== null && hasText;
  // Numbered whether it is revealed or not, so that the others keep their numbers.
  const hiddenText = sensitive ? tell.mask(hidden, value.text, value.path) : '';
  const masked = sensitive && revealed !== 'all' && !revealed.has(value.path);
  const { cutAt } = shown;
  const cut = value.text.length > cutAt ? `${value.text.slice(0, cutAt)}…` : value.text;
  return {
    // A key may be what was asked about, too.
    name: coverName(value.name, own),
    path: value.path,
    kind: value.kind,
    text: masked ? hiddenText : cut,
    masked,
    sensitive,
    documented: value.documented,
    link: masked ? null : linkOf(value.text, shown.local),
    ...(value.kind === 'text' && isLink(value.text, shown.local) ? { canKeep: true } : {}),
    ...(value.inner === undefined ? {} : inside(value.inner, value.path, keysOf(value), shown, room)),
  };
}

/** Paths are keys with dots between; a key with a dot in it is masked by its look alone. */
function keysOf({ path }: ResultValue): readonly string[] {
  return path === '$' ? [] : path.split('.');
}

function inside(
  inner: object,
  path: string,
  keys: readonly string[],
  shown: Shown,
  room: Room,
): Pick<ValueView, 'text' | 'children' | 'table'> {
  const { say } = shown;
  if (Array.isArray(inner)) {
    const count = inner.length;
    const text =
      count === 1 ? say({ text: 'list of 1 item' }) : say({ text: 'list of {0} items', args: [count] });
    if (count === 0) return { text };
    shown.lists.add(path, keys, inner);
    return { text, table: path };
  }
  const entries = Object.entries(inner);
  const count = entries.length;
  const text =
    count === 1
      ? say({ text: 'object with 1 field' })
      : say({ text: 'object with {0} fields', args: [count] });
  if (count === 0 || keys.length > deepest || room.left <= 0) return { text };
  const children: ValueView[] = [];
  for (const [key, value] of entries) {
    if (room.left <= 0) {
      children.push(rest(path, count - children.length, shown));
      break;
    }
    room.left -= 1;
    children.push(valueView(resultValue(key, value, path, [...keys, key], shown.operation), shown, room));
  }
  return { text, children };
}

function rest(path: string, count: number, { say }: Shown): ValueView {
  const text =
    count === 1
      ? say({ text: '1 more field in Raw' })
      : say({ text: '{0} more fields in Raw', args: [count] });
  const base = { masked: false, sensitive: false, documented: true, link: null };
  return { ...base, name: '…', path: `${path}.…`, kind: 'structure', text };
}

/** A value inside of an object of the result. */
function resultValue(
  key: string,
  value: unknown,
  parent: string,
  keys: readonly string[],
  operation: Operation,
): ResultValue {
  const around = maskBelow(operation, keys);
  const base = { name: maskPersonalText(key, mask), path: `${parent}.${key}`, documented: true, text: '' };
  const byLook = (text: string): MaskKind | null =>
    around === null ? null : (around ?? maskKindByLook(text));
  if (value === null || value === undefined) return { ...base, kind: 'null', mask: null };
  if (value === '') return { ...base, kind: 'empty', mask: null };
  if (typeof value === 'string') return { ...base, kind: 'text', text: value, mask: byLook(value) };
  if (typeof value === 'boolean') return { ...base, kind: 'boolean', text: String(value), mask: null };
  const number = numberText(value);
  if (number !== null) return { ...base, kind: 'number', text: number, mask: byLook(number) };
  return { ...base, kind: 'structure', mask: null, inner: isJsonRecord(value) ? value : Object(value) };
}

function allEmptyWords(count: number, say: Shown['say']): string {
  return count === 1
    ? say({ text: '1 field, empty' })
    : say({ text: '{0} fields, all empty', args: [count] });
}

function groupView(group: ResultValueGroup, shown: Shown, room: Room): ValueGroupView {
  const values = group.values.map((value) => valueView(value, shown, room));
  const empty = values.length > 0 && values.every((value) => value.kind === 'empty' || value.kind === 'null');
  const { say } = shown;
  return {
    title: say({ text: group.title ?? 'Undocumented fields' }),
    values,
    allEmpty: empty ? allEmptyWords(values.length, say) : null,
  };
}

/** `data.result` in its documented groups, personal values masked unless revealed. */
export function valueGroups(groups: readonly ResultValueGroup[], shown: Shown): readonly ValueGroupView[] {
  const room = { left: mostInside };
  return groups.map((group) => groupView(group, shown, room));
}
