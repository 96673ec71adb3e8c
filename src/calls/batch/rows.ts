import { bulkEntries, bulkField, entryKey } from '../../contract/bulk.ts';
import { bodyFromFields } from '../../contract/draft.ts';
import { entriesOf } from '../../contract/entries.ts';
import { hintsFor } from '../../contract/hints.ts';
import { maskedInput } from '../../contract/masking.ts';
import { comparedValue } from '../../contract/namedValues.ts';
import { own } from '../../contract/own.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { Phrase } from '../../contract/words.ts';
import type { RowFields } from '../ports/batchPorts.ts';
import type { ColumnMap } from './columns.ts';

/** The request fields of a row. */
export function fieldsOf(cells: readonly string[], map: ColumnMap): RowFields {
  return Object.fromEntries(
    Object.entries(map).map(([name, source]) => [
      name,
      'column' in source ? (cells[source.column] ?? '') : source.value,
    ]),
  );
}

/** What local checks find odd about a row, by the name of the field: nothing of the value is in it. @param bills see hintsFor */
export function flawsOf(
  operation: Operation,
  fields: RowFields,
  bills?: boolean,
): readonly { readonly field: string; readonly what: Phrase }[] {
  const empty = operation.requestFields.filter(
    (field) => field.required && (own(fields, field.name) ?? '').trim() === '',
  );
  const odd = hintsFor(operation, fields, bills).filter(
    ({ kind, field }) => kind !== 'ok' && !empty.some(({ name }) => name === field),
  );
  return [...empty.map(({ name }) => ({ field: name, what: { text: 'It is empty.' } })), ...odd];
}

/** Whether local checks find nothing odd: a required field is empty, or a value does not look like one. */
export function looksRight(operation: Operation, fields: RowFields, bills?: boolean): boolean {
  return flawsOf(operation, fields, bills).length === 0;
}

/** Checks of fields in which spaces, hyphens and case are spelling, not meaning. */
const codes: ReadonlySet<string | null> = new Set(['registration', 'aadhaar', 'pan', 'mobile']);

/** The entries that rows ask about, in their order. One that stands in two of them, however it is written, is asked about once. */
function entriesOnce(list: string, rows: readonly (RowFields | undefined)[]): readonly string[] {
  const once = new Map<string, string>();
  for (const entry of entriesEach(list, rows)) {
    const key = entryKey(entry);
    if (!once.has(key)) once.set(key, entry);
  }
  return [...once.values()];
}

/** How many entries a row adds to a call: a cell may hold several. At least one, for a call is made of rows. */
export function entriesIn(list: string | null, fields: RowFields): number {
  const text = list === null ? '' : (own(fields, list) ?? '').trim();
  return list !== null && /[\r\n]/.test(text) ? Math.max(1, entriesOnce(list, [fields]).length) : 1;
}

/** Equal for rows that say the same: an address in another case, a registration number with spaces, a list in another order. */
export function repeatText(operation: Operation, fields: RowFields): string {
  const list = bulkField(operation);
  const same = operation.requestFields.map(({ name, check }): [string, string] => {
    const value = own(fields, name) ?? '';
    if (name === list) return [name, entriesOnce(name, [fields]).map(entryKey).toSorted().join('\n')];
    return [name, codes.has(check) ? comparedValue(value) : value.trim()];
  });
  return JSON.stringify(same);
}

/** As earlier versions planned a call: an entry as often as it stands in the rows. */
function entriesEach(list: string, rows: readonly (RowFields | undefined)[]): readonly string[] {
  return rows.flatMap((row) => entriesOf(own(row ?? {}, list) ?? ''));
}

/** What a row asks about. Where nobody can tell which list is for that, all that the body of it alone may ask about. */
export function entriesAsked(operation: Operation, fields: RowFields | undefined): readonly string[] {
  const list = bulkField(operation);
  if (list !== null) return entriesOnce(list, [fields]);
  return fields === undefined ? [] : bulkEntries(operation.id, bodyFromFields(operation, fields));
}

/**
 * The list that the entries of several rows stand in: where nobody can tell no call is planned for several any more, and the version
 * before, which planned those that are there, took the first.
 */
function listOfCall(operation: Operation, rows: number): string | null {
  const known = bulkField(operation);
  if (known !== null || !operation.bulk || rows < 2) return known;
  return operation.requestFields.find(({ type }) => type === 'string-list')?.name ?? null;
}

/** The body of a call that takes these rows: one row, or the entries of many. @param once false: as earlier versions made it */
export function bodyOfRows(operation: Operation, rows: readonly RowFields[], once = true): string {
  const list = listOfCall(operation, rows.length);
  const [first = {}] = rows;
  if (list === null) return bodyFromFields(operation, first);
  const entries = once ? entriesOnce(list, rows) : entriesEach(list, rows);
  return bodyFromFields(operation, { ...first, [list]: entries.join('\n') });
}

/** A row in one short line that may be shown in the clear. A single address is masked, not counted. */
export function maskedRow(operation: Operation, fields: RowFields): string {
  const bulk = bulkField(operation);
  const list = operation.requestFields.find(({ name }) => name === bulk);
  if (list === undefined) return maskedInput(operation, bodyFromFields(operation, fields));
  // Its value stands alone here, whatever objects it leaves in.
  const alone = { ...operation, requestFields: [{ ...list, path: [list.name] }] };
  return maskedInput(alone, JSON.stringify({ [list.name]: own(fields, list.name) ?? '' }));
}
