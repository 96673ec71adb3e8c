import { coverName } from './coverText.ts';
import { isJsonRecord, numberText, parseWithNumbers } from './jsonNumbers.ts';
import { maskKindFor } from './masking.ts';
import { maskKindByLook } from './personalText.ts';
import type { Operation, ResultGroup, ResultValue, ResultValueGroup } from './shapes.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Own fields only: a body may have a key named `__proto__`, or none named `toString`. */
function own(fields: Fields, name: string): { readonly value: unknown } | null {
  return Object.hasOwn(fields, name) ? { value: fields[name] } : null;
}

function resultOf(bodyText: string, parsed: unknown): Fields | null {
  const body = parseWithNumbers(bodyText, parsed);
  if (!isJsonRecord(body)) return null;
  const data = own(body, 'data')?.value;
  if (!isJsonRecord(data)) return null;
  const result = own(data, 'result')?.value;
  return isJsonRecord(result) ? result : null;
}

function structureText(value: object): string {
  if (Array.isArray(value)) return value.length === 1 ? 'list of 1 item' : `list of ${value.length} items`;
  const count = Object.keys(value).length;
  return count === 1 ? 'object with 1 field' : `object with ${count} fields`;
}

/** One value for display. `name` is its path below the result. */
function shown(
  operation: Operation,
  name: string,
  found: { readonly value: unknown } | null,
  documented: boolean,
): ResultValue {
  // A key can be personal, too (results keyed by e-mail address); it is masked for good, its path stays whole.
  const base = {
    name: documented ? name : coverName(name),
    path: `data.result.${name}`,
    documented,
  };
  const declared = maskKindFor(operation, name) ?? maskKindFor(operation, outerName(name));
  if (found === null) return { ...base, kind: 'missing', text: '', mask: declared };
  const { value } = found;
  if (value === null) return { ...base, kind: 'null', text: '', mask: declared };
  if (value === '') return { ...base, kind: 'empty', text: '', mask: declared };
  if (typeof value === 'string') {
    return { ...base, kind: 'text', text: value, mask: declared ?? maskKindByLook(value) };
  }
  if (typeof value === 'boolean') return { ...base, kind: 'boolean', text: String(value), mask: null };
  const number = numberText(value);
  if (number !== null) {
    return { ...base, kind: 'number', text: number, mask: declared ?? maskKindByLook(number) };
  }
  // Says only how much there is, so there is nothing to hide; the raw text holds the rest.
  const inner = Object(value);
  return { ...base, kind: 'structure', text: structureText(inner), mask: null, inner };
}

/** The value at `a` or `a.b` of a result: null = missing. */
function at(result: Fields, name: string): { readonly value: unknown } | null {
  const dot = name.indexOf('.');
  if (dot === -1) return own(result, name);
  const outer = own(result, name.slice(0, dot))?.value;
  return isJsonRecord(outer) ? own(outer, name.slice(dot + 1)) : null;
}

/** Names below a result: objects that are not empty are opened one level. */
function namesOf(result: Fields): readonly { readonly name: string; readonly value: unknown }[] {
  return Object.entries(result).flatMap(([name, value]) => {
    const inner = isJsonRecord(value) ? Object.entries(value) : [];
    if (inner.length === 0) return [{ name, value }];
    return inner.map(([key, below]) => ({ name: `${name}.${key}`, value: below }));
  });
}

/** A page of more rows helps nobody. */
const mostOthers = 500;

function more(count: number): ResultValue {
  const text = count === 1 ? '1 more field in Raw' : `${count} more fields in Raw`;
  return { name: '…', path: 'data.result.…', kind: 'structure', text, mask: null, documented: false };
}

/** An object whose documented parts are missing because it is no object is not listed itself, and so still shown. */
function isListed(groups: readonly ResultGroup[], name: string): boolean {
  return groups.some((group) => group.fields.some((field) => field.name === name));
}

function outerName(name: string): string {
  const dot = name.indexOf('.');
  return dot === -1 ? name : name.slice(0, dot);
}

/** For answers of which the documents promise no result: only what came. */
export function withoutMissing(groups: readonly ResultValueGroup[]): readonly ResultValueGroup[] {
  return groups
    .map((group) => ({ ...group, values: group.values.filter(({ kind }) => kind !== 'missing') }))
    .filter(({ values }) => values.length > 0);
}

/**
 * `data.result` as groups for display: the documented groups with every documented field, missing ones told apart, then
 * one group without title for the fields the documents do not list. An object inside it is opened one level, its
 * fields named by their path; deeper ones are described, not shown. At most 500 undocumented ones; a last row counts the rest. `[]` when the body has no result object.
 * @param parsed the value of `bodyText`, where it has been parsed already
 */
export function resultValues(
  operation: Operation,
  bodyText: string,
  parsed?: unknown,
): readonly ResultValueGroup[] {
  const result = resultOf(bodyText, parsed);
  if (result === null) return [];
  const groups = operation.resultGroups ?? [];
  const documented = groups.map((group) => ({
    title: group.title,
    values: group.fields.map((field) => shown(operation, field.name, at(result, field.name), true)),
  }));
  const others = namesOf(result).filter(({ name }) => !isListed(groups, name));
  if (others.length === 0) return documented;
  const values = others
    .slice(0, mostOthers)
    .map(({ name, value }) => shown(operation, name, { value }, false));
  if (others.length > mostOthers) values.push(more(others.length - mostOthers));
  return [...documented, { title: null, values }];
}
